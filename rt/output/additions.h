//===-- additions.h - Profiles that are added to shared files ---*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With add=1, all processes of a program add to one profile. The runtimes of a
// process stage what their modules have counted, and the host adds it to the
// files all at once. What the process has added before is removed from them at
// the same time. So a process may write as often as it likes, and the files
// contain what it wrote last. Async-signal-safe. The process is locked during
// all calls.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_ADDITIONS_H
#define GMON_RT_OUTPUT_ADDITIONS_H

#include "base/text.h"
#include "encoding/packed_file.h"
#include "output/held_file.h"
#include "output/written.h"

namespace gmon {

struct output;

/// A file, packed in a mapping of its own.
class kept_file {
public:
  /// Takes the file, and the memory that it is in. The process is locked.
  /// Returns false, and is empty, if there is no memory.
  bool take(packed_output &from);
  void release();
  void swap(kept_file &other);
  const packed_file &get() const { return file; }
  bool is_empty() const { return !file.size; }

private:
  packed_file file;
  size_t mapped = 0;
};

/// What the process adds to a file.
struct addition {
  addition *next;
  uint64_t group; ///< key of the profile's sidecar file
  file_kind kind;
  unsigned series;  ///< settings/series.h
  bool is_staged;   ///< `now` has yet to be added
  bool is_told;     ///< that the process has a file of its own
  kept_file now;    ///< if staged: all that the process has counted
  kept_file before; ///< what of it is in the file; or empty
  path name;        ///< of the file
  path own_name;    ///< of the file if it cannot be added to
};

/// Where what is staged goes.
enum class destination : uint32_t {
  shared_files,
  own_files, ///< of the process: what it has not added before
  nowhere,   ///< the job takes it: see control/job.h
};

/// Detaches the additions from the process, which writes as if there were none.
/// Returns the first.
addition *take_additions();

/// Releases detached additions.
void release_additions(addition *first);

/// The additions of a process; the runtimes share them. All zeros is none.
struct additions {
  addition *first;
  destination to;
};

/// The additions of this process.
inline additions &all_additions() { return process().added.as<additions>(); }

/// What a staged file is.
struct staged_file {
  uint64_t group; ///< as in `addition`
  file_kind kind;
  unsigned series;
};

/// Stages a file, and takes it from `bytes`. Returns 0 or ENOMEM.
int stage_addition(const staged_file &file, const path &name,
                   const path &own_name, packed_output &bytes);

/// Adds what is staged for a group to its files: all or nothing. Returns 0, or
/// an error number: EAGAIN if other processes hold the lock, and those of
/// profile_sum::add().
int add_staged(uint64_t group);

/// Writes a file of the process: what is staged, without what was added before;
/// or all that was added, if nothing is staged. `own_group` is the key of the
/// process's own sidecar file. Returns 0 or an error number.
int write_own(output &to, const addition &of, uint64_t own_group);

/// Whether a profile has counts that were not added before.
bool has_rest(const addition &of);

/// Says that what is staged has been added.
void note_added(addition &of);

/// Calls `visit` with each addition of a group.
template <typename Function>
void for_each_addition(uint64_t group, Function visit) {
  for (addition *each = all_additions().first; each; each = each->next)
    if (each->group == group)
      visit(*each);
}

/// Forgets all additions: the child of a fork has added nothing.
void forget_additions();

} // namespace gmon

#endif // GMON_RT_OUTPUT_ADDITIONS_H
