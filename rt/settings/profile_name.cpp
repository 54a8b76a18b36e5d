//===-- profile_name.cpp - What the profile is called ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records the facts of the start, and expands patterns.
//
//===----------------------------------------------------------------------===//

#include "settings/profile_name.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/system.h"
#include "base/time.h"
#include "frames/checked_memory.h"
#include "gmon/format.h"
#include "gmon/job.h"
#include "libc/environment.h"
#include "process/module.h"
#include "process/process.h"
#include "process/report.h"
#include "settings/options.h"
#include "settings/series.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>
#include <unistd.h>

namespace gmon {

static start_facts *facts;

/// Copies a string for use in a file's name, and cuts it off at Size. An empty
/// string becomes `otherwise`.
template <size_t Size>
static void note(char (&fact)[Size], const char *value, const char *otherwise) {
  if (!value || !*value)
    value = otherwise;
  size_t i = 0;
  for (; value[i] && i + 1 != Size; ++i)
    fact[i] = value[i] == '/' ? '_' : value[i];
  fact[i] = 0;
  // These names would lead to another folder.
  if (strcmp(fact, ".") == 0 || strcmp(fact, "..") == 0)
    fact[0] = '_';
}

/// Records the rank that a launcher gave this process, and whether the job has
/// other processes.
static void note_job(start_facts &start) {
  // A process without a rank is alone, so it is the first.
  note(start.rank, find_launched_rank(start.job), "0");
  uint64_t number;
  read_number(start.rank, number);
  if (start.job.has_others && number < GMON_NO_RANK - start.job.first_number)
    start.ranked_process = process().this_process;
  start.number = start.job.first_number + uint32_t(number);
}

namespace {

/// Whether the kernel put the text there when the program started. Nobody frees
/// the first stack, which ends with the program's name.
bool is_on_first_stack(uintptr_t address) {
  constexpr uintptr_t most = uintptr_t(1) << 20;
  static uintptr_t end;
  if (!end)
    end = auxiliary_value(AT_EXECFN);
  return end - address < most;
}

/// Memory that another thread may free meanwhile, copied in pieces: the kernel
/// takes as long for one byte as for all of a piece.
class copied_memory {
public:
  /// Drops the copy.
  void clear() { size = 0; }

