//===-- exec.cpp - Running another program --------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interposed exec functions write the profiles first: a successful exec
// never returns. If exec fails, profiling goes on, and the profiles are written
// again later.
//
// All functions are async-signal-safe. They change nothing in the child of a
// vfork, which shares its parent's memory.
//
//===----------------------------------------------------------------------===//

#include "base/system.h"
#include "interpose/interposition.h"
#include "interpose/signals.h"
#include "libc/environment.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

using text_list = char *const *;

extern "C" {
int __gmon_execve(const char *path, text_list arguments, text_list environment)
    GMON_INSTEAD_OF("execve");
int __gmon_execv(const char *path, text_list arguments)
    GMON_INSTEAD_OF("execv");
int __gmon_execvpe(const char *file, text_list arguments, text_list environment)
    GMON_INSTEAD_OF("execvpe");
int __gmon_execvp(const char *file, text_list arguments)
    GMON_INSTEAD_OF("execvp");
int __gmon_execl(const char *path, const char *argument, ...)
    GMON_INSTEAD_OF("execl");
int __gmon_execle(const char *path, const char *argument, ...)
    GMON_INSTEAD_OF("execle");
int __gmon_execlp(const char *file, const char *argument, ...)
    GMON_INSTEAD_OF("execlp");
int __gmon_fexecve(int fd, text_list arguments, text_list environment)
    GMON_INSTEAD_OF("fexecve");
int __gmon_execveat(int directory, const char *path, text_list arguments,
                    text_list environment, int flags)
    GMON_INSTEAD_OF("execveat");
}

namespace gmon {

using exec_function = int(const char *, text_list, text_list);
static exec_function *next_execve, *next_execvpe;

void find_next_exec() {
  next_execve = next_function<exec_function>("execve");
  next_execvpe = next_function<exec_function>("execvpe");
}

namespace {

/// Surrounds a call of exec; the destructor runs only if exec fails. A nested
/// object does nothing: the next definition of a function may belong to another
/// module's runtime.
class attempt {
public:
  attempt() {
    if (is_sealed())
      return;
    uint32_t thread = kernel::gettid();
    if (is_this_process() && process().exec_thread != thread) {
      concerned = true;
      process_lock lock;
      process().exec_thread = thread;
      write_profiles(false);
      if (process().host)
        process().host->stop_timer_for_exec();
    }
    ignoring = ignore_sampling_signals_for_exec();
  }
  attempt(const attempt &) = delete;

