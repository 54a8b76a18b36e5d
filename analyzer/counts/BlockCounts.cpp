//===-- BlockCounts.cpp - Basic blocks of symbols -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups blocks by symbol.
//
//===----------------------------------------------------------------------===//

#include "counts/BlockCounts.h"

using namespace gmon;
using namespace llvm;

BlockCounts::BlockCounts(const Profile &Data, const SymbolTable &Table) {
  struct Owned {
    SymbolIndex Owner;
    BlockCount Block;
  };
  std::vector<Owned> Found;
  Starts.resize(Table.size() + 1);
  for (const BlockCount &Block : Data.Blocks) {
    SymbolIndex Owner = Table.lookup(Block.Address);
    if (Owner == NoSymbol)
      continue;
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
