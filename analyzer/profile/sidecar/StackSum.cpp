//===-- StackSum.cpp - Adds up stacks -------------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Equal contexts of all runs are one, so memory grows with the number of
// different stacks, not with the number of runs.
//
//===----------------------------------------------------------------------===//

#include "profile/sidecar/StackSum.h"
#include "support/Errors.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace gmon;
using namespace llvm;

/// The address of all code in no module in a sum of several runs.
static constexpr uint64_t NoModuleAddress = 0;

/// Adds \p Value times \p Weight to \p Sum. Returns false on an overflow.
static bool addTimes(uint64_t &Sum, uint64_t Value, uint64_t Weight) {
  bool HasOverflown = false;
  Sum = SaturatingMultiplyAdd(Value, Weight, Sum, &HasOverflown);
  return !HasOverflown;
}

Error gmon::tooGreat() { return makeError("the counts exceed 64 bits"); }

Error StackSum::addFacts(const StackProfile &Part, uint64_t Weight) {
  if (NumAdded == 0) {
    Sum.Rate = Part.Rate;
    Sum.Dimension = Part.Dimension;
    Sum.Clock = Part.Clock;
    Sum.Runs = 0;
  }
  if (Sum.Dimension != Part.Dimension)
    return makeError("its stacks count " + Part.Dimension +
                     ", those of earlier files " + Sum.Dimension);
  if (Sum.Rate != Part.Rate)
    return makeError("its stacks have " + Twine(Part.Rate) +
                     " samples a second, those of earlier files " +
                     Twine(Sum.Rate));
  if (Sum.Clock != Part.Clock)
    return makeError("its stacks measure another clock than those of earlier "
                     "files");
  for (auto [Fact, Field] : SummedFacts)
    if (!addTimes(Sum.*Field, Part.*Field, Weight))
      return tooGreat();
  auto HasSame = [](const StackProfile &A, const StackProfile &B) {
    return all_of(A.OtherFacts, [&](const auto &Fact) {
      auto Other = B.OtherFacts.find(Fact.first);
      return Fact.first > GMON_FACT_LAST_EQUAL ||
             (Other != B.OtherFacts.end() && Other->second == Fact.second);
    });
  };
  if (NumAdded && !(HasSame(Sum, Part) && HasSame(Part, Sum)))
    return makeError("its stacks differ from those of earlier files in a fact "
                     "that this version does not know");
  for (auto [Key, Value] : Part.OtherFacts)
    if (Key <= GMON_FACT_LAST_EQUAL)
      Sum.OtherFacts[Key] = Value;
    else if (!addTimes(Sum.OtherFacts[Key], Value, Weight))
      return tooGreat();
  return Error::success();
}

uint32_t StackSum::moduleOf(const StackModule &Module) {
  auto [It, IsNew] =
      Modules.try_emplace({Module.Path, Module.BuildId}, Sum.Modules.size());
  if (IsNew)
    Sum.Modules.push_back({Module.Path, Module.BuildId, 0});
  return It->second;
}

Expected<uint32_t> StackSum::threadOf(const StackThread &Thread,
                                      uint64_t Weight) {
  auto [It, IsNew] = Threads.try_emplace(
      {Thread.Id != 0, Thread.Name, IsOneRun ? Thread.Id : 0},
      Sum.Threads.size());
  const uint32_t Index = It->second;
  if (IsNew)
    Sum.Threads.push_back({Thread.Id, 0, Thread.Name});
  StackThread &Kept = Sum.Threads[Index];
  Kept.Id = std::min(Kept.Id, Thread.Id);
  if (!addTimes(Kept.Calls, Thread.Calls, Weight))
    return tooGreat();
  return Index;
}

/// Joins the threads of each name: another run will be added.
Error StackSum::joinThreads() {
  IsOneRun = false;
  Threads.clear();
  std::vector<uint32_t> NumberOf;
  for (const StackThread &Thread : std::exchange(Sum.Threads, {})) {
    Expected<uint32_t> Index = threadOf(Thread, /*Weight=*/1);
    if (!Index)
      return Index.takeError();
    NumberOf.push_back(*Index);
  }
  for (auto [Key, Count] : std::exchange(Counts, decltype(Counts)())) {
    std::get<1>(Key) = NumberOf[std::get<1>(Key)];
    Counts[Key] += Count;
  }
  return Error::success();
}

