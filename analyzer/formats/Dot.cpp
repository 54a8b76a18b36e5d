//===-- formats/Dot.cpp - The call graph, drawn by Graphviz ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions are boxes, colored from blue to red by their inclusive part of the
// time. Cycles are frames around their members. Arcs are as wide as their part
// of the time. Without times, calls determine colors and widths. Measured times
// need no cycles.
//
//===----------------------------------------------------------------------===//

#include "formats/Format.h"
#include "model/StackTimes.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace gmon;
using namespace llvm;

/// The least part of the time of a function that is drawn; an arc needs a fifth
/// of it.
static constexpr double DefaultPercent = 0.5;
static constexpr double ArcsPart = 0.2;

namespace {

/// What a node shows.
struct DotNode {
  uint32_t Id;
  StringRef Name, LinkName, Path;
  uint32_t Line;
  StringRef Module;                  ///< another one than the program; or empty
  double Part;                       ///< of the whole, from 0 to 1
  std::optional<double> SelfPercent; ///< none without times
  uint64_t Calls;
};

/// Draws the call graph with the times that it propagates.
class DotWriter {
public:
  explicit DotWriter(const FormatContext &Context);
  void write();

private:
  /// A function's or an arc's part of the whole, from 0 to 1.
  double part(const ModelFunction &Function) const;
  double part(const ModelArc &Arc) const;
  void writeNode(FunctionIndex F);
  void writeArc(const ModelArc &Arc);

  const ProfileModel &Model;
  raw_ostream &OS;
  double MinPart;
  bool HasTimes;
  double AllCalls = 0;
  BitVector IsDrawn; ///< functions
};

/// Draws measured times.
class StacksDotWriter {
public:
  explicit StacksDotWriter(const FormatContext &Context);
  void write();

private:
  double part(double Samples) const {
    return Times.total() > 0 ? Samples / Times.total() : 0;
  }
  void writeNode(FunctionIndex F);

  const ProfileModel &Model;
  StackTimes Times;
  raw_ostream &OS;
  double MinPart;
  BitVector IsDrawn; ///< functions
};

} // namespace

/// Returns \p Text as a label of Graphviz, without quotes around it.
static std::string label(StringRef Text) {
  std::string Result;
  for (char C : oneLine(Text)) {
    if (C == '"' || C == '\\')
      Result += '\\';
    Result += C;
    if (C == '&')
      Result += "amp;";
  }
  return Result;
}

/// Returns the color for \p Part of the whole: blue, green, yellow, red. The
/// square root makes small parts distinguishable.
static std::string color(double Part) {
  std::string Result;
  raw_string_ostream(Result) << format(
      "%.3f 0.85 %.2f", 0.66 * (1 - std::sqrt(Part)), 0.55 + 0.25 * Part);
  return Result;
}

static void printHead(raw_ostream &OS, StringRef Program,
                      const CostKind &Cost) {
  OS << "digraph \"" << label(Program) << "\" {\n";
  if (!Cost.isTime())
    OS << "  label=\"" << label("parts of all " + Cost.Name) << "\";\n";
  OS << "  node [shape=box, style=filled, fontname=\"sans-serif\", "
        "fontcolor=white];\n"
     << "  edge [fontname=\"sans-serif\", fontsize=10];\n";
}

static void printNode(raw_ostream &OS, const DotNode &Node) {
  OS << "  f" << Node.Id << " [label=\"" << label(Node.Name);
  if (!Node.Module.empty())
    OS << "\\n" << label(Node.Module);
  if (Node.SelfPercent)
    OS << format("\\n%.2f%%\\n(%.2f%%)", 100 * Node.Part, *Node.SelfPercent);
  if (Node.Calls)
    OS << "\\n" << Node.Calls << "x";
  OS << "\", fillcolor=\"" << color(Node.Part) << "\", tooltip=\""
     << label(Node.LinkName);
  if (!Node.Path.empty())
    OS << ", " << label(Node.Path) << ':' << Node.Line;
  OS << "\"];\n";
}

DotWriter::DotWriter(const FormatContext &Context)
    : Model(Context.Model), OS(Context.OS),
      MinPart(Context.Settings.MinPercent.value_or(DefaultPercent) / 100),
      HasTimes(Model.Run.GraphTotal > 0), IsDrawn(Model.NumInGraph) {
  for (const ModelFunction &Function : Model.graphFunctions())
    AllCalls += double(Function.OtherCalls);
  for (const ModelEntry &Entry : Model.Entries)
    if (!Entry.IsCycle && part(Model.Functions[Entry.Index]) >= MinPart)
      IsDrawn.set(Entry.Index);
}

double DotWriter::part(const ModelFunction &Function) const {
  if (!HasTimes)
    return AllCalls > 0 ? double(Function.OtherCalls) / AllCalls : 0;
  return std::min((Function.Self + Function.Children) / Model.Run.GraphTotal,
                  1.0);
}

