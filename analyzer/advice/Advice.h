//===-- Advice.h - What a profile suggests to change ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Advice is a sentence in parts: words, functions, lines and numbers. The page
// shows them as links, the terminal and json as text.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ADVICE_ADVICE_H
#define GMON_ANALYZER_ADVICE_ADVICE_H

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
  uint32_t Function = NoFunction; ///< of View
  std::vector<AdvicePart> Parts;
};

/// Returns \p Of as a sentence. \p NameOf returns the name of a function.
std::string
adviceText(const Advice &Of, const CostKind &Cost,
           llvm::function_ref<std::string(uint32_t Function)> NameOf);

} // namespace gmon

#endif // GMON_ANALYZER_ADVICE_ADVICE_H
