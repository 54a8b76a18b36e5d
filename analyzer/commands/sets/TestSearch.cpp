//===-- TestSearch.cpp - What the profiles of tests have ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of a program that is wanted is found once. Each profile is then read
// for that part alone.
//
//===----------------------------------------------------------------------===//

#include "commands/sets/TestSearch.h"
#include "commands/report/StackNames.h"
#include "program/DebugInfo.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/MathExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Whether \p Name is that of a stub, which leads to the function of a library.
static bool isStub(StringRef Name) { return withoutStubSuffix(Name) != Name; }

/// Returns the functions of \p Model that the user names.
BitVector CallSearch::chooseIn(const ProfileModel &Model, size_t NumModules) {
  const FunctionLookup Lookup = FunctionLookup::ofGraph(Model);
  BitVector Chosen(Model.NumInGraph);
  const std::string Where =
      NumModules == 1 ? ("'" + Model.Run.Program + "'").str()
                      : "the " + utostr(NumModules) + " programs and libraries";
  for (const std::string &Name : Functions) {
    const std::string None = "no function '" + Name + "' in " + Where;
    auto Some = chooseFunctions(Lookup, Name, None);
    if (Some && !isStub(Name))
      llvm::erase_if(*Some, [&](FunctionIndex F) {
        return isStub(Model.Functions[F].LinkName);
      });
    if (!Some || Some->empty()) {
      // The longer text suggests a name.
      std::string &Text = Missing[Name];
      std::string New = Some ? None : toString(Some.takeError());
      if (New.size() > Text.size())
        Text = std::move(New);
      continue;
    }
    Found.insert(Name);
    for (FunctionIndex F : *Some) {
      Chosen.set(F);
      if (!Model.Functions[F].HasCounter)
        Warn.add("no counts of the calls of a function, which has no hook",
                 "'" + Model.Functions[F].Name + "'");
    }
  }
  return Chosen;
}

/// Returns the linkage names of the functions that are inlined in the file \p
/// Path, whose code no hook counts. The innermost function of inlined code is
/// that of its address. The others are the callers of inlined calls that are
/// themselves inlined.
static StringSet<> inlinedNames(StringRef Path) {
  StringSet<> Result;
  std::optional<Image> Program = Image::openIfThere(Path);
  if (!Program)
    return Result;
  Warnings Ignored; // the profile of the file was read: they are known
  const DebugInfo Info =
      DebugInfo::read(*Program, DebugInfo::LinesAndInlinedCalls, Ignored);
  Info.walk({0, UINT64_MAX}, [&](AddressRange, const SourceLocation &Where) {
    if (Where.Inlined != NotInlined)
      Result.insert(Where.Function);
  });
  for (const InlinedCallSite &Call : Info.inlinedCallSites())
    if (Call.Outer != NotInlined)
      Result.insert(Call.Function);
  Result.erase("");
  return Result;
}

/// Notes which functions are inlined in the program of \p Model: those that \p
/// Chosen has, and those without a symbol that the user names.
void CallSearch::findInlined(const ProfileModel &Model,
                             const BitVector &Chosen) {
  const StringSet<> Names = inlinedNames(Model.Run.Program);
  if (Names.empty())
    return;
  for (unsigned F : Chosen.set_bits()) {
    const ModelFunction &Function = Model.Functions[F];
    if (IsSourceChosen.count(Function.LinkName))
      continue;
    if (Names.contains(Function.LinkName) ||
        any_of(Function.OtherNames,
               [&](StringRef Name) { return Names.contains(Name); }))
      Inlined.insert(demangle(Function.LinkName));
  }
  std::vector<FunctionLookup::LinkedName> Linked;
  for (StringRef Name : Names.keys())
    Linked.push_back({Name, ""});
  const FunctionLookup Own(Model), Lookup(Linked);
  for (const std::string &Name : Functions) {
    if (!isExpression(Name) && !chosenOrNone(Own, Name).empty())
      continue;
    for (FunctionIndex I : chosenOrNone(Lookup, Name)) {
      if (!IsSourceChosen.count(Linked[I].Name))
        Inlined.insert(demangle(Linked[I].Name));
      Found.insert(Name);
    }
  }
}

/// Chooses the functions with source counters that \p Chosen has, or that the
/// user names and that have no symbol.
SourceChoice CallSearch::chooseSource(const ProfileModel &Model,
                                      const BitVector &Chosen) {
  const Image &Program = Model.Single->program();
  IsSourceChosen.clear();
  std::vector<FunctionLookup::LinkedName> Linked;
  for (StringRef Name : SourceChoice::functionsOf(Program))
    if (IsSourceChosen.try_emplace(Name, false).second)
      Linked.push_back({Name, ""});
  auto Choose = [&](StringRef Name) {
    if (auto It = IsSourceChosen.find(Name); It != IsSourceChosen.end())
      It->second = true;
  };
  for (unsigned F : Chosen.set_bits()) {
    Choose(Model.Functions[F].LinkName);
    for (StringRef Name : Model.Functions[F].OtherNames)
      Choose(Name);
  }
  const FunctionLookup Lookup(Linked);
  for (const std::string &Name : Functions)
    for (FunctionIndex I : chosenOrNone(Lookup, Name)) {
      Choose(Linked[I].Name);
      Found.insert(Name);
    }
  return SourceChoice::ofFunctions(
      Program, [&](StringRef Name) { return IsSourceChosen.lookup(Name); });
}

