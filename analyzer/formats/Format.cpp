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
#include "model/CallTree.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include <charconv>
#include <cmath>

using namespace gmon;
using namespace llvm;

/// About 20,000 instructions, half as long as the rest of a large page.
static constexpr uint64_t PageAssemblyBytes = 96 << 10;

static constexpr OutputFormat Formats[] = {
    {"json", false, false, writeJson, /*UsesStacks=*/true, /*AssemblyBytes=*/0},
    {"csv", false, false, writeCsv, /*UsesStacks=*/false},
    {"folded", false, true, writeFolded},
    {"speedscope", false, true, writeSpeedscope},
    {"dot", false, false, writeDot},
    {"pprof", false, false, writePprof},
    {"callgrind", false, false, writeCallgrind},
    {"lcov", true, false, writeLcov, /*UsesStacks=*/false},
    {"gcov", true, false, writeGcov, /*UsesStacks=*/false},
    {"filecheck", false, false, writeFileCheck, /*UsesStacks=*/false},
    {"html", true, false, writeHtml, /*UsesStacks=*/true, PageAssemblyBytes,
     /*ShowsGroups=*/true},
};

ArrayRef<OutputFormat> gmon::outputFormats() { return Formats; }

Expected<const OutputFormat *> gmon::chooseFormat(StringRef Name) {
  if (Name == "text")
    return nullptr;
  std::string Known = "text";
  for (const OutputFormat &Format : Formats) {
    if (Format.Name == Name)
      return &Format;
    Known += &Format == std::end(Formats) - 1 ? " or " : ", ";
    Known += Format.Name;
  }
  return makeError("unknown format '" + Name + "': expected " + Known);
}

void gmon::printNumber(raw_ostream &OS, double Value) {
  char Text[32];
  std::to_chars_result End =
      std::to_chars(std::begin(Text), std::end(Text), Value);
  OS << StringRef(Text, End.ptr - Text);
}

std::string gmon::frameName(const ProfileModel &Model,
                            const CallTreeNode &Node) {
  switch (Node.What) {
  case CallTreeNode::Function:
    return Model.Functions[Node.Index].Name.str();
  case CallTreeNode::Cycle:
    return "<cycle " + std::to_string(Node.Index + 1) + ">";
  case CallTreeNode::CutOff:
    return "<pruned>";
  case CallTreeNode::Unknown:
    return "<unknown>";
  }
  llvm_unreachable("a node of no kind");
}

std::string gmon::threadName(const StackThreadRow &Thread) {
  if (Thread.Id == 0)
    return Thread.Name.empty() ? "unknown threads" : Thread.Name;
  if (Thread.Name.empty())
    return "thread " + std::to_string(Thread.Id);
  return Thread.Name + " (" + std::to_string(Thread.Id) + ")";
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

Error gmon::checkLineCounts(const FormatContext &Context) {
  if (!Context.Model.Lines.empty())
    return Error::success();
  return makeError("no line of '" + Context.Model.Run.Program +
                   "' was counted: was it compiled with -a and -g, or with "
                   "-a=source?");
}
