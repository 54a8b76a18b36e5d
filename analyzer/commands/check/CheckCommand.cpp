//===-- CheckCommand.cpp - llvm-gprof check -------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a file of rules and profiles, and prints the rules that do not hold.
//
//===----------------------------------------------------------------------===//

#include "commands/CommandLine.h"
#include "commands/Commands.h"
#include "commands/TextTable.h"
#include "commands/check/QuantityMeter.h"
#include "commands/check/RuleChecker.h"
#include "commands/check/Rules.h"
#include "commands/report/ProfileReport.h"
#include "driver/Driver.h"
#include "driver/Inputs.h"
#include "files/FileBytes.h"
#include "files/OutputFile.h"
#include "support/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Measures \p Wanted, an imbalance of calls, in the profiles of \p Model,
/// which has ProfileModel::Single.
static Expected<Figure> imbalanceOfCalls(const ProfileModel &Model,
                                         const Quantity &Wanted) {
  Figure Result;
  const RuleNames Names(Model);
  SmallVector<NamedFunctions, 2> Named;
  for (StringRef Name : Wanted.Names) {
    const NamedInRule &Found = Names.of(Name);
    Named.push_back(Found.InProgram);
    if (Result.Missing.empty())
      Result.Missing = Found.Missing;
  }
  if (!Result.Missing.empty())
    return Result;
  RankedCalls Calls;
  auto IsWanted = [&](const ModelArc &Arc) {
    return is_contained(Named[0], Arc.Caller) &&
           is_contained(Named[1], Arc.Callee);
  };
  if (Error E = sumByRank(*Model.Single, IsWanted).moveInto(Calls))
    return std::move(E);
  if (!Calls.NumRanks) {
    Result.Missing = HowToGetRankedCalls.str();
    return Result;
  }
  if (!Calls.All.Sum) {
    Result.Missing =
        "no calls of '" + Wanted.Names[1] + "' by '" + Wanted.Names[0] + "'";
    return Result;
  }
  Result.Ratio = Calls.All.imbalance(Calls.NumRanks);
  Result.Rank = Calls.All.GreatestRank;
  return Result;
}

static Expected<std::vector<Rule>> readRules(StringRef Name) {
  if (Error E = refuseDevice(Name))
    return std::move(E);
  if (isProgram(Name))
    return makeFileError(Name, "expected a file of rules, which comes before "
                               "the program; found a program");
  Expected<std::unique_ptr<MemoryBuffer>> Text = readTextFile(Name);
  if (!Text)
    return Text.takeError();
  return parseRules((*Text)->getBuffer(), Name);
}

/// Returns the rule that all of \p Cost, a name for --cost, does not grow.
static Expected<std::vector<Rule>> defaultRules(StringRef Cost) {
  const std::string Name = Cost.split(':').first.str();
  return parseRules(Name + "() <= baseline * 1.001", "option '--cost'");
}

namespace {

class RulesCheck {
public:
  RulesCheck(const CommandLine &Line, Context &Ctx, std::vector<Rule> Rules,
             StringRef RulesFile)
      : Line(Line), Ctx(Ctx), Rules(std::move(Rules)), RulesFile(RulesFile),
        Verdicts(this->Rules.size()) {}

  Error readBaseline();
  Error checkAll(std::vector<std::string> Words);
  Error writeBaseline(ArrayRef<std::string> Inputs);
  void print(bool IsMarkdown);
  size_t numFailed() const {
    return count_if(Verdicts, [](const Verdict &V) { return !V.Holds; });
  }

private:
  bool anyQuantity(function_ref<bool(const Quantity &)> IsWanted) const;
  Expected<Options>
  optionsFor(ArrayRef<std::string> Words,
             std::optional<StringRef> Label = std::nullopt) const;
  Error measureSegments(ArrayRef<std::string> Words,
                        std::optional<StringRef> Label,
                        ArrayRef<Quantity> Wanted,
                        SegmentFigures &Figures) const;
  SegmentFigures measureSegments(ArrayRef<std::string> Words) const;
  ModelParts neededParts() const;
  Error refuseUnused(const GrowthFiles &Files,
                     ArrayRef<std::string> Unsized) const;
  Error checkGrowth(const GrowthFiles &Files, StringRef Program);
  Error takeValues(const RuleChecker &Checker);
  BaselineOrigin originOf(const ProfileModel &Model) const;

