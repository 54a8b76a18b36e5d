//===-- TestsCommand.cpp - llvm-gprof tests -------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints which tests call functions: the labels of the profiles with such
// calls. Tests may be several programs that share code and libraries; all are
// searched.
//
//===----------------------------------------------------------------------===//

#include "commands/CommandLine.h"
#include "commands/Commands.h"
#include "commands/CostText.h"
#include "commands/TextTable.h"
#include "commands/report/StackNames.h"
#include "commands/sets/TestedModules.h"
#include "driver/Driver.h"
#include "driver/ProfileGroups.h"
#include "files/ProfileSet.h"
#include "program/DebugInfo.h"
#include "program/Image.h"
#include "program/OtherModules.h"
#include "support/Errors.h"
#include "support/Pager.h"
#include "support/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

/// A label or, without one, a process.
struct Test {
  std::string Name;
  bool HasLabel = true;
  uint64_t Calls = 0;     ///< of the functions
  double Self = 0;        ///< their own time, in units of the cost
  bool IsUnknown = false; ///< some profile could not be read
  /// All is what processes with labels did outside of these: it is no test.
  bool IsPart = true;
};

class TestSearch {
public:
  TestSearch(const CommandLine &Line, Warnings &Warn)
      : Line(Line), Warn(Warn),
        Functions(Line.args().getAllArgValues(OPT_calls)) {}

  Error run();
  void printNames(raw_ostream &OS) const;
  void printText(raw_ostream &OS, const Terminal &Display) const;
  void printJson(raw_ostream &OS) const;
  /// Whether each test was searched, and each call has a count.
  bool isComplete() const { return NumUnknown == 0 && Inlined.empty(); }

private:
  void noteUnknown(const TestedModule &Module);
  std::string textOfUnknown() const;
  Error search(const TestedModule &Module);
  Error searchIn(const ProfileModel &Model);
  BitVector chooseIn(const ProfileModel &Model);
  void findInlined(const ProfileModel &Model, const BitVector &Chosen);
  void chooseSource(const SourceCounts &Source, const ProfileModel &Model,
                    const BitVector &Chosen);
  bool isPart(StringRef File);
  Test &testOf(StringRef File);
  void add(Test &Result, const SingleCounts &Counts, const SourceCounts &Source,
           const ProfileModel &Model, const BitVector &Chosen);

  const CommandLine &Line;
  Warnings &Warn;
  const std::vector<std::string> Functions;   ///< as the user names them
  std::map<std::string, std::string> Missing; ///< errors about these
  std::set<std::string> Found;                ///< those that some program has
  std::set<std::string> Inlined; ///< functions with calls that nobody counts
  /// The functions with source counters of the program that is searched, which
  /// count executions of all copies, and whether the user names them.
  StringMap<bool> IsSourceChosen;
  size_t NumModules = 0;
  std::map<std::pair<bool, std::string>, size_t> IndexOf;
  std::vector<Test> Tests; ///< that were read; most calls first
  CostKind Cost;           ///< of the first one with samples
  NameList WereRead;       ///< profiles of the program that is searched
  /// The runs of each set of which some segment has a label.
  std::map<std::shared_ptr<const ProfileSet>, std::set<uint32_t>> LabelledRuns;
  size_t NumTests = 0;
  size_t NumUnknown = 0;  ///< tests without calls whose profiles lack some
  bool IsMissing = false; ///< some program's file
  bool IsOtherBuild = false;
};

} // namespace

/// Whether \p Name is that of a stub, which leads to the function of a library.
static bool isStub(StringRef Name) { return withoutStubSuffix(Name) != Name; }

