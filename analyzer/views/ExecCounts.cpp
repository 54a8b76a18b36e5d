//===-- ExecCounts.cpp - Execution counts in order ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts symbols by file and line, and lists the calls and blocks of each.
//
//===----------------------------------------------------------------------===//

#include "views/ExecCounts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <algorithm>
#include <tuple>

using namespace gmon;
using namespace llvm;

/// Sorts \p Elements by a merge sort with the comparisons of glibc's qsort. Of
/// two compared elements, the right one goes first only if
/// IsGreater(left, right).
///
/// GNU gprof's order of execution counts is no strict weak order, so its output
/// depends on which elements are compared, and std::stable_sort has undefined
/// behaviour for it.
static void mergeSort(MutableArrayRef<SymbolIndex> Elements,
                      function_ref<bool(SymbolIndex, SymbolIndex)> IsGreater) {
  if (Elements.size() < 2)
    return;
  size_t NumLeft = Elements.size() / 2;
  mergeSort(Elements.take_front(NumLeft), IsGreater);
  mergeSort(Elements.drop_front(NumLeft), IsGreater);
  std::vector<SymbolIndex> Left(Elements.begin(), Elements.begin() + NumLeft);
  size_t L = 0, R = NumLeft, Out = 0;
  while (L < Left.size() && R < Elements.size()) {
    if (IsGreater(Left[L], Elements[R]))
      Elements[Out++] = Elements[R++];
    else
      Elements[Out++] = Left[L++];
  }
  std::copy(Left.begin() + L, Left.end(), Elements.begin() + Out);
}

ExecCounts gmon::makeExecCounts(const CallGraph &Graph,
                                const BlockCounts &Blocks,
                                const SourceCounts &Source,
                                const SymbolTable &Table,
                                const SpecTables &Specs, bool ShowUnused) {
  std::vector<SymbolIndex> Order;
  for (SymbolIndex I = 0; I < Table.size(); ++I)
    if (Specs.isIn(ExecInclude, ExecExclude, Table[I].Address))
      Order.push_back(I);
  // Symbols without a file are compared by address, even with those that have
  // one.
  mergeSort(Order, [&](SymbolIndex A, SymbolIndex B) {
    const Symbol &Left = Table[A];
    const Symbol &Right = Table[B];
    if (Left.Path.empty() || Right.Path.empty())
      return Left.Address > Right.Address;
    if (Left.Path.data() != Right.Path.data())
      return Left.Path > Right.Path;
    return std::tie(Left.Line, Left.Address) >
           std::tie(Right.Line, Right.Address);
  });

  ExecCounts Rows;
  for (SymbolIndex I : Order) {
    const Symbol &Sym = Table[I];
    auto Add = [&](uint64_t Address, uint64_t Count, bool IsCalls) {
      if (Count || ShowUnused)
        Rows.push_back({Sym.Path, Sym.Line, Sym.Name, Address, Count, IsCalls});
    };
    Add(Sym.Address, Graph.Nodes[I].Calls, /*IsCalls=*/true);
    for (const BlockCount &Block : Blocks.of(I))
      Add(Block.Address, Block.Count, /*IsCalls=*/false);
  }

  for (const SourceLine &Each : Source.lines()) {
    if (!Specs.isIn(ExecInclude, ExecExclude, Each))
      continue;
    for (uint64_t Count : Each.Counts)
      if (Count || ShowUnused)
        Rows.push_back(
            {Each.Path, Each.Line, Each.Function, Each.Address, Count});
  }
  return Rows;
}