  ~attempt() {
    if (ignoring)
      stop_ignoring_sampling_signals();
    if (!concerned)
      return;
    int saved = errno;
    process_lock lock;
    process().exec_thread = 0;
    update_timer();
    errno = saved;
  }

private:
  bool ignoring;
  bool concerned = false;
};

} // namespace

static int failure(long result) {
  errno = int(-result);
  return -1;
}

static int execute_at(int directory, const char *path, text_list arguments,
                      text_list environment, int flags) {
  return failure(raw_syscall(SYS_execveat, directory,
                             reinterpret_cast<long>(path),
                             reinterpret_cast<long>(arguments),
                             reinterpret_cast<long>(environment), flags));
}

static int execute(const char *path, text_list arguments,
                   text_list environment) {
  if (next_execve)
    return next_execve(path, arguments, environment);
  return failure(raw_syscall(SYS_execve, reinterpret_cast<long>(path),
                             reinterpret_cast<long>(arguments),
                             reinterpret_cast<long>(environment)));
}

static size_t length_of(text_list texts) {
  size_t length = 0;
  while (texts[length])
    ++length;
  return length;
}

/// The shell runs an executable file whose format the kernel does not know.
static int execute_or_interpret(const char *path, text_list arguments,
                                text_list environment) {
  execute(path, arguments, environment);
  if (errno != ENOEXEC)
    return -1;
  size_t length = length_of(arguments);
  auto *script =
      static_cast<char **>(__builtin_alloca((length + 3) * sizeof(*arguments)));
  char shell[] = "/bin/sh";
  script[0] = shell;
  script[1] = const_cast<char *>(path);
  memcpy(script + 2, arguments + (length ? 1 : 0),
         (length ? length : 1) * sizeof(*arguments));
  return execute(shell, script, environment);
}

/// Whether `errno` says that the file is missing, so that the search goes on in
/// the next folder.
static bool is_missing() {
  switch (errno) {
  case EACCES:
  case ENODEV:
  case ENOENT:
  case ENOTDIR:
  case ESTALE:
  case ETIMEDOUT:
    return true;
  default:
    return false;
  }
}

/// Searches the folders of $PATH for the file, if its name has no slash.
static int search(const char *file, text_list arguments,
                  text_list environment) {
  if (next_execvpe)
    return next_execvpe(file, arguments, environment);
  if (!*file)
    return failure(-ENOENT);
  if (strchr(file, '/'))
    return execute_or_interpret(file, arguments, environment);
  size_t length = strlen(file);
  if (length > NAME_MAX)
    return failure(-ENAMETOOLONG);
  const char *folders = find_in_environment("PATH");
  if (!folders)
    folders = "/bin:/usr/bin";
  char path[PATH_MAX + NAME_MAX + 2];
  bool denied = false;
  errno = ENOENT;
  for (const char *c = folders;; ++c) {
    size_t folder = strcspn(c, ":");
    if (folder < PATH_MAX) {
      memcpy(path, c, folder);
      path[folder] = '/'; // an empty name means the current folder
      memcpy(path + folder + (folder != 0), file, length + 1);
      execute_or_interpret(path, arguments, environment);
      if (!is_missing())
        return -1;
      denied |= errno == EACCES;
    }
    c += folder;
    if (!*c)
      break;
  }
  return denied ? failure(-EACCES) : -1;
}

static size_t count_arguments(va_list list) {
  size_t count = 0;
  while (va_arg(list, char *))
    ++count;
  return count;
}

/// Copies `count` arguments and the null after them from the list.
static void take_arguments(va_list &list, const char *first, char **arguments,
                           size_t count) {
  arguments[0] = const_cast<char *>(first);
  for (size_t i = 1; i <= count; ++i)
    arguments[i] = va_arg(list, char *);
}

static int execute_in_attempt(const char *path, text_list arguments,
                              text_list environment) {
  attempt around;
  return execute(path, arguments, environment);
}

static int search_in_attempt(const char *file, text_list arguments,
                             text_list environment) {
  attempt around;
  return search(file, arguments, environment);
}

} // namespace gmon

using namespace gmon;

/// Makes an array `arguments` of a function's variable arguments, and a list
/// `rest` of those that follow. A macro, because the array is on the function's
/// stack.
#define GMON_ARGUMENTS(first)                                                  \
  va_list counted, rest;                                                       \
  va_start(counted, first);                                                    \
  size_t count = first ? count_arguments(counted) + 1 : 0;                     \
  va_end(counted);                                                             \
  auto *arguments =                                                            \
      static_cast<char **>(__builtin_alloca((count + 1) * sizeof(char *)));    \
  va_start(rest, first);                                                       \
  take_arguments(rest, first, arguments, count)

// The program may define one of these functions and call another one.

int __gmon_execve(const char *path, text_list arguments,
                  text_list environment) {
  return execute_in_attempt(path, arguments, environment);
}

int __gmon_execv(const char *path, text_list arguments) {
  return execute_in_attempt(path, arguments, environment());
}

int __gmon_execvpe(const char *file, text_list arguments,
                   text_list environment) {
  return search_in_attempt(file, arguments, environment);
}

int __gmon_execvp(const char *file, text_list arguments) {
  return search_in_attempt(file, arguments, environment());
}

int __gmon_execl(const char *path, const char *argument, ...) {
  GMON_ARGUMENTS(argument);
  va_end(rest);
  return execute_in_attempt(path, arguments, environment());
}

int __gmon_execle(const char *path, const char *argument, ...) {
  GMON_ARGUMENTS(argument);
  text_list environment = va_arg(rest, text_list);
  va_end(rest);
  return execute_in_attempt(path, arguments, environment);
}

int __gmon_execlp(const char *file, const char *argument, ...) {
  GMON_ARGUMENTS(argument);
  va_end(rest);
  return search_in_attempt(file, arguments, environment());
}

int __gmon_execveat(int directory, const char *path, text_list arguments,
                    text_list environment, int flags) {
  attempt around;
  return execute_at(directory, path, arguments, environment, flags);
}

int __gmon_fexecve(int fd, text_list arguments, text_list environment) {
  if (fd < 0 || !arguments || !environment)
    return failure(-EINVAL);
  attempt around;
  return execute_at(fd, "", arguments, environment, AT_EMPTY_PATH);
}