double DotWriter::part(const ModelArc &Arc) const {
  if (!HasTimes)
    return AllCalls > 0 ? double(Arc.Calls) / AllCalls : 0;
  if (!Arc.IsInternal)
    return std::min((Arc.Self + Arc.Children) / Model.Run.GraphTotal, 1.0);
  // Arcs within a cycle carry no time: their calls determine their width.
  const ModelFunction &Caller = Model.Functions[Arc.Caller];
  if (Caller.Cycle == 0 || Arc.Caller == Arc.Callee)
    return 1;
  uint64_t All = Model.Cycles[Caller.Cycle - 1].InternalCalls;
  return All ? std::min(double(Arc.Calls) / double(All), 1.0) : 0;
}

void DotWriter::writeNode(FunctionIndex F) {
  const ModelFunction &Function = Model.Functions[F];
  std::optional<double> SelfPercent;
  if (HasTimes)
    SelfPercent = Model.percent(Function.Self, Model.Run.GraphTotal);
  printNode(OS,
            {F, Function.Name, Function.LinkName, Function.Path, Function.Line,
             "", part(Function), SelfPercent, Function.graphCalls()});
}

void DotWriter::writeArc(const ModelArc &Arc) {
  double Part = Arc.IsInternal ? 0 : part(Arc);
  OS << "  f" << Arc.Caller << " -> f" << Arc.Callee << " [label=\"";
  if (HasTimes && !Arc.IsInternal)
    OS << format("%.2f%%\\n", 100 * Part);
  OS << Arc.Calls << "x\", color=\"" << color(Part)
     << format("\", penwidth=%.2f", 0.5 + 4.5 * Part);
  if (Arc.IsInternal)
    OS << ", style=dashed";
  OS << "];\n";
}

void DotWriter::write() {
  printHead(OS, Model.Run.Program, Model.Run.Cost);
  for (const ModelCycle &Cycle : Model.Cycles) {
    if (none_of(Cycle.Members,
                [&](FunctionIndex Member) { return IsDrawn[Member]; }))
      continue;
    OS << "  subgraph cluster_" << Cycle.Number << " {\n    label=\"cycle "
       << Cycle.Number << "\";\n    style=dotted;\n   ";
    for (FunctionIndex Member : Cycle.Members)
      if (IsDrawn[Member])
        OS << " f" << Member << ';';
    OS << "\n  }\n";
  }
  for (const ModelEntry &Entry : Model.Entries)
    if (!Entry.IsCycle && IsDrawn[Entry.Index])
      writeNode(Entry.Index);
  for (const ModelArc &Arc : Model.Arcs)
    if (IsDrawn[Arc.Caller] && IsDrawn[Arc.Callee] && Arc.Calls &&
        part(Arc) >= MinPart * ArcsPart)
      writeArc(Arc);
  OS << "}\n";
}

StacksDotWriter::StacksDotWriter(const FormatContext &Context)
    : Model(Context.Model), Times(Model), OS(Context.OS),
      MinPart(Context.Settings.MinPercent.value_or(DefaultPercent) / 100),
      IsDrawn(Model.Functions.size()) {
  for (FunctionIndex F = 0; F < Model.Functions.size(); ++F)
    if (part(Times.ofFunction(F).Total) >= MinPart)
      IsDrawn.set(F);
}

void StacksDotWriter::writeNode(FunctionIndex F) {
  const ModelFunction &Function = Model.Functions[F];
  bool IsElsewhere = Function.What == ModelFunction::Function &&
                     Function.Module != NoIndex &&
                     !Model.Modules[Function.Module].IsProgram;
  printNode(OS,
            {F, Function.Name,
             Function.LinkName.empty() ? Function.Name : Function.LinkName,
             Function.Line ? Function.Path : "", Function.Line,
             IsElsewhere ? StringRef(Model.Modules[Function.Module].Name) : "",
             part(Times.ofFunction(F).Total),
             100 * part(Times.ofFunction(F).Self), Function.Calls.value_or(0)});
}

void StacksDotWriter::write() {
  printHead(OS, Model.Run.Program, Model.StackCost);
  for (FunctionIndex F : IsDrawn.set_bits())
    writeNode(F);
  for (const StackArc &Arc : Times.arcs()) {
    double Part = part(Arc.Total);
    if (Arc.Caller == NoIndex || !IsDrawn[Arc.Caller] || !IsDrawn[Arc.Callee] ||
        Part < MinPart * ArcsPart)
      continue;
    OS << "  f" << Arc.Caller << " -> f" << Arc.Callee
       << format(" [label=\"%.2f%%", 100 * Part);
    if (Arc.Calls)
      OS << "\\n" << *Arc.Calls << 'x';
    OS << "\", color=\"" << color(Part)
       << format("\", penwidth=%.2f", 0.5 + 4.5 * Part)
       << (Arc.IsInlined ? ", style=dashed];\n" : "];\n");
  }
  OS << "}\n";
}

Error gmon::writeDot(const FormatContext &Context) {
  if (Context.Model.isMeasured())
    StacksDotWriter(Context).write();
  else
    DotWriter(Context).write();
  return Error::success();
}