/// Returns the number of \p Context, whose numbers are those of the sum.
uint32_t StackSum::contextOf(StackContext Context) {
  if (Context.Module == GMON_NO_MODULE &&
      Context.Address > GMON_STACK_LAST_MARK) {
    Context.Address = NoModuleAddress;
    // Calls that repeat one place count as one.
    if (Context.Caller) {
      const StackContext &Caller = Sum.Contexts[Context.Caller - 1];
      if (Caller.Module == GMON_NO_MODULE && Caller.Address == NoModuleAddress)
        return Context.Caller;
    }
  }
  auto [It, IsNew] =
      Contexts.try_emplace({Context.Caller, Context.Module, Context.Address},
                           Sum.Contexts.size() + 1);
  if (IsNew)
    Sum.Contexts.push_back(Context);
  return It->second;
}

Error StackSum::addParts(const StackProfile &Part, uint64_t Weight,
                         bool ContinuesRun) {
  std::vector<uint32_t> ModuleIds, ThreadIds, ContextIds = {0};
  for (const StackModule &Module : Part.Modules)
    ModuleIds.push_back(moduleOf(Module));
  AreThreadsCounted &= any_of(Part.Threads, [](const StackThread &Thread) {
    return Thread.Calls != 0;
  });
  for (const StackThread &Thread : Part.Threads) {
    Expected<uint32_t> Index = threadOf(Thread, Weight);
    if (!Index)
      return Index.takeError();
    ThreadIds.push_back(*Index);
  }
  ContextIds.reserve(Part.Contexts.size() + 1);
  for (StackContext Context : Part.Contexts) {
    Context.Caller = ContextIds[Context.Caller];
    if (Context.Module != GMON_NO_MODULE)
      Context.Module = ModuleIds[Context.Module];
    ContextIds.push_back(contextOf(Context));
  }
  if (Sum.Contexts.size() >= UINT32_MAX - 1)
    return makeError("too many different stacks");
  for (const StackSample &Sample : Part.Samples) {
    uint64_t &Count =
        Counts[{ContextIds[Sample.Context], ThreadIds[Sample.Thread],
                Sample.Kind, Sample.Group}];
    if (!addTimes(Total, Sample.Count, Weight))
      return tooGreat();
    Count += Sample.Count * Weight;
  }
  if (Error E = addCalls(Part, ModuleIds, Weight))
    return E;
  if (Error E = Ranks.add(Part.Ranks, ModuleIds, Weight, ContinuesRun))
    return E;
  return Mpi.add(Part.Mpi, ModuleIds, Weight, ContinuesRun);
}

Error StackSum::addCalls(const StackProfile &Part, ArrayRef<uint32_t> ModuleIds,
                         uint64_t Weight) {
  for (const CrossModuleCall &Call : Part.Calls) {
    if (!addTimes(NumCalls, Call.Count, Weight))
      return tooGreat();
    Calls[{ModuleIds[Call.FromModule], ModuleIds[Call.SelfModule], Call.From,
           Call.Self}] += Call.Count * Weight;
  }
  for (const OutgoingCall &Call : Part.OutgoingCalls) {
    if (!addTimes(NumCalls, Call.Count, Weight))
      return tooGreat();
    OutgoingCalls[{ModuleIds[Call.Module], Call.From, Call.Name}] +=
        Call.Count * Weight;
  }
  return Error::success();
}

Error StackSum::addOne(const StackProfile &Part, uint64_t Weight,
                       bool ContinuesRun) {
  const uint64_t Runs = Sum.Runs;
  if (IsOneRun && (Weight != 1 || (NumAdded && !ContinuesRun)))
    if (Error E = joinThreads())
      return E;
  if (Error E = addFacts(Part, Weight))
    return E;
  if (ContinuesRun)
    Sum.Runs = Runs;
  ++NumAdded;
  return addParts(Part, Weight, ContinuesRun);
}

Error StackSum::add(StackProfile Part, uint64_t Weight, bool ContinuesRun) {
  if (!NumAdded && !Single && Weight == 1) {
    Single = std::move(Part);
    return Error::success();
  }
  if (Single) {
    StackProfile First = std::move(*Single);
    Single.reset();
    if (Error E = addOne(First, 1, /*ContinuesRun=*/false))
      return E;
  }
  return addOne(Part, Weight, ContinuesRun);
}

