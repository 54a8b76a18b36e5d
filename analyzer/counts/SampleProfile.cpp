//===-- SampleProfile.cpp - Counts as a profile for optimizing ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The optimizer copies blocks, and their probes with them: the counts of copies
// add up. The profile is a tree: a function that is inlined is a child of the
// call that it replaces.
//
//===----------------------------------------------------------------------===//

#include "counts/SampleProfile.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ProfileData/SampleProf.h"
#include "llvm/ProfileData/SampleProfWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Signals.h"

using namespace gmon;
using namespace llvm;
using namespace llvm::sampleprof;

namespace {

class ProfileMaker {
public:
  ProfileMaker(const PseudoProbes &Probes, const InstructionCounts &Counts)
      : Probes(Probes), Counts(Counts), Calls(Counts.calls()),
        Samples(Probes.Copies.size()) {
    findNames();
    std::ranges::sort(Calls, {}, &ExecutedCall::Address);
  }

  SampleProfileMap make() {
    for (const CodeProbe &Probe : Probes.Probes)
      if (const auto Found = Counts.find(Probe.Address); Found && Found->Count)
        add(Probe, Found->Count);
    // Other blocks of an executed function have the count 0.
    for (const CodeProbe &Probe : Probes.Probes)
      if (FunctionSamples *Function = Samples[Probe.Copy])
        Function->addBodySamples(Probe.Number, Probe.Discriminator, 0);
    return std::move(Result);
  }

private:
  void findNames();
  void add(const CodeProbe &Probe, uint64_t Count);
  FunctionSamples &samplesOf(uint32_t Copy);

  const PseudoProbes &Probes;
  const InstructionCounts &Counts;
  std::vector<ExecutedCall> Calls;               ///< by address
  std::unordered_map<uint64_t, StringRef> Names; ///< by start of the function
  std::vector<FunctionSamples *> Samples;        ///< by copy, once it has some
  SampleProfileMap Result;
};

} // namespace

/// Returns \p Function by the name that the compiler will look up.
static FunctionId idOf(StringRef Name) {
  return FunctionId(FunctionSamples::getCanonicalFnName(Name));
}

/// Finds the names of functions that are called.
void ProfileMaker::findNames() {
  ArrayRef<AddressRange> Functions = Counts.functions();
  for (const CodeProbe &Probe : Probes.Probes) {
    const ProbedCopy &Copy = Probes.Copies[Probe.Copy];
    auto Next = partition_point(Functions, [&](const AddressRange &Code) {
      return Code.High <= Probe.Address;
    });
    if (Copy.Outer == ProbedCopy::NoCopy && Next != Functions.end() &&
        Next->contains(Probe.Address))
      Names.try_emplace(Next->Low, Copy.Function->Name);
  }
}

FunctionSamples &ProfileMaker::samplesOf(uint32_t Number) {
  FunctionSamples *&Found = Samples[Number];
  if (Found)
    return *Found;
  const ProbedCopy &Copy = Probes.Copies[Number];
  const SampleContext Context(idOf(Copy.Function->Name));
  if (Copy.Outer == ProbedCopy::NoCopy)
    Found = &Result.create(Context);
  else
    Found = &samplesOf(Copy.Outer)
                 .functionSamplesAt(
                     LineLocation(Copy.Call, 0))[Context.getFunction()];
  Found->setContext(Context);
  Found->setFunctionHash(Copy.Function->Hash);
  return *Found;
}

void ProfileMaker::add(const CodeProbe &Probe, uint64_t Count) {
  FunctionSamples &Function = samplesOf(Probe.Copy);
  Function.addBodySamples(Probe.Number, Probe.Discriminator, Count);
  if (Probe.Number == EntryProbe)
    Function.addHeadSamples(Count);
  for (uint32_t Copy = Probe.Copy; Copy != ProbedCopy::NoCopy;
       Copy = Probes.Copies[Copy].Outer)
    Samples[Copy]->addTotalSamples(Count);
  if (!Probe.IsCall)
    return;
  auto Next = partition_point(
      Calls, [&](const ExecutedCall &C) { return C.Address < Probe.Address; });
  for (; Next != Calls.end() && Next->Address == Probe.Address; ++Next)
    if (auto Name = Names.find(Next->Callee);
        Name != Names.end() && Next->Count)
      Function.addCalledTargetSamples(Probe.Number, Probe.Discriminator,
                                      idOf(Name->second), Next->Count);
}

Expected<std::string> gmon::makeSampleProfile(const PseudoProbes &Probes,
                                              const InstructionCounts &Counts) {
  FunctionSamples::ProfileIsProbeBased = true;
  const SampleProfileMap Map = ProfileMaker(Probes, Counts).make();
  // Functions that are in the program and not in the profile are cold.
  ProfileSymbolList Symbols;
  for (const auto &[Id, Function] : Probes.Functions)
    Symbols.add(FunctionSamples::getCanonicalFnName(Function.Name));

  // LLVM writes the format to files only.
  SmallString<128> Path;
  if (std::error_code Code =
          sys::fs::createTemporaryFile("llvm-gprof", "prof", Path))
    return makeError("cannot create a temporary file: " + Code.message());
  const FileRemover Remover(Path);
  sys::RemoveFileOnSignal(Path);
  auto Writer = SampleProfileWriter::create(Path, SPF_Ext_Binary);
  if (!Writer)
    return makeFileError(Path, Writer.getError().message());
  (*Writer)->setProfileSymbolList(&Symbols);
  if (std::error_code Code = (*Writer)->write(Map))
    return makeFileError(Path, Code.message());
  Writer->reset(); // flushes
  ErrorOr<std::unique_ptr<MemoryBuffer>> Written = MemoryBuffer::getFile(Path);
  if (!Written)
    return makeFileError(Path, Written.getError().message());
  return (*Written)->getBuffer().str();
}
