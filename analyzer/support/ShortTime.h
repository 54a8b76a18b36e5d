//===-- ShortTime.h - Times with a suitable unit ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: seconds. Out: text for tables, with three digits or more.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_SHORTTIME_H
#define GMON_ANALYZER_SHORTTIME_H

#include <string>

namespace gmon {

/// Returns \p Seconds in a suitable unit: "1.50 s", "20.00 ms", "3.10 us",
/// "0.40 ns".
std::string shortTime(double Seconds);

} // namespace gmon

#endif // GMON_ANALYZER_SHORTTIME_H
