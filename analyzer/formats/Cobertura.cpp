//===-- Cobertura.cpp - Counts of lines as XML ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the format that coverage-04.dtd of Cobertura specifies, for pages of
// changes and for editors. A folder is a package, a file a class. Names of
// files are relative to the folder that all have in common.
//
//===----------------------------------------------------------------------===//

#include "formats/Format.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace gmon;
using namespace llvm;

namespace {

/// How many lines have code, and were executed.
struct LineNumbers {
  size_t Valid = 0, Covered = 0;

  void add(ArrayRef<CountedLine> Lines) {
    Valid += Lines.size();
    Covered +=
        count_if(Lines, [](const CountedLine &Line) { return Line.Count; });
  }
};

class CoberturaWriter {
public:
  CoberturaWriter(raw_ostream &OS, ArrayRef<const CountedFile *> Files);
  void write();

private:
  void openTag(unsigned Depth, StringRef Tag, StringRef Name,
               const LineNumbers &Numbers);
  void writeLines(unsigned Depth, ArrayRef<CountedLine> Lines);
  void writeFile(const CountedFile &File);
  StringRef relative(const CountedFile &File) const;

  raw_ostream &OS;
  /// By folder.
  std::map<StringRef, std::vector<const CountedFile *>> Packages;
  StringRef Common; ///< the folder of all, with a slash at its end
};

} // namespace

/// Returns \p Text as the value of an attribute.
static std::string escaped(StringRef Text) {
  std::string Result;
  raw_string_ostream OS(Result);
  printHTMLEscaped(oneLine(Text), OS);
  return Result;
}

/// Returns the folder that \p Path and \p Other have in common, with a slash.
static StringRef commonFolder(StringRef Path, StringRef Other) {
  const auto [End, OtherEnd] =
      std::mismatch(Path.begin(), Path.end(), Other.begin(), Other.end());
  (void)OtherEnd;
  const StringRef Same(Path.begin(), End - Path.begin());
  return Same.take_front(Same.rfind('/') + 1);
}

CoberturaWriter::CoberturaWriter(raw_ostream &OS,
                                 ArrayRef<const CountedFile *> Files)
    : OS(OS) {
  for (const CountedFile *File : Files)
    Common =
        commonFolder(File->Path, File == Files.front() ? File->Path : Common);
  for (const CountedFile *File : Files)
    Packages[sys::path::parent_path(relative(*File))].push_back(File);
}

StringRef CoberturaWriter::relative(const CountedFile &File) const {
  return File.Path.drop_front(Common.size());
}

void CoberturaWriter::openTag(unsigned Depth, StringRef Tag, StringRef Name,
                              const LineNumbers &Numbers) {
  OS.indent(Depth) << '<' << Tag << Name << " line-rate=\""
                   << format("%.4f", Numbers.Valid ? double(Numbers.Covered) /
                                                         Numbers.Valid
                                                   : 0)
                   << "\" branch-rate=\"0\" complexity=\"0\"";
}

void CoberturaWriter::writeLines(unsigned Depth, ArrayRef<CountedLine> Lines) {
  OS.indent(Depth) << "<lines>\n";
  for (const CountedLine &Line : Lines)
    OS.indent(Depth + 1) << "<line number=\"" << Line.Number << "\" hits=\""
                         << Line.Count << "\"/>\n";
  OS.indent(Depth) << "</lines>\n";
}

void CoberturaWriter::writeFile(const CountedFile &File) {
  LineNumbers Numbers;
  Numbers.add(File.Lines);
  const StringRef Path = relative(File);
  openTag(4, "class",
          " name=\"" + escaped(sys::path::filename(Path)) + "\" filename=\"" +
              escaped(Path) + "\"",
          Numbers);
  OS << ">\n";
  OS.indent(5) << "<methods>\n";
  for (const CountedFunction &Function : File.Functions) {
    LineNumbers Own;
    Own.add(Function.Lines);
    openTag(6, "method",
            " name=\"" + escaped(Function.LinkName) + "\" signature=\"\"", Own);
    OS << ">\n";
    writeLines(7, Function.Lines);
    OS.indent(6) << "</method>\n";
  }
  OS.indent(5) << "</methods>\n";
  writeLines(5, File.Lines);
  OS.indent(4) << "</class>\n";
}

void CoberturaWriter::write() {
  std::map<StringRef, LineNumbers> NumbersOf;
  LineNumbers All;
  for (const auto &[Folder, Files] : Packages)
    for (const CountedFile *File : Files) {
      NumbersOf[Folder].add(File->Lines);
      All.add(File->Lines);
    }
  OS << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<!DOCTYPE coverage SYSTEM "
        "\"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n";
  openTag(0, "coverage", "", All);
  // The time of the run is not in the profile, and output is reproducible.
  OS << " lines-covered=\"" << All.Covered << "\" lines-valid=\"" << All.Valid
     << "\" branches-covered=\"0\" branches-valid=\"0\" timestamp=\"0\" "
        "version=\"llvm-gprof\">\n";
  OS.indent(1) << "<sources>\n";
  OS.indent(2) << "<source>" << escaped(Common) << "</source>\n";
  OS.indent(1) << "</sources>\n";
  OS.indent(1) << "<packages>\n";
  for (const auto &[Folder, Files] : Packages) {
    openTag(2, "package", " name=\"" + escaped(Folder) + "\"",
            NumbersOf[Folder]);
    OS << ">\n";
    OS.indent(3) << "<classes>\n";
    for (const CountedFile *File : Files)
      writeFile(*File);
    OS.indent(3) << "</classes>\n";
    OS.indent(2) << "</package>\n";
  }
  OS.indent(1) << "</packages>\n</coverage>\n";
}

Error gmon::writeCobertura(const FormatContext &Context) {
  Expected<std::vector<const CountedFile *>> Files = countedFiles(Context);
  if (!Files)
    return Files.takeError();
  CoberturaWriter(Context.OS, *Files).write();
  return Error::success();
}
