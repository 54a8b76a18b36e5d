//===-- tasks.cpp - The threads that the kernel knows ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads /proc/self/task and the files of a thread there.
//
//===----------------------------------------------------------------------===//

#include "process/tasks.h"
#include "base/number.h"
#include "base/text.h"
#include "process/process.h"

#include <fcntl.h>
#include <string.h>

namespace gmon {

int open_tasks() {
  long fd =
      raw_syscall(SYS_openat, AT_FDCWD, kernel::address("/proc/self/task"),
                  O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return fd < 0 ? -1 : int(fd);
}

/// Returns the number that follows spaces. The C library's functions use the
/// locale.
static uint64_t hexadecimal(const char *text) {
  uint64_t result = 0;
  while (*text == ' ' || *text == '\t')
    ++text;
  for (;; ++text)
    if (*text >= '0' && *text <= '9')
      result = result << 4 | uint64_t(*text - '0');
    else if (*text >= 'a' && *text <= 'f')
      result = result << 4 | uint64_t(*text - 'a' + 10);
    else
      return result;
}

/// Reads the beginning of a file. Returns false if it cannot be opened.
template <size_t Size>
static bool read_lines(int folder, const char *name, char (&lines)[Size]) {
  long fd = raw_syscall(SYS_openat, folder, kernel::address(name),
                        O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  long size = raw_syscall(SYS_read, fd, kernel::address(lines), Size - 1);
  raw_syscall(SYS_close, fd);
  lines[size > 0 ? size : 0] = 0;
  return true;
}

bool is_traced() {
  constexpr size_t enough = 512; // the line is one of the first
  char lines[enough];
  if (!read_lines(AT_FDCWD, "/proc/thread-self/status", lines))
    return false;
  const char *line = strstr(lines, "TracerPid:");
  return line && hexadecimal(line + strlen("TracerPid:"));
}

/// Returns the decimal number that follows `spaces` spaces, or -1 if there is
/// none.
static int64_t number_behind(const char *text, unsigned spaces) {
  for (; spaces && *text; ++text)
    spaces -= *text == ' ';
  uint64_t number;
  return read_number(text, number) == text ? -1 : int64_t(number);
}

int num_threads_of_program() {
  constexpr size_t enough = 512;
  char text[enough];
  if (!read_lines(AT_FDCWD, "/proc/self/stat", text))
    return -1;
  // The program's name is in parentheses, and may contain some. The flags are
  // those of the first thread, which stays until the others have ended.
  const char *name_end = strrchr(text, ')');
  if (!name_end)
    return -1;
  constexpr unsigned to_flags = 7, to_number = 18;
  constexpr int64_t is_exiting = 4;
  int64_t flags = number_behind(name_end, to_flags);
  int64_t number = number_behind(name_end, to_number);
  if (flags < 0 || number < 0)
    return -1;
  return int(number) - (flags & is_exiting ? 1 : 0) -
         int(process().num_own_threads);
}

bool is_task_asleep(uint32_t thread) {
  constexpr size_t enough = 512; // the state is in one of the first lines
  char lines[enough];
  text<64> name;
  name << "/proc/self/task/" << uint64_t(thread) << "/status";
  if (!read_lines(AT_FDCWD, name.c_str(), lines))
    return true;
  const char *line = strstr(lines, "State:\t");
  return !line || line[strlen("State:\t")] == 'S';
}

bool task_blocks(int folder, uint32_t thread, uint64_t signals) {
  text<64> name;
  name << uint64_t(thread) << "/status";
  char lines[4096];
  if (!read_lines(folder, name.c_str(), lines))
    return true;
  const char *line = strstr(lines, "SigBlk:");
  uint64_t blocked = line ? hexadecimal(line + strlen("SigBlk:")) : 0;
  return blocked & signals;
}

} // namespace gmon
