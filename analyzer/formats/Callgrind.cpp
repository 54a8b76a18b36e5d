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
// their inclusive cost. The cost is time in microseconds.
//
// Readers add up a function's own cost and the costs of its calls. So a sample
// counts for one call of each function on its stack: the call that the
// function's innermost frame makes. Sums are right for recursive functions,
// too.
//
//===----------------------------------------------------------------------===//

#include "formats/Format.h"
#include "support/Rounding.h"
#include "llvm/ADT/StringMap.h"
#include <map>

using namespace gmon;
using namespace llvm;

namespace {

/// Writes lines of the format.
class CallgrindOutput {
protected:
  explicit CallgrindOutput(const FormatContext &Context)
      : Model(Context.Model), OS(Context.OS) {}

  using Names = StringMap<unsigned>; ///< with their numbers
  void name(StringRef Key, Names &Known, StringRef Text);
  void file(StringRef Key, StringRef Path) {
    name(Key, Files, Path.empty() ? "???" : Path);
  }
  void function(StringRef Key, StringRef Name) { name(Key, Functions, Name); }
  void object(StringRef Key, StringRef Path) {
    name(Key, Objects, Path.empty() ? "???" : Path);
  }
  /// \p Events are lines.
  void writeHeader(StringRef Events);

  const ProfileModel &Model;
  raw_ostream &OS;

private:
  Names Files, Functions, Objects;
};

/// Writes the times that the call graph propagates.
class CallgrindWriter : CallgrindOutput {
public:
  explicit CallgrindWriter(const FormatContext &Context)
      : CallgrindOutput(Context) {}
  void write();

private:
  uint64_t microseconds(double Samples) const {
    return roundToWhole(Model.seconds(Samples) * 1e6);
  }
  void writeRow(const ModelRow &Row, StringRef FunctionPath);
  void writeCall(const ModelArc &Arc);
  void writeFunction(FunctionIndex F, ArrayRef<const ModelRow *> Rows);

  Rounder Cost;
};

/// Samples of a line or a call.
struct StackCost {
  double Samples = 0;
  double Waiting = 0; ///< a part of Samples

  void add(const StackCost &Other) {
    Samples += Other.Samples;
    Waiting += Other.Waiting;
  }
};

/// Writes measured times.
class StacksCallgrindWriter : CallgrindOutput {
public:
  explicit StacksCallgrindWriter(const FormatContext &Context)
      : CallgrindOutput(Context), Stacks(*Context.Model.Stacks),
        Own(Stacks.Functions.size()), Calls(Stacks.Functions.size() + 1) {}
  void write();

private:
  using Line = std::pair<StringRef, uint32_t>; ///< file and number
  struct Call {
    StackCost Cost;
    uint64_t Calls = 0;
  };
  /// The calls of a function, by line and callee.
  using CallMap = std::map<std::pair<Line, StackFunctionIndex>, Call>;

  Line lineOf(StackFunctionIndex F, StringRef Path, uint32_t Number) const;
  void addSamples(StackNodeIndex Node, const StackCost &Cost);
  void gather();
  CallMap &callsOf(StackFunctionIndex Caller) {
    return Calls[std::min<size_t>(Caller, Calls.size() - 1)];
  }
  StringRef moduleOf(StackFunctionIndex F) const;
  void writeCost(uint32_t Line, const StackCost &Cost, bool IsCall);
  void writeLines(StackFunctionIndex F);
  void writeCalls(StackFunctionIndex Caller, StringRef Module, StringRef Path);

  const StackModel &Stacks;
  std::vector<std::map<Line, StackCost>> Own; ///< by function
  std::vector<CallMap> Calls; ///< by function; the last is for callers outside
                              ///< of the modules
  std::vector<uint32_t> LastSeen; ///< by function: number of a node
  uint32_t NumNodes = 0;          ///< that addSamples() has seen
  Rounder Time, Waiting;
};

} // namespace

/// Writes a name in compressed form: in full at its first occurrence.
void CallgrindOutput::name(StringRef Key, Names &Known, StringRef Text) {
  std::string Line = oneLine(Text);
  auto [It, IsNew] = Known.try_emplace(Line, Known.size() + 1);
  OS << Key << "=(" << It->second << ')';
  if (IsNew)
    OS << ' ' << Line;
  OS << '\n';
}

void CallgrindOutput::writeHeader(StringRef Events) {
  std::string Program = oneLine(Model.Run.Program);
  OS << "# callgrind format\n"
     << "version: 1\n"
     << "creator: llvm-gprof\n"
     << "cmd: " << Program << '\n'
     << "positions: line\n"
     << Events << '\n';
}

