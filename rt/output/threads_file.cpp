//===-- threads_file.cpp - What each thread did, as a file ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "output/threads_file.h"
#include "base/system.h"
#include "base/text.h"
#include "counting/regions.h"
#include "gmon/format.h"
#include "sampling/rate.h"
#include "sampling/thread_counts.h"

#include <fcntl.h>

namespace gmon {

/// Reads the current name of a live thread: it may have changed.
static void read_name(region *of) {
  text<64> file;
  file << "/proc/self/task/" << uint64_t(uint32_t(of->owner)) << "/comm";
  long fd =
      raw_syscall(SYS_openat, AT_FDCWD, reinterpret_cast<long>(file.c_str()),
                  O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return;
  char name[sizeof(of->name)] = {};
  long size =
      raw_syscall(SYS_read, fd, reinterpret_cast<long>(name), sizeof(name) - 1);
  raw_syscall(SYS_close, fd);
  if (size <= 0)
    return;
  for (size_t i = 0; i != sizeof(name); ++i)
    of->name[i] = name[i] == '\n' && i + 1 == size_t(size) ? '\0' : name[i];
}

int write_thread_counts(output &to, bool stopped) {
  text<128> line;
  line << GMON_THREADS_COOKIE " " << uint64_t(GMON_THREADS_VERSION) << " "
       << uint64_t(samples_per_second()) << "\n";
  int error = to.write(to, line.c_str(), line.size());
  for_each_region([&](region *each) {
    uint64_t calls = thread_calls(each, stopped);
    if (error || (!calls && !each->samples))
      return;
    if (each != &shared_region)
      read_name(each);
    line.clear();
    line << uint64_t(uint32_t(each->owner)) << " " << each->samples << " "
         << calls << " ";
    for (const char *c = each->name; *c; ++c)
      line << (static_cast<unsigned char>(*c) < ' ' ? '?' : *c);
    line << "\n";
    error = to.write(to, line.c_str(), line.size());
  });
  return error;
}

} // namespace gmon
