//===-- SegmentEnding.h - Endings of several processes ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What merge writes for processes that ended differently, beside
// gmon_segment_ending.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FILES_SEGMENTENDING_H
#define GMON_ANALYZER_FILES_SEGMENTENDING_H

#include "gmon/format.h"
#include <cstdint>

namespace gmon {

enum : uint32_t {
  DifferentEndings = 0xff, ///< the processes have none in common
  /// Added to an ending: some processes went on under other labels.
  SomeWentOn = 0x100
};

/// Whether some processes of a segment with \p Ending went on under another
/// label.
inline bool wentOn(uint32_t Ending) {
  return Ending == GMON_ENDED_BY_LABEL || (Ending & SomeWentOn);
}

} // namespace gmon

#endif // GMON_ANALYZER_FILES_SEGMENTENDING_H
