//===-- HeadNotes.cpp - What a profile lacks ------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "commands/report/HeadNotes.h"
#include "commands/CostText.h"
#include "support/Printable.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Returns the line that samples of \p Threads threads are missing in \p Cost;
/// empty if there are no such threads.
static std::string unsampledNote(const CostKind &Cost, uint64_t Threads) {
  if (!Threads)
    return "";
  return ("The samples of " + Twine(Threads) +
          (Threads == 1 ? " thread are" : " threads are") +
          " missing: all numbers of " + CostText(Cost).word() +
          " are lower bounds.\n")
      .str();
}

/// Returns a line that says how many earlier runs the profile has replaced;
/// empty if there is none.
static std::string replacedNote(uint64_t Runs) {
  if (!Runs)
    return "";
  return ("Replaced the profiles of " + Twine(Runs) + " earlier " +
          (Runs == 1 ? "run" : "runs") +
          ": GMON_OPTIONS=out=gmon.%p.out keeps all.\n")
      .str();
}

/// Returns the functions with time whose calls nobody counts, those with the
/// most time first.
static std::vector<const ModelFunction *>
uncountedFunctions(const ProfileModel &Model) {
  BitVector HasCalls(Model.Functions.size());
  if (Model.Stacks)
    for (const StackFunction &Function : Model.Stacks->Functions)
      if (Function.InModel < HasCalls.size() && Function.Calls)
        HasCalls.set(Function.InModel);
  std::vector<const ModelFunction *> Result;
  for (const auto &[F, Function] : enumerate(Model.Functions))
    if (!Function.HasCounter && Function.Self > 0 && !HasCalls.test(F) &&
        !Function.Calls && !Function.SelfCalls)
      Result.push_back(&Function);
  llvm::stable_sort(Result, [](auto *A, auto *B) { return A->Self > B->Self; });
  return Result;
}

/// Returns a line about the calls of \p Model's program that nobody counted;
/// empty if there are none, or nothing is known. Why a function has no counter
/// is not known: it may be of another compiler, or a filter left it out.
static std::string uncountedNote(const ProfileModel &Model) {
  const UncountedCalls &Of = Model.Run.Uncounted;
  const std::string Program = printable(sys::path::filename(Model.Run.Program));
  if (Of.AreAll)
    return "No calls of functions of " + Program +
           " are counted: it has no code with counters.\n";
  if (Of.AreOutgoing)
    return "Calls of functions without a hook, such as those of libraries, are "
           "not counted: " +
           Program +
           " was compiled without optimization or with "
           "-gmon-calls=instrumented.\n";
  const std::vector<const ModelFunction *> Functions =
      uncountedFunctions(Model);
  if (Functions.empty())
    return "";
  constexpr size_t MostNames = 3;
  std::string Names;
  for (const ModelFunction *Function :
       ArrayRef(Functions).take_front(MostNames))
    Names += (Names.empty() ? "" : ", ") + printable(Function->Name);
  if (Functions.size() > MostNames)
    Names += " and " + std::to_string(Functions.size() - MostNames) + " more";
  return "No calls of functions of " + Program +
         " without a hook are counted: " + Names + ".\n";
}

std::string command::headNotes(const ProfileModel &Model) {
  const ModelRun &Run = Model.Run;
  return unsampledNote(Run.Cost, Run.RunNotes.UnsampledThreads) +
         replacedNote(Run.RunNotes.ReplacedRuns) +
         (Model.Costs ? "" : uncountedNote(Model));
}
