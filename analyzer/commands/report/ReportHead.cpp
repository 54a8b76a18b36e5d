//===-- ReportHead.cpp - What stands above a report -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds up the samples of modules, and prints what stands above a report. The
// parts of the process's time are rounded so that they add up to the whole.
//
//===----------------------------------------------------------------------===//

#include "commands/CostText.h"
#include "commands/TextTable.h"
#include "commands/report/ProfileReport.h"
#include "commands/report/StackNames.h"
#include "counts/Samples.h"
#include "files/ProfileSet.h"
#include "files/SegmentChoice.h"
#include "model/IncompleteStacks.h"
#include "profile/GmonReader.h"
#include "support/Printable.h"
#include "support/Rounding.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <cmath>
#include <map>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

struct Part {
  std::string Name;
  double Samples = 0;
  bool IsRest = false; ///< several other places
};

/// The samples of the whole process.
struct ProcessSamples {
  explicit ProcessSamples(const ProfileModel &Model);

  double All = 0, Running = 0, Incomplete = 0;
  std::vector<Part> Parts; ///< the greatest first
};

} // namespace

/// Returns where the samples of \p Row are.
static std::string placeOf(const ProfileModel &Model, const StackNames &Names,
                           const StackSampleRow &Row) {
  switch (Model.Functions[Model.Nodes[Row.Node].Function].What) {
  case ModelFunction::Profiler:
    return "the profiler";
  case ModelFunction::Unknown:
    return "unknown code";
  case ModelFunction::OtherCode:
    return "code of no module";
  case ModelFunction::Function:
  case ModelFunction::ModuleCode:
    return printable(Names.module(Row.Module));
  }
  llvm_unreachable("a kind that is none");
}

ProcessSamples::ProcessSamples(const ProfileModel &Model) {
  const StackNames Names(Model);
  std::map<std::pair<ModelFunction::Kind, uint32_t>, Part> ByPlace;
  Incomplete = samplesAt(Model, incompleteNodes(Model));
  for (const StackSampleRow &Row : Model.Samples) {
    auto Count = double(Row.Count);
    All += Count;
    if (Row.Kind == GMON_SAMPLE_RUNNING)
      Running += Count;
    ModelFunction::Kind What =
        Model.Functions[Model.Nodes[Row.Node].Function].What;
    if (What == ModelFunction::ModuleCode)
      What = ModelFunction::Function;
    Part &Place = ByPlace[{What, Row.Module}];
    if (Place.Name.empty())
      Place.Name = placeOf(Model, Names, Row);
    Place.Samples += Count;
  }
  std::map<StringRef, double> ByName;
  for (const auto &[Key, Place] : ByPlace)
    ByName[Place.Name] += Place.Samples;
  for (auto [Name, Samples] : ByName)
    Parts.push_back({Name.str(), Samples});
  llvm::stable_sort(Parts, [](const Part &A, const Part &B) {
    return A.Samples > B.Samples;
  });
}

/// Joins the small parts to one.
static void joinSmall(std::vector<Part> &Parts, double All) {
  constexpr size_t MostParts = 6;
  size_t Num = 0;
  while (Num < Parts.size() && Num < MostParts &&
         Parts[Num].Samples >= All / 100)
    ++Num;
  // One other part has a name.
  if (Num + 1 >= Parts.size())
    return;
  Part Rest{std::to_string(Parts.size() - Num) + " other places", 0, true};
  for (const Part &Small : ArrayRef(Parts).drop_front(Num))
    Rest.Samples += Small.Samples;
  Parts.resize(Num);
  Parts.push_back(std::move(Rest));
}

/// Prints the clocks of the process behind the parts. \p Bound is in front of
/// the number of runs.
static void printClocks(raw_ostream &OS, const ProfileModel &Model,
                        StringRef Bound) {
  if (Model.ElapsedTime)
    OS << "; " << fixed(double(Model.ElapsedTime) / 1e9, 2) << " s elapsed";
  if (Model.IsElapsed && Model.UserTime + Model.SystemTime)
    OS << ", " << fixed(double(Model.UserTime + Model.SystemTime) / 1e9, 2)
       << " s CPU";
  if (Model.Runs <= 1)
    return;
  const bool AreRanks = Model.Ranks.NumProcesses == Model.Runs;
  OS << (Model.ElapsedTime ? " in " : "; ") << Bound << Model.Runs
     << (AreRanks ? " ranks" : " runs");
  if (AreRanks && Model.ElapsedTime)
    OS << ", " << fixed(double(Model.ElapsedTime) / 1e9 / double(Model.Runs), 2)
       << " s each";
}

