//===-- Advice.h - What a profile suggests to change ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: facts of a profile. Out: what they suggest to change, for the terminal,
// the page and json alike. Advice is a sentence in parts: words, functions,
// lines and numbers. The page shows them as links, the terminal and json as
// text.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ADVICE_ADVICE_H
#define GMON_ANALYZER_ADVICE_ADVICE_H

#include "advice/AdviceFacts.h"
#include "model/ProfileModel.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gmon {

/// A part of a sentence.
struct AdvicePart {
  enum Kind : uint8_t {
    Words,    ///< Text
    Code,     ///< Text, what a user types
    Function, ///< Number, an index
    Line,     ///< Number, in the file Text
    Cycle,    ///< "Cycle 1": Number
    Ranks,    ///< Text, about the table of ranks
    Count,    ///< Number
    Percent,  ///< Value
    Portion,  ///< Value, a percentage; "all" if it is 100
    Factor,   ///< Value
    Each,     ///< Value, the cost of one of many, in its unit
    Amount,   ///< Value, a cost in its unit
  };
  Kind What = Words;
  llvm::StringRef Key; ///< its name in json; or empty
  std::string Text;
  uint64_t Number = 0;
  double Value = 0;
};

/// The view that tells more.
enum class AdviceView { None, Source, Callers, Ranks, Mpi };

struct Advice {
  llvm::StringRef Kind; ///< as json calls it, such as "quick_calls"
  double Samples = 0;   ///< what it is about; 0 if it is not about a time
  AdviceView View = AdviceView::None;
  uint32_t Function = NoIndex; ///< of View
  std::vector<AdvicePart> Parts;
};

/// Returns \p Of as a sentence. \p NameOf returns the name of a function.
std::string
adviceText(const Advice &Of, const CostKind &Cost,
           llvm::function_ref<std::string(uint32_t Function)> NameOf);

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

/// Returns what \p Facts suggest, that about most samples first. Behind it
/// stands what concerns the profile, not the program.
std::vector<Advice> adviseOn(const AdviceFacts &Facts);

/// Returns the advice of adviseOn() for \p Model.
std::vector<Advice> makeAdvice(const ProfileModel &Model);
/// Returns that for the thread with the index \p Thread of the stacks.
std::vector<Advice> makeThreadAdvice(const ProfileModel &Model,
                                     uint32_t Thread);

} // namespace gmon

#endif // GMON_ANALYZER_ADVICE_ADVICE_H
