//===-- formats/html/Html.h - A page to look at a profile -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the profile as JSON, by column, for data.js. In: a model. Out: facts
// of the run, functions, arcs, a tree of calls, lines of source, instructions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FORMATS_HTML_HTML_H
#define GMON_ANALYZER_FORMATS_HTML_HTML_H

#include "assembly/AssemblySource.h"
#include "formats/html/HtmlCycles.h"
#include "formats/html/HtmlPage.h"
#include "formats/html/HtmlSource.h"
#include "model/CallTree.h"
#include "model/IncompleteStacks.h"

namespace gmon {

struct Advice;
struct AdvicePart;
struct FunctionAssembly;
struct HotFunction;
struct OmittedCode;

/// Writes what does not depend on how times were found.
class PageWriter : HtmlData {
public:
  PageWriter(const FormatContext &Context, llvm::raw_ostream &OS);
  void write();

private:
  void time(double Samples) { number(Cost.of(Samples)); }
  void time(llvm::StringRef Name, double Samples) {
    number(Name, Cost.of(Samples));
  }
  void calls(std::optional<uint64_t> Calls) {
    if (Calls)
      count(*Calls);
    else
      J.value(nullptr);
  }
  /// Each writes members of an object, or a member with a list.
  void writeRun();
  void writeTimes();
  void writeProcess();
  void writeModules();
  void writeThreads();
  void writeFunctions();
  void writeArcs();
  void writeCycles();
  void writeEntries();
  void writeTree();
  void writeFile(const PageFile &File);
  void writeLines(const PageFile &File, const PageLines &Lines);
  void writeDistribution(llvm::StringRef Name, const RankDistribution &Counts,
                         uint64_t NumProcesses, double Scale);
  void writeRanks();
  void writeGroup(const ModelGroup &Group, double Samples,
                  llvm::ArrayRef<FunctionCount> Functions);
  void writeGroups();
  void writeAdvice();
  void writeAdviceList(llvm::ArrayRef<Advice> List);
  void writeAdvicePart(const AdvicePart &Part);
  void writeCode();
  void writeCodeOf(const HotFunction &Function);
  void writeOmitted(llvm::ArrayRef<OmittedCode> Functions);
  void writePlaces(const FunctionAssembly &Code);
  void writeExecutions(const FunctionAssembly &Code);
  void writeThreadTimes(const FunctionAssembly &Code, FunctionIndex Function);

  const FormatContext &Context;
  const ProfileModel &Model;
  const bool IsOfStacks;
  const CostKind &Cost;
  const StackTimes Times;
  const LowerBounds Bounds;
  const std::vector<StackArc> Arcs;
  const StackCycles Cycles; ///< of stacks
  /// The functions of the page: of the process or of the graph.
  const llvm::ArrayRef<ModelFunction> Functions;
  std::vector<PageFile> Files;
  std::optional<StackSamplesByAddress> Samples; ///< if there are threads
  /// Names of functions that code comes from, and their numbers.
  llvm::MapVector<llvm::StringRef, int64_t> CodeNames;
};

/// Writes the data of a page with measured stacks.
} // namespace gmon

#endif // GMON_ANALYZER_FORMATS_HTML_HTML_H
