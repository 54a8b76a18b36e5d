//===-- profile_writer.h - The profile as a gmon.out ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the bytes of a profile from a snapshot.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_ENCODING_PROFILE_WRITER_H
#define GMON_RT_ENCODING_PROFILE_WRITER_H

#include "encoding/output.h"
#include "encoding/profile_snapshot.h"

namespace gmon {

/// Writes a snapshot in the format of gmon/format.h. Returns 0 or an error
/// number. Async-signal-safe if file.write is.
int write_snapshot(output &file, const profile_snapshot &snapshot);

} // namespace gmon

#endif // GMON_RT_ENCODING_PROFILE_WRITER_H
