//===-- CountCoverage.cpp - What the profile can have counted -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds reasons why a count is incomplete. Calls are counted by the callee's
// hook, or by callers that count their calls of functions without hooks, if
// they call by name. The calls of a library's hooks are in its own profile.
//
//===----------------------------------------------------------------------===//

#include "commands/check/CountCoverage.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// How code is compiled that does not count calls of functions without hooks.
static constexpr StringLiteral NotOutgoing =
    "without optimization or with -gmon-calls=instrumented";

/// Returns what is instrumented in the program.
const Instrumented &CountCoverage::program() const {
  if (Program)
    return *Program;
  Expected<Image> File = Image::open(Model.Run.Program);
  if (File)
    return Program.emplace(Instrumented::read(*File));
  consumeError(File.takeError()); // the model has been read from it
  return Program.emplace();
}

const Instrumented &CountCoverage::read(const Image &File) const {
  auto [It, IsNew] = Files.try_emplace(&File);
  if (IsNew)
    It->second = Instrumented::read(File);
  return It->second;
}

/// Whether code of \p File counts its calls of functions without hooks. A
/// program that makes no such calls by name counts them, too.
bool CountCoverage::countsOutgoing(const Instrumented &File) const {
  return File.countsOutgoing() ||
         (&File == &program() && !Model.Run.Uncounted.AreOutgoing);
}

/// Returns the functions that \p Name means.
SmallVector<CountCoverage::Place, 1>
CountCoverage::placesOf(StringRef Name) const {
  const NamedInRule &Found = Names.of(Name);
  SmallVector<Place, 1> Result;
  for (FunctionIndex F : Found.InProgram)
    Result.push_back({&program(), Model.Functions[F].Address, true, {}});
  if (!Result.empty() || !Model.Stacks)
    return Result;
  for (FunctionIndex F : Found.OnStacks) {
    const StackFunction &Function = Model.Stacks->Functions[F];
    if (Function.Module == NoStackIndex)
      continue;
    const StackModuleRow &Module = Model.Stacks->Modules[Function.Module];
    const Instrumented *File = Module.IsProgram ? &program()
                               : Module.File    ? &read(*Module.File)
                                                : nullptr;
    Result.push_back({File, Function.Address,
                      Module.IsProgram || Module.HasProfile, Module.Name});
  }
  return Result;
}

/// Returns why calls of \p Callee, which has no hook, by \p Caller were not
/// counted; empty if they were.
std::string CountCoverage::whyCallerLacks(StringRef Caller,
                                          StringRef Callee) const {
  const SmallVector<Place, 1> Places = placesOf(Caller);
  for (const Place &P : Places)
    // Inlined code is that of functions that are instrumented.
    if (!P.Address || !P.Module)
      return "";
  for (const Place &P : Places)
    if (P.find() && countsOutgoing(*P.Module))
      return "";
  if (Places.empty())
    return "";
  const Place &First = Places.front();
  std::string Why = "it was compiled without instrumentation";
  if (First.find() && First.Module == &program())
    Why = "it was compiled " + NotOutgoing.str();
  else if (First.find())
    Why = (First.ModuleName + " makes no such calls by name, or was compiled " +
           NotOutgoing)
              .str();
  return ("no counts of the calls by '" + Caller +
          "' of functions without a hook, such as '" + Callee + "': " + Why)
      .str();
}

std::string CountCoverage::whyMoreCalls(StringRef Caller, StringRef Callee,
                                        uint64_t Count) const {
  // Another compiler's hooks are not described.
  if (program().empty())
    return "";
  const SmallVector<Place, 1> Callees = placesOf(Callee);
  bool IsCounted = !Callees.empty();
  for (const Place &P : Callees) {
    const InstrumentedFunction *Function = P.find();
    IsCounted &= Function && Function->HasCalls;
    if (Function && !Function->HasCalls)
      return ("no counts of the calls of '" + Callee + "', which has no hook")
          .str();
    if (Function && !P.HasProfile)
      return ("no profile of " + P.ModuleName +
              " that is of this run and has the calls of '" + Callee + "'")
          .str();
  }
  if (IsCounted)
    return "";
  if (!Caller.empty())
    return whyCallerLacks(Caller, Callee);
  if (Count)
    return "";
  if (!countsOutgoing(program()))
    return ("no counts of the calls of functions without a hook, such as '" +
            Callee + "': the program was compiled " + NotOutgoing)
        .str();
  // The C library of a static program has no debug information, usually.
  if (any_of(Names.of(Callee).InProgram,
             [&](FunctionIndex F) { return Model.Functions[F].Line != 0; }))
    return ("no counts of the calls by address of '" + Callee +
            "', which was compiled without instrumentation")
        .str();
  return "";
}

std::string CountCoverage::whyNoBlocks(StringRef Name,
                                       const NamedFunctions &Functions) const {
  if (program().empty())
    return "";
  for (FunctionIndex F : Functions) {
    const InstrumentedFunction *Function =
        program().find(Model.Functions[F].Address);
    if (!Function || !Function->HasBlocks)
      return ("no counts of the blocks of '" + Name +
              "'; was it compiled with -a?")
          .str();
  }
  return "";
}