/// Prints which modules have no unwind tables, if totals lack much because of
/// them.
static void printIncomplete(raw_ostream &OS, const ProfileModel &Model) {
  if (!areTotalsLowerBounds(Model))
    return;
  OS << "Totals with >= are lower bounds: these stacks may lack the function.";
  const StackNames Names(Model);
  std::string Modules;
  for (uint32_t Module : modulesWithoutTables(Model))
    Modules += (Modules.empty() ? "" : ", ") + printable(Names.module(Module));
  if (!Modules.empty())
    OS << " Compile with -funwind-tables: " << Modules << ".";
  OS << '\n';
}

/// The CPU time by the kernel's clocks, in seconds.
static double clockTime(const ProfileModel &Model) {
  return double(Model.UserTime + Model.SystemTime) / 1e9;
}

/// Whether the time, in seconds, is much for the program. Starting one takes a
/// few milliseconds.
static bool isMuch(const ProfileModel &Model, double Time) {
  const double All = clockTime(Model) + double(Model.UnprofiledTime) / 1e9;
  return Time > All / 20 && Time > 0.05;
}

/// Whether the samples account for less CPU time than the clocks.
static bool hasLostTime(const ProfileModel &Model,
                        const ProcessSamples &Process) {
  const double Missing = clockTime(Model) - Model.stackCost(Process.All);
  // A thread has up to one sample more or less than its time: three deviations
  // of a number in such bounds.
  const double Noise =
      1.2 * Model.stackCost(std::sqrt(double(Model.Threads.size())));
  return isMuch(Model, Missing) && Missing > Noise;
}

/// Says how much of the CPU time before it, which is that of the clocks or
/// near it, is in the kernel, unless it is hardly any.
static void printKernelTime(raw_ostream &OS, const ProfileModel &Model) {
  auto Kernel = double(Model.SystemTime);
  if (Kernel >= 1e7 && Kernel >= double(Model.UserTime) / 99)
    OS << " (" << fixed(Kernel / 1e9, 2) << " in the kernel)";
}

/// Prints what the samples lack, if it is much.
static void printLosses(raw_ostream &OS, const ProfileModel &Model,
                        const ProcessSamples &Process) {
  std::string Text;
  const double All = Process.All + double(Model.Lost);
  auto Add = [&](double Samples, const char *What) {
    double Share = 100 * Samples / std::max(All, 1.0);
    if (Samples > 0 && Share >= 1)
      Text += (Text.empty() ? "" : ", ") + fixed(Share, 1) + "% " + What;
  };
  Add(Process.Incomplete, "have an incomplete stack");
  Add(double(Model.Folded),
      "are at a caller of their place (stack_memory= was too small)");
  Add(double(Model.Lost), "have no stack");
  if (!Text.empty())
    OS << "Of the samples, " << Text << ".\n";
  printIncomplete(OS, Model);
}

/// Says where CPU time without samples went, if it is much.
static void printLostTime(raw_ostream &OS, const ProfileModel &Model,
                          const ProcessSamples &Process) {
  if (!Model.StackCost.isTime() || Model.IsElapsed)
    return;
  if (hasLostTime(Model, Process)) {
    OS << "The samples account for " << fixed(Model.stackCost(Process.All), 2)
       << " of " << fixed(clockTime(Model), 2) << " s CPU";
    printKernelTime(OS, Model);
    const double Writing = double(Model.WritingTime) / 1e9;
    if (isMuch(Model, Writing))
      OS << "; writing profiles took " << fixed(Writing, 2) << " of it";
    if (Model.Threads.size() > 1)
      OS << ": threads that end before a tick of the clock are often missed";
    OS << ".\n";
  }
  const double Unprofiled = double(Model.UnprofiledTime) / 1e9;
  if (isMuch(Model, Unprofiled))
    OS << fixed(Unprofiled, 2)
       << " s CPU more passed without profiling: before main, in forks, or "
          "while it was stopped.\n";
}

/// Prints the whole process's cost, which is not time, and its parts.
static void printCosts(raw_ostream &OS, const ProfileModel &Model,
                       const ProcessSamples &Process) {
  const CostText Costs(Model.StackCost);
  OS << Costs.amount(Model.stackCost(Process.All));
  // Parts are rounded to the last decimal that is printed.
  const double Parts = std::pow(10, Costs.decimals());
  Rounder Round;
  const char *Separator = ": ";
  for (const Part &Place : Process.Parts) {
    OS << Separator
       << Costs.number(double(Round(Parts * Model.stackCost(Place.Samples))) /
                       Parts)
       << (StringRef(Separator) == ": " || Place.IsRest ? " in " : " ")
       << printable(Place.Name);
    Separator = ", ";
  }
}

