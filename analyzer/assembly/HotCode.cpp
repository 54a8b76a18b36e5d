//===-- HotCode.cpp - The code of the hottest functions -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sample counts for the function with the code, not for what it inlines.
//
//===----------------------------------------------------------------------===//

#include "assembly/HotCode.h"

using namespace gmon;
using namespace llvm;

namespace {

/// A function that may be chosen.
struct Candidate {
  HotFunction Names; ///< without code
  StringRef Name;
  uint64_t Address = 0;
  double Samples = 0;
  double Executed = 0; ///< bytes
  uint64_t Size = 0;

  CodePlace place() const { return {Names.Module, Address}; }
  bool isHotterThan(const Candidate &Other) const {
    return std::pair(Samples, Executed) >
           std::pair(Other.Samples, Other.Executed);
  }
};

class CodeChooser {
public:
  CodeChooser(const ProfileModel &Model, AssemblySource &Source)
      : Model(Model), Source(Source),
        Measured(Model.isOfStacks() ? &Model : nullptr) {}

  Error gather();
  Expected<HotCode> choose(uint64_t MaxBytes);

private:
  void gatherFunctions();
  Error measureCode();

  const ProfileModel &Model;
  AssemblySource &Source;
  const ProfileModel *Measured;
  std::vector<Candidate> All;
};

} // namespace

/// Gathers the functions that have code of their own: with the samples of that
/// code, inlined functions included.
void CodeChooser::gatherFunctions() {
  std::vector<double> Samples(Model.Functions.size());
  if (!Measured)
    for (const auto &[F, Own] : enumerate(Model.graphFunctions()))
      Samples[F] = Own.Self;
  for (const StackSampleRow &Row : Model.Samples) {
    const StackNodeIndex N = Model.outOfLine(Row.Node);
    Samples[Model.Nodes[N].Function] += double(Row.Count);
  }
  for (const auto &[F, Function] : enumerate(Model.Functions)) {
    if (Function.What != ModelFunction::Function || !Function.Address ||
        Function.Module == NoIndex)
      continue;
    Candidate &New = All.emplace_back();
    New.Names.Function = F;
    if (!Model.Modules[Function.Module].IsProgram)
      New.Names.Module = Function.Module;
    New.Name = Function.Name;
    New.Address = Function.Address;
    New.Samples = Samples[F];
  }
}

/// Finds out how long the code is, and how much of it was executed.
Error CodeChooser::measureCode() {
  const InstructionCounts *Counts = Source.counts();
  for (Candidate &Function : All) {
    const bool IsProgram = Function.Names.Module == NoIndex;
    if (Function.Samples == 0 && !(IsProgram && Counts))
      continue;
    Expected<std::vector<AddressRange>> Code =
        Source.rangesOf(Function.place());
    if (!Code)
      return Code.takeError();
    for (const AddressRange &Part : *Code) {
      Function.Size += Part.High - Part.Low;
      if (IsProgram && Counts)
        Function.Executed += Counts->executedBytes(Part);
    }
  }
  return Error::success();
}

Error CodeChooser::gather() {
  gatherFunctions();
  if (Error E = measureCode())
    return E;
  llvm::erase_if(All, [](const Candidate &Function) {
    return !Function.Size || (Function.Samples == 0 && Function.Executed == 0);
  });
  llvm::stable_sort(All, [](const Candidate &A, const Candidate &B) {
    return A.isHotterThan(B);
  });
  return Error::success();
}

Expected<HotCode> CodeChooser::choose(uint64_t MaxBytes) {
  HotCode Result;
  Result.Cost = Model.shownCost();
  Result.IsMeasured = Measured;
  std::vector<const Candidate *> Chosen;
  std::vector<uint64_t> OfProgram;
  for (const Candidate &Function : All) {
    if (Function.Size > MaxBytes) {
      Result.Omitted.push_back(
          {Function.Name, Function.Samples, Function.Size});
      continue;
    }
    MaxBytes -= Function.Size;
    Chosen.push_back(&Function);
    if (Function.Names.Module == NoIndex)
      OfProgram.push_back(Function.Address);
  }
  if (!OfProgram.empty())
    if (Error E = Source.readLines(OfProgram))
      return std::move(E);
  for (const Candidate *Function : Chosen) {
    Expected<FunctionAssembly> Code =
        Source.disassemble(Function->place(), Measured);
    if (!Code)
      return Code.takeError();
    HotFunction &New = Result.Functions.emplace_back(Function->Names);
    New.Code = std::move(*Code);
  }
  return Result;
}

HotCode gmon::chooseHotCode(const ProfileModel &Model, AssemblySource &Source,
                            uint64_t MaxBytes) {
  CodeChooser Chooser(Model, Source);
  HotCode Result;
  Error Problem = Chooser.gather();
  if (!Problem)
    Problem = Chooser.choose(MaxBytes).moveInto(Result);
  if (Problem)
    Result.Problem = toString(std::move(Problem));
  return Result;
}
