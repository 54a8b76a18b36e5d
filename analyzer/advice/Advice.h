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
#include <concepts>

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
  Kind What;
  llvm::StringRef Key; ///< its name in json; or empty
  std::string Text;
  uint64_t Number = 0;
  double Value = 0;

  AdvicePart(Kind What, llvm::StringRef Text) : What(What), Text(Text) {}
  AdvicePart(Kind What, llvm::StringRef Key, double Value)
      : What(What), Key(Key), Value(Value) {}
  AdvicePart(Kind What, llvm::StringRef Key, std::integral auto Number)
      : What(What), Key(Key), Number(Number) {}
};

/// The view that tells more.
enum class AdviceView { None, Source, Callers, Ranks, Mpi };

struct Advice {
  llvm::StringRef Kind; ///< as json calls it, such as "quick_calls"
  double Samples = 0;   ///< what it is about; 0 if it is not about a time
  AdviceView View = AdviceView::None;
  uint32_t Function = NoIndex; ///< of View
  std::vector<AdvicePart> Parts;

  /// Adds \p Text with \p PartsOfText in place of its percent signs.
  Advice &say(llvm::StringRef Text,
              llvm::ArrayRef<AdvicePart> PartsOfText = {});
};

/// Returns \p Item as a sentence. \p NameOf returns the name of a function.
std::string
adviceText(const Advice &Item, const CostKind &Cost,
           llvm::function_ref<std::string(uint32_t Function)> NameOf);

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
