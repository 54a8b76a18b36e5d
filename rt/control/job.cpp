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
// in any order, so the result does not depend on the tree. Files are sent and
// added up in pieces. So a process has in memory its own files, and their sums
// with those of its children.
//
// The process is not locked while it waits for messages. What it has counted is
// detached from it meanwhile: if it dies, it writes files of its own.
//
//===----------------------------------------------------------------------===//

#include "base/errors.h"
#include "base/system.h"
#include "base/text.h"
#include "control/job_pieces.h"
#include "counting/call_times.h"
#include "output/additions.h"
#include "output/file.h"
#include "output/written.h"
#include "process/module.h"
#include "process/process.h"
#include "process/report.h"
#include "settings/options.h"
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
  uint32_t is_file; ///< 0: there are no more files
  uint32_t kind;    ///< a file_kind
  char program_name[256];
  char series[32];   ///< name_of_series()
  char library[256]; ///< of a library's profile, as ".libfoo.so"
};

/// A file's sum.
class job_sum {
public:
  explicit job_sum(const job_file &file) : file(file) {}
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
  const job_file file;

private:
  int add_own();
  bool is_stacks() const { return file.kind == stacks_file; }

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
  int receive_from(int rank, const gmon_job &job);
  /// Writes all files: all profiles or none, and then the stacks. Returns 0 if
  /// the profiles are there. The process is locked, and executes `own_program`.
  int write_all(uint64_t own_program);

private:
  job_sum *find_or_add(const job_file &file);
  int add(const job_file &file, field_reader &from);
  int write_profiles(uint64_t own_program);
  job_sum *first = nullptr;
};

/// What the root tells the others.
struct job_result {
  int error;
  uint64_t program; ///< the root's
  path name;        ///< of its profile
};

} // namespace