/// Returns the functions of \p Model that the user names.
BitVector TestSearch::chooseIn(const ProfileModel &Model) {
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
void TestSearch::findInlined(const ProfileModel &Model,
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

/// Notes which functions of \p Source are those that \p Chosen has, or that
/// the user names and that have no symbol.
void TestSearch::chooseSource(const SourceCounts &Source,
                              const ProfileModel &Model,
                              const BitVector &Chosen) {
  std::vector<FunctionLookup::LinkedName> Linked;
  for (const SourceFunction &Function : Source.functions())
    if (IsSourceChosen.try_emplace(Function.Name, false).second)
      Linked.push_back({Function.Name, ""});
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
}

/// Whether the profile \p File, without a label, is of processes with labels.
bool TestSearch::isPart(StringRef File) {
  const std::optional<MemberPlace> Place = placeOf(File);
  if (!Place)
    return false;
  auto [It, IsNew] = LabelledRuns.try_emplace(Place->Set);
  if (IsNew)
    for (const Segment &S : Place->Set->segments())
      if (!S.label().empty())
        It->second.insert(S.Run);
  return Place->Of->hasGoneOn() || It->second.count(Place->Of->Run);
}

/// Returns the test of the profile \p File.
Test &TestSearch::testOf(StringRef File) {
  std::string Name = nameOfGroup(File, GroupKey::Label);
  const bool HasLabel = !Name.empty();
  if (!HasLabel)
    Name = nameOfGroup(File, GroupKey::Process);
  auto [It, IsNew] = IndexOf.try_emplace({HasLabel, Name}, Tests.size());
  if (IsNew)
    Tests.push_back({std::move(Name), HasLabel});
  Test &Result = Tests[It->second];
  Result.IsPart = Result.IsPart && !HasLabel && isPart(File);
  return Result;
}

/// Adds the counts of the functions \p Chosen in a profile: \p Counts, and
/// executions in place of calls where \p Source has them.
void TestSearch::add(Test &Result, const SingleCounts &Counts,
                     const SourceCounts &Source, const ProfileModel &Model,
                     const BitVector &Chosen) {
  for (const FunctionCount &Function : Counts.Functions)
    if (Chosen.test(Function.Function)) {
      if (!IsSourceChosen.lookup(Model.Functions[Function.Function].LinkName))
        Result.Calls = SaturatingAdd(Result.Calls, Function.Calls);
      Result.Self += Counts.Cost.of(Function.Self);
    }
  for (const SourceFunction &Function : Source.functions())
    if (IsSourceChosen.lookup(Function.Name))
      Result.Calls = SaturatingAdd(Result.Calls, Function.Entries);
  if (Cost.Name.empty())
    Cost = Counts.Cost;
}

Error TestSearch::searchIn(const ProfileModel &Model) {
  const BitVector Chosen = chooseIn(Model);
  IsSourceChosen.clear();
  const ProfileCounter &Counter = *Model.Single;
  const CodeRanges Code = Counter.codeOf(Chosen);
  Progress Shown("reading", Counter.files().size(), "profiles");
  for (size_t I = 0; I < Counter.files().size(); ++I) {
    Shown.update(I);
    const std::string File = Counter.files()[I];
    SourceCounts Source;
    Expected<SingleCounts> Counts = Counter.read(File, &Code, &Source);
    if (!Counts)
      return Counts.takeError();
    if (IsSourceChosen.empty())
      chooseSource(Source, Model, Chosen);
    add(testOf(File), *Counts, Source, Model, Chosen);
    WereRead.push_back(File);
  }
  findInlined(Model, Chosen);
  return Error::success();
}

/// Notes the tests with profiles of \p Module that were not read.
void TestSearch::noteUnknown(const TestedModule &Module) {
  const bool Exists = sys::fs::exists(Module.Path);
  std::optional<Image> Named;
  if (Module.IsNamed) {
    if (Expected<Image> Opened = Image::open(Module.Path))
      Named.emplace(std::move(*Opened));
    else
      consumeError(Opened.takeError());
  }
  std::optional<OtherModules> Neighbours;
  if (Named)
    Neighbours.emplace(&*Named);
  size_t Next = 0; // both lists have one order
  for (const std::string &File : Module.Profiles) {
    std::vector<std::string> OfLibrary;
    if (Neighbours)
      OfLibrary = Neighbours->ownFilesBeside(File);
    if (Next < WereRead.size() &&
        WereRead[Next] == (OfLibrary.empty() ? File : OfLibrary.front())) {
      Next += std::max<size_t>(OfLibrary.size(), 1);
      continue;
    }
    const std::optional<MemberPlace> Place = placeOf(File);
    if (Module.IsNamed && OfLibrary.empty() &&
        (!Place || sys::path::filename(Place->Of->program()) !=
                       sys::path::filename(Module.Path)))
      continue;
    testOf(File).IsUnknown = true;
    (Exists ? IsOtherBuild : IsMissing) = true;
  }
  WereRead = {};
}

std::string TestSearch::textOfUnknown() const {
  std::string Text = utostr(NumUnknown) +
                     (NumUnknown == 1 ? " is unknown: " : " are unknown: ");
  if (IsOtherBuild)
    Text += "their profiles are of another build";
  if (IsMissing)
    Text +=
        std::string(IsOtherBuild ? ", or " : "") + "their program is missing";
  return Text;
}

Error TestSearch::search(const TestedModule &Module) {
  Options Opts;
  Opts.ImageFile = Module.Path;
  Opts.ProfileFiles = Module.Profiles;
  Opts.ShortNames = true;
  Opts.ShowUnused = true;
  ModelParts Parts;
  Parts.Stacks = false;
  Parts.Apart = true;
  // Only a name with a file needs the places of functions.
  Parts.Sources = any_of(Functions, [](StringRef Name) {
    return Name.contains('.') && Name.contains(':');
  });
  return computeModel(
      Opts, Warn, [&](const ProfileModel &Model) { return searchIn(Model); },
      Parts);
}

Error TestSearch::run() {
  Expected<std::vector<TestedModule>> Modules = findTestedModules(Line, Warn);
  if (!Modules)
    return Modules.takeError();
  NumModules = Modules->size();
  size_t NumFailed = 0;
  for (const TestedModule &Module : *Modules) {
    if (Error E = search(Module)) {
      if (++NumFailed == Modules->size())
        return E;
      Warn.add("passed over a program or library", toString(std::move(E)));
    }
    noteUnknown(Module);
  }
  for (const auto &[Name, Text] : Missing)
    if (!Found.count(Name))
      return makeError(Text);
  for (const std::string &Name : Inlined)
    Warn.add("a function is inlined in places, where calls are not counted: "
             "more tests may call it",
             "'" + Name + "'");
  NumTests = count_if(Tests, [](const Test &T) { return !T.IsPart; });
  NumUnknown = count_if(Tests, [](const Test &T) {
    return T.IsUnknown && !T.Calls && !T.IsPart;
  });
  llvm::erase_if(Tests, [](const Test &T) { return T.Calls == 0; });
  llvm::stable_sort(Tests, [](const Test &A, const Test &B) {
    return std::make_tuple(B.Calls, StringRef(A.Name)) <
           std::make_tuple(A.Calls, StringRef(B.Name));
  });
  return Error::success();
}

/// Prints the labels, for scripts.
void TestSearch::printNames(raw_ostream &OS) const {
  uint64_t NumWithout = 0;
  for (const Test &T : Tests)
    if (T.HasLabel)
      OS << printable(T.Name) << '\n';
    else
      ++NumWithout;
  if (NumWithout)
    Warn.add("there are calls by processes without a label", Twine(NumWithout));
  if (NumUnknown)
    Warn.add("of " + utostr(NumTests) + " tests, " + textOfUnknown());
}

void TestSearch::printText(raw_ostream &OS, const Terminal &Display) const {
  const bool HasTimes = any_of(Tests, [](const Test &T) { return T.Self > 0; });
  const CostText Costs(Cost);
  TableOf<Test> Table;
  Table.add("calls", [](const Test &T) { return utostr(T.Calls); });
  if (HasTimes)
    Table.add(Costs.title("self"),
              [&](const Test &T) { return Costs.number(T.Self); });
  Table.add(
      "test",
      [](const Test &T) {
        return (T.HasLabel ? "" : "process ") + T.Name +
               (T.IsPart ? " without a label" : "");
      },
      TextTable::Name);
  if (!Tests.empty())
    Table.print(OS, Display, Tests);
  OS << (Tests.empty() ? "" : "\n")
     << count_if(Tests, [](const Test &T) { return !T.IsPart; }) << " of "
     << NumTests << (NumTests == 1 ? " test calls " : " tests call ")
     << printable(join(Functions, " or "));
  if (NumUnknown)
    OS << "; " << textOfUnknown();
  OS << '\n';
}

void TestSearch::printJson(raw_ostream &OS) const {
  json::OStream Out(OS, 2);
  Out.object([&] {
    Out.attribute("format", "llvm-gprof-tests");
    Out.attribute("version", 1);
    Out.attribute("all_tests", uint64_t(NumTests));
    Out.attribute("unknown_tests", uint64_t(NumUnknown));
    Out.attributeArray("tests", [&] {
      for (const Test &T : Tests)
        Out.object([&] {
          Out.attribute(T.HasLabel ? "label" : "process",
                        json::fixUTF8(T.Name));
          Out.attribute("calls", T.Calls);
          if (!Cost.Name.empty())
            Out.attribute(Cost.key("self_seconds"), T.Self);
        });
    });
  });
  OS << '\n';
}

Expected<int> command::tests(const CommandLine &Line, Context &Ctx) {
  if (!Line.has(OPT_calls))
    return makeError("tests expects --calls=FUNCTION");
  Expected<StringRef> Format =
      formatOf(Line, " of tests", {"text", "markdown", "json"});
  if (!Format)
    return Format.takeError();
  TestSearch Search(Line, Ctx.Warn);
  if (Error E = Search.run())
    return std::move(E);
  if (Line.has(OPT_names))
    Search.printNames(Ctx.OS);
  else if (*Format == "json")
    Search.printJson(Ctx.OS);
  else
    printInFormat(Ctx.OS, *Format, Terminal::of(Ctx.OS, Line),
                  [&](raw_ostream &OS, const Terminal &Display) {
                    Search.printText(OS, Display);
                  });
  return Search.isComplete() ? EXIT_SUCCESS : EXIT_FAILURE;
}
