//===-- SumEquations.h - Wholes and the sums of their parts -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts that are not negative, and equations: a count is the sum of others.
// In: the equations, and bounds of some counts. Out: narrower bounds of all
// counts, or an equation that contradicts others.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COSTS_SUMEQUATIONS_H
#define GMON_ANALYZER_COSTS_SUMEQUATIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace gmon {

/// Above all real counts: there is no upper bound.
inline constexpr uint64_t NoBound = uint64_t(1) << 62;

struct Bounds {
  uint64_t Low = 0;
  uint64_t High = NoBound;
  bool isExact() const { return Low == High; }
};

/// Constant plus variables times factors, modulo 2^64: exact up to NoBound.
struct LinearForm {
  struct Term {
    uint32_t Variable;
    int64_t Factor;
  };
  uint64_t Constant = 0;
  std::vector<Term> Terms; ///< different variables, the greatest first

  /// Adds \p Other times \p Factor.
  void add(const LinearForm &Other, int64_t Factor);
};

class SumEquations {
public:
  /// Adds a count and returns its number.
  uint32_t addCount(Bounds Known = {});
  /// Makes room for so many counts and equations.
  void reserve(size_t NumCounts, size_t NumEquations);
  /// Demands that \p Whole is the sum of \p Parts. Earlier equations are used
  /// first: a contradiction is found at the later ones.
  void addEquation(uint32_t Whole, llvm::ArrayRef<uint32_t> Parts);

  /// Narrows all bounds. Returns nothing, or the number of an equation that
  /// contradicts others; then the bounds have no meaning.
  std::optional<size_t> solve();

  Bounds boundsOf(uint32_t Count) const { return Known[Count]; }
  /// Sets \p Count, if the other bounds allow \p Value, and narrows those of
  /// others. Returns whether they allow it; if not, nothing changes.
  bool assume(uint32_t Count, uint64_t Value);
  /// Calls \p Try, which may assume values, and takes them back.
  void tryOut(llvm::function_ref<void()> Try);
  /// Returns what solve() knows of \p Count in terms of counts that are free:
  /// its value, or a form of those, or itself.
  LinearForm formOf(uint32_t Count) const;

private:
  struct Equation {
    uint32_t Whole;
    uint32_t FirstPart, EndOfParts; ///< in Parts
  };
  struct Change {
    uint32_t Count;
    Bounds Before;
  };

  bool narrow(uint32_t Count, uint64_t Low, uint64_t High);
  bool tighten(const Equation &E);
  std::optional<size_t> propagate();
  void enqueue(size_t Number);
  std::optional<size_t> eliminate(bool &HasFound);
  LinearForm rowOf(const Equation &E) const;
  void indexUses();
  llvm::ArrayRef<uint32_t> partsOf(const Equation &E) const {
    return llvm::ArrayRef(Parts).slice(E.FirstPart, E.EndOfParts - E.FirstPart);
  }
  /// Returns the equations with \p Count, in order.
  llvm::ArrayRef<uint32_t> usesOf(uint32_t Count) const {
    return llvm::ArrayRef(Uses).slice(FirstUse[Count],
                                      FirstUse[Count + 1] - FirstUse[Count]);
  }

  std::vector<Bounds> Known;
  std::vector<Equation> Equations;
  // Few large tables: the equations of a program have millions of parts.
  std::vector<uint32_t> Parts;          ///< of all equations
  std::vector<uint32_t> Uses, FirstUse; ///< equations by count; see usesOf()
  std::vector<uint32_t> NumChanges;     ///< of each count's bounds
  std::vector<LinearForm> Forms; ///< of the counts that have one; see HasForm
  std::vector<bool> HasForm;
  // The equations to tighten.
  std::vector<uint32_t> Queue;
  size_t NextInQueue = 0;
  std::vector<uint8_t> IsQueued; ///< quicker than bits
  std::vector<Change> Trail;
};

} // namespace gmon

#endif // GMON_ANALYZER_COSTS_SUMEQUATIONS_H
