//===-- job_sums.cpp - The files of a job ---------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files are sent and added up in pieces. So a process has in memory its own
// files, and their sums with those of its children.
//
//===----------------------------------------------------------------------===//

#include "control/job_sums.h"
#include "base/errors.h"
#include "base/system.h"
#include "base/text.h"
#include "control/job_pieces.h"
#include "output/file.h"
#include "output/written.h"
#include "process/process.h"
#include "process/report.h"

#include <errno.h>
#include <string.h>

namespace gmon {

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

int job_sums::receive_from(int rank, const gmon_job &job, int &addition_error) {
  for (;;) {
    job_file file;
    if (int error = receive(file, rank, job))
      return error;
    if (!file.is_file)
      return 0;
    process_lock lock; // for scratch memory
    received_file pieces(rank, job);
    field_reader from(pieces);
    if (int error = add(file, from))
      addition_error = error;
    if (int error = pieces.finish())
      return error;
  }
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

bool job_sum::is_stacks() const { return file.kind == stacks_file; }

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
  to->file.num_processes += file.num_processes;
  return 0;
}

int job_sums::add(const job_file &file, field_reader &from) {
  job_sum *to = find_or_add(file);
  if (!to)
    return ENOMEM;
  to->file.num_processes += file.num_processes;
  return to->add(from);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

bool job_sums::have_equal_names(uint64_t program) const {
  for (const job_sum *a = first; a; a = a->next)
    for (const job_sum *b = a->next; b; b = b->next)
      if (a->file.program != b->file.program && a->file.program != program &&
          b->file.program != program &&
          strcmp(a->file.program_name, b->file.program_name) == 0)
        return true;
  return false;
}

void add_program(path &name, const job_file &file, const job_names &names) {
  if (file.program == names.root_program)
    return;
  name << '.' << file.program_name;
  if (!names.have_build_ids)
    return;
  constexpr char digits[] = "0123456789abcdef";
  name << '.';
  for (unsigned char byte : file.build_id)
    name << digits[byte >> 4] << digits[byte & 15];
}

static void name_series(path &name, const job_file &file,
                        const job_names &names) {
  name_profile_of_job(name);
  add_program(name, file, names);
  if (*file.series)
    name << '.' << file.series;
}

/// Makes the name of a profile, and that of the sidecar file that belongs to
/// it; or the same for a sidecar file.
static void name_files(path &name, path &stacks_name, const job_file &file,
                       const job_names &names) {
  name_series(name, file, names);
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

int job_sums::write_profiles(const job_names &names) {
  static constinit path name, stacks_name;
  for (job_sum *each = first; each; each = each->next) {
    if (each->file.kind != profile_file)
      continue;
    name_files(name, stacks_name, each->file, names);
    int error = write_sum(name, *each, key_of(stacks_name));
    if (!error)
      continue;
    // The ranks write files of their own: no count may be in two files.
    for (const job_sum *done = first; done != each; done = done->next) {
      name_files(name, stacks_name, done->file, names);
      if (done->file.kind == profile_file)
        kernel::unlink(name.c_str());
    }
    return error;
  }
  return 0;
}

/// Adds to a sum of stacks which profiles it belongs to, and writes it.
static int write_with_profiles(job_sum &stacks, const path &name) {
  const uint64_t sidecar = key_of(name);
  int error = 0;
  for_each_written(sidecar, [&](const written_profile &each) {
    error = stacks.add_profile({each.size, each.checksum});
    return !error;
  });
  return error ? error : write_sum(name, stacks, sidecar);
}

/// Returns the number of processes whose profile stacks could belong to; 0 if
/// the program has no profile.
uint32_t job_sums::num_processes_of(const job_file &stacks) const {
  for (const job_sum *each = first; each; each = each->next)
    if (each->file.kind == profile_file && !*each->file.library &&
        each->file.program == stacks.program &&
        strcmp(each->file.series, stacks.series) == 0)
      return each->file.num_processes;
  return 0;
}

/// Writes stacks. They are of no use if only some processes have them: the
/// profile's counts are those of all.
void job_sums::write_stacks(job_sum &stacks, const job_names &names) {
  static constinit path name, stacks_name;
  const uint32_t num_all = num_processes_of(stacks.file);
  if (num_all > stacks.file.num_processes) {
    report() << "no stacks of the job: only "
             << uint64_t(stacks.file.num_processes) << " of "
             << uint64_t(num_all) << " processes have them";
    return;
  }
  name_files(name, stacks_name, stacks.file, names);
  text<32> number;
  if (int error = write_with_profiles(stacks, stacks_name))
    report() << "no stacks of the job: " << error_text(error, number);
}

int job_sums::write_all(const job_names &names) {
  static constinit path name, stacks_name;
  // A rank may have written a file of that name before, as a checkpoint.
  auto forget_all = [&] {
    for (job_sum *each = first; each; each = each->next) {
      name_files(name, stacks_name, each->file, names);
      forget_written(key_of(stacks_name));
    }
  };
  forget_all();
  int error = write_profiles(names);
  for (job_sum *each = first; each && !error; each = each->next)
    if (each->file.kind == stacks_file)
      write_stacks(*each, names);
  forget_all();
  return error;
}

} // namespace gmon
