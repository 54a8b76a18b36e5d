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
#include "encoding/memory_output.h"
#include "encoding/stacks_writer.h"
#include "gmon/format.h"
#include "output/digest.h"
#include "output/held_file.h"
#include "output/place.h"
#include "output/set.h"
#include "output/snapshot.h"
#include "output/written.h"
#include "process/module.h"
#include "process/report.h"
#include "process/reported_errors.h"
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
stored<path> final_name, temporary_name;

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

  static int write_to_file(output &file, const void *bytes, size_t size) {
    auto &self = static_cast<new_output &>(file);
    self.digest.add(bytes, size);
    return write_fully(self.fd, bytes, size);
  }
};

/// A file written in place. The first record of a profile is a note with the
/// checksum of all that follows; the note is written last.
struct in_place_output : file_output {
  in_place_output(int fd, bool has_checksum)
      : file_output(write_to_file, fd, has_checksum) {}

  static int write_to_file(output &file, const void *bytes, size_t size) {
    auto &self = static_cast<in_place_output &>(file);
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
  int (*write)(output &file, bool stopped,
               unsigned series); ///< write_profile()
  uint64_t sidecar; ///< key of the sidecar file, for output/written.h
  unsigned series;
};

} // namespace

/// Records the complete file `final_name` if it is a profile.
static void record(const file_contents &contents, const file_output &file) {
  if (contents.kind != profile_file)
    return;
  const stacks_snapshot::profile digest = file.digest.get();
  record_written({nullptr, contents.sidecar, key_of(final_name->c_str()),
                  digest.size, digest.checksum});
}

/// Writes the file `final_name`. Returns 0 or an error number.
static int write_and_move(const file_contents &contents, bool stopped,
                          bool is_dump) {
  struct stat replaced;
  if (int error = may_replace(final_name->c_str(), replaced))
    return error;
  int fd = create_beside(*final_name, *temporary_name);
  if (fd < 0)
    return errno;
  keep_mode_and_owner(fd, replaced);
  new_output file(fd);
  bool is_profile =
      contents.kind == profile_file && contents.series == 0 && !is_dump;
  if (is_profile)
    file.replaced_runs = count_replaced_runs(*final_name, replaced.st_size);
  int error = contents.write(file, stopped, contents.series);
  if (kernel::close(fd) != 0 && !error && errno != EINTR)
    error = errno;
  if (!error &&
      kernel::rename(temporary_name->c_str(), final_name->c_str()) != 0)
    error = errno;
  if (error)
    kernel::unlink(temporary_name->c_str());
  else
    record(contents, file);
  return error;
}

