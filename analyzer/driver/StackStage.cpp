//===-- StackStage.cpp - Stacks beside the profiles -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A profile without stacks is a whole profile, so nothing here is an error.
//
//===----------------------------------------------------------------------===//

#include "driver/StackStage.h"
#include "profile/sidecar/StackFile.h"
#include "llvm/Support/FileSystem.h"

using namespace gmon;
using namespace llvm;

std::optional<StackProfile> gmon::readStacks(ArrayRef<FileContents> Profiles,
                                             Warnings &Warn) {
  if (Profiles.size() != 1)
    return std::nullopt;
  const std::string &Profile = Profiles.front().Name;
  std::string Name = stackFileName(Profile);
  if (!sys::fs::is_regular_file(Name))
    return std::nullopt;
  Expected<StackProfile> Stacks = readStackFile(Name);
  if (!Stacks) {
    Warn.add("stacks are ignored", toString(Stacks.takeError()));
    return std::nullopt;
  }
  return std::move(*Stacks);
}

StackStage::StackStage(StackProfile Read, const Image &Program,
                       const ProgramCode &ProgramCode, DebugInfo::Depth Depth,
                       ArrayRef<RawArc> Arcs, Warnings &Warn)
    : Stacks(std::move(Read)) {
  const DebugInfo *Info = &ProgramCode.Info;
  if (Depth != DebugInfo::LinesAndInlinedCalls) {
    uint64_t NumDamaged = 0; // has been reported
    Info = &Inlined.emplace(
        DebugInfo::read(Program, DebugInfo::LinesAndInlinedCalls, NumDamaged));
  }
  Code = std::make_unique<ProcessCode>(
      Stacks, ProgramParts{Program, ProgramCode.Table, *Info}, Warn);
  Code->resolve(Stacks);
  if (Code->program() != GMON_NO_MODULE)
    Calls.push_back({Code->program(), Arcs});
  for (const ModuleCalls &Module : Calls)
    if (ModuleCode *Counted = Code->codeOf(Module.Module))
      for (const RawArc &Arc : Module.Arcs) {
        (void)Counted->framesAt(Arc.From);
        (void)Counted->calledFunction(Arc.Self);
      }
  findMissingFrames();
}

/// Finds all missing frames, since names are chosen of functions that are
/// known.
void StackStage::findMissingFrames() {
  Missing = std::make_unique<MissingFrames>(*Code);
  for (const ModuleCalls &Module : Calls)
    Missing->addCalls(Module.Module, Module.Arcs);
  for (const StackContext &Context : Stacks.Contexts)
    (void)missingCallers(*Code, *Missing, Stacks, Context);
  for (const ModuleCalls &Module : Calls)
    for (const RawArc &Arc : Module.Arcs)
      (void)missingCallers(*Code, *Missing, Module.Module, Arc);
}

void StackStage::addNames(std::vector<StringRef> &Names) {
  for (uint32_t I = 0; I < Code->size(); ++I)
    if (ModuleCode *Module = Code->codeOf(I))
      for (const CodeFunction &Function : Module->functions())
        Names.push_back(Function.LinkName);
}

StackModel StackStage::makeModel(const StageResults &From,
                                 const ProfileModel &Program) {
  return makeStackModel(
      {Stacks, *Code, *Missing, Calls, From.Source, From.Names}, Program);
}