/// Writes the own cost of a line. Inlined code may be of another file.
void CallgrindWriter::writeRow(const ModelRow &Row, StringRef FunctionPath) {
  uint64_t Own = Cost(Model.seconds(Row.Self) * 1e6);
  if (Own == 0)
    return;
  bool IsElsewhere = Row.Path != FunctionPath;
  if (IsElsewhere)
    file("fi", Row.Path);
  OS << Row.Line << ' ' << Own << '\n';
  if (IsElsewhere)
    file("fe", FunctionPath);
}

void CallgrindWriter::writeCall(const ModelArc &Arc) {
  const ModelFunction &Caller = Model.Functions[Arc.Caller];
  const ModelFunction &Callee = Model.Functions[Arc.Callee];
  if (Arc.Calls == 0)
    return;
  if (Callee.Path != Caller.Path)
    file("cfi", Callee.Path);
  function("cfn", Callee.Name);
  OS << "calls=" << Arc.Calls << ' ' << Callee.Line << '\n'
     << Caller.Line << ' ' << microseconds(Arc.Self + Arc.Children) << '\n';
}

void CallgrindWriter::writeFunction(FunctionIndex F,
                                    ArrayRef<const ModelRow *> Rows) {
  const ModelFunction &Function = Model.Functions[F];
  OS << '\n';
  file("fl", Function.Path);
  function("fn", Function.Name);
  for (const ModelRow *Row : Rows)
    writeRow(*Row, Function.Path);
  for (ArcIndex A : Function.Callees)
    writeCall(Model.Arcs[A]);
}

void CallgrindWriter::write() {
  std::vector<std::vector<const ModelRow *>> RowsOf(Model.Functions.size());
  double InFunctions = 0;
  for (const ModelRow &Row : Model.Flat) {
    RowsOf[Row.Function].push_back(&Row);
    InFunctions += Row.Self;
  }
  writeHeader("event: Time : Time in microseconds\nevents: Time\nsummary: " +
              std::to_string(microseconds(Model.Run.Total)) + "\n");
  object("ob", Model.Run.Program);
  for (FunctionIndex F = 0; F < RowsOf.size(); ++F)
    writeFunction(F, RowsOf[F]);
  // So the sum of the costs is the whole time.
  if (uint64_t Rest =
          Cost(Model.seconds(Model.Run.Total - InFunctions) * 1e6)) {
    OS << '\n';
    file("fl", "");
    function("fn", "<unknown>");
    OS << "0 " << Rest << '\n';
  }
}

/// Returns a line, or the first line of \p F if it is unknown.
StacksCallgrindWriter::Line
StacksCallgrindWriter::lineOf(StackFunctionIndex F, StringRef Path,
                              uint32_t Number) const {
  if (!Path.empty())
    return {Path, Number};
  if (F == NoStackIndex)
    return {};
  return {Stacks.Functions[F].Path, Stacks.Functions[F].Line};
}

/// Adds samples of \p Node, except its own cost, to a call of each function on
/// the stack.
void StacksCallgrindWriter::addSamples(StackNodeIndex Node,
                                       const StackCost &Cost) {
  ++NumNodes;
  LastSeen[Stacks.Nodes[Node].Function] = NumNodes;
  for (StackNodeIndex N = Node; Stacks.Nodes[N].Parent != NoStackIndex;
       N = Stacks.Nodes[N].Parent) {
    const StackNode &Callee = Stacks.Nodes[N];
    StackFunctionIndex Caller = Stacks.Nodes[Callee.Parent].Function;
    if (LastSeen[Caller] == NumNodes)
      continue;
    LastSeen[Caller] = NumNodes;
    Line Site = lineOf(Caller, Callee.CallPath, Callee.CallLine);
    callsOf(Caller)[{Site, Callee.Function}].Cost.add(Cost);
  }
}

void StacksCallgrindWriter::gather() {
  std::vector<StackCost> OfNode(Stacks.Nodes.size());
  for (const StackSampleRow &Row : Stacks.Samples) {
    double Count = double(Row.Count);
    StackCost Cost = {Count, Row.Kind == GMON_SAMPLE_WAITING ? Count : 0};
    StackFunctionIndex F = Stacks.Nodes[Row.Node].Function;
    Own[F][lineOf(F, Row.Path, Row.Line)].add(Cost);
    OfNode[Row.Node].add(Cost);
  }
  LastSeen.resize(Stacks.Functions.size());
  for (StackNodeIndex N = 0; N < OfNode.size(); ++N)
    if (OfNode[N].Samples > 0)
      addSamples(N, OfNode[N]);

  // The calls of a pair are known by line, or only their sum is.
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> ByLine;
  for (const StackSiteCalls &Each : Stacks.SiteCalls) {
    callsOf(Each.Caller)[{lineOf(Each.Caller, Each.CallPath, Each.CallLine),
                          Each.Callee}]
        .Calls += Each.Calls;
    ByLine[{Each.Caller, Each.Callee}] += Each.Calls;
  }
  for (const StackCalls &Each : Stacks.Calls)
    if (uint64_t Known = ByLine[{Each.Caller, Each.Callee}]; Known < Each.Calls)
      callsOf(Each.Caller)[{lineOf(Each.Caller, "", 0), Each.Callee}].Calls +=
          Each.Calls - Known;
}

