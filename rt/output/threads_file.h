//===-- threads_file.h - What each thread did, as a file --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_THREADS_FILE_H
#define GMON_RT_OUTPUT_THREADS_FILE_H

#include "output/writer.h"

namespace gmon {

/// Writes a sidecar file of threads in the format of gmon/format.h. Returns 0
/// or an error number. Async-signal-safe.
int write_thread_counts(output &to, bool stopped);

} // namespace gmon

#endif // GMON_RT_OUTPUT_THREADS_FILE_H
