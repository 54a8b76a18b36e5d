//===-- SharedCounters.cpp - Counters that stand for several --------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Placeholders that add a value, as behind a loop that counts in registers,
// need counters of their own. Those that add to the same source counters share
// one. So do placeholders that choose among the same source counters: for these
// there are as many counters, in the same order.
//
//===----------------------------------------------------------------------===//

#include "source/SharedCounters.h"
#include "counters/Placeholder.h"
#include "data/FunctionData.h"
#include "data/SourceMap.h"
#include "flow/FlowGraph.h"
#include "lines/Locations.h"
#include "selection/Marks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace gmon {

namespace {

/// Source counters, and how often each counts.
using Shares = SmallVector<std::pair<uint64_t, uint64_t>, 2>;

class CounterSharing {
public:
  explicit CounterSharing(Function &F)
      : F(F), Placeholders(findPlaceholders(F)),
        Indexed(findIndexedPlaceholders(F)) {
    assert(all_of(Placeholders, [](const CallInst *Call) {
      return Placeholder(*Call).isSourceCounter();
    }));
  }

  /// Gives each placeholder a counter.
  void countEach();

  /// Gives each group of source counters that an index chooses from a group of
  /// counters.
  void countIndexed();

  /// Gives each sum of values a counter for all that it is added to.
  void countValues();

  /// Counts blocks for the remaining placeholders.
  void countBlocks(FunctionAnalysisManager &FAM, LeavingFn MayLeave);

  /// Inserts placeholders for the counters. Returns their record.
  GlobalVariable *finish(SourceMap &Map);

private:
  struct Addition {
    unsigned Counter;
    BasicBlock::iterator Point;
    Value *Amount = nullptr; ///< one, if null
  };

  /// Adds one to a counter of a group.
  struct Choice {
    unsigned First;
    IndexedPlaceholder What;
    BasicBlock::iterator Point;
  };

  void countValuesOf(ArrayRef<CallInst *> InBlock);
  unsigned counterOf(const Shares &What);
  void addEntries(const Shares &What, unsigned Count);

  Function &F;
  SmallVector<CallInst *> Placeholders; ///< in order
  SmallVector<CallInst *> Indexed;
  SmallVector<Addition> Additions;
  SmallVector<Choice, 0> Choices;
  SmallVector<ShareEntry, 0> Entries;
  /// Of counters that add values.
  std::map<Shares, unsigned> Counters;
  unsigned NumCounters = 0; ///< besides those of the placement
  CounterPlacement Placement;
};

} // namespace

void CounterSharing::addEntries(const Shares &What, unsigned Count) {
  for (auto [Counter, Factor] : What)
    Entries.push_back({Counter, Count, Factor});
}

/// The counter of values that are added to \p What.
unsigned CounterSharing::counterOf(const Shares &What) {
  auto [Known, IsNew] = Counters.try_emplace(What, NumCounters);
  if (IsNew)
    addEntries(What, NumCounters++);
  return Known->second;
}

void CounterSharing::countEach() {
  for (CallInst *Call : Placeholders) {
    Placeholder Count(*Call);
    addEntries({{Count.Index->getZExtValue(), Count.Factor->getZExtValue()}},
               NumCounters);
    Additions.push_back({NumCounters++, Call->getIterator(), Count.Amount});
  }
}

void CounterSharing::countIndexed() {
  std::map<std::pair<uint64_t, uint64_t>, unsigned> Groups;
  for (CallInst *Call : Indexed) {
    IndexedPlaceholder What(*Call);
    uint64_t First = What.First->getZExtValue();
    uint64_t Number = What.Number->getZExtValue();
    auto [Known, IsNew] = Groups.try_emplace({First, Number}, NumCounters);
    if (IsNew)
      for (uint64_t I = 0; I != Number; ++I)
        addEntries({{First + I, 1}}, NumCounters++);
    Choices.push_back({Known->second, What, Call->getIterator()});
  }
}

void CounterSharing::countValues() {
  for (auto Begin = Placeholders.begin(); Begin != Placeholders.end();) {
    auto End = std::find_if(Begin, Placeholders.end(), [&](CallInst *Call) {
      return Call->getParent() != (*Begin)->getParent();
    });
    countValuesOf(ArrayRef(Begin, End));
    Begin = End;
  }
}

