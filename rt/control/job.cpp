//===-- job.cpp - One profile for a job -----------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The processes are the nodes of a binomial tree. Each adds the files that its
// children send to its own ones, and sends the sums to its parent; then the
// root writes them, and tells the others whether it could. Addition is the same
// in any order, so the result does not depend on the tree. A process has never
// more in memory than its own sum, a child's, and that of both.
//
// The process is not locked while it waits for messages.
//
//===----------------------------------------------------------------------===//

#include "gmon/job.h"
#include "base/errors.h"
#include "base/text.h"
#include "counting/call_times.h"
#include "encoding/memory_output.h"
#include "output/additions.h"
#include "output/digest.h"
#include "output/file.h"
#include "process/module.h"
#include "process/process.h"
#include "process/report.h"
#include "settings/profile_name.h"
#include "settings/series.h"
#include "sums/numbering.h"
#include "sums/profile_sum.h"
#include "sums/stacks_sum.h"

#include <errno.h>
#include <string.h>

namespace gmon {

namespace {

/// A file of a program of the job: the sum of several processes' files.
struct job_file {
  uint64_t program; ///< identifies the program, by name and build-id
  uint64_t size;
  uint32_t kind; ///< a file_kind
  char program_name[256];
  char series[32];   ///< name_of_series()
  char library[256]; ///< of a library's profile, as ".libfoo.so"
};

/// A file and its bytes.
struct job_sum {
  job_sum *next;
  job_file file;
  kept_bytes bytes;
};

/// The files of a process and its children.
class job_sums {
public:
  job_sums() = default;
  job_sums(const job_sums &) = delete;
  ~job_sums();

  /// Adds bytes to the file that they belong to. Returns 0 or an error number.
  int add(const job_file &file, file_bytes bytes);
  int send_to(int rank, const gmon_job &job) const;
  int receive_from(int rank, const gmon_job &job);
  /// Writes all files. The process is locked, and executes `own_program`.
  int write_all(uint64_t own_program) const;

private:
  int write_series(const job_file &of, bool is_own) const;
  job_sum *first = nullptr;
};

/// Memory for a message.
class message_bytes {
public:
  explicit message_bytes(size_t size)
      : data(static_cast<char *>(map_zeros(size ? size : 1))),
        size(size ? size : 1) {}
  message_bytes(const message_bytes &) = delete;
  ~message_bytes() { unmap(data, size); }

