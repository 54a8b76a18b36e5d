//===-- formats/FileCheck.cpp - Counts for tests of compilers -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the values that are equal in each run: calls, cycles and, with -l,
// executions of lines; no times and no addresses. They are sorted by name. Each
// line is a rule of llvm-gprof check. So the output is a rules file that the
// profile satisfies.
//
//===----------------------------------------------------------------------===//

#include "formats/Format.h"
#include "support/Printable.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

namespace {

/// The calls of one function by another, with the names of rules.
using NamedCalls = std::map<std::pair<std::string, std::string>, uint64_t>;

class Writer {
public:
  explicit Writer(const FormatContext &Context)
      : Model(Context.Model), OS(Context.OS) {}
  void write();

private:
  std::string ruleName(FunctionIndex I) const;
  void writeCalls();
  void writeCycles();
  void writeLines();

  const ProfileModel &Model;
  raw_ostream &OS;
};

} // namespace

/// Returns the name of the function \p I in a rule, in quotes if necessary.
std::string Writer::ruleName(FunctionIndex I) const {
  StringRef Name = Model.Functions[I].Name;
  bool IsPlain = all_of(Name, [](char C) {
    return isAlnum(C) || C == '_' || C == '.' || C == '$' || C == ':' ||
           C == '<' || C == '>' || C == '@';
  });
  if (IsPlain && !Name.contains("->"))
    return Name.str();
  // For a name with quotes, the linkage name is used.
  if (Name.contains('"') || Name.contains('\n'))
    Name = Model.Functions[I].LinkName;
  return ("\"" + Name + "\"").str();
}

void Writer::writeCalls() {
  // Several functions may have one name: rules add them up.
  std::map<std::string, uint64_t> Calls;
  NamedCalls Arcs;
  for (FunctionIndex I = 0; I < Model.NumInGraph; ++I) {
    const ModelFunction &Function = Model.Functions[I];
    if (uint64_t All = Function.graphCalls())
      Calls[ruleName(I)] += All;
  }
  for (const ModelArc &Arc : Model.Arcs)
    if (Arc.Calls)
      Arcs[{ruleName(Arc.Caller), ruleName(Arc.Callee)}] += Arc.Calls;
  for (const auto &[Name, Count] : Calls)
    OS << "calls(" << Name << ") == " << Count << '\n';
  for (const auto &[Ends, Count] : Arcs)
    OS << "calls(" << Ends.first << " -> " << Ends.second << ") == " << Count
       << '\n';
}

void Writer::writeCycles() {
  OS << "cycles == " << Model.Cycles.size() << '\n';
  std::vector<std::string> Cycles;
  for (const ModelCycle &Cycle : Model.Cycles) {
    std::vector<std::string> Names;
    for (FunctionIndex I : Cycle.Members)
      Names.push_back(ruleName(I));
    llvm::sort(Names);
    Cycles.push_back(join(Names, ", "));
  }
  llvm::sort(Cycles);
  for (StringRef Names : Cycles)
    OS << "cycle(" << Names << ")\n";
  OS << "no-new-cycles\n";
}

void Writer::writeLines() {
  // The same applies to lines of files with one name in different folders.
  std::map<std::pair<StringRef, uint32_t>, uint64_t> Counts;
  for (const CountedFile &File : Model.Lines)
    for (const CountedLine &Line : File.Lines)
      Counts[{baseName(File.Path), Line.Number}] += Line.Count;
  for (const auto &[Place, Count] : Counts)
    OS << "lines(\"" << Place.first << ':' << Place.second << "\") == " << Count
       << '\n';
}

void Writer::write() {
  if (Model.Run.HasArcs) {
    writeCalls();
    writeCycles();
  }
  writeLines();
}

Error gmon::writeFileCheck(const FormatContext &Context) {
  Writer(Context).write();
  return Error::success();
}
