//===-- AnnotatedSource.cpp - Prints annotated source ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints source files with annotations in a margin, and a summary below each.
//
//===----------------------------------------------------------------------===//

#include "files/OutputFile.h"
#include "reports/Reports.h"
#include "support/Errors.h"
#include "support/Printable.h"
#include "views/SourceProfile.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"

using namespace gmon;
using namespace llvm;

static constexpr size_t MarginWidth = 16;

static void printLines(raw_ostream &OS, const AnnotatedFile &File) {
  StringRef Rest = File.Text->getBuffer();
  for (size_t I = 0; !Rest.empty(); ++I) {
    std::string Note;
    if (I < File.Notes.size() && !File.Notes[I].empty())
      Note = File.Notes[I] + " -> ";
    Note.resize(std::min(Note.size(), MarginWidth));
    OS.indent(MarginWidth - Note.size()) << Note;
    size_t End = std::min(Rest.find('\n'), Rest.size() - 1) + 1;
    OS << Rest.take_front(End);
    Rest = Rest.drop_front(End);
  }
}

static void printSummary(raw_ostream &OS, const AnnotatedFile &File,
                         uint64_t TableLength) {
  if (TableLength > 0) {
    OS << "\n\nTop " << TableLength << " Lines:\n\n     Line      Count\n\n";
    for (const auto &[Line, Count] : File.TopLines)
      OS << format("%9d %10lu\n", Line, Count);
  }
  OS << "\nExecution Summary:\n\n";
  OS << format("%9ld   Executable lines in this file\n", File.NumExecutable);
  OS << format("%9ld   Lines executed\n", File.NumExecuted);
  OS << format("%9.2f   Percent of the file executed\n",
               File.NumExecutable ? 100.0 * double(File.NumExecuted) /
                                        double(File.NumExecutable)
                                  : 100.0);
  OS << format("\n%9lu   Total number of line executions\n", File.NumCalls);
  OS << format("%9.2f   Average executions per line\n",
               File.NumExecutable
                   ? double(File.NumCalls) / double(File.NumExecutable)
                   : 0.0);
}

/// Returns the file that -y writes for each of the source files \p Paths. No
/// such file replaces a source file in the current folder.
static StringMap<std::string> chooseNames(ArrayRef<StringRef> Paths) {
  StringSet<> Sources;
  for (StringRef Path : Paths)
    Sources.insert(baseName(Path));
  std::vector<std::string> Names = annotationNames(Paths, [&](StringRef Name) {
    return Sources.contains(Name) && sys::fs::exists(Name);
  });
  StringMap<std::string> Result;
  for (auto [Path, Name] : zip_equal(Paths, Names))
    Result[Path] = std::move(Name);
  return Result;
}

Error gmon::printAnnotatedSource(ReportContext &Context,
                                 const SourceProfile &Profile, Warnings &Warn) {
  bool IsFirst = true;
  StringMap<std::string> Names;
  if (Context.Settings.SeparateFiles)
    Names = chooseNames(Profile.paths());
  auto Print = [&](const AnnotatedFile &File) -> Error {
    uint64_t TableLength = Context.Settings.TableLength;
    if (Context.Settings.SeparateFiles)
      return writeFile(Names[File.Path], [&](raw_ostream &OS) {
        printLines(OS, File);
        printSummary(OS, File, TableLength);
      });
    if (!IsFirst)
      Context.OS << '\n';
    IsFirst = false;
    Context.startPage();
    Context.OS << "*** File " << File.Path << ":\n";
    printLines(Context.OS, File);
    printSummary(Context.OS, File, TableLength);
    return Error::success();
  };
  return Profile.annotate(Print, [&](StringRef Path) {
    Warn.add("cannot find a source file", "'" + Path + "'");
  });
}
