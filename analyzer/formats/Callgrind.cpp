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
//===----------------------------------------------------------------------===//

#include "formats/Format.h"
#include "support/Rounding.h"
#include "llvm/ADT/StringMap.h"

using namespace gmon;
using namespace llvm;

namespace {

class CallgrindWriter {
public:
  explicit CallgrindWriter(const FormatContext &Context)
      : Model(Context.Model), OS(Context.OS) {}
  void write();

private:
  using Names = StringMap<unsigned>; ///< with their numbers
  void name(StringRef Key, Names &Known, StringRef Text);
  void file(StringRef Key, StringRef Path) {
    name(Key, Files, Path.empty() ? "???" : Path);
  }
  uint64_t microseconds(double Samples) const {
    return roundToWhole(Model.seconds(Samples) * 1e6);
  }
  void writeHeader();
  void writeRow(const ModelRow &Row, StringRef FunctionPath);
  void writeCall(const ModelArc &Arc);
  void writeFunction(FunctionIndex F, ArrayRef<const ModelRow *> Rows);

  const ProfileModel &Model;
  raw_ostream &OS;
  Names Files, Functions;
  Rounder Cost;
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

void CallgrindWriter::writeHeader() {
  std::string Program = oneLine(Model.Run.Program);
  OS << "# callgrind format\n"
     << "version: 1\n"
     << "creator: llvm-gprof\n"
     << "cmd: " << Program << '\n'
     << "positions: line\n"
     << "event: Time : Time in microseconds\n"
     << "events: Time\n"
     << "summary: " << microseconds(Model.Run.Total) << "\n\n"
     << "ob=(1) " << Program << '\n';
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
  name("cfn", Functions, Callee.Name);
  OS << "calls=" << Arc.Calls << ' ' << Callee.Line << '\n'
     << Caller.Line << ' ' << microseconds(Arc.Self + Arc.Children) << '\n';
}

void CallgrindWriter::writeFunction(FunctionIndex F,
                                    ArrayRef<const ModelRow *> Rows) {
  const ModelFunction &Function = Model.Functions[F];
  OS << '\n';
  file("fl", Function.Path);
  name("fn", Functions, Function.Name);
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
  writeHeader();
  for (FunctionIndex F = 0; F < RowsOf.size(); ++F)
    writeFunction(F, RowsOf[F]);
  // So the sum of the costs is the whole time.
  if (uint64_t Rest =
          Cost(Model.seconds(Model.Run.Total - InFunctions) * 1e6)) {
    OS << '\n';
    file("fl", "");
    name("fn", Functions, "<unknown>");
    OS << "0 " << Rest << '\n';
  }
}

Error gmon::writeCallgrind(const FormatContext &Context) {
  CallgrindWriter(Context).write();
  return Error::success();
}
