//===-- formats/Dot.cpp - The call graph, drawn by Graphviz ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions are boxes, colored from blue to red by their inclusive part of the
// time. Arcs are as wide as their part of the time. Without times, calls
// determine colors and widths. Estimated times have cycles: frames around their
// members, whose calls have no time.
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

class DotWriter {
public:
  explicit DotWriter(const FormatContext &Context);
  void write();

private:
  /// Returns the part of the whole, from 0 to 1, that \p Samples are or,
  /// without times, \p NumCalls.
  double part(double Samples, uint64_t NumCalls) const {
    const double Part = HasTimes ? Samples : double(NumCalls);
    return Whole > 0 ? std::min(Part / Whole, 1.0) : 0;
  }
  double part(FunctionIndex F) const {
    return part(Times.ofFunction(F).Total, Calls[F]);
  }
  void writeCycles();
  void writeNode(FunctionIndex F);
  void writeArc(const StackArc &Arc);

  const ProfileModel &Model;
  const StackTimes Times;
  const std::vector<StackArc> Arcs;
  raw_ostream &OS;
  const double MinPart;
  const bool HasTimes;
  double Whole;                ///< all samples or, without times, all calls
  std::vector<uint64_t> Calls; ///< by function: by others
  BitVector IsDrawn;           ///< functions
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
    : Model(Context.Model), Times(StackTimes::shown(Model)), Arcs(Times.arcs()),
      OS(Context.OS),
      MinPart(Context.Settings.MinPercent.value_or(DefaultPercent) / 100),
      HasTimes(Times.total() > 0), Whole(Times.total()),
      Calls(Model.Functions.size()), IsDrawn(Model.Functions.size()) {
  for (const StackArc &Arc : Arcs)
    if (Arc.Caller != Arc.Callee && !Arc.IsInlined) {
      Calls[Arc.Callee] += Arc.Calls.value_or(0);
      Whole += HasTimes ? 0 : double(Arc.Calls.value_or(0));
    }
  for (FunctionIndex F = 0; F < Model.shownFunctions().size(); ++F)
    if (part(F) >= MinPart)
      IsDrawn.set(F);
}

void DotWriter::writeCycles() {
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
}

void DotWriter::writeNode(FunctionIndex F) {
  const ModelFunction &Function = Model.Functions[F];
  const double Part = part(F);
  OS << "  f" << F << " [label=\"" << label(Function.Name);
  if (Function.What == ModelFunction::Function && Function.Module != NoIndex &&
      !Model.isOfProgram(F))
    OS << "\\n" << label(Model.Modules[Function.Module].Name);
  if (HasTimes)
    OS << format("\\n%.2f%%\\n(%.2f%%)", 100 * Part,
                 100 * part(Times.ofFunction(F).Self, 0));
  if (Function.Calls)
    OS << "\\n" << *Function.Calls << "x";
  OS << "\", fillcolor=\"" << color(Part) << "\", tooltip=\""
     << label(Function.LinkName.empty() ? Function.Name : Function.LinkName);
  if (Function.Line)
    OS << ", " << label(Function.Path) << ':' << Function.Line;
  OS << "\"];\n";
}

void DotWriter::writeArc(const StackArc &Arc) {
  if (Arc.Caller == NoIndex || !IsDrawn[Arc.Caller] || !IsDrawn[Arc.Callee])
    return;
  const bool IsInCycle = Times.areEstimates() && Arc.IsNested;
  const double Part = IsInCycle ? 0 : part(Arc.Total, Arc.Calls.value_or(0));
  if (!IsInCycle && Part < MinPart * ArcsPart)
    return;
  ListSeparator NewLine("\\n");
  OS << "  f" << Arc.Caller << " -> f" << Arc.Callee << " [label=\"";
  if (HasTimes && !IsInCycle)
    OS << NewLine << format("%.2f%%", 100 * Part);
  if (Arc.Calls)
    OS << NewLine << *Arc.Calls << 'x';
  OS << "\", color=\"" << color(Part)
     << format("\", penwidth=%.2f", 0.5 + 4.5 * Part)
     << (Arc.IsInlined || IsInCycle ? ", style=dashed];\n" : "];\n");
}

void DotWriter::write() {
  OS << "digraph \"" << label(Model.Run.Program) << "\" {\n";
  if (const CostKind &Cost = Model.shownCost(); !Cost.isTime())
    OS << "  label=\"" << label("parts of all " + Cost.Name) << "\";\n";
  OS << "  node [shape=box, style=filled, fontname=\"sans-serif\", "
        "fontcolor=white];\n"
     << "  edge [fontname=\"sans-serif\", fontsize=10];\n";
  if (!Model.isOfStacks())
    writeCycles();
  for (FunctionIndex F : IsDrawn.set_bits())
    writeNode(F);
  for (const StackArc &Arc : Arcs)
    writeArc(Arc);
  OS << "}\n";
}

Error gmon::writeDot(const FormatContext &Context) {
  DotWriter(Context).write();
  return Error::success();
}
