//===-- MeasuredGraphReport.cpp - The call graph with measured times ------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout is that of the call graph. Times are those of stacks, of the whole
// process: an arc has the time of the stacks that it is on. So a cycle needs no
// entry of its own, and a call has a time that depends on the caller.
//
//===----------------------------------------------------------------------===//

#include "model/IncompleteStacks.h"
#include "model/ProfileModel.h"
#include "reports/Reports.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

namespace {

class MeasuredGraphPrinter {
public:
  MeasuredGraphPrinter(ReportContext &Context, const ProfileModel &Model)
      : Context(Context), Model(Model), Stacks(*Model.Stacks), Times(Stacks),
        Bounds(Stacks), Arcs(Times.arcs()), OS(Context.OS),
        ShowErrors(Context.Settings.ShowErrors) {}
  void print();

private:
  /// The cells of a line between its index and its name.
  struct Cells {
    StackTime Time;
    std::string Calls;
    double TotalOfCalls = 0; ///< the part of the total in counted calls
    double TimedCalls = 0;   ///< number of calls that this is the time of; or 0
    bool IsLowerBound = false; ///< of all but the self time
  };

  void orderFunctions();
  void linkArcs();
  bool isShown(StackFunctionIndex F) const;
  void printHeader();
  void printCells(const Cells &Line);
  void printArc(const StackArc &Arc, StackFunctionIndex Other);
  void printEntry(StackFunctionIndex F);
  std::string nameOf(StackFunctionIndex F) const;
  double cost(double Samples) const { return Stacks.cost(Samples); }
  double errorOf(double Samples) const { return cost(Stacks.errorOf(Samples)); }
  /// Returns \p Cost, that of a call.
  std::string ofCall(double Cost) const {
    return Stacks.Cost.isTime() ? shortTime(Cost) : groupedNumber(Cost, 2);
  }

  ReportContext &Context;
  const ProfileModel &Model;
  const StackModel &Stacks;
  const StackTimes Times;
  const LowerBounds Bounds;
  const std::vector<StackArc> Arcs;
  raw_ostream &OS;
  const bool ShowErrors;
  bool ShowsAll = true; ///< no option chooses entries
  std::vector<StackFunctionIndex> Order;
  std::vector<uint32_t> Index; ///< by function, from 1; 0 without entry
  /// By function; greatest totals first.
  std::vector<SmallVector<uint32_t, 2>> Callers, Callees;
  std::vector<uint64_t> SelfCalls; ///< by function
};

} // namespace

/// Numbers the functions: the greatest totals first.
void MeasuredGraphPrinter::orderFunctions() {
  for (const ModelFunction &Function : Model.Functions)
    ShowsAll &= Function.IsShown || !(Function.Calls || Function.Self > 0);
  Index.resize(Stacks.Functions.size());
  // Functions of modules without counts may be callers only.
  BitVector IsCaller(Stacks.Functions.size());
  for (const StackCalls &Each : Stacks.Calls)
    if (Each.Caller != NoStackIndex)
      IsCaller.set(Each.Caller);
  for (StackFunctionIndex F = 0; F < Stacks.Functions.size(); ++F)
    if (Times.ofFunction(F).Total > 0 || IsCaller.test(F) ||
        Stacks.Functions[F].Calls.value_or(0) > 0)
      Order.push_back(F);
  llvm::stable_sort(Order, [&](StackFunctionIndex A, StackFunctionIndex B) {
    const StackTime &Left = Times.ofFunction(A), &Right = Times.ofFunction(B);
    return std::tuple(-Left.Total, -Left.Self, Stacks.Functions[A].Name) <
           std::tuple(-Right.Total, -Right.Self, Stacks.Functions[B].Name);
  });
  for (uint32_t I = 0; I < Order.size(); ++I)
    Index[Order[I]] = I + 1;
}

