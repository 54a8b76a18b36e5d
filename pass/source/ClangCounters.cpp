//===-- ClangCounters.cpp - Clang counters as source counters -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ClangCounters.h.
//
//===----------------------------------------------------------------------===//

#include "source/ClangCounters.h"
#include "counters/Placeholder.h"
#include "data/SourceMap.h"
#include "ir/LLVMVersion.h"
#include "ir/MemoryAttributes.h"
#include "selection/Marks.h"
#include "target/Target.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/ProfileData/InstrProf.h"

using namespace llvm;

namespace gmon {

namespace {

class CounterTakeover {
public:
  CounterTakeover(Module &M, const Selection &Selected)
      : M(M), Selected(Selected) {}

  /// Finds the intrinsics, and what they say about functions. Returns whether
  /// there are any.
  bool find();

  /// Adds the entries of the map.
  void describe();

  /// Puts placeholders in place of the intrinsics.
  void replace();

  /// Hands the names to LLVM, which writes them beside the mapping.
  void keepNames();

private:
  struct CountedFunction {
    const Function *F;
    ClangEntry Entry;
    uint64_t Key = 0;
  };

  void replace(InstrProfInstBase &I);
  void createBit(IRBuilderBase &Builder, const InstrProfMCDCTVBitmapUpdate &I,
                 const CountedFunction &Counted);

  Module &M;
  const Selection &Selected;
  SmallVector<InstrProfInstBase *, 0> Intrinsics;
  MapVector<GlobalVariable *, CountedFunction> Functions; ///< by names
};

} // namespace

/// Whether \p I counts something that becomes a source counter: Clang's flags
/// for regions that were covered do, too.
static bool isIncrement(const InstrProfInstBase &I) {
  return isa<InstrProfIncrementInst, InstrProfCoverInst>(I);
}

/// Whether \p I is one of the intrinsics that LLVM needs a runtime for, and
/// that Clang makes.
static bool isTaken(const InstrProfInstBase &I) {
  return isIncrement(I) ||
         isa<InstrProfTimestampInst, InstrProfValueProfileInst,
             InstrProfMCDCBitmapParameters, InstrProfMCDCTVBitmapUpdate>(I);
}

bool CounterTakeover::find() {
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Intrinsic = dyn_cast<InstrProfInstBase>(&I);
      if (!Intrinsic || !isTaken(*Intrinsic))
        continue;
      Intrinsics.push_back(Intrinsic);
      CountedFunction &Counted = Functions[Intrinsic->getName()];
      Counted.F = &F;
      ClangEntry &Entry = Counted.Entry;
      Entry.Hash = Intrinsic->getHash()->getZExtValue();
      if (isIncrement(*Intrinsic))
        Entry.NumIncrements = cast<InstrProfCntrInstBase>(Intrinsic)
                                  ->getNumCounters()
                                  ->getZExtValue();
      else if (auto *MCDC = dyn_cast<InstrProfMCDCBitmapParameters>(Intrinsic))
        Entry.NumBits = MCDC->getNumBitmapBits()->getZExtValue();
    }
  return !Intrinsics.empty();
}

void CounterTakeover::describe() {
  SourceMap Map(M);
  for (auto &[Name, Counted] : Functions) {
    Counted.Entry.Name = getPGOFuncNameVarInitializer(Name);
    Counted.Key = Map.add(*Counted.F, Counted.Entry);
  }
  Map.emit();
}

/// Counts the test vector that \p I reports: its number within the decision,
/// plus the decision's first bit.
void CounterTakeover::createBit(IRBuilderBase &Builder,
                                const InstrProfMCDCTVBitmapUpdate &I,
                                const CountedFunction &Counted) {
  Value *Vector =
      Builder.CreateLoad(Builder.getInt32Ty(), I.getMCDCCondBitmapAddr());
  Value *Bit = Builder.CreateZExt(Builder.CreateAdd(Vector, I.getBitmapIndex()),
                                  Builder.getInt64Ty());
  createIndexedSourcePlaceholder(Builder,
                                 Counted.Key + Counted.Entry.NumIncrements, Bit,
                                 Counted.Entry.NumBits);
}

void CounterTakeover::replace(InstrProfInstBase &I) {
  const CountedFunction &Counted = Functions[I.getName()];
  // The counts of a function that cannot count stay zero. Its remark says why.
  if (Selected.obstacleIn(*I.getFunction()) == Exclusion::None) {
    IRBuilder<> Builder(&I);
    if (isIncrement(I)) {
      auto *Increment = dyn_cast<InstrProfIncrementInst>(&I);
      createSourcePlaceholder(
          Builder,
          Counted.Key +
              cast<InstrProfCntrInstBase>(I).getIndex()->getZExtValue(),
          Increment ? Increment->getStep() : nullptr);
    } else if (auto *Update = dyn_cast<InstrProfMCDCTVBitmapUpdate>(&I)) {
      createBit(Builder, *Update, Counted);
    }
  }
  I.eraseFromParent();
}

void CounterTakeover::replace() {
  if (any_of(Intrinsics, [](const InstrProfInstBase *I) {
        return isa<InstrProfValueProfileInst>(I);
      }))
    M.getContext().diagnose(GenericDiagnostic(
        "gmon: -gmon-coverage counts no values (-enable-value-profiling)",
        DS_Warning));
  for (InstrProfInstBase *I : Intrinsics) {
    I->getFunction()->addFnAttr(RegionsAttribute);
    replace(*I);
  }
}

void CounterTakeover::keepNames() {
  const std::string VariableName = getCoverageUnusedNamesVarName().str();
  SmallVector<Constant *, 0> Names;
  for (auto &[Name, Counted] : Functions)
    Names.push_back(Name);
  if (GlobalVariable *Unused = M.getNamedGlobal(VariableName)) {
    for (Value *Name :
         cast<ConstantArray>(Unused->getInitializer())->operands())
      Names.push_back(cast<Constant>(Name));
    Unused->eraseFromParent();
  }
  auto *T = ArrayType::get(Names[0]->getType(), Names.size());
  new GlobalVariable(M, T, /*isConstant=*/true, GlobalValue::InternalLinkage,
                     ConstantArray::get(T, Names), VariableName);
}

PreservedAnalyses ClangCountersPass::run(Module &M,
                                         ModuleAnalysisManager &MAM) {
  // Without a runtime Clang's own counts.
  std::optional<Selection> Selected =
      findTarget(M) ? Functions->select(M) : std::nullopt;
  if (!Selected)
    return PreservedAnalyses::all();
  CounterTakeover Takeover(M, *Selected);
  if (!Takeover.find())
    return PreservedAnalyses::all();
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  auto Defined =
      find_if(M, [](const Function &F) { return !F.isDeclaration(); });
  dropMemoryAttributes(M, FAM.getResult<TargetLibraryAnalysis>(*Defined));
  Takeover.describe();
  Takeover.replace();
  Takeover.keepNames();
  return PreservedAnalyses::none();
}

} // namespace gmon
