//===-- file.cpp - The file that a profile is written to ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a temporary file beside the final name and renames it, or writes in
// place if the file was opened at the start.
//
//===----------------------------------------------------------------------===//

#include "output/file.h"
#include "base/errors.h"
#include "base/memory.h"
#include "base/system.h"
#include "counting/hooks.h"
#include "counting/regions.h"
#include "encoding/packed_file.h"
#include "encoding/stacks_writer.h"
#include "gmon/format.h"
#include "output/additions.h"
#include "output/digest.h"
#include "output/held_file.h"
#include "output/place.h"
#include "output/profile.h"
#include "output/snapshot.h"
#include "output/written.h"
#include "process/report.h"
#include "process/told.h"
#include "settings/options.h"
#include "settings/profile_name.h"
#include "settings/series.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gmon {

namespace {

/// The names of the file being written. Not on the stack: the program may end
/// on a small one. Only one thread writes at a time.
stored<path> final_name, temporary_name, own_name;

/// A file, and the digest of its bytes.
struct file_output : output {
  file_output(decltype(output::write) write, int fd, bool has_checksum)
      : output{write, has_checksum}, fd(fd) {}

  int fd;
  digest_of_bytes digest;
};

/// A new file that replaces another when it is complete.
struct new_output : file_output {
  explicit new_output(int fd) : file_output(write_to_file, fd, false) {}

  static int write_to_file(output &to, const void *bytes, size_t size) {
    auto &self = static_cast<new_output &>(to);
    self.digest.add(bytes, size);
    return write_fully(self.fd, bytes, size);
  }
};

/// A file written in place. The first record of a profile is a note with the
/// checksum of all that follows; the note is written last.
struct in_place_output : file_output {
  in_place_output(int fd, bool has_checksum)
      : file_output(write_to_file, fd, has_checksum) {}

  static int write_to_file(output &to, const void *bytes, size_t size) {
    auto &self = static_cast<in_place_output &>(to);
    uint64_t offset = self.digest.size();
    self.digest.add(bytes, size);
    return write_fully_at(self.fd, bytes, size, offset);
  }

  int finish() {
    if (raw_syscall(SYS_ftruncate, fd, long(digest.size())) != 0)
      return EIO;
    if (!has_checksum)
      return 0;
    uint32_t value = digest.checksum();
    return write_fully_at(fd, &value, sizeof(value),
                          GMON_CHECKSUM_OFFSET(sizeof(uintptr_t)));
  }
};

/// A kind of file and its contents.
struct file_contents {
  file_kind kind;
  int (*write)(output &to, bool stopped, unsigned series); ///< write_profile()
  uint64_t sidecar; ///< key of the sidecar file, for output/written.h
  unsigned series;
};

} // namespace

/// Records the complete file `final_name` if it is a profile.
static void record(const file_contents &what, const file_output &file) {
  if (what.kind != profile_file)
    return;
  const stacks_snapshot::profile digest = file.digest.get();
  record_written({nullptr, what.sidecar, key_of(*final_name), digest.size,
                  digest.checksum});
}

/// Writes the file `final_name`. Returns 0 or an error number.
static int write_and_move(const file_contents &what, bool stopped,
                          bool is_dump) {
  struct stat replaced;
  if (int error = may_replace(final_name->c_str(), replaced))
    return error;
  int fd = create_beside(*final_name, *temporary_name);
  if (fd < 0)
    return errno;
  keep_mode_and_owner(fd, replaced);
  new_output file(fd);
  bool is_profile = what.kind == profile_file && what.series == 0 && !is_dump;
  if (is_profile)
    file.replaced_runs = count_replaced_runs(*final_name, replaced.st_size);
  int error = what.write(file, stopped, what.series);
  if (kernel::close(fd) != 0 && !error && errno != EINTR)
    error = errno;
  if (!error &&
      kernel::rename(temporary_name->c_str(), final_name->c_str()) != 0)
    error = errno;
  if (error)
    kernel::unlink(temporary_name->c_str());
  else
    record(what, file);
  return error;
}