  const CommandLine &Line;
  Context &Ctx;
  const std::vector<Rule> Rules;
  const std::string RulesFile;
  std::vector<Verdict> Verdicts;
  std::optional<Baseline> Old;
  Baseline New; ///< with --write-baseline
};

} // namespace

static bool isGrowth(const Rule &R) { return R.Kind == Rule::Growth; }

/// Fails if the user names a profile that no rule needs.
Error RulesCheck::refuseUnused(const GrowthFiles &Files,
                               ArrayRef<std::string> Unsized) const {
  if (!Files.empty() && none_of(Rules, isGrowth))
    return makeError("'" + shortened(Files.begin()->second.front()) +
                     "' has a size, and no rule is about growth");
  // The first word is the program.
  if (Unsized.size() > 1 && all_of(Rules, isGrowth))
    return makeError("'" + shortened(Unsized[1]) +
                     "' has no size, and all rules are about growth: "
                     "size=profile-data");
  return Error::success();
}

/// Whether \p IsWanted chooses a quantity of a rule.
bool RulesCheck::anyQuantity(
    function_ref<bool(const Quantity &)> IsWanted) const {
  return any_of(Rules, [&](const Rule &R) {
    return IsWanted(R.Left) || IsWanted(R.Right);
  });
}

/// Whether \p Name may be that of a function behind its file and a colon.
static bool mayHaveFile(StringRef Name) {
  for (size_t At = 0; (At = Name.find(':', At)) != StringRef::npos; At += 2)
    if (!Name.substr(At).starts_with("::"))
      return true;
  return false;
}

/// Returns the parts of the model that the rules need. Most rules need few, and
/// a check should take little time.
ModelParts RulesCheck::neededParts() const {
  ModelParts Parts;
  // Stacks have the calls and the functions of all modules.
  Parts.StacksBesideCosts =
      anyQuantity([](const Quantity &Q) { return !Q.Names.empty(); });
  // Costs of the whole program need no calls.
  Parts.Stacks =
      Parts.StacksBesideCosts || !Line.has(OPT_cost) ||
      any_of(Rules, [](const Rule &R) { return R.Kind != Rule::Compare; }) ||
      anyQuantity([](const Quantity &Q) { return Q.Kind == Quantity::Cycles; });
  Parts.CallDoubts = anyQuantity([](const Quantity &Q) {
    return Q.Kind == Quantity::Calls && Q.Names.size() == 2;
  });
  Parts.Sources =
      any_of(Rules,
             [](const Rule &R) { return any_of(R.Names, mayHaveFile); }) ||
      anyQuantity(
          [](const Quantity &Q) { return any_of(Q.Names, mayHaveFile); });
  return Parts;
}

Expected<Options> RulesCheck::optionsFor(ArrayRef<std::string> Words,
                                         std::optional<StringRef> Label) const {
  Options Opts;
  if (Error E = profileOptions(Line, Words, Ctx.Warn, Label).moveInto(Opts))
    return std::move(E);
  takeCostAndFolders(Line, Opts);
  // A rule may name a function without calls: its count is 0.
  Opts.ShowUnused = true;
  Opts.Lines = anyQuantity([&](const Quantity &Q) {
    return Q.Kind == Quantity::Lines || Q.Kind == Quantity::Blocks ||
           Q.Kind == Quantity::Coverage ||
           (Q.Kind == Quantity::Work && !Opts.Cost);
  });
  return Opts;
}

