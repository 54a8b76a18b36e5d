//===-- profile_name.h - What the profile is called -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The setting out= is a pattern with sequences such as %p. Without out=, the
// name is $GMON_OUT_PREFIX.<pid>, or else gmon.out, and in a job of several
// processes gmon.out.rank<rank>. The child of a fork, and a process that
// MPI_Comm_spawn has started, add .<pid> if the name does not contain the
// process id. A set (output/set.h) has the name of the pattern, or
// $GMON_OUT_PREFIX, or gmon.set. Programs that a process runs one after the
// other, by exec, have its id and a number: 7, 7-2, 7-3. Then follows the name
// of the series (settings/series.h), if that is not the first. A shared library
// adds
// .<soname>. A relative name is relative to the directory where the program
// started.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SETTINGS_PROFILE_NAME_H
#define GMON_RT_SETTINGS_PROFILE_NAME_H

#include "base/text.h"
#include "settings/launcher.h"

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
  char rank[21];    ///< within a job
  launched_job job; ///< as the launcher tells, or later the job itself
  bool knows_job;   ///< a module has a library that knows the job
  /// The process with that rank in a job of several processes, as a number; or
  /// 0.
  int ranked_process;
  uint32_t number;           ///< of the rank, from first_number on
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

/// Whether the process appends to a set: with add=1 or a label, and in an MPI
/// job.
bool writes_set();

/// Whether that is so, or may turn out later: some launchers do not tell a
/// process that it is in a job.
bool may_write_set();

/// Makes the absolute name of the set; `own`: of one that only this process
/// appends to. Takes no lock.
void name_set(path &name, bool own);

/// Makes the absolute name of the file of a profile for which a set has no
/// memory. `library` is null or empty in the program's profile. Takes no lock.
void name_beside_set(path &name, const char *library, unsigned series);

/// Makes the absolute name of this module's profile of a series; the name may
/// be cut off. `forked` says that this process is not the one that started.
/// Takes no lock.
void name_profile(path &name, bool forked, unsigned series);

/// Returns the part of a profile's name whose folders the runtime may create,
/// or null. The directory where the program started is not in that part: it may
/// have been deleted since. The result is null if the program's root directory
/// has changed.
const char *part_to_make(const path &name);

/// Whether the program's effective user has changed since the start.
bool has_changed_user();

/// Makes the name for this module's profile of a series when a dump goes to the
/// path `dump`.
void name_dump(path &name, const char *dump, unsigned series);

/// The name of the program, without its folder.
const char *name_of_program();

/// Copies the name of the machine, or a part of it.
void name_host(char (&host)[HOST_NAME_MAX + 1]);

/// Makes the name of the sidecar file beside a program's profile.
void name_stacks_of(path &name, const char *profile);

/// Makes the name of the process's sidecar file of a series: beside the
/// program's profile, or beside `dump` if that is not null. Takes no
/// lock.
void name_stacks(path &name, const char *dump, bool forked, unsigned series);

} // namespace gmon

#endif // GMON_RT_SETTINGS_PROFILE_NAME_H
