//===-- Markdown.cpp - Output for summaries of CI jobs --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any ASCII punctuation may have a backslash in front. A dollar sign, between
// two of which GitHub sets formulas, is an entity.
//
//===----------------------------------------------------------------------===//

#include "commands/Markdown.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

std::string command::markdownText(StringRef Text) {
  std::string Result;
  StringRef Rest = Text.ltrim(' ');
  for (size_t I = Rest.size(); I < Text.size(); ++I)
    Result += "&nbsp;";
  for (size_t I = 0; I < Rest.size(); ++I) {
    const char C = Rest[I];
    if (C == '$') {
      Result += "&#36;";
      continue;
    }
    if (StringRef("\\`*_[]<>#|~&").contains(C))
      Result += '\\';
    Result += C;
  }
  return Result;
}

void MarkdownStream::write_impl(const char *Text, size_t Size) {
  StringRef Rest(Text, Size);
  while (!Rest.empty()) {
    size_t End = Rest.find('\n');
    Line += Rest.take_front(End);
    if (End == StringRef::npos)
      return;
    endLine();
    Rest = Rest.drop_front(End + 1);
  }
}

void MarkdownStream::endLine() {
  if (Line.empty())
    return;
  startBlock();
  // Otherwise the line would be an item of a list.
  if (Line.front() == '-' || Line.front() == '+')
    To << '\\';
  To << markdownText(Line) << '\n';
  Line.clear();
}

void MarkdownStream::table(
    ArrayRef<Column> Columns, size_t NumRows,
    function_ref<std::vector<std::string>(size_t)> RowAt) {
  endLine();
  startBlock();
  To << '|';
  for (const Column &Each : Columns)
    To << ' ' << markdownText(Each.Header) << " |";
  To << "\n|";
  for (const Column &Each : Columns)
    To << (Each.IsNumber ? " ---: |" : " :--- |");
  To << '\n';
  for (size_t I = 0; I < NumRows; ++I) {
    To << '|';
    for (const std::string &Cell : RowAt(I))
      To << ' ' << markdownText(Cell) << " |";
    To << '\n';
  }
}