/// Measures \p Wanted in profiles with \p Label or, without, in single ones.
Error RulesCheck::measureSegments(ArrayRef<std::string> Words,
                                  std::optional<StringRef> Label,
                                  ArrayRef<Quantity> Wanted,
                                  SegmentFigures &Figures) const {
  Expected<Options> Opts = optionsFor(Words, Label);
  if (!Opts)
    return Opts.takeError();
  if (Label) {
    Expected<bool> HasProfile = hasProfile(*Opts);
    if (!HasProfile)
      return HasProfile.takeError();
    if (!*HasProfile)
      return Error::success();
  }
  ModelParts Parts = neededParts();
  Parts.Apart = !Label;
  if (Parts.Apart)
    Parts.Stacks = Parts.StacksBesideCosts = false;
  auto Measure = [&](const ProfileModel &Model) -> Error {
    const QuantityMeter Meter(Model, /*NeedsStacks=*/false);
    for (const Quantity &Q : Wanted) {
      Figure Found;
      if (Q.Label)
        Found = Meter.measure(Q);
      else if (Error E = imbalanceOfCalls(Model, Q).moveInto(Found))
        return E;
      if (Q.Label && !Found.Missing.empty() && !Found.IsOpen &&
          !(Model.Run.HasArcs && Meter.hasFunctions(Q)))
        continue;
      Figures[Q.text()] = std::move(Found);
    }
    return Error::success();
  };
  return computeModel(*Opts, Ctx.Warn, Measure, Parts);
}

/// Measures what rules say of single profiles of sets. An error of these
/// profiles is one of the rules.
SegmentFigures RulesCheck::measureSegments(ArrayRef<std::string> Words) const {
  SegmentFigures Figures;
  // A model is made once for each label, and for all labels.
  std::map<std::optional<std::string>, std::vector<Quantity>> ByLabel;
  for (const Rule &R : Rules)
    for (const Quantity *Q : {&R.Left, &R.Right})
      if (Q->isOfSegments() && Figures.try_emplace(Q->text()).second)
        ByLabel[Q->Label].push_back(*Q);
  for (const auto &[Label, Wanted] : ByLabel)
    if (Error E = measureSegments(Words, Label, Wanted, Figures)) {
      const std::string Text = toString(std::move(E));
      for (const Quantity &Q : Wanted)
        Figures[Q.text()].emplace().Missing = Text;
    }
  return Figures;
}

Error RulesCheck::readBaseline() {
  StringRef Path = Line.valueOf(OPT_baseline, "");
  if (!Line.has(OPT_baseline))
    return Error::success();
  return Baseline::read(Path).moveInto(Old.emplace());
}

/// Checks the rules about growth.
Error RulesCheck::checkGrowth(const GrowthFiles &Files, StringRef Program) {
  GrowthRuns Runs(Rules);
  for (const auto &[N, Names] : Files) {
    std::vector<std::string> Words = {Program.str()};
    append_range(Words, Names);
    Expected<Options> Opts = optionsFor(Words);
    if (!Opts)
      return Opts.takeError();
    auto Add = [&, N = N](const ProfileModel &Model) {
      // The model is that of the sum of the files.
      Runs.add(N, Model.Run.NumRuns, RuleChecker(Model, Rules));
      return Error::success();
    };
    if (Error E = computeModel(*Opts, Ctx.Warn, Add, neededParts()))
      return E;
  }
  for (size_t I = 0; I < Rules.size(); ++I)
    if (isGrowth(Rules[I]))
      Verdicts[I] = Runs.check(I);
  return Error::success();
}

BaselineOrigin RulesCheck::originOf(const ProfileModel &Model) const {
  const ModelRun &Run = Model.Run;
  return {sys::path::filename(Run.Program).str(), Run.BuildId, Run.Triple,
          Line.valueOf(OPT_cost, "").str(), Run.NumRuns};
}