/// Sorts \p All by \p KeyOf, and returns the new number of each.
template <class T, class KeyFn>
static std::vector<uint32_t> sortAndNumber(std::vector<T> &All, KeyFn KeyOf) {
  std::vector<uint32_t> Order(All.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::stable_sort(Order, [&](uint32_t A, uint32_t B) {
    return KeyOf(All[A]) < KeyOf(All[B]);
  });
  std::vector<uint32_t> NumberOf(All.size());
  std::vector<T> Sorted;
  for (uint32_t Old : Order) {
    NumberOf[Old] = Sorted.size();
    Sorted.push_back(std::move(All[Old]));
  }
  All = std::move(Sorted);
  return NumberOf;
}

/// Returns the contexts that are \p IsUsed, by number. Each precedes its
/// callees, and callees of one caller are sorted. Sets \p NumberOf.
static std::vector<StackContext> sortContexts(ArrayRef<StackContext> All,
                                              const BitVector &IsUsed,
                                              std::vector<uint32_t> &NumberOf) {
  // Lists of callees: indices of contexts, grouped by caller.
  std::vector<uint32_t> Order;
  for (uint32_t I = 1; I <= All.size(); ++I)
    if (IsUsed[I])
      Order.push_back(I);
  auto KeyOf = [&](uint32_t I) {
    const StackContext &Context = All[I - 1];
    return std::make_tuple(Context.Caller, Context.Module, Context.Address);
  };
  llvm::sort(Order,
             [&](uint32_t A, uint32_t B) { return KeyOf(A) < KeyOf(B); });
  std::vector<uint32_t> Starts(All.size() + 2);
  for (uint32_t I : Order)
    ++Starts[All[I - 1].Caller + 1];
  for (size_t I = 1; I < Starts.size(); ++I)
    Starts[I] += Starts[I - 1];

  NumberOf.assign(All.size() + 1, 0);
  std::vector<StackContext> Sorted;
  std::vector<uint32_t> Open;
  auto OpenCallees = [&](uint32_t Caller) {
    for (uint32_t I = Starts[Caller + 1]; I > Starts[Caller]; --I)
      Open.push_back(Order[I - 1]);
  };
  OpenCallees(0);
  while (!Open.empty()) {
    uint32_t Next = Open.back();
    Open.pop_back();
    StackContext Context = All[Next - 1];
    Context.Caller = NumberOf[Context.Caller];
    Sorted.push_back(Context);
    NumberOf[Next] = Sorted.size();
    OpenCallees(Next);
  }
  return Sorted;
}

Expected<StackProfile> StackSum::take() {
  if (Single) {
    StackProfile Result = std::move(*Single);
    Single.reset();
    Result.Profiles.clear();
    return Result;
  }
  StackProfile Result = std::move(Sum);
  if (!AreThreadsCounted)
    for (StackThread &Thread : Result.Threads)
      Thread.Calls = 0;
  std::vector<uint32_t> ModuleOf =
      sortAndNumber(Result.Modules, [](const StackModule &Module) {
        return std::tie(Module.Path, Module.BuildId);
      });
  std::vector<uint32_t> ThreadOf =
      sortAndNumber(Result.Threads, [](const StackThread &Thread) {
        return std::make_tuple(Thread.Id != 0, StringRef(Thread.Name),
                               Thread.Id, Thread.Calls);
      });
  BitVector IsUsed(Result.Contexts.size() + 1);
  for (const auto &[Key, Count] : Counts)
    if (Count)
      IsUsed.set(std::get<0>(Key));
  for (size_t I = Result.Contexts.size(); I > 0; --I)
    if (IsUsed[I])
      IsUsed.set(Result.Contexts[I - 1].Caller);
  for (StackContext &Context : Result.Contexts)
    if (Context.Module != GMON_NO_MODULE)
      Context.Module = ModuleOf[Context.Module];
  std::vector<uint32_t> ContextOf;
  Result.Contexts = sortContexts(Result.Contexts, IsUsed, ContextOf);
  for (const auto &[Key, Count] : Counts)
    if (Count)
      Result.Samples.push_back(
          {ContextOf[std::get<0>(Key)], ThreadOf[std::get<1>(Key)],
           gmon_sample_kind(std::get<2>(Key)), std::get<3>(Key), Count});
  llvm::sort(Result.Samples);
  for (const auto &[Key, Count] : Calls)
    if (Count)
      Result.Calls.push_back({ModuleOf[std::get<0>(Key)],
                              ModuleOf[std::get<1>(Key)], std::get<2>(Key),
                              std::get<3>(Key), Count});
  llvm::sort(Result.Calls);
  for (const auto &[Key, Count] : OutgoingCalls)
    if (Count)
      Result.OutgoingCalls.push_back({ModuleOf[std::get<0>(Key)],
                                      std::get<1>(Key), Count,
                                      std::get<2>(Key)});
  std::ranges::sort(Result.OutgoingCalls, {}, [](const OutgoingCall &C) {
    return std::tie(C.Module, C.From, C.Name);
  });
  if (Error E = Ranks.take(ModuleOf).moveInto(Result.Ranks))
    return std::move(E);
  if (Error E = Mpi.take(ModuleOf).moveInto(Result.Mpi))
    return std::move(E);
  Result.Profiles.clear();
  *this = StackSum();
  return Result;
}
