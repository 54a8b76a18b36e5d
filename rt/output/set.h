//===-- set.h - Segments of a set of profiles -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With add=1 or a label, and in MPI jobs, a process appends to a set (see
// gmon/format.h) what it would write to files. The runtimes of its modules keep
// the bytes of their profiles, and the host appends a segment with all of them
// and with the stacks. A process may write as often as it likes: the last
// segment counts, and the one before is dropped. Async-signal-safe. The process
// is locked during all calls.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_SET_H
#define GMON_RT_OUTPUT_SET_H

#include "encoding/output.h"

namespace gmon {

struct memory_output;

/// Begins an image: what the process counts from now on is in segments of its
/// own, with `label`. Null means the label of the environment.
void begin_image(const char *label = nullptr);

/// Says whether the next segment is the last one with the label, until
/// begin_image(). Returns false if there is no memory.
bool end_label(bool end);
bool is_label_ending();

/// Does so in the child of a fork, which has its parent's label.
void begin_image_of_child();

/// Keeps this module's profile of a series, and its memory, for the next
/// segments; it replaces the one that the module kept before. Returns 0 or
/// ENOMEM.
int keep_profile(unsigned series, memory_output &profile);

/// Frees the profile of a series that this module keeps; `only_earlier`: if it
/// is of an image before.
void drop_profile(unsigned series, bool only_earlier);

/// Writes a profile to a file beside the set, because the error number `reason`
/// prevents the segment; says so. `library` is empty for the program. Returns 0
/// or an error number.
using kept_writer = int(const char *library, unsigned series,
                        file_bytes profile, int reason);

/// Appends a segment with what the modules keep, and the stacks; or calls
/// `write_instead` with each profile if there is no memory for the segment.
/// Says on standard error what failed. Returns 0 or an error number.
int append_segment(kept_writer *write_instead);

} // namespace gmon

#endif // GMON_RT_OUTPUT_SET_H