  /// Returns a copy of the byte at an address and of those behind it that are
  /// in the same word, or null if no memory is there.
  const char *find(uintptr_t address) {
    if (is_on_first_stack(address))
      return reinterpret_cast<const char *>(address);
    if (address - start >= size) {
      size_t left = sizeof(bytes) - address % sizeof(bytes);
      start = address;
      size = read_checked(address, bytes, left);
    }
    return size ? bytes + (address - start) : nullptr;
  }

private:
  uintptr_t start = 0;
  size_t size = 0;
  char bytes[1024] = {}; ///< of one page
};

} // namespace

/// Returns the value that a variable has now, or null. getenv(3) would read
/// memory that setenv(3) in another thread frees. The result is valid until the
/// next call.
static const char *find_variable(const char *name) {
  struct copies {
    copied_memory entries, characters;
    path value;
  };
  static stored<copies> store;
  auto &[entries, characters, value] = *store;
  entries.clear();
  characters.clear();
  for (auto address = reinterpret_cast<uintptr_t>(environment());;
       address += sizeof(char *)) {
    const char *entry = entries.find(address);
    uintptr_t next = 0;
    if (entry)
      memcpy(&next, entry, sizeof(next));
    if (!next)
      return nullptr;
    const char *expected = name, *found = characters.find(next);
    while (found && *expected && *found == *expected) {
      ++expected;
      found = characters.find(++next);
    }
    if (!found || *expected || *found != '=')
      continue;
    value.clear();
    while ((found = characters.find(++next)) && *found)
      value << *found;
    if (found && !value.is_cut())
      return value.c_str();
  }
}

static bool is_sequence(char letter) {
  return letter && strchr("phert%", letter);
}

/// Reports sequences of the pattern that are unknown.
static void check_pattern(const char *pattern) {
  for (; *pattern; ++pattern) {
    if (*pattern != '%')
      continue;
    char letter = pattern[1];
    if (is_sequence(letter)) {
      ++pattern;
      continue;
    }
    report line;
    line << "GMON_OPTIONS: out: unknown sequence '%";
    if (letter)
      line << letter;
    line << "' is kept as it is";
  }
}

static struct stat find_root() {
  struct stat root = {};
  kernel::lstat("/", &root);
  return root;
}

const char *part_to_make(const path &name) {
  struct stat root = find_root();
  if (root.st_dev != facts->root_device || root.st_ino != facts->root_inode)
    return nullptr;
  size_t length = strlen(facts->directory);
  bool is_below = length > 1 &&
                  memcmp(name.c_str(), facts->directory, length) == 0 &&
                  name.c_str()[length] == '/';
  return name.c_str() + (is_below ? length : 0);
}

/// Returns the name of the working directory, in `room` or in memory that the
/// runtimes share.
static const char *
find_directory(decltype(start_facts::short_directory) &room) {
  char *name = room;
  long length = raw_syscall(SYS_getcwd, kernel::address(room), sizeof(room));
  if (length == -ERANGE) {
    name = static_cast<char *>(process().memory.allocate(PATH_MAX));
    length =
        name ? raw_syscall(SYS_getcwd, kernel::address(name), PATH_MAX) : -1;
  }
  // Outside of the root directory, the kernel's answer is no path.
  return length > 0 && *name == '/' ? name : "";
}

static void find_image(start_facts &start);

void record_start(start_facts &shared) {
  facts = &shared;
  shared.knows_job |= &__gmon_knows_job != nullptr;
  if (shared.recorded)
    return;
  shared.recorded = true;
  int saved = errno;
  shared.directory = find_directory(shared.short_directory);
  struct stat root = find_root();
  shared.root_device = root.st_dev;
  shared.root_inode = root.st_ino;
  shared.is_secure = auxiliary_value(AT_SECURE);
  shared.user = uint32_t(auxiliary_value(AT_EUID));
  auto *program = static_cast<char **>(find_first("__progname"));
  note(shared.program, program ? *program : nullptr, "program");
  note_job(shared);
  shared.process = process().this_process;
  find_image(shared);
  if (options().out) {
    check_pattern(options().out);
    uint64_t now;
    read_clock(CLOCK_REALTIME, now);
    shared.time = now / nanoseconds_per_second;
  }
  errno = saved;
}

bool find_rank(uint32_t &rank) {
  rank = facts->number;
  return facts->ranked_process &&
         facts->ranked_process == process().this_process;
}

void set_rank(uint32_t rank) {
  facts->ranked_process = process().this_process;
  facts->number = facts->job.first_number + rank;
  if (facts->job.has_others)
    return;
  text<sizeof(facts->rank)> number;
  number << uint64_t(rank);
  note(facts->rank, number.c_str(), "0");
  facts->job.has_others = true;
}

bool has_changed_user() {
  return uint32_t(raw_syscall(SYS_geteuid)) != facts->user;
}

static void add_process(path &name) {
  const int process = kernel::getpid();
  name << uint64_t(process);
  if (facts->image > 1 && facts->process == process)
    name << '-' << uint64_t(facts->image);
}

void name_host(char (&host)[HOST_NAME_MAX + 1]) {
  utsname names = {};
  raw_syscall(SYS_uname, kernel::address(&names));
  note(host, names.nodename, "localhost");
}

/// Replaces the sequences of `pattern`. Returns whether the process id is one.
static bool expand(path &name, const char *pattern) {
  bool has_process = false;
  for (; *pattern; ++pattern) {
    if (*pattern != '%' || !is_sequence(pattern[1])) {
      name << *pattern;
      continue;
    }
    switch (*++pattern) {
    case 'p':
      add_process(name);
      has_process = true;
      break;
    case 'h':
      char host[HOST_NAME_MAX + 1];
      name_host(host);
      name << host;
      break;
    case 'e':
      name << facts->program;
      break;
    case 'r':
      name << facts->rank;
      break;
    case 't':
      name << facts->time;
      break;
    case '%':
      name << '%';
      break;
    }
  }
  return has_process;
}

static void add_start_directory(path &name, const char *relative) {
  if (*relative == '/' || !*facts->directory)
    return;
  name << facts->directory;
  if (strcmp(facts->directory, "/") != 0)
    name << '/';
}

static void add_series(path &name, unsigned series) {
  if (const char *event = name_of_series(series); *event)
    name << '.' << event;
}

static void add_library(path &name, const char *library) {
  if (library && *library)
    name << '.' << library;
}

bool discards_profiles() {
  return options().out && strcmp(options().out, "/dev/null") == 0;
}

bool writes_set() {
  return !discards_profiles() &&
         (options().add || (facts->job.has_others && facts->knows_job));
}

bool may_write_set() {
  return writes_set() || (facts->knows_job && !discards_profiles());
}

namespace {

/// What a name says of the process.
struct named_facts {
  bool has_process; ///< its id
  bool is_default;  ///< neither out= nor $GMON_OUT_PREFIX is set
};

} // namespace

/// Makes the name that the settings say; `otherwise` is the name of a file that
/// they do not name.
static named_facts name_by_settings(path &name, const char *otherwise) {
  name.clear();
  if (const char *pattern = options().out) {
    add_start_directory(name, pattern);
    const bool has_process = expand(name, pattern);
    if (pattern[strlen(pattern) - 1] == '/')
      name << otherwise;
    return {has_process, false};
  }
  // Read when the file is written, as glibc does: programs set the variable.
  // Ignored by programs that run with more rights than the user has.
  const char *prefix =
      facts->is_secure ? nullptr : find_variable("GMON_OUT_PREFIX");
  const bool is_set = prefix && *prefix;
  if (!is_set)
    prefix = otherwise;
  add_start_directory(name, prefix);
  name << prefix;
  return {false, !is_set};
}

static void add_own_process(path &name) {
  name << '.';
  add_process(name);
}

void name_set(path &name, bool own) {
  name_by_settings(name, GMON_SET_NAME);
  if (own)
    add_own_process(name);
}

void name_beside_set(path &name, const char *library, unsigned series) {
  name_set(name, true);
  name << ".out";
  add_series(name, series);
  add_library(name, library);
}

/// Makes the name of the program's first profile. Returns whether it has the
/// process id.
static bool name_first_profile(path &name, bool forked) {
  const named_facts is = name_by_settings(name, GMON_DEFAULT_NAME);
  const bool is_prefix = !options().out && !is.is_default;
  const bool needs_process = forked || facts->job.is_spawned || is_prefix;
  if (is.is_default && facts->job.has_others)
    name << ".rank" << facts->rank;
  if (needs_process && !is.has_process)
    add_own_process(name);
  return needs_process || is.has_process;
}

/// Returns when this process was created, in nanoseconds since 1970, or 0. It
/// does not change by exec.
static uint64_t find_creation() {
  char text[1024];
  const int fd = kernel::open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return 0;
  const ssize_t size = kernel::pread(fd, text, sizeof(text) - 1, 0);
  kernel::close(fd);
  const unsigned long rate = auxiliary_value(AT_CLKTCK);
  uint64_t now, since_boot;
  if (size <= 0 || !rate || read_clock(CLOCK_REALTIME, now) ||
      read_clock(CLOCK_BOOTTIME, since_boot))
    return 0;
  text[size] = 0;
  // The program's name is in parentheses, and may contain some. Behind it, the
  // time of the start is the 20th field.
  const char *suffix = strrchr(text, ')');
  for (int i = 0; i != 20 && suffix; ++i)
    suffix = strchr(suffix + 1, ' ');
  uint64_t ticks;
  read_number(suffix ? suffix + 1 : "", ticks);
  return now - since_boot + ticks * (nanoseconds_per_second / rate);
}

/// A profile with this process's id that was written after its creation is that
/// of a program that the process ran before this one: that must stay. An older
/// one is that of another process.
static void find_image(start_facts &start) {
  static stored<path> store;
  path &name = *store;
  constexpr unsigned most = 1000;
  // The clock of files has steps.
  constexpr uint64_t step = nanoseconds_per_second / 50;
  struct stat status;
  uint64_t creation = 0;
  for (start.image = 1; start.image != most && !discards_profiles();
       ++start.image) {
    if (!name_first_profile(name, false) ||
        kernel::lstat(name.c_str(), &status) != 0)
      return;
    if (!creation && !(creation = find_creation()))
      return;
    if (nanoseconds(status.st_mtim) + step < creation)
      return;
  }
}

static void name_program_profile(path &name, bool forked, unsigned series) {
  name_first_profile(name, forked);
  add_series(name, series);
}

void name_profile(path &name, bool forked, unsigned series) {
  name_program_profile(name, forked, series);
  add_library(name, module().library_name);
}

const char *name_of_program() { return facts->program; }

void name_dump(path &name, const char *dump, unsigned series) {
  name.clear();
  name << dump;
  add_series(name, series);
  add_library(name, module().library_name);
}

void name_stacks_of(path &name, const char *profile) {
  name_beside(name, profile, GMON_STACKS_PREFIX, last_part(profile));
}

void name_stacks(path &name, const char *dump, bool forked, unsigned series) {
  static stored<path> store;
  path &profile = *store;
  if (dump) {
    profile.clear();
    profile << dump;
    add_series(profile, series);
  } else {
    name_program_profile(profile, forked, series);
  }
  name_stacks_of(name, profile.c_str());
}

} // namespace gmon