/// Takes the values that rules compare with the baseline.
Error RulesCheck::takeValues(const RuleChecker &Checker) {
  for (const Rule &R : Rules) {
    if (R.Right.Kind != Quantity::Baseline)
      continue;
    Expected<BaselineValue> Value = Checker.valueOf(R.Left);
    if (!Value)
      return makeError(RulesFile + ":" + Twine(R.Line) + ": " +
                       toString(Value.takeError()));
    New.set(R.Left.text(), std::move(*Value));
  }
  return Error::success();
}

/// Checks all rules with the program and the profiles that \p Words name.
Error RulesCheck::checkAll(std::vector<std::string> Words) {
  Expected<GrowthFiles> Files = takeGrowthFiles(Words);
  if (!Files)
    return Files.takeError();
  if (Error E = refuseUnused(*Files, Words))
    return E;
  Expected<Options> Opts = optionsFor(Words);
  if (!Opts)
    return Opts.takeError();
  if (Error E = checkGrowth(*Files, Opts->ImageFile))
    return E;
  // Rules about growth need no other profile.
  if (all_of(Rules, isGrowth))
    return Error::success();
  SegmentFigures Figures = measureSegments(Words);
  auto Check = [&](const ProfileModel &Model) -> Error {
    const RuleChecker Checker(Model, Rules, Old ? &*Old : nullptr,
                              std::move(Figures));
    if (Line.has(OPT_write_baseline)) {
      New.setOrigin(originOf(Model));
      return takeValues(Checker);
    }
    if (Old)
      if (Error E = Old->checkComparable(originOf(Model)))
        return makeFileError(Line.valueOf(OPT_baseline, ""),
                             toString(std::move(E)));
    for (size_t I = 0; I < Rules.size(); ++I)
      if (!isGrowth(Rules[I]))
        Verdicts[I] = Checker.check(Rules[I]);
    return Error::success();
  };
  return computeModel(*Opts, Ctx.Warn, Check, neededParts());
}

Error RulesCheck::writeBaseline(ArrayRef<std::string> Inputs) {
  StringRef Path = Line.valueOf(OPT_write_baseline, "");
  if (New.size() == 0)
    return makeError("no rule of '" + shortened(RulesFile) +
                     "' compares with a baseline");
  if (Error E = refuseInput(Path, NameList(Inputs)))
    return E;
  if (Error E = writeFile(Path, [&](raw_ostream &OS) { New.write(OS); }))
    return E;
  if (!Line.has(OPT_quiet))
    Ctx.OS << New.size() << (New.size() == 1 ? " value" : " values")
           << " written\n";
  return Error::success();
}

/// Returns the words for \p Number more rules about growth.
static std::string otherRules(size_t Number) {
  return ", and " + std::to_string(Number) +
         (Number == 1 ? " other rule" : " other rules") + " about growth";
}

