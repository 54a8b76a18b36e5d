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
#include "formats/FrameTree.h"
#include "formats/html/HtmlPage.h"
#include "formats/html/HtmlSource.h"

namespace gmon {

struct Advice;
struct AdvicePart;
struct FunctionAssembly;
struct HotFunction;
struct OmittedCode;

/// Writes what does not depend on how times were found.
class PageWriter : protected HtmlData {
public:
  PageWriter(const FormatContext &Context, llvm::raw_ostream &OS);
  virtual ~PageWriter() = default;
  void write();

protected:
  virtual double cost(double Samples) const = 0;
  void time(double Samples) { number(cost(Samples)); }
  void time(llvm::StringRef Name, double Samples) {
    number(Name, cost(Samples));
  }
  void writeTree(const FrameTree &Tree);

  /// Each writes members of an object.
  virtual void writeTimes() = 0;
  virtual void writeFunctions() = 0;
  virtual void writeArcs() = 0;
  virtual void writeStacks() = 0;
  /// Write a member with a list.
  virtual void writeThreads() = 0;
  virtual void writeCycles() = 0;
  virtual void writeEntries() = 0;

  const FormatContext &Context;
  const ProfileModel &Model;

private:
  void writeRun();
  void writeFile(const PageFile &File);
  void writeLines(const PageFile &File, const PageLines &Lines);
  void writeDistribution(llvm::StringRef Name, const RankDistribution &Of,
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
  void writeThreadTimes(const FunctionAssembly &Code,
                        StackFunctionIndex Function);

  std::vector<PageFile> Files;
  std::optional<StackSamplesByAddress> Samples; ///< if there are threads
  /// Names of functions that code comes from, and their numbers.
  llvm::MapVector<llvm::StringRef, int64_t> CodeNames;
};

/// Writes the data of a page with measured stacks.
void writeStacksPage(const FormatContext &Context, llvm::raw_ostream &OS);

} // namespace gmon

#endif // GMON_ANALYZER_FORMATS_HTML_HTML_H
