//===-- job_sums.h - The files of a job -------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process adds the files that other processes of its job send to its own
// ones, and sends the sums on or writes them. There is a sum for each program,
// library and series of the job.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_CONTROL_JOB_SUMS_H
#define GMON_RT_CONTROL_JOB_SUMS_H

#include "encoding/packed_file.h"
#include "gmon/job.h"
#include "settings/profile_name.h"
#include "sums/profile_sum.h"
#include "sums/stacks_sum.h"

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// How the files of a job's programs are named.
struct job_names {
  uint64_t root_program; ///< its profile has the name of the job's
  bool have_build_ids;   ///< several other programs have one name
};

/// A file of a program of the job: the sum of several processes' files.
struct job_file {
  uint64_t program; ///< identifies the program, by name and build-id
  unsigned char build_id[GMON_BUILD_ID_SIZE];
  uint32_t is_file; ///< 0: there are no more files
  uint32_t kind;    ///< a file_kind
  uint32_t num_processes;
  char program_name[256];
  char series[32];   ///< name_of_series()
  char library[256]; ///< of a library's profile, as ".libfoo.so"
};

/// A file's sum.
class job_sum {
public:
  explicit job_sum(const job_file &of) : file(of) { file.num_processes = 0; }
  static void *operator new(size_t, void *place) noexcept { return place; }

  /// Says that this process has the file, whose memory others keep.
  void set_own(const packed_file &file) { own = file; }
  /// Adds another process's file. Returns 0 or an error number; after an error
  /// the sum is invalid.
  int add(field_reader &from);
  /// Says that a sum of stacks belongs to this profile. Returns 0 or an error
  /// number.
  int add_profile(const stacks_snapshot::profile &of);
  /// Writes the sum, once. Returns 0 or an error number.
  int write(output &to);

  job_sum *next = nullptr;
  job_file file;

private:
  int add_own();
  bool is_stacks() const;

  packed_file own;
  bool has_sum = false; ///< else there is only `own`
  profile_sum profile;
  stacks_sum stacks;
};

/// The files of a process and its children.
class job_sums {
public:
  job_sums() = default;
  job_sums(const job_sums &) = delete;
  ~job_sums();

  /// Adds a file of this process, which keeps its memory. Returns 0 or an error
  /// number.
  int add_own(const job_file &file, const packed_file &own);
  int send_to(int rank, const gmon_job &job);
  /// Adds what another process sends. Returns 0 or the error number of a
  /// message; in `addition_error`, that of an addition.
  int receive_from(int rank, const gmon_job &job, int &addition_error);
  /// Writes all files: all profiles or none, and then the stacks. Returns 0 if
  /// the profiles are there. The process is locked.
  int write_all(const job_names &names);
  /// Whether several programs other than `program` have the same name.
  bool have_equal_names(uint64_t program) const;
  bool is_empty() const { return !first; }

private:
  job_sum *find_or_add(const job_file &file);
  int add(const job_file &file, field_reader &from);
  int write_profiles(const job_names &names);
  void write_stacks(job_sum &stacks, const job_names &names);
  uint32_t num_processes_of(const job_file &stacks) const;
  job_sum *first = nullptr;
};

/// Adds the program of a file to the name of a job's profile, unless it is the
/// root's program: that has the name that a single process would have.
void add_program(path &name, const job_file &file, const job_names &names);

template <size_t Size>
inline void copy_text(char (&to)[Size], const char *from) {
  size_t i = 0;
  for (; from[i] && i + 1 != Size; ++i)
    to[i] = from[i];
  to[i] = 0;
}

} // namespace gmon

#endif // GMON_RT_CONTROL_JOB_SUMS_H