static int write_in_place(held_file &held, const file_contents &what,
                          bool stopped) {
  held.is_new = false;
  in_place_output file(held.fd, what.kind == profile_file);
  int error = what.write(file, stopped, what.series);
  if (!error)
    error = file.finish();
  if (!error)
    record(what, file);
  return error;
}

static void tell_error(int error) {
  text<32> number;
  report line;
  line << "cannot write " << final_name->c_str() << ": "
       << error_text(error, number);
  if ((error != EACCES && error != EPERM) || !has_changed_user())
    return;
  line << "; the program runs as another user than at its start, and "
       << (options().open == open_choice::start
               ? "has closed the file"
               : "may need open=start, see gmon(7)");
}

/// Writes to a held file, or else to the file `final_name`, and prints a line
/// about it.
static int write_and_tell(const file_contents &what, bool stopped,
                          bool is_dump) {
  held_file *held = is_dump ? nullptr : find_held_file(what.kind, what.series);
  if (held)
    *final_name = held->name;
  int error = held ? write_in_place(*held, what, stopped)
                   : write_and_move(what, stopped, is_dump);
  if (!error && options().verbose)
    report() << "wrote " << final_name->c_str();
  if (error && !is_dump && is_untold(what.kind, error))
    tell_error(error);
  return error;
}

/// Stages a file that `write` writes, with the names in `final_name` and
/// `own_name`.
template <typename Function>
static int stage(const staged_file &file, Function write) {
  packed_output bytes;
  int error = write(bytes);
  return error ? error : stage_addition(file, *final_name, *own_name, bytes);
}

/// Whether profiles are staged, because processes add to one, or because a job
/// has taken what this process had counted.
static bool is_staging() {
  return adds_to_profile() || all_additions().first ||
         all_additions().to != destination::shared_files;
}

/// Stages this module's profile of a series.
static int stage_profile(bool stopped, unsigned series) {
  name_stacks(*final_name, nullptr, false, series);
  uint64_t group = key_of(*final_name);
  name_profile(*final_name, false, series);
  name_profile(*own_name, adds_to_profile(), series);
  int error = stage({group, profile_file, series}, [&](output &to) {
    return write_profile(to, stopped, series);
  });
  if (error)
    tell_error(error);
  return error;
}

/// Writes this module's profile of a series as write_profile_file() does.
static int write_profile_of(unsigned series, const char *to, bool stopped,
                            bool forked) {
  if (!to && is_staging()) {
    // The job has what a file was opened for; a rest has another name.
    if (all_additions().to == destination::own_files)
      drop_held_file(profile_file, series);
    return stage_profile(stopped, series);
  }
  name_stacks(*final_name, to, forked, series);
  uint64_t sidecar = key_of(*final_name);
  if (to)
    name_dump(*final_name, to, series);
  else
    name_profile(*final_name, forked, series);
  write_signals_taken taken(process().mask);
  return write_and_tell({profile_file, write_profile, sidecar, series}, stopped,
                        to);
}

/// Drops the held files of series that cannot be sampled.
static void drop_unused_files(file_kind kind) {
  for (unsigned series = 0; series != num_series(); ++series)
    if (!series_at(series).is_used)
      drop_held_file(kind, series);
}

int write_profile_file(const char *to, bool stopped, bool forked) {
  if (!to && discards_profiles())
    return 0;
  int saved = errno;
  int error = 0;
  for_each_series([&](unsigned series) {
    if (int other = write_profile_of(series, to, stopped, forked))
      error = other;
  });
  drop_unused_files(profile_file);
  if (uint64_t lost = to || !is_staging() ? lost_calls() : 0)
    report() << "out of memory: " << lost << " calls were not counted";
  if (lacks_regions() && (to || !is_staging()))
    report() << "out of memory: threads share counters, which miss calls that "
                "were made at the same time";
  if (lacks_template() && (to || !is_staging()))
    report() << "no calls are counted: a linker script or objcopy renamed the "
                "section " GMON_DATA_SECTION;
  if (has_other_code() && (to || !is_staging()))
    report() << "objects of another version of llvm-gprof are not counted: "
                "compile them again";
  errno = saved;
  return error;
}

