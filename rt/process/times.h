//===-- times.h - The times of the process ----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The process's times by its own clocks, while profiling is on. Only the host
// keeps them. The process is locked during all calls. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_PROCESS_TIMES_H
#define GMON_RT_PROCESS_TIMES_H

#include <stdint.h>

namespace gmon {

/// In nanoseconds.
struct process_times {
  uint64_t user, system; ///< CPU time in the program and in the kernel
  uint64_t elapsed;
};

/// CPU time of the process that has no samples, in nanoseconds.
struct unsampled_times {
  uint64_t unprofiled; ///< not in process_times
  uint64_t writing;    ///< since begin_writing(), in process_times
};

/// Starts the times from 0, also in the child of a fork. `forgets_earlier`: CPU
/// time so far is in other profiles, and not unprofiled.
void reset_times(bool forgets_earlier);

/// Stops or resumes them.
void stop_times(bool stopped);

/// Called before a module writes its profile at an end. `ends_label`: the
/// elapsed time is that of the next label until reset_times().
void begin_writing(bool ends_label);

/// Says that nothing was written, and the label goes on.
void continue_label();

/// Returns the CPU time of the process, in nanoseconds: at begin_writing(), or
/// now.
uint64_t cpu_time_of_process();

process_times times_of_process(unsampled_times &unsampled);

} // namespace gmon

#endif // GMON_RT_PROCESS_TIMES_H
