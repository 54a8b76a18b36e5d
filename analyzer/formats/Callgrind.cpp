//===-- formats/Callgrind.cpp - For callgrind_annotate and KCachegrind ----===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format is specified in Valgrind's manual, "Callgrind Format
// Specification". For each function, by line: its own cost, then its calls with
// their inclusive cost. The cost is time in microseconds, or another
// in its unit.
//
// Readers add up the costs of all calls of a function. So a measured sample
// counts for one call of each function on its stack: the outermost one. Sums
// are right for recursive functions, too.
//
//===----------------------------------------------------------------------===//

#include "formats/Format.h"
#include "model/StackTimes.h"
#include "support/Rounding.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include <map>

using namespace gmon;
using namespace llvm;

namespace {

/// Samples of a line or a call.
struct StackCost {
  double Samples = 0;
  double Waiting = 0; ///< a part of Samples

  void add(const StackCost &Other) {
    Samples += Other.Samples;
    Waiting += Other.Waiting;
  }
};

/// A file and a number.
using CallLine = std::pair<StringRef, uint32_t>;

/// The calls that a function makes of another in a line.
struct LineCalls {
  StackCost Cost;
  uint64_t Calls = 0;
};

class CallgrindWriter {
public:
  explicit CallgrindWriter(const FormatContext &Context)
      : Model(Context.Model), OS(Context.OS), IsOfStacks(Model.isOfStacks()),
        Kind(Model.shownCost()), HasWaiting(IsOfStacks && Model.IsElapsed),
        Own(Model.Functions.size()), Calls(Model.Functions.size() + 1) {}
  void write();

private:
  using Line = CallLine;
  /// The calls that a function makes, by callee and line.
  using CallMap = std::map<FunctionIndex, std::map<CallLine, LineCalls>>;

  using Names = StringMap<unsigned>; ///< with their numbers
  void name(StringRef Key, Names &Known, StringRef Text);
  void file(StringRef Key, StringRef Path) {
    name(Key, Files, Path.empty() ? "???" : Path);
  }
  void function(StringRef Key, StringRef Name) { name(Key, Functions, Name); }
  void object(StringRef Key, StringRef Path) {
    name(Key, Objects, Path.empty() ? "???" : Path);
  }
  /// \p Events are lines, and so are notes in front of them.
  void writeHeader(const Twine &Events);

  Line lineOf(FunctionIndex F, StringRef Path, uint32_t Number) const;
  void addTimes();
  void addCalls();
  void addGraph();
  CallMap &callsOf(FunctionIndex Caller) {
    return Calls[std::min<size_t>(Caller, Calls.size() - 1)];
  }
  StringRef moduleOf(FunctionIndex F) const;
  void writeCost(uint32_t Line, const StackCost &Cost, bool IsCall);
  void writeLines(FunctionIndex F);
  void writeCalls(FunctionIndex Caller, StringRef Module, StringRef Path);

  const ProfileModel &Model;
  raw_ostream &OS;
  const bool IsOfStacks; ///< or of the call graph
  const CostKind &Kind;
  const bool HasWaiting;
  StackCost All;
  double Unknown = 0;                         ///< samples in no function
  std::vector<std::map<Line, StackCost>> Own; ///< by function
  std::vector<CallMap> Calls; ///< by function; the last is for callers outside
                              ///< of the modules
  std::map<FunctionIndex, StackCost> AtRoot; ///< without a caller
  bool HasUnknownCalls = false; ///< addCalls() has settled such lines
  Rounder Time, Waiting;
  Names Files, Functions, Objects;
};

} // namespace

/// Writes a name in compressed form: in full at its first occurrence.
void CallgrindWriter::name(StringRef Key, Names &Known, StringRef Text) {
  std::string Line = oneLine(Text);
  auto [It, IsNew] = Known.try_emplace(Line, Known.size() + 1);
  OS << Key << "=(" << It->second << ')';
  if (IsNew)
    OS << ' ' << Line;
  OS << '\n';
}

void CallgrindWriter::writeHeader(const Twine &Events) {
  std::string Program = oneLine(Model.Run.Program);
  OS << "# callgrind format\n"
     << "version: 1\n"
     << "creator: llvm-gprof\n"
     << "cmd: " << Program << '\n'
     << "positions: line\n"
     << Events << '\n';
}

/// Returns the lines that name the events. Readers know Valgrind's names of
/// some costs. A name has letters, digits and underscores.
static std::string eventsOf(const CostKind &Cost) {
  if (Cost.isTime())
    return "event: Time : Time in microseconds\nevents: Time\n";
  const StringRef Unit = Cost.wholeName();
  std::string Event = StringSwitch<StringRef>(Unit)
                          .Case("instructions", "Ir")
                          .Case("loads", "Dr")
                          .Case("stores", "Dw")
                          .Default(Unit)
                          .str();
  for (char &C : Event)
    if (!isAlnum(C))
      C = '_';
  return "event: " + Event + " : " + Unit.str() + "\nevents: " + Event + "\n";
}