/// Prints the whole process's time and its parts.
static void printTimes(raw_ostream &OS, const ProfileModel &Model,
                       const ProcessSamples &Process) {
  // In hundredths of a second.
  Rounder Round;
  auto Next = [&](double Samples) {
    return fixed(double(Round(Model.stackCost(100 * Samples))) / 100, 2);
  };
  OS << fixed(double(roundToWhole(Model.stackCost(100 * Process.All))) / 100,
              2);
  if (Model.IsElapsed) {
    Rounder Kinds;
    auto Time = [&](double Samples) {
      return fixed(double(Kinds(Model.stackCost(100 * Samples))) / 100, 2);
    };
    std::string Running = Time(Process.Running);
    OS << " s in all threads, " << Running << " running and "
       << Time(Process.All - Process.Running) << " waiting";
  } else {
    OS << " s CPU";
    if (!hasLostTime(Model, Process))
      printKernelTime(OS, Model);
  }
  const char *Separator = ": ";
  for (const Part &Place : Process.Parts) {
    OS << Separator << Next(Place.Samples)
       << (StringRef(Separator) == ": " || Place.IsRest ? " in " : " ")
       << printable(Place.Name);
    Separator = ", ";
  }
}

void command::printStackSummary(raw_ostream &OS, const ProfileModel &Model) {
  ProcessSamples Process(Model);
  joinSmall(Process.Parts, Process.All);
  if (Model.StackCost.isTime())
    printTimes(OS, Model, Process);
  else
    printCosts(OS, Model, Process);
  printClocks(OS, Model,
              mayCountTwice(Model.Run.Files->names()) ? "up to " : "");
  OS << '\n';
  printLosses(OS, Model, Process);
  printLostTime(OS, Model, Process);
}

void command::printProcessTime(raw_ostream &OS, const ProfileModel &Model) {
  const ModelRun &Run = Model.Run;
  const double All = Model.processSamples();
  if (Run.HasTimes && All == 0) {
    const bool HasCalls = any_of(
        Model.Functions, [](const auto &F) { return F.Calls.value_or(0) > 0; });
    const bool IsTime = Run.Cost.isTime();
    OS << (IsTime ? "Nothing was" : "No " + Run.Cost.Name + " were")
       << " sampled"
       << (!HasCalls ? ", and no call was counted.\n"
           : IsTime  ? ": there are calls, but no times.\n"
                     : ": there are only calls.\n");
  }
  if (!Run.HasTimes || All == Run.Total)
    return;
  const CostText Costs(Run.Cost);
  OS << Costs.amount(Model.cost(All)) << ": "
     << Costs.amount(Model.cost(Run.Total)) << " in "
     << printable(sys::path::filename(Run.Program));
  auto PrintPart = [&](double Samples, const char *Where) {
    if (Samples > 0)
      OS << ", " << Costs.amount(Model.cost(Samples)) << " ("
         << fixed(ProfileModel::percent(Samples, All), 1) << "%) in " << Where;
  };
  PrintPart(Run.ExcludedSamples, "the profiler");
  PrintPart(Run.RunNotes.OtherSamples, "other modules");
  OS << '\n';
}

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
  std::vector<const ModelFunction *> Result;
  for (const ModelFunction &Function : Model.graphFunctions())
    // Calls of a stub are those of the function to which it leads.
    if (!Function.HasCounter && !Function.IsRuntime && Function.Self > 0 &&
        !Function.Calls && !StringRef(Function.LinkName).ends_with("@plt"))
      Result.push_back(&Function);
  llvm::stable_sort(Result, [](auto *A, auto *B) { return A->Self > B->Self; });
  return Result;
}

/// Returns a line about the calls of \p Model's program that nobody counted;
/// empty if there are none, or nothing is known. Why a function has no counter
/// is not known: it may be of another compiler, or a filter left it out.
static std::string uncountedNote(const ProfileModel &Model) {
  const UncountedCalls &Uncounted = Model.Run.Uncounted;
  const std::string Program = printable(sys::path::filename(Model.Run.Program));
  if (Uncounted.AreAll)
    return "No calls of functions of " + Program +
           " are counted: it has no code with counters.\n";
  if (Uncounted.AreOutgoing)
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
  return "Calls of " + Names +
         " are not counted: no hook, and no call by code with hooks.\n";
}

std::string command::headNotes(const ProfileModel &Model) {
  const ModelRun &Run = Model.Run;
  return unsampledNote(Run.Cost, Run.RunNotes.UnsampledThreads) +
         replacedNote(Run.RunNotes.ReplacedRuns) +
         (Model.Costs ? "" : uncountedNote(Model));
}
