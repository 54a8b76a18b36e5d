//===-- stacks_writer.h - The stacks as a sidecar file ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the bytes of a sidecar file from a snapshot.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_ENCODING_STACKS_WRITER_H
#define GMON_RT_ENCODING_STACKS_WRITER_H

#include "encoding/output.h"
#include "encoding/stacks_snapshot.h"

namespace gmon {

/// Writes a snapshot in the format of gmon/format.h. Returns 0 or an error
/// number. Async-signal-safe if file.write is.
int write_snapshot(output &file, const stacks_snapshot &snapshot);

} // namespace gmon

#endif // GMON_RT_ENCODING_STACKS_WRITER_H
