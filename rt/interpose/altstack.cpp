//===-- altstack.cpp - Stacks for fatal signals ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpose/altstack.h"
#include "base/leases.h"
#include "base/memory.h"
#include "base/system.h"
#include "interpose/interposition.h"
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

/// The stacks of all modules' threads: the module that made a stack may be
/// unloaded.
static lease_list<alternate_stack> &stacks() {
  return process().stacks.as<lease_list<alternate_stack>>();
}

/// Leases a stack that no thread has, or returns null.
static alternate_stack *lease_stack() {
  uint32_t thread = kernel::gettid();
  if (alternate_stack *taken = stacks().take_over(kernel::getpid(), thread))
    return taken;
  auto *made = static_cast<alternate_stack *>(
      process().memory.allocate(sizeof(alternate_stack)));
  if (!made || !(made->memory = map_stack(alternate_stack_size)))
    return nullptr;
  made->owner = thread;
  stacks().add(made);
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

void keep_stack_after_fork(uint32_t former) {
  stacks().hand_over(former, kernel::gettid());
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
      gmon::record_stack_of_program();
    else if (gmon::shared_signals().handler)
      gmon::give_alternate_stack();
  }
  return 0;
}