/// Prints the rules that fail, and how many.
void RulesCheck::print(bool IsMarkdown) {
  std::vector<std::vector<std::string>> Rows;
  const size_t NumWithoutSizes =
      count_if(Verdicts, [](const Verdict &V) { return V.LacksSizes; });
  bool SaidSizes = false;
  for (auto [R, Found] : zip_equal(Rules, Verdicts)) {
    if (Found.Holds || (Found.LacksSizes && SaidSizes))
      continue;
    std::string Text = printable(R.Text);
    if (Found.LacksSizes && NumWithoutSizes > 1)
      Text += otherRules(NumWithoutSizes - 1);
    SaidSizes |= Found.LacksSizes;
    if (IsMarkdown)
      Rows.push_back(
          {printable(RulesFile) + ":" + std::to_string(R.Line), Text,
           (Found.IsUnknown ? "unknown: " : "") + printable(Found.Found)});
    else
      Ctx.OS << printable(RulesFile) << ':' << R.Line
             << (Found.IsUnknown ? ": unknown: " : ": failed: ") << Text
             << ": found " << printable(Found.Found) << '\n';
  }
  std::string Summary;
  raw_string_ostream OS(Summary);
  auto Count = [](size_t Number) {
    return (Twine(Number) + (Number == 1 ? " rule" : " rules")).str();
  };
  const size_t NumUnknown =
      count_if(Verdicts, [](const Verdict &V) { return V.IsUnknown; });
  if (size_t NumFailed = numFailed()) {
    OS << NumFailed - NumUnknown << " of " << Count(Rules.size()) << " failed";
    if (NumUnknown)
      OS << ", " << NumUnknown << (NumUnknown == 1 ? " is" : " are")
         << " unknown: the values do not decide "
         << (NumUnknown == 1 ? "it" : "them");
    OS << '\n';
  } else if (!Line.has(OPT_quiet))
    OS << Count(Rules.size()) << (Rules.size() == 1 ? " holds" : " hold")
       << '\n';
  std::set<std::string> Uncounted;
  for (const Verdict &Found : Verdicts)
    if (Found.Holds && !Found.Uncounted.empty())
      Uncounted.insert(printable(Found.Uncounted));
  if (!Uncounted.empty() && !Line.has(OPT_quiet))
    OS << "Not counted: calls by libraries, of " << join(Uncounted, ", ")
       << '\n';
  if (!IsMarkdown) {
    Ctx.OS << Summary;
    return;
  }
  MarkdownStream Out(Ctx.OS);
  Out << Summary;
  if (!Rows.empty())
    Out.table({{"place", false}, {"rule that failed", false}, {"found", false}},
              Rows);
}

/// Lets coverage in \p Rules be that of the changed lines.
static Error limitCoverage(std::vector<Rule> &Rules, const CommandLine &Line) {
  Expected<std::vector<LineRange>> Lines = changedLines(Line);
  if (!Lines)
    return Lines.takeError();
  auto Among = std::make_shared<std::vector<LineRange>>(std::move(*Lines));
  for (Rule &R : Rules)
    for (Quantity *Side : {&R.Left, &R.Right})
      if (Side->Kind == Quantity::Coverage)
        Side->Among = Among;
  return Error::success();
}

Expected<int> command::check(const CommandLine &Line, Context &Ctx) {
  std::vector<std::string> Words = Line.inputs();
  if (Words.empty())
    return makeError("check expects a file of rules");
  Expected<StringRef> Format =
      formatOf(Line, " of check", {"text", "markdown"});
  if (!Format)
    return Format.takeError();
  if (Line.has(OPT_baseline) && Line.has(OPT_write_baseline))
    return makeError(
        "options '--baseline' and '--write-baseline' exclude each other");
  // Without rules, the whole cost must not grow.
  const bool HasRules =
      !Line.has(OPT_cost) ||
      !(Line.has(OPT_baseline) || Line.has(OPT_write_baseline)) ||
      !isProgram(Words.front());
  std::string RulesFile = HasRules ? Words.front() : "default";
  Expected<std::vector<Rule>> Rules =
      HasRules ? readRules(RulesFile)
               : defaultRules(Line.valueOf(OPT_cost, ""));
  if (!Rules)
    return Rules.takeError();
  if (HasRules)
    Words.erase(Words.begin());
  if (Line.has(OPT_changed_lines))
    if (Error E = limitCoverage(*Rules, Line))
      return std::move(E);
  RulesCheck Check(Line, Ctx, std::move(*Rules), RulesFile);
  if (Error E = Check.readBaseline())
    return std::move(E);
  if (Error E = Check.checkAll(Words))
    return std::move(E);
  if (Line.has(OPT_write_baseline)) {
    if (Error E = Check.writeBaseline(Line.inputs()))
      return std::move(E);
    return EXIT_SUCCESS;
  }
  Check.print(*Format == "markdown");
  return Check.numFailed() ? EXIT_FAILURE : EXIT_SUCCESS;
}
