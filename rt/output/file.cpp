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
#include "gmon/format.h"
#include "base/checksum.h"
#include "base/errors.h"
#include "output/held_file.h"
#include "counting/hooks.h"
#include "settings/profile_name.h"
#include "settings/options.h"
#include "output/place.h"
#include "process/report.h"
#include "base/system.h"
#include "output/threads_file.h"
#include "output/profile.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gmon {

namespace {

/// The names of the file being written. Not on the stack: the program may end
/// on a small one. Only one thread writes at a time.
constinit path final_name, temporary_name;

/// A new file that replaces another when it is complete.
struct file_output : output {
  explicit file_output(int fd) : output{write_to_file}, fd(fd) {}

  static int write_to_file(output &self, const void *bytes, size_t size) {
    return write_fully(static_cast<file_output &>(self).fd, bytes, size);
  }

  int fd;
};

/// A file written in place. The first record is a note with the checksum of all
/// that follows; the note is written last.
struct in_place_output : output {
  explicit in_place_output(int fd, bool has_checksum)
      : output{write_to_file, has_checksum}, fd(fd) {}

  static int write_to_file(output &to, const void *bytes, size_t size) {
    auto &self = static_cast<in_place_output &>(to);
    auto *at = static_cast<const unsigned char *>(bytes);
    for (size_t i = 0; i != size; ++i)
      if (self.offset + i >= GMON_CHECKED_OFFSET(sizeof(uintptr_t)))
        self.checksum = add_to_checksum(self.checksum, at[i]);
    int error = write_fully_at(self.fd, bytes, size, self.offset);
    self.offset += size;
    return error;
  }

  int finish() {
    if (raw_syscall(SYS_ftruncate, fd, long(offset)) != 0)
      return EIO;
    if (!has_checksum)
      return 0;
    uint32_t value = ~checksum;
    return write_fully_at(fd, &value, sizeof(value),
                          GMON_CHECKSUM_OFFSET(sizeof(uintptr_t)));
  }

  int fd;
  uint64_t offset = 0;
  uint32_t checksum = ~uint32_t(0);
};

/// A kind of file: its contents and its name.
struct file_contents {
  file_kind kind;
  int (*write)(output &to, bool stopped); ///< like write_profile()
};

} // namespace

/// Gives a new file the mode of the file that it replaces, and the owner if the
/// process may set it.
static void keep_mode_and_owner(int fd, const struct stat &status) {
  constexpr mode_t kept = 0755;
  if (!status.st_nlink)
    return;
  if (raw_syscall(SYS_geteuid) == 0)
    raw_syscall(SYS_fchown, fd, status.st_uid, status.st_gid);
  raw_syscall(SYS_fchmod, fd, status.st_mode & kept);
}

/// Writes the file `final_name`. Returns 0 or an error number.
static int write_and_move(const file_contents &what, bool stopped) {
  struct stat replaced;
  if (int error = may_replace(final_name.c_str(), replaced))
    return error;
  int fd = create_beside(final_name, temporary_name);
  if (fd < 0)
    return errno;
  keep_mode_and_owner(fd, replaced);
  file_output file(fd);
  int error = what.write(file, stopped);
  if (kernel::close(fd) != 0 && !error && errno != EINTR)
    error = errno;
  if (!error && kernel::rename(temporary_name.c_str(), final_name.c_str()) != 0)
    error = errno;
  if (error)
    kernel::unlink(temporary_name.c_str());
  return error;
}

static int write_in_place(held_file &held, const file_contents &what,
                          bool stopped) {
  held.is_new = false;
  in_place_output file(held.fd, what.kind == profile_file);
  int error = what.write(file, stopped);
  return error ? error : file.finish();
}

static void tell_error(int error) {
  text<32> number;
  report line;
  line << "cannot write " << final_name.c_str() << ": "
       << error_text(error, number);
  if ((error != EACCES && error != EPERM) || !has_changed_user())
    return;
  line << "; the program runs as another user than at its start, and "
       << (options().open == open_choice::start
               ? "has closed the file"
               : "may need open=start, see gmon(7)");
}

/// Writes to a held file, or else to the file `final_name`, and prints a line
/// about it. Prints an error only once: a program may write again and again.
static int write_and_tell(const file_contents &what, bool stopped,
                          bool is_dump) {
  static struct { int process, error; } told;
  held_file *held = is_dump ? nullptr : find_held_file(what.kind);
  if (held)
    final_name = held->name;
  int error = held ? write_in_place(*held, what, stopped)
                   : write_and_move(what, stopped);
  if (!error && options().verbose)
    report() << "wrote " << final_name.c_str();
  int process = kernel::getpid();
  if (!error || is_dump || (told.process == process && told.error == error))
    return error;
  told = {process, error};
  tell_error(error);
  return error;
}

int write_profile_file(const char *to, bool stopped, bool forked) {
  int saved = errno;
  if (to)
    name_dump(final_name, to);
  else
    name_profile(final_name, forked);
  write_signals_blocked blocked;
  int error = write_and_tell({profile_file, write_profile}, stopped, to);
  if (!error && options().threads) {
    final_name << GMON_THREADS_SUFFIX;
    error = write_and_tell({threads_file, write_thread_counts}, stopped, to);
  }
  if (uint64_t lost = lost_calls())
    report() << "out of memory: " << lost << " calls were not counted";
  errno = saved;
  return error;
}

} // namespace gmon
