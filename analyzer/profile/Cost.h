//===-- Cost.h - What samples count -----------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost of code: time, or another that a profile's histograms have, such as
// instructions or page-faults. Stages carry it from the data to the output and
// do not know which it is; only texts differ.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROFILE_COST_H
#define GMON_ANALYZER_PROFILE_COST_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace gmon {

/// A cost. The default is that of a profile without samples.
struct CostKind {
  std::string Name;       ///< its unit: "seconds", "instructions"; or empty
  uint64_t Rate = 0;      ///< samples for each unit; 0 if there are none
  bool IsCounted = false; ///< each event is a sample: no sampling error

  /// Whether it is time. So is that of a profile without samples.
  bool isTime() const { return Name.empty() || Name == "seconds"; }
  /// Returns \p Samples in units; 0 if there are none.
  double of(double Samples) const { return Rate ? Samples / double(Rate) : 0; }
  /// Returns \p Samples for formats with whole numbers: seconds in parts, of
  /// which there are \p PartsOfSecond, other costs in units of wholeName().
  double wholeUnits(double Samples, double PartsOfSecond) const;
  /// Returns the unit of wholeUnits(): that of "kpage-faults" is "page-faults".
  llvm::StringRef wholeName() const;
  /// Returns the unit for titles of columns: "s", "instr" or the whole name.
  llvm::StringRef shortName() const;
  /// Returns \p Key, a name with "seconds" or "time" in it, with the unit
  /// instead: "self_seconds" becomes "self_page_faults".
  std::string key(llvm::StringRef Key) const;
};

/// An event of the kernel or the processor, of which a unit has \p Number.
struct EventUnit {
  uint64_t Number = 1;
  llvm::StringRef Event;
};

/// Splits the name of a unit of events: "kcycles" is 1000 "cycles".
EventUnit splitUnit(llvm::StringRef Name);

/// Whether \p Name is that of a known event, not of a unit of several.
bool isEvent(llvm::StringRef Name);

/// Makes the cost whose unit is called \p Name, with question marks for
/// characters that terminals lack. It is exact if the name is that of single
/// events.
CostKind makeCost(llvm::StringRef Name, uint64_t Rate);

/// Returns \p Value, rounded to \p Decimals digits behind the point, with a
/// comma between groups of three digits in front of it.
std::string groupedNumber(double Value, unsigned Decimals = 0);

/// Returns \p Seconds in a suitable unit: "1.50 s", "20.00 ms", "0.40 ns".
std::string shortTime(double Seconds);

} // namespace gmon

#endif // GMON_ANALYZER_PROFILE_COST_H