/// Lists the arcs of each function. Callers whose calls are not counted have
/// one line together if their calls are known, or else one each.
void MeasuredGraphPrinter::linkArcs() {
  const size_t NumFunctions = Stacks.Functions.size();
  Callers.resize(NumFunctions);
  Callees.resize(NumFunctions);
  SelfCalls.resize(NumFunctions);
  BitVector HasOutside(NumFunctions);
  for (const StackArc &Arc : Arcs)
    if (Arc.Caller == NoStackIndex && Arc.Calls)
      HasOutside.set(Arc.Callee);
  for (uint32_t A = 0; A < Arcs.size(); ++A) {
    const StackArc &Arc = Arcs[A];
    if (Arc.IsInlined) {
      Callees[Arc.Caller].push_back(A);
      continue;
    }
    if (Arc.Caller == Arc.Callee) {
      SelfCalls[Arc.Callee] = Arc.Calls.value_or(0);
      continue;
    }
    if (Arc.Caller == NoStackIndex) {
      if (HasOutside.test(Arc.Callee))
        Callers[Arc.Callee].push_back(A);
      continue;
    }
    if (!HasOutside.test(Arc.Callee) ||
        countsCalls(Stacks, Arc.Caller, Arc.Callee))
      Callers[Arc.Callee].push_back(A);
    Callees[Arc.Caller].push_back(A);
  }
  auto Sort = [&](SmallVector<uint32_t, 2> &Some, bool GreatestFirst) {
    llvm::stable_sort(Some, [&](uint32_t A, uint32_t B) {
      auto Key = [&](uint32_t I) {
        return std::pair(Arcs[I].Total, Arcs[I].Calls.value_or(0));
      };
      return GreatestFirst ? Key(A) > Key(B) : Key(A) < Key(B);
    });
  };
  // As in gprof: the most important lines are next to the function's own.
  for (SmallVector<uint32_t, 2> &Some : Callers)
    Sort(Some, /*GreatestFirst=*/false);
  for (SmallVector<uint32_t, 2> &Some : Callees)
    Sort(Some, /*GreatestFirst=*/true);
}

/// Whether the options choose the entry of \p F.
bool MeasuredGraphPrinter::isShown(StackFunctionIndex F) const {
  const StackFunction &Function = Stacks.Functions[F];
  if (Function.InModel < Model.Functions.size())
    return Model.Functions[Function.InModel].IsShown;
  return ShowsAll;
}

std::string MeasuredGraphPrinter::nameOf(StackFunctionIndex F) const {
  if (F == NoStackIndex)
    return GMON_OUTSIDE_SYMBOL;
  const StackFunction &Function = Stacks.Functions[F];
  std::string Name = Function.Name.str();
  if (Function.What == StackFunction::Function &&
      Function.Module != NoStackIndex &&
      !Stacks.Modules[Function.Module].IsProgram)
    Name += " [" + Stacks.Modules[Function.Module].Name + "]";
  std::string Tag = utostr(Index[F]);
  return Name + (isShown(F) ? " [" + Tag + "]" : " (" + Tag + ")");
}

void MeasuredGraphPrinter::printHeader() {
  OS << "\t\t\tCall graph, measured by stacks"
     << (Context.Settings.Brief ? "\n\n" : " (explanation follows)\n\n");
  if (Stacks.Cost.isTime())
    OS << format("%.2f seconds of the process, %.0f samples\n",
                 cost(Times.total()), Times.total());
  else
    OS << groupedNumber(cost(Times.total())) << ' ' << Stacks.Cost.Name
       << " of the process\n";
  if (Bounds.any())
    OS << "Times with >= are lower bounds: incomplete stacks may lack the "
          "function.\n";
  OS << '\n';
  OS << (ShowErrors ? "index % time    self     +-  children     +-    called  "
                      "    total/call          +-  name\n"
                    : "index % time    self  children    called      "
                      "total/call  name\n");
}

