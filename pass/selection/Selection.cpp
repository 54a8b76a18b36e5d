//===-- Selection.cpp - Which functions are instrumented ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Selection.h.
//
//===----------------------------------------------------------------------===//

#include "selection/Selection.h"
#include "ir/CallingConventions.h"
#include "ir/SymbolNames.h"
#include "selection/Marks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace gmon {

/// The functions that resolve ifuncs, and those of the module that they call.
static SmallPtrSet<const Function *, 4> findResolvers(const Module &M) {
  SmallPtrSet<const Function *, 4> Resolvers;
  SmallVector<const Function *> Work;
  auto Add = [&](const Value *V) {
    const auto *F = dyn_cast<Function>(V->stripPointerCastsAndAliases());
    if (F && !F->isDeclaration() && Resolvers.insert(F).second)
      Work.push_back(F);
  };
  for (const GlobalIFunc &I : M.ifuncs())
    Add(I.getResolverFunction());
  while (!Work.empty())
    for (const Instruction &I : instructions(*Work.pop_back_val()))
      if (const auto *Call = dyn_cast<CallBase>(&I))
        Add(Call->getCalledOperand());
  return Resolvers;
}

Selection::Selection(const Module &M, const Options &Opts,
                     const Filter &Excluded)
    : Excluded(Excluded), Resolvers(findResolvers(M)),
      OnlyMarked((Opts.OnlyMarked &&
                  !is_contained(Opts.Unmarked, M.getModuleIdentifier())) ||
                 // A plan took the place of a mark.
                 any_of(M, isMarked) || any_of(M, hasPlan)) {}

Exclusion Selection::exclusionOf(const Function &F) const {
  if (OnlyMarked && !isMarked(F))
    return Exclusion::NotMarked;
  if (Exclusion Why = obstacleIn(F); Why != Exclusion::None)
    return Why;
  return Excluded.contains(F) ? Exclusion::Filter : Exclusion::None;
}

Exclusion Selection::obstacleIn(const Function &F) const {
  if (F.hasFnAttribute(Attribute::Naked))
    return Exclusion::Naked;
  if (F.hasFnAttribute(Attribute::NoProfile) ||
      F.hasFnAttribute(Attribute::SkipProfile))
    return Exclusion::NoProfile;
  if (Resolvers.contains(&F))
    return Exclusion::Resolver;
  if (!canHaveCounters(F))
    return Exclusion::Registers;
  if (const Comdat *Group = F.getComdat(); Group && !canQuote(*Group))
    return Exclusion::Group;
  return canQuote(F) ? Exclusion::None : Exclusion::Name;
}

std::optional<Selection> Selector::select(Module &M) {
  if (!IsRead) {
    IsRead = true;
    if (Expected<Filter> Read = Filter::read(Opts.Filter))
      Excluded = std::move(*Read);
    else
      M.getContext().emitError(toString(Read.takeError()));
  }
  if (!Excluded)
    return std::nullopt;
  return Selection(M, Opts, *Excluded);
}

} // namespace gmon
