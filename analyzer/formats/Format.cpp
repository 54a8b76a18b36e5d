//===-- formats/Format.cpp - The table of formats -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds a format by its name.
//
//===----------------------------------------------------------------------===//

#include "formats/Format.h"
#include "advice/CodeOrigin.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include <charconv>
#include <cmath>

using namespace gmon;
using namespace llvm;

/// About 20,000 instructions, half as long as the rest of a large page.
static constexpr uint64_t PageAssemblyBytes = 96 << 10;

static constexpr OutputFormat Formats[] = {
    {"json", "FILE.json", "All of the profile, for scripts", false, false,
     writeJson, /*UsesStacks=*/true, /*AssemblyBytes=*/0},
    {"csv", "FILE.csv", "A table, for spreadsheets", false, false, writeCsv,
     /*UsesStacks=*/false},
    {"folded", "FILE.folded", "Stacks, for flame graphs", false, true,
     writeFolded},
    {"speedscope", "FILE.speedscope.json", "Stacks, for speedscope", false,
     true, writeSpeedscope},
    {"dot", "FILE.dot", "The call graph, for Graphviz", false, false, writeDot},
    {"pprof", "FILE.pb.gz", "All of it, for pprof", false, false, writePprof},
    {"callgrind", "callgrind.out.FILE", "All of it, for KCachegrind", false,
     false, writeCallgrind},
    {"lcov", "FILE.info", "Counts of lines, for genhtml", true, false,
     writeLcov, /*UsesStacks=*/false},
    {"cobertura", "FILE.xml", "Counts of lines, for GitLab and others", true,
     false, writeCobertura, /*UsesStacks=*/false},
    {"gcov", "", "Source with counts, for gcovr", true, false, writeGcov,
     /*UsesStacks=*/false},
    {"profdata", "FILE.profdata", "Clang's own counters, for LLVM's tools",
     false, false, /*Write=*/nullptr},
    {"call-graph-order", "", "Calls, by which ld.lld orders functions", false,
     false, writeCallGraphOrder, /*UsesStacks=*/false},
    {"filecheck", "", "Counts of calls, for FileCheck", false, false,
     writeFileCheck, /*UsesStacks=*/false},
    {"html", "FILE.html", "A page for a browser", true, false, writeHtml,
     /*UsesStacks=*/true, PageAssemblyBytes, /*ShowsGroups=*/true},
    {"filter", "", "Functions to leave out, for -gmon-filter", false, false,
     /*Write=*/nullptr},
};

ArrayRef<OutputFormat> gmon::outputFormats() { return Formats; }

std::string gmon::formatNames(StringRef Separator, StringRef Last) {
  std::string Result;
  for (const OutputFormat &Format : Formats) {
    if (!Result.empty())
      Result += &Format == std::end(Formats) - 1 ? Last : Separator;
    Result += Format.Name;
  }
  return Result;
}

const OutputFormat *gmon::findFormat(StringRef Name) {
  const auto *Found = find_if(
      Formats, [&](const OutputFormat &Format) { return Format.Name == Name; });
  return Found == std::end(Formats) ? nullptr : Found;
}

const OutputFormat *gmon::findFormatOfFile(StringRef Path) {
  // The name of speedscope's files ends as one of JSON does, too.
  const OutputFormat *Result = nullptr;
  for (const OutputFormat &Format : Formats) {
    auto [Front, End] = Format.FileName.split("FILE");
    const StringRef Name = sys::path::filename(Path);
    if (!Format.FileName.empty() && Name.starts_with(Front) &&
        Name.ends_with(End) &&
        (!Result || Format.FileName.size() > Result->FileName.size()))
      Result = &Format;
  }
  return Result;
}

void gmon::printNumber(raw_ostream &OS, double Value) {
  char Text[32];
  std::to_chars_result End =
      std::to_chars(std::begin(Text), std::end(Text), Value);
  OS << StringRef(Text, End.ptr - Text);
}

StringRef gmon::asUtf8(StringRef Text, std::string &Storage) {
  if (json::isUTF8(Text))
    return Text;
  return Storage = json::fixUTF8(Text);
}

std::string gmon::boundsText(const ModelBounds &Bounds) {
  std::string Result;
  raw_string_ostream OS(Result);
  OS << "at least " << format("%.0f", Bounds.Low);
  if (std::isfinite(Bounds.High))
    OS << ", at most " << format("%.0f", Bounds.High);
  else
    OS << ", without an upper bound";
  return Result;
}

std::string gmon::oneLine(StringRef Text) {
  std::string Fixed, Result = asUtf8(Text, Fixed).str();
  for (char &C : Result)
    if (static_cast<unsigned char>(C) < 0x20 || C == 0x7f)
      C = '?';
  return Result;
}

Expected<std::vector<const CountedFile *>>
gmon::countedFiles(const FormatContext &Context) {
  if (Context.Model.Lines.empty())
    return makeError("no line of '" + Context.Model.Run.Program +
                     "' was counted: was it compiled with -a and -g, or with "
                     "-a=source?");
  std::vector<const CountedFile *> Result;
  auto Add = [&](bool Installed) {
    for (const CountedFile &File : Context.Model.Lines)
      if (Installed || !isInstalled(File.Path))
        Result.push_back(&File);
  };
  Add(Context.Settings.ShowInstalled);
  if (Result.empty())
    Add(/*Installed=*/true);
  return Result;
}
