//===-- MarkdownTest.cpp - Output for summaries of CI jobs ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text and tables that renderers show unchanged.
//
//===----------------------------------------------------------------------===//

#include "commands/TextTable.h"
#include "gtest/gtest.h"

using namespace gmon::command;

TEST(Markdown, NamesAreEscaped) {
  EXPECT_EQ(markdownText("f<T, U>::g"), "f\\<T, U\\>::g");
  EXPECT_EQ(markdownText("operator||"), "operator\\|\\|");
  EXPECT_EQ(markdownText("`a'"), "\\`a'");
  EXPECT_EQ(markdownText("_R\\n"), "\\_R\\\\n");
  EXPECT_EQ(markdownText("~A & $u7b$"), "\\~A \\& &#36;u7b&#36;");
  EXPECT_EQ(markdownText("  deeper"), "&nbsp;&nbsp;deeper");
  EXPECT_EQ(markdownText(""), "");
}

TEST(Markdown, ParagraphsAndTables) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  {
    MarkdownStream Out(OS);
    Out << "1.00 s in "
        << "a_b"
        << "\n\n";
    Out.table({{"calls", true}, {"name", false}}, {{"3", "f|g"}, {"", "h"}});
    Out << "- 2 more";
  }
  EXPECT_EQ(Text, "1.00 s in a\\_b\n"
                  "\n"
                  "| calls | name |\n"
                  "| ---: | :--- |\n"
                  "| 3 | f\\|g |\n"
                  "|  | h |\n"
                  "\n"
                  "\\- 2 more\n");
}
