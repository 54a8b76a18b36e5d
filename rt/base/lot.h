//===-- lot.h - When first samples are due ----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run that is shorter than the time of a sample has a sample with the
// probability run / time of a sample. So many short runs and threads have as
// many samples together as a long one. Everything here is async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_LOT_H
#define GMON_RT_BASE_LOT_H

#include <stdint.h>

namespace gmon {

/// Draws a number of nanoseconds from 1 to `length`. The numbers of one process
/// are evenly distributed, and those of processes are independent of each
/// other.
uint64_t draw(uint64_t length);

/// In the child of a fork: draws other numbers than the parent.
void forget_lot();

} // namespace gmon

#endif // GMON_RT_BASE_LOT_H