  char *const data;

private:
  const size_t size;
};

} // namespace

template <size_t Size>
static void copy_text(char (&to)[Size], const char *from) {
  size_t i = 0;
  for (; from[i] && i + 1 != Size; ++i)
    to[i] = from[i];
  to[i] = 0;
}

static bool is_same_series(const job_file &a, const job_file &b) {
  return a.program == b.program && strcmp(a.series, b.series) == 0;
}

job_sums::~job_sums() {
  while (job_sum *each = first) {
    first = each->next;
    each->bytes.release();
    unmap(each, sizeof(*each));
  }
}

/// Writes the sum of two files of one kind.
template <typename Sum>
static int add_two(file_bytes a, file_bytes b, output &to) {
  Sum sum;
  int error = sum.add(a);
  if (!error)
    error = sum.add(b);
  return error ? error : sum.write(to);
}

int job_sums::add(const job_file &file, file_bytes bytes) {
  job_sum **at = &first;
  while (*at && ((*at)->file.program != file.program ||
                 (*at)->file.kind != file.kind ||
                 strcmp((*at)->file.series, file.series) != 0 ||
                 strcmp((*at)->file.library, file.library) != 0))
    at = &(*at)->next;
  if (!*at) {
    auto *made = static_cast<job_sum *>(map_zeros(sizeof(job_sum)));
    if (!made)
      return ENOMEM;
    made->file = file;
    *at = made;
    return made->bytes.assign(bytes) ? 0 : ENOMEM;
  }
  process_lock lock; // for scratch memory
  memory_output sum;
  file_bytes known = (*at)->bytes.get();
  int error = file.kind == stacks_file
                  ? add_two<stacks_sum>(known, bytes, sum)
                  : add_two<profile_sum>(known, bytes, sum);
  return error ? error : (*at)->bytes.assign(sum.bytes()) ? 0 : ENOMEM;
}

/// Messages consist of parts of this size, which also fit where no memory can
/// be mapped.
static constexpr uint64_t most_part_bytes = uint64_t(1) << 16;

/// Calls `take` with the start and size of each part of a message of `size`
/// bytes, until it returns an error number.
template <typename Function> static int in_parts(uint64_t size, Function take) {
  constexpr uint64_t most = most_part_bytes;
  for (uint64_t start = 0; start < size; start += most)
    if (int error = take(start, size - start < most ? size - start : most))
      return error;
  return 0;
}

int job_sums::send_to(int rank, const gmon_job &job) const {
  for (const job_sum *each = first; each; each = each->next) {
    file_bytes bytes = each->bytes.get();
    job_file file = each->file;
    file.size = bytes.size;
    if (int error = job.send(rank, &file, sizeof(file)))
      return error;
    if (int error = in_parts(bytes.size, [&](uint64_t start, uint64_t size) {
          return job.send(rank, bytes.data + start, size);
        }))
      return error;
  }
  job_file end = {};
  return job.send(rank, &end, sizeof(end));
}

int job_sums::receive_from(int rank, const gmon_job &job) {
  int first_error = 0;
  for (;;) {
    job_file file;
    if (int error = job.receive(rank, &file, sizeof(file)))
      return error;
    if (!file.size)
      return first_error;
    message_bytes message(file.size);
    // Without memory, the message is received all the same: its sender waits.
    static constinit char unused[most_part_bytes] = {};
    if (int error = in_parts(file.size, [&](uint64_t start, uint64_t size) {
          char *to = message.data ? message.data + start : unused;
          return job.receive(rank, to, size);
        }))
      return error;
    int error = message.data ? add(file, {message.data, file.size}) : ENOMEM;
    if (error)
      first_error = error;
  }
}

/// Makes the name of a job's file. The root's own program has the name that a
/// single process would have, another program adds its name.
static void name_file(path &name, const job_file &file, bool is_own) {
  name_profile_of_job(name);
  if (!is_own)
    name << '.' << file.program_name;
  if (*file.series)
    name << '.' << file.series;
  name << file.library;
}

/// Writes the files of one program and series; its stacks, if there are any,
/// last.
int job_sums::write_series(const job_file &of, bool is_own) const {
  static constinit path name, stacks_name;
  scratch_list<stacks_snapshot::profile> profiles;
  const job_sum *stacks = nullptr;
  for (const job_sum *each = first; each; each = each->next) {
    if (!is_same_series(each->file, of))
      continue;
    if (each->file.kind == stacks_file) {
      stacks = each;
      continue;
    }
    name_file(name, each->file, is_own);
    if (int error = write_bytes(name, profile_file, each->bytes.get()))
      return error;
    if (!profiles.add(digest_of(each->bytes.get())))
      return ENOMEM;
  }
  if (!stacks)
    return 0;
  stacks_sum sum;
  if (int error = sum.add(stacks->bytes.get()))
    return error;
  for (const stacks_snapshot::profile &each : profiles)
    if (!sum.add_profile(each))
      return ENOMEM;
  memory_output bytes;
  if (int error = sum.write(bytes))
    return error;
  name_file(name, stacks->file, is_own);
  name_stacks_of(stacks_name, name.c_str());
  return write_bytes(stacks_name, stacks_file, bytes.bytes());
}

int job_sums::write_all(uint64_t own_program) const {
  for (const job_sum *each = first; each; each = each->next) {
    bool is_new = true;
    for (const job_sum *other = first; other != each; other = other->next)
      is_new &= !is_same_series(other->file, each->file);
    if (is_new)
      if (int error =
              write_series(each->file, each->file.program == own_program))
        return error;
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

/// Identifies the program of this process.
static uint64_t own_program() {
  const char *name = name_of_program();
  return add_to_hash(add_to_hash(0, name, strlen(name)),
                     reinterpret_cast<const char *>(module().build_id),
                     sizeof(module().build_id));
}

/// Stages what the process has counted, and lists it. Returns 0 or an error
/// number.
static int collect(job_sums &to, const gmon_job &of) {
  static constinit path base;
  process_lock lock;
  forget_additions();
  all_additions().to = destination::nowhere;
  if (of.size > 1)
    set_rank(uint32_t(of.rank));
  write_profiles(false);
  job_file file = {};
  file.program = own_program();
  copy_text(file.program_name, name_of_program());
  for (addition *each = all_additions().first; each; each = each->next) {
    if (!each->is_staged)
      continue;
    file.kind = each->kind;
    copy_text(file.series, name_of_series(each->series));
    name_profile_of_program(base, each->series);
    const char *library =
        each->kind == profile_file ? each->name.c_str() + base.size() : "";
    copy_text(file.library, library);
    if (int error = to.add(file, each->now.get()))
      return error;
  }
  return 0;
}

/// Adds the children's files to `sums`, and sends the sum to the parent.
static int pass_up(job_sums &sums, const gmon_job &job, int error) {
  for (int step = 1; step < job.size; step *= 2) {
    if (job.rank & step) {
      if (int other = sums.send_to(job.rank - step, job))
        error = other;
      // The parent's file is worth nothing without this one.
      if (int other = job.send(job.rank - step, &error, sizeof(error)))
        error = other;
      break;
    }
    if (job.rank + step >= job.size)
      continue;
    int child_error = 0;
    int other = sums.receive_from(job.rank + step, job);
    if (!other)
      other = job.receive(job.rank + step, &child_error, sizeof(child_error));
    if (other || child_error)
      error = other ? other : child_error;
  }
  return error;
}

/// Receives the root's result from the parent, and sends it to the children.
static int pass_down(const gmon_job &job, int error) {
  int lowest = 1; // the step to the parent
  while (lowest < job.size && !(job.rank & lowest))
    lowest *= 2;
  if (job.rank && job.receive(job.rank - lowest, &error, sizeof(error)))
    return EIO;
  for (int step = lowest / 2; step; step /= 2)
    if (job.rank + step < job.size)
      (void)job.send(job.rank + step, &error, sizeof(error));
  return error;
}

static void end_job(const gmon_job &job) {
  // Processes that add to one profile need no messages for that.
  if (adds_to_profile() || discards_profiles())
    return;
  job_sums sums;
  int error = pass_up(sums, job, collect(sums, job));
  if (job.rank == 0 && !error) {
    process_lock lock;
    error = sums.write_all(own_program());
  }
  if (job.rank == 0 && error) {
    process_lock lock;
    text<32> number;
    report() << "no profile of the job: " << error_text(error, number)
             << "; each process writes its own";
  }
  error = pass_down(job, error);
  process_lock lock;
  if (error)
    forget_additions(); // the process writes files of its own at its end
  else
    begin_rest();
}

} // namespace gmon

using namespace gmon;

void __gmon_end_job(const gmon_job *job) {
  if (has_process() && is_this_process() && !is_sealed())
    end_job(*job);
}

void __gmon_add_call(gmon_call *call, uint32_t communicator,
                     uint64_t nanoseconds, uint64_t bytes) {
  if (has_process() && !__atomic_load_n(&process().stopped, __ATOMIC_RELAXED))
    add_call(*call, communicator, nanoseconds, bytes);
}