StringRef StacksCallgrindWriter::moduleOf(StackFunctionIndex F) const {
  uint32_t Module = Stacks.Functions[F].Module;
  return Module == NoStackIndex ? StringRef() : Stacks.Modules[Module].Path;
}

/// Writes a line of costs. Those of functions themselves add up to all time.
void StacksCallgrindWriter::writeCost(uint32_t Line, const StackCost &Cost,
                                      bool IsCall) {
  auto Whole = [&](double Samples, Rounder &Round) {
    double Exact = Stacks.seconds(Samples) * 1e6;
    return IsCall ? roundToWhole(Exact) : Round(Exact);
  };
  OS << Line << ' ' << Whole(Cost.Samples, Time);
  if (Stacks.IsElapsed)
    OS << ' ' << Whole(Cost.Waiting, Waiting);
  OS << '\n';
}

void StacksCallgrindWriter::writeLines(StackFunctionIndex F) {
  StringRef Current = Stacks.Functions[F].Path;
  for (const auto &[Where, Cost] : Own[F]) {
    if (Cost.Samples == 0)
      continue;
    if (Where.first != Current)
      file(Where.first == Stacks.Functions[F].Path ? "fe" : "fi", Where.first);
    Current = Where.first;
    writeCost(Where.second, Cost, /*IsCall=*/false);
  }
  if (Current != Stacks.Functions[F].Path)
    file("fe", Stacks.Functions[F].Path);
}

void StacksCallgrindWriter::writeCalls(StackFunctionIndex Caller,
                                       StringRef Module, StringRef Path) {
  StringRef Current = Path;
  for (const auto &[Where, Call] : callsOf(Caller)) {
    const StackFunction &Callee = Stacks.Functions[Where.second];
    auto [Site, Number] = Where.first;
    if (Site != Current)
      file(Site == Path ? "fe" : "fi", Site);
    Current = Site;
    if (moduleOf(Where.second) != Module)
      object("cob", moduleOf(Where.second));
    if (Callee.Path != Site || Site != Path)
      file("cfi", Callee.Path);
    function("cfn", Callee.Name);
    OS << "calls=" << Call.Calls << ' ' << Callee.Line << '\n';
    writeCost(Number, Call.Cost, /*IsCall=*/true);
  }
}

void StacksCallgrindWriter::write() {
  gather();
  StackCost All;
  for (const auto &Lines : Own)
    for (const auto &[Where, Cost] : Lines)
      All.add(Cost);
  auto Whole = [&](double Samples) {
    return std::to_string(roundToWhole(Stacks.seconds(Samples) * 1e6));
  };
  if (Stacks.IsElapsed)
    writeHeader("event: Time : Elapsed time in microseconds\n"
                "event: Waiting : Part of it without CPU time\n"
                "events: Time Waiting\nsummary: " +
                Whole(All.Samples) + ' ' + Whole(All.Waiting) + "\n");
  else
    writeHeader("event: Time : Time in microseconds\nevents: Time\nsummary: " +
                Whole(All.Samples) + "\n");
  for (StackFunctionIndex F = 0; F < Own.size(); ++F) {
    if (Own[F].empty() && Calls[F].empty())
      continue;
    object("ob", moduleOf(F));
    file("fl", Stacks.Functions[F].Path);
    function("fn", Stacks.Functions[F].Name);
    writeLines(F);
    writeCalls(F, moduleOf(F), Stacks.Functions[F].Path);
    OS << '\n';
  }
  if (Calls.back().empty())
    return;
  object("ob", "");
  file("fl", "");
  function("fn", GMON_OUTSIDE_SYMBOL);
  writeCalls(NoStackIndex, "", "");
}

Error gmon::writeCallgrind(const FormatContext &Context) {
  if (Context.Model.Stacks)
    StacksCallgrindWriter(Context).write();
  else
    CallgrindWriter(Context).write();
  return Error::success();
}
