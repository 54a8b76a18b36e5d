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
// of the time. Without times, calls determine colors and widths.
//
//===----------------------------------------------------------------------===//

#include "formats/Format.h"
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

DotWriter::DotWriter(const FormatContext &Context)
    : Model(Context.Model), OS(Context.OS),
      MinPart(Context.Settings.MinPercent.value_or(DefaultPercent) / 100),
      HasTimes(Model.Run.GraphTotal > 0), IsDrawn(Model.Functions.size()) {
  for (const ModelFunction &Function : Model.Functions)
    AllCalls += double(Function.Calls);
  for (const ModelEntry &Entry : Model.Entries)
    if (!Entry.IsCycle && part(Model.Functions[Entry.Index]) >= MinPart)
      IsDrawn.set(Entry.Index);
}

double DotWriter::part(const ModelFunction &Function) const {
  if (!HasTimes)
    return AllCalls > 0 ? double(Function.Calls) / AllCalls : 0;
  return std::min((Function.EntrySelf + Function.EntryChildren) /
                      Model.Run.GraphTotal,
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
  double Part = part(Function);
  OS << "  f" << F << " [label=\"" << label(Function.Name);
  if (HasTimes)
    OS << format("\\n%.2f%%\\n(%.2f%%)", 100 * Part,
                 Model.percent(Function.EntrySelf, Model.Run.GraphTotal));
  if (uint64_t Calls = Function.Calls + Function.SelfCalls)
    OS << "\\n" << Calls << "x";
  OS << "\", fillcolor=\"" << color(Part) << "\", tooltip=\""
     << label(Function.LinkName);
  if (!Function.Path.empty())
    OS << ", " << label(Function.Path) << ':' << Function.Line;
  OS << "\"];\n";
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
  OS << "digraph \"" << label(Model.Run.Program) << "\" {\n"
     << "  node [shape=box, style=filled, fontname=\"sans-serif\", "
        "fontcolor=white];\n"
     << "  edge [fontname=\"sans-serif\", fontsize=10];\n";
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

Error gmon::writeDot(const FormatContext &Context) {
  DotWriter(Context).write();
  return Error::success();
}
