//===-- random.h - Random numbers for sampling ------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that runs for less than a sampling period has a sample with the
// probability run / period: its first sample is due at a random time. So many
// short threads and runs have as many samples together as a long one.
// Everything here is async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_RANDOM_H
#define GMON_RT_BASE_RANDOM_H

#include <stdint.h>

namespace gmon {

/// Returns a random number from 1 to `limit`. The numbers of one process are
/// evenly distributed, and those of processes are independent of each other.
uint64_t random_up_to(uint64_t limit);

/// Called in the child of a fork, whose numbers then differ from the parent's.
void reseed_random();

} // namespace gmon

#endif // GMON_RT_BASE_RANDOM_H
