//===-- stack-judge.h - The runtime's stacks against libgcc's ---*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the runtime's walk of the interrupted stack with the one by
// _Unwind_Backtrace, place by place. libgcc knows nothing of the stubs that lld
// makes, and stops there; the runtime's stack must then end where all others
// do. While libgcc throws, it changes its own frames, and would crash when it
// followed them: then only the runtime walks.
//
//===----------------------------------------------------------------------===//

#ifndef STACK_JUDGE_H
#define STACK_JUDGE_H

#include "gmon/format.h"
#include "unwind/modules.h"
#include "unwind/stack.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

namespace judge {

constexpr int most = 20000;
static gmon::code_place ours[most];
static uintptr_t theirs[most];
/// Ends of stacks that both found: of the program, of coroutines.
static uintptr_t ends[8];
static int num_ends;
static int num_theirs;
static long num_same, num_longer, num_different, num_throwing;
static long num_cut;
static long num_marks[GMON_STACK_TOO_DEEP + 1];

static _Unwind_Reason_Code add(_Unwind_Context *frame, void *) {
  int is_exact = 0;
  uintptr_t pc = _Unwind_GetIPInfo(frame, &is_exact);
  if (pc && num_theirs < most)
    theirs[num_theirs++] = is_exact ? pc : pc - 1;
  return _URC_NO_REASON;
}

static uintptr_t address(gmon::code_place place) {
  uint32_t module = gmon::module_of(place);
  return gmon::address_of(place) +
         (module == gmon::no_module ? 0 : gmon::module_at(module).slide);
}

static void show(const char *whose, uintptr_t at) {
  Dl_info info = {};
  dladdr(reinterpret_cast<void *>(at), &info);
  fprintf(stderr, "  %s %#lx %s in %s\n", whose, long(at),
          info.dli_sname ? info.dli_sname : "", info.dli_fname);
}

/// Whether the code that throws exceptions is on the stack.
static bool throws(size_t num_ours) {
  static Dl_info libgcc = {};
  if (!libgcc.dli_fbase)
    dladdr(reinterpret_cast<void *>(_Unwind_RaiseException), &libgcc);
  for (size_t i = 0; i != num_ours; ++i) {
    uint32_t module = gmon::module_of(ours[i]);
    if (module != gmon::no_module &&
        gmon::module_at(module).low ==
            reinterpret_cast<uintptr_t>(libgcc.dli_fbase))
      return true;
  }
  return false;
}

static bool is_end(uintptr_t at) {
  for (int i = 0; i != num_ends; ++i)
    if (ends[i] == at)
      return true;
  return false;
}

/// Compares stacks at the interruption of a handler.
static void compare(void *context) {
  gmon::registers from = gmon::interrupted_registers(context);
  size_t num_ours = gmon::walk_stack(from, true, ours, most);
  if (throws(num_ours)) {
    ++num_throwing;
    return;
  }
  num_theirs = 0;
  _Unwind_Backtrace(add, nullptr);
  int at = 0;
  while (at < num_theirs && theirs[at] != from.pc)
    ++at;
  int begin = at;
  size_t equal = 0;
  for (uintptr_t last = 0; at < num_theirs; last = theirs[at++])
    if (theirs[at] != last) {
      // libgcc says pc - 1 for a return address that no call has pushed.
      if (equal == num_ours || (address(ours[equal]) != theirs[at] &&
                                address(ours[equal]) != theirs[at] + 1))
        break;
      ++equal;
    }
  uintptr_t end = address(ours[num_ours - 1]);
  if (end <= GMON_STACK_TOO_DEEP)
    ++num_marks[end];
  // libgcc leaves out the start of a thread if it has no table. Where tables
  // are inexact, as while swapcontext changes stacks, libgcc stops silently.
  if (at == num_theirs && equal != 0 && equal + 1 >= num_ours) {
    ++(end <= GMON_STACK_TOO_DEEP ? num_cut : num_same);
    if (equal == num_ours && !is_end(end) && num_ends != 8)
      ends[num_ends++] = end;
    return;
  }
  if (at == num_theirs && equal != 0 && is_end(end)) {
    ++num_longer;
    return;
  }
  if (num_different++ >= 3)
    return;
  for (size_t i = 0; i != num_ours; ++i)
    show("ours  ", address(ours[i]));
  for (int i = begin; i < num_theirs; ++i)
    show("theirs", theirs[i]);
}

static timer_t timer;
static long period;

static void handle(int, siginfo_t *, void *context) {
  int error = errno;
  compare(context);
  if (period) {
    itimerspec next = {{0, 0}, {0, period}};
    timer_settime(timer, 0, &next, nullptr);
  }
  errno = error;
}

/// Handles `signal` by a comparison.
static void handle_with(int signal, int flags) {
  gmon::update_modules();
  struct sigaction action = {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_RESTART | flags;
  sigaction(signal, &action, nullptr);
  // The first comparison knows the outermost frame for all others: not in code
  // without tables, where libgcc stops.
  raise(signal);
}

/// Interrupts the thread this many nanoseconds after each comparison.
static void interrupt_each(long nanoseconds, int flags = 0) {
  handle_with(SIGUSR2, flags);
  raise(SIGUSR2); // libgcc's first walk takes locks
  num_same = num_longer = 0;
  sigevent event = {};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGUSR2;
  event._sigev_un._tid = pid_t(syscall(SYS_gettid));
  timer_create(CLOCK_MONOTONIC, &event, &timer);
  period = nanoseconds;
  itimerspec first = {{0, 0}, {0, period}};
  timer_settime(timer, 0, &first, nullptr);
}

/// Prints the result.
static int finish() {
  if (period) {
    period = 0;
    timer_delete(timer);
  }
  printf("%s, %ld different\n",
         num_same > 20 && num_cut < 10 ? "many compared" : "too few compared",
         num_different);
  fprintf(stderr,
          "%ld same, %ld longer, %ld cut, %ld throwing, marks %ld %ld %ld\n",
          num_same, num_longer, num_cut, num_throwing,
          num_marks[GMON_STACK_NO_TABLE], num_marks[GMON_STACK_UNREADABLE],
          num_marks[GMON_STACK_TOO_DEEP]);
  return num_different != 0;
}

} // namespace judge

#endif // STACK_JUDGE_H
