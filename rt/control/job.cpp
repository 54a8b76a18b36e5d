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
// in any order, so the result does not depend on the tree.
//
// The process is not locked while it waits for messages. What it has counted is
// detached from it meanwhile: if it dies, it writes files of its own.
//
//===----------------------------------------------------------------------===//

#include "base/errors.h"
#include "base/text.h"
#include "control/job_pieces.h"
#include "control/job_sums.h"
#include "counting/call_times.h"
#include "output/additions.h"
#include "output/file.h"
#include "process/module.h"
#include "process/process.h"
#include "process/report.h"
#include "settings/options.h"
#include "settings/profile_name.h"
#include "settings/series.h"
#include "sums/numbering.h"

#include <errno.h>
#include <string.h>

namespace gmon {

namespace {

/// What the root tells the others.
struct job_result {
  int error;
  job_names names;
  path name; ///< of the job's profile
};

} // namespace

/// Says which program this process executes.
static void set_own_program(job_file &file) {
  const char *name = name_of_program();
  copy_text(file.program_name, name);
  memcpy(file.build_id, module().build_id, sizeof(file.build_id));
  file.program = add_to_hash(add_to_hash(0, name, strlen(name)),
                             reinterpret_cast<const char *>(file.build_id),
                             sizeof(file.build_id));
}

/// Stages what the process has counted, detaches it, and lists it. Returns 0 or
/// an error number.
static int collect(job_sums &to, const job_file &own, const gmon_job &of,
                   addition *&taken) {
  static constinit path base;
  process_lock lock;
  forget_additions();
  all_additions().to = destination::nowhere;
  if (of.size > 1)
    set_rank(uint32_t(of.rank));
  write_profiles(false);
  taken = take_additions();
  job_file file = own;
  file.is_file = true;
  file.num_processes = 1;
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
    int child_error = 0, addition_error = 0;
    int other = sums.receive_from(job.rank + step, job, addition_error);
    if (!other)
      other = receive(child_error, job.rank + step, job);
    if (!other)
      other = child_error ? child_error : addition_error;
    if (other)
      error = other;
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

/// Whether this process leaves a profile that can be added to the job's.
static bool takes_part() { return !adds_to_profile() && !discards_profiles(); }

/// Says why there is no profile of the job.
static const char *job_error_text(int error, text<32> &room) {
  switch (error) {
  case ECANCELED:
    return "rank 0 adds to another profile, or writes none";
  case EDOM:
    return "ranks have samples of different rates or kinds";
  }
  return error_text(error, room);
}

/// Writes the sum of all processes. Says so if that fails.
static void write_job(job_sums &sums, const job_file &own, job_result &result) {
  if (!result.error && !takes_part() && !sums.is_empty())
    result.error = ECANCELED;
  process_lock lock;
  result.names = {own.program, sums.have_equal_names(own.program)};
  name_profile_of_job(result.name);
  if (!result.error)
    result.error = sums.write_all(result.names);
  text<32> number;
  if (result.error)
    report() << "no profile of the job, " << result.name.c_str() << ": "
             << job_error_text(result.error, number)
             << "; each process writes its own";
}

/// What this process counts from now on goes to files of its own. With keep=1,
/// so does what the job has: these files have the name of the program's sum and
/// the rank. The process is locked.
static void begin_rest_of_rank(addition *taken, const job_file &own,
                               const gmon_job &job, job_result &result) {
  path &name = result.name;
  add_program(name, own, result.names);
  name << ".rank" << uint64_t(job.rank);
  // The sum of a single process is its file.
  begin_rest(taken, options().keep && job.size > 1 ? &name : nullptr);
}

static void end_job(const gmon_job &job) {
  static constinit job_result result = {};
  static constinit job_file own = {};
  set_own_program(own);
  job_sums sums;
  addition *taken = nullptr;
  // Others wait for the messages of one that adds to a profile by itself, too.
  const bool is_part = takes_part();
  const int error = is_part ? collect(sums, own, job, taken) : 0;
  result.error = pass_up(sums, job, error);
  if (job.rank == 0)
    write_job(sums, own, result);
  pass_down(job, result);
  if (!is_part)
    return;
  process_lock lock;
  if (result.error)
    release_additions(taken); // the process writes files of its own at its end
  else
    begin_rest_of_rank(taken, own, job, result);
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