static int write_in_place(held_file &held, const file_contents &contents,
                          bool stopped) {
  held.is_new = false;
  in_place_output file(held.fd, contents.kind == profile_file);
  int error = contents.write(file, stopped, contents.series);
  if (!error)
    error = file.finish();
  if (!error)
    record(contents, file);
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
static int write_and_tell(const file_contents &contents, bool stopped,
                          bool is_dump) {
  held_file *held =
      is_dump ? nullptr : find_held_file(contents.kind, contents.series);
  if (held)
    *final_name = held->name;
  int error = held ? write_in_place(*held, contents, stopped)
                   : write_and_move(contents, stopped, is_dump);
  if (!error && options().verbose)
    report() << "wrote " << final_name->c_str();
  if (error && !is_dump && is_new_error(contents.kind, error))
    tell_error(error);
  return error;
}

/// Keeps this module's profile of a series for the process's segment of a set.
static int keep_profile_of(unsigned series, bool stopped) {
  drop_files_beside_set();
  // A new profile may need its memory.
  drop_profile(series, /*only_earlier=*/true);
  memory_output profile;
  int error = write_profile(profile, stopped, series);
  return error ? error : keep_profile(series, profile);
}

/// Writes a file in place of a part of the set, and says so. `what` is missing
/// there because of the error number `reason`.
static int write_instead(const char *what, int reason, const char *library,
                         const file_contents &contents, bool stopped) {
  name_beside_set(*final_name, library, contents.series);
  write_signals_taken taken(process().mask);
  const int error = write_and_tell(contents, stopped, /*is_dump=*/true);
  // A set has no sidecar file, so the errors of that kind are free.
  if (!is_new_error(error ? stacks_file : profile_file, reason))
    return error;
  text<32> number;
  report line;
  line << "no " << what << " the set: " << error_text(reason, number)
       << (error ? "; cannot write " : "; see ") << final_name->c_str();
  if (error)
    line << ": " << error_text(error, number);
  return error;
}

/// The profile that write_kept() writes.
static file_bytes kept;

static int write_kept(output &file, bool, unsigned) {
  return file.write(file, kept.data, kept.size);
}

static int write_kept_instead(const char *library, unsigned series,
                              file_bytes profile, int reason) {
  kept = profile;
  return write_instead("segment of", reason, library,
                       {profile_file, write_kept, 0, series}, false);
}

/// Writes this module's profile of a series as write_profile_file() does.
static int write_profile_of(unsigned series, const char *dump, bool stopped,
                            bool forked) {
  if (!dump && writes_set()) {
    int error = keep_profile_of(series, stopped);
    if (!error || is_label_ending())
      return error;
    // A file takes less memory. It has what the module kept before, too.
    error = write_instead("profile in", error, module().library_name,
                          {profile_file, write_profile, 0, series}, stopped);
    if (!error)
      drop_profile(series, /*only_earlier=*/false);
    return error;
  }
  name_stacks(*final_name, dump, forked, series);
  uint64_t sidecar = key_of(final_name->c_str());
  if (dump)
    name_dump(*final_name, dump, series);
  else
    name_profile(*final_name, forked, series);
  write_signals_taken taken(process().mask);
  return write_and_tell({profile_file, write_profile, sidecar, series}, stopped,
                        dump);
}

/// Drops the held files of series that cannot be sampled.
static void drop_unused_files(file_kind kind) {
  for (unsigned series = 0; series != num_series(); ++series)
    if (!series_at(series).is_used)
      drop_held_file(kind, series);
}

int write_profile_file(const char *dump, bool stopped, bool forked) {
  if (!dump && discards_profiles())
    return 0;
  int saved = errno;
  int error = 0;
  for_each_series([&](unsigned series) {
    if (int other = write_profile_of(series, dump, stopped, forked))
      error = other;
  });
  drop_unused_files(profile_file);
  if (uint64_t lost = lost_calls())
    report() << "out of memory: " << lost << " calls were not counted";
  if (lacks_regions())
    report() << "out of memory: threads share counters, which miss calls that "
                "were made at the same time";
  if (lacks_template())
    report() << "no calls are counted: a linker script or objcopy renamed the "
                "section " GMON_DATA_SECTION;
  if (has_other_code())
    report() << "objects of another version of llvm-gprof are not counted: "
                "compile them again";
  errno = saved;
  return error;
}

/// The key of the sidecar file that is being written.
static uint64_t current_sidecar;

static int write_stacks(output &file, bool, unsigned series) {
  stacks_snapshot snapshot;
  return take_snapshot(snapshot, current_sidecar, series)
             ? write_snapshot(file, snapshot)
             : ENOMEM;
}

/// Writes the sidecar file of a series as write_stacks_file() does.
static int write_stacks_of(unsigned series, const char *dump, bool forked) {
  if ((!options().stacks && !options().threads) ||
      (!dump && discards_profiles()))
    return 0;
  name_stacks(*final_name, dump, forked, series);
  uint64_t sidecar = current_sidecar = key_of(final_name->c_str());
  int error = 0;
  if (for_each_written(sidecar,
                       [](const written_profile &) { return false; })) {
    // A dump that failed leaves the file to the end of the process.
    if (!dump)
      drop_held_file(stacks_file, series);
  } else {
    write_signals_taken taken(process().mask);
    error = write_and_tell({stacks_file, write_stacks, sidecar, series}, false,
                           dump);
  }
  // Programs may write dumps under any number of names.
  if (dump)
    forget_written(sidecar);
  return error;
}

int write_stacks_file(const char *dump, bool forked) {
  if (!dump && writes_set())
    return append_segment(write_kept_instead);
  int saved = errno;
  int error = 0;
  for_each_series([&](unsigned series) {
    if (int other = write_stacks_of(series, dump, forked))
      error = other;
  });
  drop_unused_files(stacks_file);
  errno = saved;
  return error;
}

} // namespace gmon