/// The addition of which a file of the process is being written, and the key of
/// that file's sidecar file.
static struct {
  const addition *of;
  uint64_t sidecar;
} current;

/// Whether profiles of a group have counts that were not added before.
static bool has_rest(uint64_t group) {
  bool any = false;
  for_each_addition(group, [&](const addition &each) {
    any = any || (each.kind == profile_file && has_rest(each));
  });
  return any;
}

/// Writes files of the process: what is staged and was not added before, if
/// that is anything; or `added`: what was added. See write_own(). Returns 0 or
/// an error number.
static int write_own_files(uint64_t group, bool added) {
  if (!added && !has_rest(group))
    return 0;
  current.sidecar = 0;
  for_each_addition(group, [&](addition &each) {
    if (each.kind == stacks_file)
      current.sidecar = key_of(each.own_name);
  });
  auto write = [](output &to, bool, unsigned) {
    return write_own(to, *current.of, current.sidecar);
  };
  int error = 0;
  for (file_kind kind : kinds_in_order)
    for_each_addition(group, [&](addition &each) {
      if (each.kind != kind || each.is_staged == added)
        return;
      current.of = &each;
      *final_name = each.own_name;
      if (!added && !adds_to_profile() && kind == profile_file && !each.is_told)
        report() << "counted after the end of the job: " << final_name->c_str();
      each.is_told |= !added;
      // Stacks without profiles are of no use.
      if (!error || kind == profile_file)
        if (int other =
                write_and_tell({kind, write, current.sidecar, each.series},
                               false, /*is_dump=*/false))
          error = other;
    });
  return error;
}

/// Names the process's own files of a group: `name`, and that of a library
/// behind it. The program's profile has the name `program` otherwise.
static void name_own_files(uint64_t group, const path &name,
                           const path &program) {
  for_each_addition(group, [&](addition &each) {
    if (each.kind == stacks_file) {
      name_stacks_of(each.own_name, name.c_str());
      return;
    }
    each.own_name = name;
    each.own_name << each.name.c_str() + program.size();
  });
}

static void begin_rest_of(unsigned series, const path *kept) {
  static stored<path[2]> store;
  auto &[program, name] = *store;
  name_stacks(*final_name, nullptr, false, series);
  uint64_t group = key_of(*final_name);
  for_each_addition(group, note_added);
  name_profile_of_program(program, series);
  if (kept) {
    name = *kept;
    if (const char *event = name_of_series(series); *event)
      name << '.' << event;
    name_own_files(group, name, program);
    write_own_files(group, /*added=*/true);
  }
  name = program;
  name << ".rest";
  name_own_files(group, name, program);
}

/// Writes files of the process with what it has added to shared ones. The mark
/// in their names tells them from files of processes that could not add.
static int write_kept_files(unsigned series, uint64_t group) {
  static stored<path[2]> store;
  auto &[program, name] = *store;
  name_profile_of_program(program, series);
  name_own_profile(name, series, ".kept");
  name_own_files(group, name, program);
  int error = write_own_files(group, /*added=*/true);
  name_own_profile(name, series, "");
  name_own_files(group, name, program);
  return error;
}

void begin_rest(addition *added, const path *kept) {
  all_additions() = {added, destination::own_files};
  for (file_kind kind : kinds_in_order)
    drop_held_files(kind);
  for_each_series([=](unsigned series) { begin_rest_of(series, kept); });
}

int write_file(const path &name, const file_source &from) {
  static constinit const file_source *source;
  source = &from;
  *final_name = name;
  auto write = [](output &to, bool, unsigned) {
    return source->write(to, source->of);
  };
  write_signals_taken taken(process().mask);
  return write_and_tell({from.kind, write, from.sidecar, 0}, false,
                        /*is_dump=*/true);
}

/// The key of the sidecar file that is being written.
static uint64_t current_sidecar;

static int write_stacks(output &to, bool, unsigned series) {
  stacks_snapshot snapshot;
  return take_snapshot(snapshot, current_sidecar, series)
             ? write_snapshot(to, snapshot)
             : ENOMEM;
}

