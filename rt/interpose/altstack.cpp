//===-- altstack.cpp - Stacks for fatal signals ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpose/altstack.h"
#include "base/arch.h"
#include "interpose/ends.h"
#include "base/memory.h"
#include "process/process.h"
#include "interpose/signals.h"

#include <errno.h>
#include <signal.h>

extern "C" int __gmon_sigaltstack(const stack_t *set, stack_t *previous)
    GMON_INSTEAD_OF("sigaltstack");

namespace gmon {

static long change_stack(const stack_t *set, stack_t *previous) {
  return raw_syscall(SYS_sigaltstack, reinterpret_cast<long>(set),
                     reinterpret_cast<long>(previous));
}

/// One that no thread has, or null.
static alternate_stack *lease_stack() {
  auto process_id = uint32_t(raw_syscall(SYS_getpid));
  auto thread = uint32_t(raw_syscall(SYS_gettid));
  auto &stacks = process().stacks;
  if (alternate_stack *taken = stacks.take_over(process_id, thread))
    return taken;
  auto *made = static_cast<alternate_stack *>(
      process().memory.allocate(sizeof(alternate_stack)));
  if (!made || !(made->memory = map_stack(alternate_stack_size)))
    return nullptr;
  made->owner = thread;
  stacks.add(made);
  return made;
}

void give_alternate_stack() {
  stack_t current;
  if (change_stack(nullptr, &current) != 0 || !(current.ss_flags & SS_DISABLE))
    return;
  alternate_stack *leased = lease_stack();
  if (!leased)
    return;
  stack_t set;
  set.ss_sp = leased->memory;
  set.ss_flags = 0;
  set.ss_size = alternate_stack_size;
  change_stack(&set, nullptr);
}

} // namespace gmon

int __gmon_sigaltstack(const stack_t *set, stack_t *previous) {
  long result = gmon::change_stack(set, previous);
  if (result != 0) {
    errno = int(-result);
    return -1;
  }
  if (previous && previous->ss_size == gmon::alternate_stack_size) {
    previous->ss_sp = nullptr;
    previous->ss_flags = SS_DISABLE;
    previous->ss_size = 0;
  }
  if (set && gmon::has_process()) {
    if (!(set->ss_flags & SS_DISABLE))
      gmon::note_stack_of_program();
    else if (gmon::process().signals.handler)
      gmon::give_alternate_stack();
  }
  return 0;
}
