//===-- Sentence.h - Makes a sentence of advice -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Appends parts to an Advice, word for word. Keys are names in json.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ADVICE_SENTENCE_H
#define GMON_ANALYZER_ADVICE_SENTENCE_H

#include "advice/Advice.h"

namespace gmon {

class Sentence {
public:
  explicit Sentence(Advice &Of) : Parts(Of.Parts) {}

  Sentence &words(llvm::StringRef Text) {
    if (Parts.empty() || Parts.back().What != AdvicePart::Words)
      add(AdvicePart::Words, "");
    Parts.back().Text += Text;
    return *this;
  }
  Sentence &code(llvm::StringRef Text) {
    add(AdvicePart::Code, "").Text = Text.str();
    return *this;
  }
  Sentence &function(llvm::StringRef Key, uint32_t F) {
    add(AdvicePart::Function, Key).Number = F;
    return *this;
  }
  Sentence &line(llvm::StringRef Path, uint32_t Number) {
    AdvicePart &Part = add(AdvicePart::Line, "line");
    Part.Text = Path.str();
    Part.Number = Number;
    return *this;
  }
  Sentence &cycle(llvm::StringRef Key, uint32_t Number) {
    add(AdvicePart::Cycle, Key).Number = Number;
    return *this;
  }
  Sentence &ranks(llvm::StringRef Text) {
    add(AdvicePart::Ranks, "").Text = Text.str();
    return *this;
  }
  Sentence &count(llvm::StringRef Key, uint64_t Number) {
    add(AdvicePart::Count, Key).Number = Number;
    return *this;
  }
  Sentence &percent(llvm::StringRef Key, double Value) {
    return number(AdvicePart::Percent, Key, Value);
  }
  Sentence &portion(llvm::StringRef Key, double Value) {
    return number(AdvicePart::Portion, Key, Value);
  }
  Sentence &factor(llvm::StringRef Key, double Value) {
    return number(AdvicePart::Factor, Key, Value);
  }
  Sentence &each(llvm::StringRef Key, double Value) {
    return number(AdvicePart::Each, Key, Value);
  }
  Sentence &amount(llvm::StringRef Key, double Value) {
    return number(AdvicePart::Amount, Key, Value);
  }

private:
  AdvicePart &add(AdvicePart::Kind What, llvm::StringRef Key) {
    AdvicePart &Part = Parts.emplace_back();
    Part.What = What;
    Part.Key = Key;
    return Part;
  }
  Sentence &number(AdvicePart::Kind What, llvm::StringRef Key, double Value) {
    add(What, Key).Value = Value;
    return *this;
  }

  std::vector<AdvicePart> &Parts;
};

} // namespace gmon

#endif // GMON_ANALYZER_ADVICE_SENTENCE_H