/// Says why nothing could be added.
static const char *addition_error_text(int error, text<32> &room) {
  switch (error) {
  case EAGAIN:
    return "other processes hold its lock";
  case ENOSYS:
  case ENOLCK:
  case EOPNOTSUPP:
    return "the file system has no locks";
  case EINVAL:
    return "it, or its file with stacks, is damaged";
  case ENOEXEC:
    return "it is of another program or build; out=%e.gmon makes one for each";
  case EDOM:
    return "its samples have another rate or count something else";
  }
  return error_text(error, room);
}

/// What became of files of the process.
enum class own_files { written, not_needed, failed };

/// Prints a line about each profile that was added to, or could not be.
static void tell_of_addition(uint64_t group, int error, own_files own) {
  for_each_addition(group, [&](const addition &each) {
    if (each.kind != profile_file || each.is_staged != (error != 0) ||
        (!error && !options().verbose))
      return;
    text<32> number;
    report line;
    if (!error) {
      line << "added to " << each.name.c_str();
      return;
    }
    line << "cannot add to " << each.name.c_str() << ": "
         << addition_error_text(error, number);
    if (own == own_files::written)
      line << "; see " << each.own_name.c_str();
    else if (own == own_files::not_needed)
      line << "; this process has counted nothing";
  });
}

/// Adds what is staged for a group to the shared files, or writes files of the
/// process. Returns 0 if either succeeded, or an error number.
static int add_or_write_own(unsigned series, uint64_t group) {
  const int error = add_staged(group);
  if (!error) {
    tell_of_addition(group, 0, own_files::not_needed);
    return options().keep ? write_kept_files(series, group) : 0;
  }
  all_additions().to = destination::own_files;
  const bool is_needed = has_rest(group);
  const int own_error = write_own_files(group, /*added=*/false);
  tell_of_addition(group, error,
                   own_error   ? own_files::failed
                   : is_needed ? own_files::written
                               : own_files::not_needed);
  return own_error;
}

/// Adds what the modules have staged of a series, and the stacks, to the shared
/// files; or writes files of the process if that is not possible.
static int add_all(unsigned series) {
  name_stacks(*final_name, nullptr, false, series);
  uint64_t group = key_of(*final_name);
  bool has_staged = false;
  for_each_addition(group,
                    [&](addition &each) { has_staged |= each.is_staged; });
  if (!has_staged)
    return 0;
  name_stacks(*own_name, nullptr, adds_to_profile(), series);
  int error = 0;
  if (options().stacks || options().threads) {
    current_sidecar = 0; // no file has this key
    error = stage({group, stacks_file, series},
                  [=](output &to) { return write_stacks(to, false, series); });
  }
  write_signals_taken taken(process().mask);
  switch (all_additions().to) {
  case destination::shared_files:
    return error ? error : add_or_write_own(series, group);
  case destination::own_files:
    return write_own_files(group, /*added=*/false);
  case destination::nowhere:
    return error;
  }
  __builtin_unreachable();
}

/// Writes the sidecar file of a series as write_stacks_file() does.
static int write_stacks_of(unsigned series, const char *to, bool forked) {
  if (!to && is_staging())
    return add_all(series);
  if ((!options().stacks && !options().threads) || (!to && discards_profiles()))
    return 0;
  name_stacks(*final_name, to, forked, series);
  uint64_t sidecar = current_sidecar = key_of(*final_name);
  int error = 0;
  if (for_each_written(sidecar,
                       [](const written_profile &) { return false; })) {
    // A dump that failed leaves the file to the end of the process.
    if (!to)
      drop_held_file(stacks_file, series);
  } else {
    write_signals_taken taken(process().mask);
    error =
        write_and_tell({stacks_file, write_stacks, sidecar, series}, false, to);
  }
  // Programs may write dumps under any number of names.
  if (to)
    forget_written(sidecar);
  return error;
}

int write_stacks_file(const char *to, bool forked) {
  int saved = errno;
  int error = 0;
  for_each_series([&](unsigned series) {
    if (int other = write_stacks_of(series, to, forked))
      error = other;
  });
  drop_unused_files(stacks_file);
  errno = saved;
  return error;
}

} // namespace gmon