template <size_t Size>
static void copy_text(char (&to)[Size], const char *from) {
  size_t i = 0;
  for (; from[i] && i + 1 != Size; ++i)
    to[i] = from[i];
  to[i] = 0;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

int job_sums::send_to(int rank, const gmon_job &job) {
  for (job_sum *each = first; each; each = each->next) {
    if (int error = job.send(rank, &each->file, sizeof(each->file)))
      return error;
    process_lock lock; // for scratch memory
    sent_file to(rank, job);
    int error = each->write(to);
    int other = to.finish();
    if (error || other)
      return error ? error : other;
  }
  return 0;
}

int job_sums::receive_from(int rank, const gmon_job &job) {
  int first_error = 0;
  for (;;) {
    job_file file;
    if (int error = receive(file, rank, job))
      return error;
    if (!file.is_file)
      return first_error;
    process_lock lock; // for scratch memory
    received_file pieces(rank, job);
    field_reader from(pieces);
    int error = add(file, from);
    if (int other = pieces.finish())
      return other;
    if (error)
      first_error = error;
  }
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

int job_sum::add_own() {
  if (has_sum)
    return 0;
  has_sum = true;
  if (!own.size)
    return 0;
  return is_stacks() ? add_packed(stacks, own) : add_packed(profile, own);
}

int job_sum::add(field_reader &from) {
  int error = add_own();
  if (!error)
    error = is_stacks() ? stacks.add(from) : profile.add(from);
  return error;
}

int job_sum::add_profile(const stacks_snapshot::profile &of) {
  int error = add_own();
  return error || stacks.add_profile(of) ? error : ENOMEM;
}

int job_sum::write(output &to) {
  if (!has_sum)
    return unpack(to, own);
  return is_stacks() ? stacks.write(to) : profile.write(to);
}

job_sums::~job_sums() {
  while (job_sum *each = first) {
    first = each->next;
    each->~job_sum();
    unmap(each, sizeof(*each));
  }
}

/// Returns what is known of a file, or null if there is no memory.
job_sum *job_sums::find_or_add(const job_file &file) {
  job_sum **at = &first;
  while (*at && ((*at)->file.program != file.program ||
                 (*at)->file.kind != file.kind ||
                 strcmp((*at)->file.series, file.series) != 0 ||
                 strcmp((*at)->file.library, file.library) != 0))
    at = &(*at)->next;
  if (!*at)
    if (void *memory = map_zeros(sizeof(job_sum)))
      *at = new (memory) job_sum(file);
  return *at;
}

int job_sums::add_own(const job_file &file, const packed_file &own) {
  job_sum *to = find_or_add(file);
  if (!to)
    return ENOMEM;
  to->set_own(own);
  return 0;
}

int job_sums::add(const job_file &file, field_reader &from) {
  job_sum *to = find_or_add(file);
  return to ? to->add(from) : ENOMEM;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Adds the name of a program to the name of a job's profile, unless it is the
/// root's own program: that has the name that a single process would have.
static void add_program(path &name, const char *program, bool is_own) {
  if (!is_own)
    name << '.' << program;
}

static void name_series(path &name, const job_file &file,
                        uint64_t own_program) {
  name_profile_of_job(name);
  add_program(name, file.program_name, file.program == own_program);
  if (*file.series)
    name << '.' << file.series;
}

/// Makes the name of a profile, and that of the sidecar file that belongs to
/// it; or the same for a sidecar file.
static void name_files(path &name, path &stacks_name, const job_file &file,
                       uint64_t own_program) {
  name_series(name, file, own_program);
  name_stacks_of(stacks_name, name.c_str());
  name << file.library;
}

/// Writes a file, which belongs to the sidecar file with that key.
static int write_sum(const path &name, job_sum &sum, uint64_t sidecar) {
  auto write = [](output &to, void *of) {
    return static_cast<job_sum *>(of)->write(to);
  };
  return write_file(name, {file_kind(sum.file.kind), sidecar, write, &sum});
}

int job_sums::write_profiles(uint64_t own_program) {
  static constinit path name, stacks_name;
  for (job_sum *each = first; each; each = each->next) {
    if (each->file.kind != profile_file)
      continue;
    name_files(name, stacks_name, each->file, own_program);
    int error = write_sum(name, *each, key_of(stacks_name));
    if (!error)
      continue;
    // The ranks write files of their own: no count may be in two files.
    for (const job_sum *done = first; done != each; done = done->next) {
      name_files(name, stacks_name, done->file, own_program);
      if (done->file.kind == profile_file)
        kernel::unlink(name.c_str());
    }
    return error;
  }
  return 0;
}

/// Writes stacks, and into them which profiles they belong to.
static int write_stacks(job_sum &stacks, const path &name) {
  const uint64_t sidecar = key_of(name);
  int error = 0;
  for_each_written(sidecar, [&](const written_profile &each) {
    error = stacks.add_profile({each.size, each.checksum});
    return !error;
  });
  return error ? error : write_sum(name, stacks, sidecar);
}

int job_sums::write_all(uint64_t own_program) {
  static constinit path name, stacks_name;
  // A rank may have written a file of that name before, as a checkpoint.
  auto forget_all = [&] {
    for (job_sum *each = first; each; each = each->next) {
      name_files(name, stacks_name, each->file, own_program);
      forget_written(key_of(stacks_name));
    }
  };
  forget_all();
  int error = write_profiles(own_program);
  for (job_sum *each = first; each && !error; each = each->next) {
    if (each->file.kind != stacks_file)
      continue;
    name_files(name, stacks_name, each->file, own_program);
    text<32> number;
    if (int other = write_stacks(*each, stacks_name))
      report() << "no stacks of the job: " << error_text(other, number);
  }
  forget_all();
  return error;
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

/// Stages what the process has counted, detaches it, and lists it. Returns 0 or
/// an error number.
static int collect(job_sums &to, const gmon_job &of, addition *&taken) {
  static constinit path base;
  process_lock lock;
  forget_additions();
  all_additions().to = destination::nowhere;
  if (of.size > 1)
    set_rank(uint32_t(of.rank));
  write_profiles(false);
  taken = take_additions();
  job_file file = {};
  file.is_file = true;
  file.program = own_program();
  copy_text(file.program_name, name_of_program());
  for (addition *each = taken; each; each = each->next) {
    if (!each->is_staged)
      continue;
    file.kind = each->kind;
    copy_text(file.series, name_of_series(each->series));
    name_profile_of_program(base, each->series);
    const char *library =
        each->kind == profile_file ? each->name.c_str() + base.size() : "";
    copy_text(file.library, library);
    if (int error = to.add_own(file, each->now.get()))
      return error;
  }
  return 0;
}

/// Adds the children's files to `sums`, and sends the sum to the parent.
static int pass_up(job_sums &sums, const gmon_job &job, int error) {
  for (int step = 1; step < job.size; step *= 2) {
    if (job.rank & step) {
      // The parent's sum is worth nothing without this one.
      if (!error)
        error = sums.send_to(job.rank - step, job);
      const job_file end = {};
      int other = job.send(job.rank - step, &end, sizeof(end));
      if (!other)
        other = job.send(job.rank - step, &error, sizeof(error));
      if (other)
        error = other;
      break;
    }
    if (job.rank + step >= job.size)
      continue;
    int child_error = 0;
    int other = sums.receive_from(job.rank + step, job);
    if (!other)
      other = receive(child_error, job.rank + step, job);
    if (other || child_error)
      error = other ? other : child_error;
  }
  return error;
}

/// Receives the root's result from the parent, and sends it to the children.
static void pass_down(const gmon_job &job, job_result &result) {
  int lowest = 1; // the step to the parent
  while (lowest < job.size && !(job.rank & lowest))
    lowest *= 2;
  if (job.rank && receive(result, job.rank - lowest, job))
    result.error = EIO;
  for (int step = lowest / 2; step; step /= 2)
    if (job.rank + step < job.size)
      (void)job.send(job.rank + step, &result, sizeof(result));
}

/// Writes the sum of all processes. Says so if that fails.
static void write_job(job_sums &sums, job_result &result) {
  process_lock lock;
  result.program = own_program();
  name_profile_of_job(result.name);
  if (!result.error)
    result.error = sums.write_all(result.program);
  text<32> number;
  if (result.error)
    report() << "no profile of the job: " << error_text(result.error, number)
             << "; each process writes its own";
}

/// What this process counts from now on goes to files of its own. With keep=1,
/// so does what the job has: these files have the name of the program's sum and
/// the rank. The process is locked.
static void begin_rest_of_rank(addition *taken, const gmon_job &job,
                               job_result &result) {
  path &name = result.name;
  add_program(name, name_of_program(), result.program == own_program());
  name << ".rank" << uint64_t(job.rank);
  // The sum of a single process is its file.
  begin_rest(taken, options().keep && job.size > 1 ? &name : nullptr);
}

static void end_job(const gmon_job &job) {
  // Processes that add to one profile need no messages for that.
  if (adds_to_profile() || discards_profiles())
    return;
  static constinit job_result result = {};
  job_sums sums;
  addition *taken = nullptr;
  result.error = pass_up(sums, job, collect(sums, job, taken));
  if (job.rank == 0)
    write_job(sums, result);
  pass_down(job, result);
  process_lock lock;
  if (result.error)
    release_additions(taken); // the process writes files of its own at its end
  else
    begin_rest_of_rank(taken, job, result);
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