/// Returns a line, or the first line of \p F if it is unknown.
CallgrindWriter::Line CallgrindWriter::lineOf(FunctionIndex F, StringRef Path,
                                              uint32_t Number) const {
  if (!Path.empty())
    return {Path, Number};
  if (F == NoIndex)
    return {};
  return {Model.Functions[F].Path, Model.Functions[F].Line};
}

/// Adds all samples to lines, and to the outermost call of each function on
/// their stacks.
void CallgrindWriter::addTimes() {
  std::vector<StackCost> Sums(Model.Nodes.size()); ///< and at the node
  for (const StackSampleRow &Row : Model.Samples) {
    double Count = double(Row.Count);
    StackCost Cost = {Count, Row.Kind == GMON_SAMPLE_WAITING ? Count : 0};
    FunctionIndex F = Model.Nodes[Row.Node].Function;
    Own[F][lineOf(F, Row.Path, Row.Line)].add(Cost);
    Sums[Row.Node].add(Cost);
    All.add(Cost);
  }
  for (StackNodeIndex N = Sums.size(); N-- > 0;)
    if (Model.Nodes[N].Parent != NoIndex)
      Sums[Model.Nodes[N].Parent].add(Sums[N]);

  std::vector<uint32_t> Depth(Model.Functions.size());
  auto Enter = [&](StackNodeIndex N) {
    const StackNode &Callee = Model.Nodes[N];
    if (Depth[Callee.Function]++ > 0 || Sums[N].Samples == 0)
      return;
    if (Callee.Parent == NoIndex)
      return AtRoot[Callee.Function].add(Sums[N]);
    FunctionIndex Caller = Model.Nodes[Callee.Parent].Function;
    Line Site = lineOf(Caller, Callee.CallPath, Callee.CallLine);
    callsOf(Caller)[Callee.Function][Site].Cost.add(Sums[N]);
  };
  StackTimes(Model).walk(
      Enter, [&](StackNodeIndex N) { --Depth[Model.Nodes[N].Function]; });
}

/// Gives the calls of a pair to its lines. \p NumCalls, their sum, is 0 if they
/// were not counted. callgrind_annotate takes the cost of a line with 0 calls
/// for that of the caller's own code. So a number that is unknown is 1, and a
/// line without counted calls joins another. Returns whether a number is
/// unknown.
static bool settleLines(std::map<CallLine, LineCalls> &Lines,
                        uint64_t NumCalls) {
  uint64_t Known = 0;
  auto Main = Lines.begin();
  for (auto It = Lines.begin(); It != Lines.end(); ++It) {
    Known += It->second.Calls;
    if (std::pair(It->second.Calls > 0, It->second.Cost.Samples) >
        std::pair(Main->second.Calls > 0, Main->second.Cost.Samples))
      Main = It;
  }
  if (NumCalls > Known)
    Main->second.Calls += NumCalls - Known;
  bool IsUnknown = false;
  for (auto It = Lines.begin(); It != Lines.end();) {
    bool HasCalls = It->second.Calls > 0;
    if (!HasCalls && NumCalls == 0) {
      It->second.Calls = 1;
      IsUnknown = true;
    } else if (!HasCalls) {
      Main->second.Cost.add(It->second.Cost);
    }
    It = It->second.Calls ? std::next(It) : Lines.erase(It);
  }
  return IsUnknown;
}

/// Adds exact numbers of calls.
void CallgrindWriter::addCalls() {
  // An inlined function is a function of its own: its costs are not part of
  // those of its caller.
  std::map<std::pair<FunctionIndex, FunctionIndex>, uint64_t> Pairs, Counted;
  for (const StackSiteCalls &Site : Model.SiteCalls) {
    const FunctionIndex Caller = Site.Callers.front();
    Pairs[{Caller, Site.Callee}] += Site.Calls;
    if (Site.CallLine)
      callsOf(Caller)[Site.Callee][lineOf(Caller, Site.CallPath, Site.CallLine)]
          .Calls += Site.Calls;
  }
  for (const auto &[Ends, NumCalls] : Pairs) {
    auto [Caller, Callee] = Ends;
    if (NumCalls == 0)
      continue;
    // Calls from outside: those of the uncounted caller with the most time.
    if (Caller == NoIndex) {
      double Most = 0;
      for (FunctionIndex F = 0; F < Own.size(); ++F) {
        auto Found = countsCalls(Model, F, Callee) ? Calls[F].end()
                                                   : Calls[F].find(Callee);
        if (Found == Calls[F].end())
          continue;
        for (const auto &[Site, Call] : Found->second)
          if (Call.Cost.Samples > Most) {
            Most = Call.Cost.Samples;
            Caller = F;
          }
      }
    }
    auto &Lines = callsOf(Caller)[Callee];
    if (Lines.empty())
      Lines[lineOf(Caller, "", 0)].Cost =
          Caller == NoIndex ? AtRoot[Callee] : StackCost();
    Counted[{Caller, Callee}] += NumCalls;
  }
  for (FunctionIndex F = 0; F < Calls.size(); ++F)
    for (auto &[Callee, Lines] : Calls[F])
      HasUnknownCalls |=
          settleLines(Lines, Counted[{F < Own.size() ? F : NoIndex, Callee}]);
}

