//===-- tasks.h - The threads that the kernel knows -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything here is async-signal-safe. `folder` is a descriptor of
// /proc/self/task.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_PROCESS_TASKS_H
#define GMON_RT_PROCESS_TASKS_H

#include "base/system.h"

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// Opens /proc/self/task. Returns -1 if that is impossible.
int open_tasks();

/// Calls `visit` with the id of each thread of the process. `entries` is memory
/// to read the folder into.
template <size_t Size, typename Function>
void for_each_task(int folder, char (&entries)[Size], Function visit) {
  /// An entry in the format of getdents64(2).
  struct entry {
    uint64_t inode;
    int64_t offset;
    uint16_t size;
    uint8_t type;
    char name[];
  };
  raw_syscall(SYS_lseek, folder, 0, SEEK_SET);
  long size;
  while ((size = raw_syscall(SYS_getdents64, folder, kernel::address(entries),
                             long(Size))) > 0)
    for (long offset = 0; offset < size;) {
      auto *task = reinterpret_cast<entry *>(entries + offset);
      offset += task->size;
      uint32_t thread = 0;
      for (const char *c = task->name; *c >= '0' && *c <= '9'; ++c)
        thread = thread * 10 + uint32_t(*c - '0');
      if (thread)
        visit(thread);
    }
}

/// Whether a debugger, or a tool like strace(1), traces this thread.
/// Async-signal-safe.
bool is_traced();

/// Returns the number of the program's threads that have not ended, or -1 if
/// that is unknown. Async-signal-safe.
int num_threads_of_program();

/// Whether a thread of this process waits for an event, and is not about to
/// run. Async-signal-safe.
bool is_task_asleep(uint32_t thread);

/// Whether the thread blocks one of `signals` or is gone.
bool task_blocks(int folder, uint32_t thread, uint64_t signals);

} // namespace gmon

#endif // GMON_RT_PROCESS_TASKS_H
