//===-- formats/Gcov.cpp - Source with counts, as gcov prints it ----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints one source file after the other, each line with its count, its number
// and its text. "-" marks lines without code, "#####" lines that were not
// reached.
//
//===----------------------------------------------------------------------===//

#include "formats/Format.h"
#include "program/SourceFiles.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

static void writeLine(raw_ostream &OS, StringRef Count, uint64_t Number,
                      StringRef Text) {
  OS << right_justify(Count, 9) << ':' << right_justify(utostr(Number), 5)
     << ':' << Text << '\n';
}

static void writeSource(const FormatContext &Context, const CountedFile &File) {
  raw_ostream &OS = Context.OS;
  writeLine(OS, "-", 0, "Source:" + oneLine(File.Path));
  std::unique_ptr<MemoryBuffer> Source =
      SourceOpener(Context.Settings.Sources, *Context.Model.Origins,
                   Context.Warn)
          .open(File.Path, /*WarnIfMissing=*/true);
  StringRef Rest = Source ? Source->getBuffer() : "";
  auto Line = File.Lines.begin();
  // Counts behind the end of a file, or of a missing file, get a text that says
  // so.
  for (uint64_t Number = 1; !Rest.empty() || Line != File.Lines.end();
       ++Number) {
    bool IsCounted = Line != File.Lines.end() && Line->Number == Number;
    StringRef Text = "/*EOF*/";
    if (!Rest.empty())
      std::tie(Text, Rest) = Rest.split('\n');
    else if (!IsCounted)
      Number = Line->Number, IsCounted = true;
    std::string Count = "-";
    if (IsCounted) {
      Count = Line->Count ? utostr(Line->Count) : "#####";
      ++Line;
    }
    writeLine(OS, Count, Number, Text);
  }
}

Error gmon::writeGcov(const FormatContext &Context) {
  Expected<std::vector<const CountedFile *>> Files = countedFiles(Context);
  if (!Files)
    return Files.takeError();
  for (const CountedFile *File : *Files)
    writeSource(Context, *File);
  return Error::success();
}
