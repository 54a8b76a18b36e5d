//===-- profile_name.h - What the profile is called -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The setting out= is a pattern with sequences such as %p. Without out=, the
// name is $GMON_OUT_PREFIX.<pid>, or else gmon.out. In a job of several
// processes, gmon.out.rank<rank>; and the name of out= adds .rank<rank> if it
// contains neither rank nor process id, and the ranks write one profile
// (control/job.h): that has the name. The child of a fork, and a process that
// MPI_Comm_spawn has started, add .<pid> if the name does not contain the
// process id. Programs that a process runs one after the other, by exec, have
// its id and a number: 7, 7-2, 7-3. Then follows the name of the series
// (settings/series.h), if that is not the first. A shared library adds
// .<soname>. A relative name is relative to the directory where the program
// started.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SETTINGS_PROFILE_NAME_H
#define GMON_RT_SETTINGS_PROFILE_NAME_H

#include "base/text.h"

#include <limits.h>
#include <stdint.h>

namespace gmon {

/// Facts of the program's start that names of files use. The runtimes of a
/// process share them. All zeros means that no runtime has recorded them yet.
struct start_facts {
  bool recorded;
  int process;    ///< the process that recorded them
  unsigned image; ///< which program of the process this is, from 1 on
  uint64_t time;  ///< in seconds, as time(2) returns it
  uint64_t root_device, root_inode;
  uint32_t user;  ///< the effective user
  bool is_secure; ///< the program must not trust the environment
  char program[NAME_MAX + 1];
  char rank[21];   ///< within a job
  bool is_in_job;  ///< of several processes, each with a rank
  bool ends_job;   ///< a module has a library that adds up a job's profiles
  bool is_spawned; ///< by MPI_Comm_spawn: another job has the same ranks
  bool has_number; ///< `number` is the rank in a job of several processes
  uint32_t number;
  const char *directory;     ///< empty if the directory has no name
  char short_directory[512]; ///< its name if there is room
};

/// Makes this module use `shared`. The first module to call this records the
/// facts there. Prints a line on standard error for each unknown sequence of
/// out=. Call it after read_options(). The process is locked.
void record_start(start_facts &shared);

/// Whether the setting out=/dev/null says that the process writes no file
/// without a name of its own.
bool discards_profiles();

/// Finds the rank of this process in a job of several processes. Returns false
/// if there is none.
bool find_rank(uint32_t &rank);

/// Says what the job itself knows: the rank in a job of several processes, even
/// if its launcher does not say how many there are.
void set_rank(uint32_t rank);

/// Whether all processes add to one profile (output/additions.h).
bool adds_to_profile();

/// Makes the absolute name of this module's profile of a series; the name may
/// be cut off.
/// `forked` says that this process is not the one that started, or that it
/// needs a name of its own although processes add to one profile. Takes no
/// lock.
void name_profile(path &name, bool forked, unsigned series);

/// Returns the part of a profile's name whose folders the runtime may create,
/// or null. The directory where the program started is not in that part: it may
/// have been deleted since. The result is null if the program's root directory
/// has changed.
const char *part_to_make(const path &name);

/// Whether the program's effective user has changed since the start.
bool has_changed_user();

/// Makes the name for this module's profile of a series when a dump goes to the
/// file `to`.
void name_dump(path &name, const char *to, unsigned series);

/// Makes the name of the profile of the process's program, even in a library's
/// runtime.
void name_profile_of_program(path &name, unsigned series);

/// Makes the name of the program's profile of this process alone, while
/// processes add to one; `mark` is behind the process id.
void name_own_profile(path &name, unsigned series, const char *mark);

/// Makes the name of the first profile of a whole job, without a rank.
void name_profile_of_job(path &name);

/// The name of the program, without its folder.
const char *name_of_program();

/// Makes the name of the sidecar file beside a program's profile.
void name_stacks_of(path &name, const char *profile);

/// Makes the name of the process's sidecar file of a series: beside the
/// program's profile, or beside the dump `to` if that is not null. Takes no
/// lock.
void name_stacks(path &name, const char *to, bool forked, unsigned series);

} // namespace gmon

#endif // GMON_RT_SETTINGS_PROFILE_NAME_H