/// Adds the times of the flat profile and of the arcs that the call graph has.
void CallgrindWriter::addGraph() {
  double InFunctions = 0;
  for (const ModelRow &Row : Model.Flat) {
    Own[Row.Function][{Row.Path, Row.Line}].add({Row.Self, 0});
    InFunctions += Row.Self;
  }
  All.Samples = Model.Run.Total;
  Unknown = All.Samples - InFunctions;
  for (const ModelArc &Arc : Model.Arcs)
    if (const ModelFunction &Caller = Model.Functions[Arc.Caller]; Arc.Calls)
      callsOf(Arc.Caller)[Arc.Callee][{Caller.Path, Caller.Line}] = {
          {Arc.Self + Arc.Children, 0}, Arc.Calls};
}

StringRef CallgrindWriter::moduleOf(FunctionIndex F) const {
  uint32_t Module = Model.Functions[F].Module;
  return Module == NoIndex ? StringRef() : Model.Modules[Module].Path;
}

/// Writes a line of costs. Those of functions themselves add up to all time.
void CallgrindWriter::writeCost(uint32_t Line, const StackCost &Cost,
                                bool IsCall) {
  auto Whole = [&](double Samples, Rounder &Round) {
    double Exact = Kind.wholeUnits(Samples, 1e6);
    return IsCall ? roundToWhole(Exact) : Round(Exact);
  };
  OS << Line << ' ' << Whole(Cost.Samples, Time);
  if (HasWaiting)
    OS << ' ' << Whole(Cost.Waiting, Waiting);
  OS << '\n';
}

void CallgrindWriter::writeLines(FunctionIndex F) {
  StringRef Current = Model.Functions[F].Path;
  for (const auto &[Where, Cost] : Own[F]) {
    if (Cost.Samples == 0)
      continue;
    if (Where.first != Current)
      file(Where.first == Model.Functions[F].Path ? "fe" : "fi", Where.first);
    Current = Where.first;
    writeCost(Where.second, Cost, /*IsCall=*/false);
  }
  if (Current != Model.Functions[F].Path)
    file("fe", Model.Functions[F].Path);
}

void CallgrindWriter::writeCalls(FunctionIndex Caller, StringRef Module,
                                 StringRef Path) {
  StringRef Current = Path;
  // The module of a call holds for that call; some readers keep it.
  bool NamesModule = false;
  for (const auto &[CalleeIndex, Lines] : callsOf(Caller)) {
    const ModelFunction &Callee = Model.Functions[CalleeIndex];
    NamesModule |= moduleOf(CalleeIndex) != Module;
    for (const auto &[Site, Call] : Lines) {
      if (Site.first != Current)
        file(Site.first == Path ? "fe" : "fi", Site.first);
      Current = Site.first;
      if (NamesModule)
        object("cob", moduleOf(CalleeIndex));
      if (Callee.Path != Current || Current != Path)
        file("cfi", Callee.Path);
      function("cfn", Callee.Name);
      OS << "calls=" << Call.Calls << ' ' << Callee.Line << '\n';
      writeCost(Site.second, Call.Cost, /*IsCall=*/true);
    }
  }
}

void CallgrindWriter::write() {
  if (IsOfStacks) {
    addTimes();
    addCalls();
  } else {
    addGraph();
  }
  auto Whole = [&](double Samples) {
    return std::to_string(roundToWhole(Kind.wholeUnits(Samples, 1e6)));
  };
  std::string Note;
  if (HasUnknownCalls)
    Note = "desc: Calls: 1x also stands for calls that were not counted\n";
  if (HasWaiting)
    writeHeader(Note +
                "event: Time : Elapsed time in microseconds\n"
                "event: Waiting : Part of it without CPU time\n"
                "events: Time Waiting\nsummary: " +
                Whole(All.Samples) + ' ' + Whole(All.Waiting) + "\n");
  else
    writeHeader(Note + eventsOf(Kind) + "summary: " + Whole(All.Samples) +
                "\n");
  for (FunctionIndex F = 0; F < Own.size(); ++F) {
    const ModelFunction &Function = Model.Functions[F];
    if (Own[F].empty() && Calls[F].empty())
      continue;
    object("ob", moduleOf(F));
    if (!IsOfStacks)
      if (const auto &Bounds = Function.Bounds)
        OS << "# the next cost is an estimate: " << boundsText(*Bounds) << '\n';
    file("fl", Function.Path);
    function("fn", Function.Name);
    writeLines(F);
    writeCalls(F, moduleOf(F), Function.Path);
    OS << '\n';
  }
  if (!Calls.back().empty()) {
    object("ob", "");
    file("fl", "");
    function("fn", GMON_OUTSIDE_SYMBOL);
    writeCalls(NoIndex, "", "");
  }
  // So the sum of the costs is the whole time.
  if (const uint64_t Rest = Time(Kind.wholeUnits(Unknown, 1e6))) {
    file("fl", "");
    function("fn", "<unknown>");
    OS << "0 " << Rest << '\n';
  }
}

Error gmon::writeCallgrind(const FormatContext &Context) {
  CallgrindWriter(Context).write();
  return Error::success();
}
