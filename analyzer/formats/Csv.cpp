//===-- formats/Csv.cpp - Rows for spreadsheets and scripts ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table, as specified by RFC 4180, with a line of column names: the first
// of the chosen reports. Times are in seconds, other costs in their
// unit, with all digits.
//
//===----------------------------------------------------------------------===//

#include "formats/Format.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

namespace {

/// Writes fields, with commas and ends of lines.
class CsvWriter {
public:
  explicit CsvWriter(const FormatContext &Context)
      : Model(Context.Model), OS(Context.OS) {}

  void writeFlat();
  void writeArcs();
  void writeArcsOf(const ModelFunction &Caller);
  void writeExecutions();
  void writeLines();

private:
  void startField() {
    if (!IsFirst)
      OS << ',';
    IsFirst = false;
  }
  void field(StringRef Text);
  void field(uint64_t Number) {
    startField();
    OS << Number;
  }
  void cost(double Samples) { number(Model.cost(Samples)); }
  void number(double Value) {
    startField();
    printNumber(OS, Value);
  }
  void address(uint64_t Address) {
    startField();
    OS << "0x" << utohexstr(Address, /*LowerCase=*/true);
  }
  void endRow() {
    OS << "\r\n";
    IsFirst = true;
  }
  void header(ArrayRef<StringLiteral> Names) {
    for (StringRef Name : Names)
      field(Model.Run.Cost.key(Name));
    endRow();
  }

  const ProfileModel &Model;
  raw_ostream &OS;
  bool IsFirst = true; ///< of the fields of a row
};

} // namespace

void CsvWriter::field(StringRef Text) {
  startField();
  std::string Fixed;
  Text = asUtf8(Text, Fixed);
  // Spreadsheets interpret such text as a formula, unless a quote precedes it.
  if (Text.find_first_of("=+-@\t\r") == 0)
    Text = Fixed = ("'" + Text).str();
  if (Text.find_first_of(StringRef(",\"\r\n\0", 5)) == StringRef::npos &&
      Text.trim() == Text) {
    OS << Text;
    return;
  }
  OS << '"';
  for (char C : Text) {
    if (C == '"')
      OS << '"';
    OS << C;
  }
  OS << '"';
}

void CsvWriter::writeFlat() {
  // With counted costs, a last column says which are estimates.
  SmallVector<StringLiteral> Names = {"function", "linkage_name", "file",
                                      "line", "address"};
  for (const RowColumn &Column : RowColumns)
    Names.push_back(Column.Name);
  if (Model.Costs)
    Names.push_back("is_estimate");
  header(Names);
  for (const ModelRow &Row : Model.Flat) {
    field(Row.Name);
    field(Row.LinkName);
    field(Row.Path);
    field(uint64_t(Row.Line));
    address(Row.Address);
    for (const RowColumn &Column : RowColumns)
      if (!Column.Real)
        field(Row.*Column.Count);
      else if (Column.IsCost)
        cost(Row.*Column.Real);
      else
        number(Row.*Column.Real);
    if (Model.Costs)
      field(uint64_t(Model.Functions[Row.Function].Bounds.has_value()));
    endRow();
  }
}

void CsvWriter::writeArcs() {
  header({"caller", "callee", "caller_linkage_name", "callee_linkage_name",
          "calls", "all_calls", "self_seconds", "children_seconds", "cycle"});
  BitVector HasEntry(Model.NumInGraph);
  for (const ModelEntry &Entry : Model.Entries)
    if (!Entry.IsCycle) {
      HasEntry.set(Entry.Index);
      writeArcsOf(Model.Functions[Entry.Index]);
    }
  // Callers that nobody called and that have no time have no entry.
  for (FunctionIndex F = 0; F < Model.NumInGraph; ++F)
    if (const ModelFunction &Caller = Model.Functions[F];
        !HasEntry.test(F) &&
        any_of(Caller.Callees, [&](ArcIndex A) { return Model.Arcs[A].Calls; }))
      writeArcsOf(Caller);
}

void CsvWriter::writeArcsOf(const ModelFunction &Caller) {
  for (ArcIndex A : Caller.Callees) {
    const ModelArc &Arc = Model.Arcs[A];
    const ModelFunction &Callee = Model.Functions[Arc.Callee];
    field(Caller.Name);
    field(Callee.Name);
    field(Caller.LinkName);
    field(Callee.LinkName);
    field(Arc.Calls);
    field(Arc.AllCalls);
    cost(Arc.Self);
    cost(Arc.Children);
    field(uint64_t(Arc.IsInternal ? Caller.Cycle : 0));
    endRow();
  }
}

void CsvWriter::writeExecutions() {
  header({"file", "line", "linkage_name", "address", "executions"});
  for (const ExecRow &Row : Model.Executions) {
    field(Row.Path);
    field(uint64_t(Row.Line));
    field(Row.Function);
    address(Row.Address);
    field(Row.Count);
    endRow();
  }
}

void CsvWriter::writeLines() {
  header({"file", "line", "executions"});
  for (const CountedFile &File : Model.Lines)
    for (const CountedLine &Line : File.Lines) {
      field(File.Path);
      field(uint64_t(Line.Number));
      field(Line.Count);
      endRow();
    }
}

Error gmon::writeCsv(const FormatContext &Context) {
  CsvWriter Writer(Context);
  if (Context.Settings.wants(ReportFlat))
    Writer.writeFlat();
  else if (Context.Settings.wants(ReportGraph))
    Writer.writeArcs();
  else if (Context.Settings.wants(ReportExecCounts))
    Writer.writeExecutions();
  else
    Writer.writeLines();
  return Error::success();
}
