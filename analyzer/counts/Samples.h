//===-- Samples.h - Time of symbols -----------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accounts the samples of histograms to symbols. In: a Profile, a SymbolTable
// and the symspecs. Out: the time of each symbol, in samples. A bin that
// several symbols share is divided in proportion to their parts of it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_SAMPLES_H
#define GMON_ANALYZER_SAMPLES_H

#include "counts/Symspec.h"
#include "profile/Profile.h"
#include <cmath>

namespace gmon {

struct Samples {
  std::vector<double> Time; ///< for each symbol, in samples
  double Total = 0;         ///< all samples except those of excluded symbols
  double Excluded = 0;      ///< samples of excluded symbols
  double AtOnce = 1;        ///< mean number of samples of an interrupt
};

/// Returns the standard error of \p Samples if an interrupt took \p AtOnce
/// samples in the mean: the number of interrupts has a Poisson distribution.
inline double samplingError(double Samples, double AtOnce) {
  return std::sqrt(std::max(Samples, 0.0) * AtOnce);
}

/// Passes a symbol of \p Table and its part of the samples of a bin.
using SamplePartFn = llvm::function_ref<void(SymbolIndex, double)>;

/// Distributes the samples of \p Data over \p Table. Returns their number.
double distributeSamples(const Profile &Data, const SymbolTable &Table,
                         SamplePartFn Take);

/// Returns for each symbol of \p Table whether the flat profile has it.
std::vector<bool> symbolsOfProfile(const SymbolTable &Table,
                                   const SpecTables &Specs);

Samples accountSamples(const Profile &Data, const SymbolTable &Table,
                       const SpecTables &Specs);

} // namespace gmon

#endif // GMON_ANALYZER_SAMPLES_H
