//===-- formats/html/HtmlAdvice.cpp - Advice in a page --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the parts of sentences, which advice.js shows as links and numbers.
//
//===----------------------------------------------------------------------===//

#include "advice/Advice.h"
#include "formats/html/Html.h"

using namespace gmon;
using namespace llvm;

/// Writes a part as an object whose first member says what it is.
void PageWriter::writeAdvicePart(const AdvicePart &Part) {
  switch (Part.What) {
  case AdvicePart::Words:
    return text("text", Part.Text);
  case AdvicePart::Code:
    return text("code", Part.Text);
  case AdvicePart::Function:
    return count("function", Part.Number);
  case AdvicePart::Line:
    count("line", Part.Number);
    return text("file", Part.Text);
  case AdvicePart::Cycle:
    return count("cycle", Part.Number);
  case AdvicePart::Ranks:
    return text("ranks", Part.Text);
  case AdvicePart::Count:
    return count("count", Part.Number);
  case AdvicePart::Percent:
    return number("percent", Part.Value);
  case AdvicePart::Portion:
    return number("portion", Part.Value);
  case AdvicePart::Factor:
    return number("factor", Part.Value);
  case AdvicePart::Each:
    return number("each", Part.Value);
  case AdvicePart::Amount:
    return number("amount", Part.Value);
  }
  llvm_unreachable("a part of no kind");
}

void PageWriter::writeAdviceList(ArrayRef<Advice> List) {
  J.array([&] {
    for (const Advice &Sentence : List)
      J.array([&] {
        for (const AdvicePart &Part : Sentence.Parts)
          J.object([&] { writeAdvicePart(Part); });
      });
  });
}

/// Writes the advice about all threads and, if there are several, about each.
void PageWriter::writeAdvice() {
  J.attributeBegin("advice");
  writeAdviceList(makeAdvice(Model));
  J.attributeEnd();
  if (!Model.isOfStacks() || Model.Threads.size() < 2)
    return;
  J.attributeArray("thread_advice", [&] {
    for (uint32_t T = 0; T < Model.Threads.size(); ++T)
      writeAdviceList(makeThreadAdvice(Model, T));
  });
}