/// Adds the calls of the functions \p Chosen in a profile, and executions in
/// place of calls where source counters have them.
void CallSearch::add(Test &Result, const SingleCounts &Counts,
                     const ProfileModel &Model, const BitVector &Chosen) const {
  auto Add = [&](uint64_t Count) {
    Result.Count = SaturatingAdd(Result.Count, Count);
  };
  for (const FunctionCount &Function : Counts.Functions)
    if (Chosen.test(Function.Function)) {
      if (!IsSourceChosen.lookup(Model.Functions[Function.Function].LinkName))
        Add(Function.Calls);
      Result.Self += Counts.Cost.of(Function.Self);
    }
  for (const SourceFunction &Function : Counts.Source.functions())
    Add(Function.Entries);
  if (Counts.Source.functions().empty())
    for (const InstrProfFunction &Function : Counts.Source.instrProf())
      if (!Function.Counts.empty())
        Add(Function.Counts.front());
}

/// Passes what each profile has of \p Only to \p Take.
static Error readTests(const ProfileCounter &Counter, const WantedCounts &Only,
                       TestList &Tests,
                       function_ref<void(Test &, const SingleCounts &)> Take) {
  Progress Shown("reading", Counter.files().size(), "profiles");
  for (size_t I = 0; I < Counter.files().size(); ++I) {
    Shown.update(I);
    const std::string File = Counter.files()[I];
    Expected<SingleCounts> Counts = Counter.read(File, &Only);
    if (!Counts)
      return Counts.takeError();
    Tests.noteCost(Counts->Cost);
    Take(Tests.testOf(File), *Counts);
  }
  return Error::success();
}

Error CallSearch::searchIn(const ProfileModel &Model, size_t NumModules,
                           TestList &Tests) {
  const BitVector Chosen = chooseIn(Model, NumModules);
  const ProfileCounter &Counter = *Model.Single;
  const WantedCounts Only(Counter.codeOf(Chosen), chooseSource(Model, Chosen));
  if (Error E = readTests(Counter, Only, Tests,
                          [&](Test &Result, const SingleCounts &Counts) {
                            add(Result, Counts, Model, Chosen);
                          }))
    return E;
  findInlined(Model, Chosen);
  return Error::success();
}

bool CallSearch::needsSources() const {
  // Only a name with a file needs them.
  return any_of(Functions, [](StringRef Name) {
    return Name.contains('.') && Name.contains(':');
  });
}

Error CallSearch::finish() {
  for (const auto &[Name, Text] : Missing)
    if (!Found.count(Name))
      return makeError(Text);
  for (const std::string &Name : Inlined)
    Warn.add("a function is inlined in places, where calls are not counted: "
             "more tests may call it",
             "'" + Name + "'");
  return Error::success();
}

TestWords CallSearch::words() const {
  return {"calls", "call", "calls", join(Functions, " or ")};
}

Error LineSearch::searchIn(const ProfileModel &Model, size_t, TestList &Tests) {
  const ProfileCounter &Counter = *Model.Single;
  auto IsWanted = [&](StringRef Path, uint32_t First, uint32_t Last) {
    return overlapsAny(Lines, Path, First, Last);
  };
  HasCounters |= hasSourceMap(Counter.program());
  const WantedCounts Only({},
                          SourceChoice::ofLines(Counter.program(), IsWanted));
  return readTests(Counter, Only, Tests,
                   [&](Test &Result, const SingleCounts &Counts) {
                     // Each function that has the line has a part of the line's
                     // count.
                     std::map<std::pair<StringRef, uint32_t>, uint64_t> Sums;
                     for (const SourceLine &Line : Counts.Source.lines())
                       if (IsWanted(Line.Path, Line.Line, Line.Line)) {
                         HasCode = true;
                         Sums[{Line.Path, Line.Line}] += Line.Counts.front();
                       }
                     uint64_t Most = 0;
                     for (const auto &[Line, Sum] : Sums)
                       Most = std::max(Most, Sum);
                     Result.Count = SaturatingAdd(Result.Count, Most);
                   });
}

Error LineSearch::finish() {
  if (!HasCounters)
    return makeError("no counts of lines: compile with -a=source, or with "
                     "-fprofile-instr-generate -fcoverage-mapping");
  if (!HasCode)
    return makeError("no code on " + Text);
  return Error::success();
}

TestWords LineSearch::words() const { return {"runs", "run", "runs", Text}; }