void CounterSharing::countValuesOf(ArrayRef<CallInst *> InBlock) {
  struct Use {
    Shares What;
    Instruction *Last;
  };
  MapVector<Value *, Use> Values;
  for (CallInst *Call : InBlock) {
    Placeholder Count(*Call);
    if (Count.constant())
      continue;
    Use &U = Values[Count.Amount];
    U.What.push_back(
        {Count.Index->getZExtValue(), Count.Factor->getZExtValue()});
    U.Last = Call;
  }
  // Values for the same counters are added up first.
  struct Sum {
    Value *Amount;
    Instruction *Last;
  };
  std::map<Shares, Sum> Sums;
  for (auto &[Amount, U] : Values) {
    llvm::sort(U.What);
    auto [Known, IsNew] = Sums.try_emplace(U.What, Sum{Amount, U.Last});
    if (IsNew)
      continue;
    Instruction *Last = Known->second.Last;
    if (Last->comesBefore(U.Last))
      Last = U.Last;
    Known->second = {IRBuilder<>(Last).CreateAdd(Known->second.Amount, Amount),
                     Last};
  }
  for (auto &[What, S] : Sums)
    Additions.push_back({counterOf(What), S.Last->getIterator(), S.Amount});
}

void CounterSharing::countBlocks(FunctionAnalysisManager &FAM,
                                 LeavingFn MayLeave) {
  MapVector<BasicBlock *, Shares> Blocks;
  for (CallInst *Call : Placeholders) {
    Placeholder Count(*Call);
    if (std::optional<uint64_t> Amount = Count.constant())
      Blocks[Call->getParent()].push_back(
          {Count.Index->getZExtValue(), *Amount});
  }
  FlowGraph Graph(F, FAM, MayLeave, /*SplitCost=*/2);
  // Unreachable blocks count nothing.
  Blocks.remove_if([&](const std::pair<BasicBlock *, Shares> &Entry) {
    return !Graph.blocks().contains(Entry.first);
  });
  if (Blocks.empty())
    return;
  Graph.place([&](BasicBlock *Block) { return Blocks.contains(Block); });
  uint64_t DirectCost = 0;
  for (auto &[Block, What] : Blocks)
    DirectCost = SaturatingAdd(DirectCost, Graph.frequency(Block));
  // Coverage must not show code that never ran, whatever a signal handler does
  // that ends in siglongjmp. Sums hold only for what is left where it ends.
  if (!F.hasFnAttribute(RegionsAttribute) &&
      Graph.placement().cost() < DirectCost) {
    Placement = Graph.placement();
    for (auto [Index, Edge] : enumerate(Placement.counted()))
      Additions.push_back({unsigned(NumCounters + Index), Graph.countAt(Edge)});
    for (auto &[Block, What] : Blocks)
      addEntries(What, NumCounters + Placement.countOf(Graph.edgeOf(Block)));
    return;
  }
  for (auto &[Block, What] : Blocks) {
    addEntries(What, NumCounters);
    Additions.push_back({NumCounters++, Graph.countAt(Graph.edgeOf(Block))});
  }
}

GlobalVariable *CounterSharing::finish(SourceMap &Map) {
  llvm::sort(Entries, [](const ShareEntry &A, const ShareEntry &B) {
    return std::tie(A.Counter, A.Count) < std::tie(B.Counter, B.Count);
  });
  uint64_t Key = Map.add(F, Entries, NumCounters, Placement);
  auto [Array, Record] = FunctionData(F).createSourceCounters(
      Key, NumCounters + Placement.counted().size());
  for (const Addition &A : Additions) {
    IRBuilder<> Builder(A.Point->getParent(), A.Point);
    Builder.SetCurrentDebugLocation(counterLocation(A.Point));
    createPlaceholder(Builder, Array, A.Counter, A.Amount);
  }
  for (const Choice &C : Choices) {
    IRBuilder<> Builder(&*C.Point);
    createIndexedPlaceholder(Builder, Array, C.First, C.What.Index,
                             C.What.Number->getZExtValue());
  }
  for (CallInst *Call : concat<CallInst *>(Placeholders, Indexed))
    Call->eraseFromParent();
  return Record;
}

GlobalVariable *shareCounters(Function &F, FunctionAnalysisManager &FAM,
                              LeavingFn MayLeave, SourceMap &Map) {
  CounterSharing Sharing(F);
  Sharing.countIndexed();
  if (F.hasOptNone()) {
    Sharing.countEach();
  } else {
    splitBlocks(F, MayLeave, [](const Instruction &) { return false; });
    FAM.invalidate(F, PreservedAnalyses::none());
    Sharing.countValues();
    Sharing.countBlocks(FAM, MayLeave);
  }
  GlobalVariable *Record = Sharing.finish(Map);
  FAM.invalidate(F, PreservedAnalyses::none());
  return Record;
}

} // namespace gmon