void MeasuredGraphPrinter::printCells(const Cells &Line) {
  const double Children = Line.Time.Total - Line.Time.Self;
  const StringRef Mark = Line.IsLowerBound ? ">=" : "";
  auto PrintTime = [&](double Samples, StringRef Before = "") {
    std::string Text;
    raw_string_ostream Cell(Text);
    Cell << Before;
    printFixed(Cell, cost(Samples), 0, Stacks.Cost.isTime() ? 2 : 0);
    OS << right_justify(Text, 7);
    if (ShowErrors)
      printFixed(OS, errorOf(Samples), 7, Stacks.Cost.isTime() ? 2 : 0);
  };
  PrintTime(Line.Time.Self);
  OS << ' ';
  PrintTime(Children, Mark);
  OS << ' ' << left_justify(Line.Calls, 15) << ' ';
  const bool IsKnown = Line.TimedCalls > 0 && Line.TotalOfCalls > 0;
  auto PrintCall = [&](double Cost, StringRef Before = "") {
    OS << right_justify(
        IsKnown ? Before.str() + ofCall(Cost / Line.TimedCalls) : "", 11);
  };
  PrintCall(cost(Line.TotalOfCalls), Mark);
  if (ShowErrors) {
    OS << ' ';
    PrintCall(errorOf(Line.TotalOfCalls));
  }
  OS << "  ";
}

/// Returns \p Number in a cell of seven columns.
static std::string rightAligned(uint64_t Number) {
  std::string Text = utostr(Number);
  return std::string(Text.size() < 7 ? 7 - Text.size() : 0, ' ') + Text;
}

/// Prints the line of \p Arc, whose other end is \p Other.
void MeasuredGraphPrinter::printArc(const StackArc &Arc,
                                    StackFunctionIndex Other) {
  Cells Line;
  Line.Time = {Arc.Self, Arc.Total};
  Line.IsLowerBound = Bounds.isOne(Arc, Arc.Total);
  Line.TotalOfCalls = Arc.TotalOfCalls;
  if (Arc.Calls) {
    uint64_t All =
        Stacks.Functions[Arc.Callee].Calls.value_or(0) - SelfCalls[Arc.Callee];
    Line.Calls = rightAligned(*Arc.Calls) + "/" + utostr(All);
    if (!Arc.IsNested)
      Line.TimedCalls = double(*Arc.Calls);
  }
  OS.indent(13);
  printCells(Line);
  OS << "    " << nameOf(Other) << '\n';
}

void MeasuredGraphPrinter::printEntry(StackFunctionIndex F) {
  for (uint32_t A : Callers[F])
    printArc(Arcs[A], Arcs[A].Caller);
  if (Callers[F].empty())
    OS.indent(ShowErrors ? 89 : 63) << "<spontaneous>\n";

  const StackFunction &Function = Stacks.Functions[F];
  Cells Line;
  Line.Time = Times.ofFunction(F);
  Line.IsLowerBound = Bounds.isOne(F, Line.Time.Total);
  Line.TotalOfCalls = Times.ofCalls(F).Total;
  if (uint64_t Calls = Function.Calls.value_or(0)) {
    uint64_t Others = Calls - std::min(Calls, SelfCalls[F]);
    Line.Calls = rightAligned(Others);
    if (SelfCalls[F])
      Line.Calls += "+" + utostr(SelfCalls[F]);
    Line.TimedCalls = double(Times.timedCalls(F));
  }
  std::string Number = ("[" + Twine(Index[F]) + "]").str();
  OS << format("%-6.6s %5.1f ", Number.c_str(),
               ProfileModel::percent(Line.Time.Total, Times.total()));
  printCells(Line);
  OS << nameOf(F) << '\n';
  for (uint32_t A : Callees[F])
    printArc(Arcs[A], Arcs[A].Callee);
  OS << "-----------------------------------------------\n";
}

void MeasuredGraphPrinter::print() {
  orderFunctions();
  linkArcs();
  Context.startPage();
  printHeader();
  for (StackFunctionIndex F : Order)
    if (isShown(F))
      printEntry(F);
  if (!Context.Settings.Brief)
    explainMeasuredGraph(Context);
}

void gmon::printMeasuredGraph(ReportContext &Context,
                              const ProfileModel &Model) {
  MeasuredGraphPrinter(Context, Model).print();
}
