//===-- BlockCounts.cpp - Basic blocks of symbols -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds up counts of equal address, then sorts them by symbol.
//
//===----------------------------------------------------------------------===//

#include "BlockCounts.h"
#include <unordered_map>

using namespace gmon;
using namespace llvm;

BlockCounts::BlockCounts(const Profile &Data, const SymbolTable &Table) {
  struct Owned {
    SymbolIndex Owner;
    BlockCount Block;
  };
  std::vector<Owned> Found;
  std::unordered_map<uint64_t, size_t> IndexOf;
  Starts.resize(Table.size() + 1);
  for (const BlockCount &Block : Data.Blocks) {
    auto [It, New] = IndexOf.try_emplace(Block.Address, Found.size());
    if (!New) {
      if (It->second < Found.size())
        Found[It->second].Block.Count += Block.Count;
      continue;
    }
    SymbolIndex Owner = Table.lookup(Block.Address);
    if (Owner == NoSymbol) {
      It->second = std::numeric_limits<size_t>::max();
      continue;
    }
    Found.push_back({Owner, Block});
    ++Starts[Owner + 1];
  }

  for (size_t I = 1; I < Starts.size(); ++I)
    Starts[I] += Starts[I - 1];
  std::vector<size_t> Next(Starts);
  Blocks.resize(Found.size());
  for (const Owned &Each : Found)
    Blocks[Next[Each.Owner]++] = Each.Block;
}
