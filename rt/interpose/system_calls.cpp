//===-- system_calls.cpp - System calls of the program --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interposes the program's system calls that end the program, create a child,
// or take away what the runtime needs.
//
// exit_group ends the program: the runtime writes the profile first. So does
// exit in the last thread.
//
// A filter that the program installs allows the program's system calls, and may
// end the program at any other. So the runtime writes the profile first, and
// makes no system call afterwards: there are no samples, and no second file.
// The runtime does not notice a filter that the program installs by its own
// instructions.
//
// A child created by a system call or by clone() starts its own profile; for
// fork(), the C library's handlers do that. _Fork() is not interposed: a static
// program's fork() needs it.
//
// A child that lets its parent trace it must get no signals of the runtime: the
// parent would take them for those of a breakpoint or of exec.
//
// Executables for x86-64 find their counters by the register GS. A program that
// sets GS cannot go on.
//
//===----------------------------------------------------------------------===//

#include "base/system.h"
#include "frames/checked_memory.h"
#include "interpose/ends.h"
#include "interpose/interposition.h"
#include "interpose/upcalls.h"
#include "process/process.h"
#include "process/report.h"
#include "process/tasks.h"

#ifdef __x86_64__
#include <asm/prctl.h>
#endif
#include <errno.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <unistd.h>

extern "C" {
int __gmon_prctl(int option, ...) GMON_INSTEAD_OF("prctl");
long __gmon_syscall(long number, ...) GMON_INSTEAD_OF("syscall");
long __gmon_ptrace(long request, ...) GMON_INSTEAD_OF("ptrace");
int __gmon_clone(int (*run)(void *), void *stack, int flags, void *argument,
                 ...) GMON_INSTEAD_OF("clone");

#ifdef __x86_64__
int __gmon_arch_prctl(int option, unsigned long address)
    GMON_INSTEAD_OF("arch_prctl");
#endif
}

// The C library's headers may be older than the kernel.
#ifndef SYS_clone3
#define SYS_clone3 435
#endif

namespace gmon {

namespace {

struct arguments {
  long values[6];

  arguments(va_list list, int count) : values{} { take(list, 0, count); }

  /// The argument `first`, and `count` others in `list`.
  arguments(long first, va_list list, int count) : values{first} {
    take(list, 1, count);
  }

private:
  void take(va_list list, int begin, int count) {
    for (int i = 0; i != count; ++i)
      values[begin + i] = va_arg(list, long);
  }
};

} // namespace

/// Whether the call installs a filter, or enters strict mode, which allows few
/// calls.
static bool installs_filter(long number, const arguments &args) {
  if (number == SYS_prctl)
    return args.values[0] == PR_SET_SECCOMP;
  return number == SYS_seccomp && (args.values[0] == SECCOMP_SET_MODE_STRICT ||
                                   args.values[0] == SECCOMP_SET_MODE_FILTER);
}

/// Ends the program if the call sets the register that leads to the counters.
static void refuse_segment(long number, const arguments &args) {
#ifdef __x86_64__
  if (number != SYS_arch_prctl || args.values[0] != ARCH_SET_GS ||
      !counts_by_segment())
    return;
  {
    process_lock lock;
    report() << "the program sets the register GS, by which its counters are "
                "found; compile it with gmon-clang -fPIC";
  }
  if (auto *exit = next_function<void(int)>("exit"))
    exit(1);
  end_process(1);
#endif
}

/// The runtime does not handle children that are created with these flags of
/// clone(2). They share this process's memory, or this thread waits for them
/// and would hold the lock of the process all the time.
static constexpr uint64_t unseen_flags = CLONE_VM | CLONE_THREAD | CLONE_VFORK;

/// Whether the call creates a process with its own memory that continues at the
/// same instruction.
static bool makes_child(long number, const arguments &args) {
#ifdef SYS_fork
  if (number == SYS_fork)
    return true;
#endif
  if (number == SYS_clone3) {
    struct {
      uint64_t flags, pidfd, child_id, parent_id, exit_signal, stack;
    } request;
    return read_checked(uintptr_t(args.values[0]), &request, sizeof(request)) ==
               sizeof(request) &&
           !(request.flags & unseen_flags) && !request.stack;
  }
  return number == SYS_clone && !(args.values[0] & unseen_flags) &&
         !args.values[1];
}

static decltype(clone) *next_clone;

void find_next_clone() { next_clone = next_function<decltype(clone)>("clone"); }

static long make_call(long number, const arguments &args) {
  const long *values = args.values;
  return raw_syscall(number, values[0], values[1], values[2], values[3],
                     values[4], values[5]);
}

static long make_child(long number, const arguments &args) {
  if (!is_this_process())
    return make_call(number, args);
  begin_fork();
  long child = make_call(number, args);
  if (child == 0)
    begin_child();
  else
    process_lock::release();
  return child;
}

namespace {

/// The arguments of the child of clone().
struct cloned {
  int (*run)(void *);
  void *argument;
};

} // namespace

[[noreturn]] static int run_cloned(void *argument) {
  auto child = *static_cast<const cloned *>(argument);
  begin_child();
  end_process(child.run(child.argument));
}

/// Called before a system call ends this thread. The process ends with its last
/// thread; if it is the first one, others may end where the runtime cannot see
/// it, because the C library does not know that the first one has.
static void end_thread() {
  if (!is_this_process())
    return;
  if (num_threads_of_program() != 1) {
    if (int32_t(kernel::gettid()) == kernel::getpid())
      write_profiles(false);
    return;
  }
  stop_checkpoints();
  write_at_end();
  process_lock lock;
  update_timer();
}

static long call(long number, const arguments &args) {
  if (number == SYS_exit_group)
    write_at_end();
  if (number == SYS_exit)
    end_thread();
  refuse_segment(number, args);
  if (number == SYS_ptrace && args.values[0] == PTRACE_TRACEME &&
      is_this_process())
    process().host->expect_tracer();
  bool sealed = installs_filter(number, args) && seal();
  long result = makes_child(number, args) ? make_child(number, args)
                                          : make_call(number, args);
  bool failed = result < 0 && result > -4096;
  if (sealed && failed)
    unseal();
  if (!failed)
    return result;
  errno = int(-result);
  return -1;
}

} // namespace gmon

using namespace gmon;

int __gmon_prctl(int option, ...) {
  va_list list;
  va_start(list, option);
  arguments args(option, list, 4);
  va_end(list);
  return int(call(SYS_prctl, args));
}

#ifdef __x86_64__
int __gmon_arch_prctl(int option, unsigned long address) {
  va_list none = {};
  arguments args(none, 0);
  args.values[0] = option;
  args.values[1] = long(address);
  return int(call(SYS_arch_prctl, args));
}
#endif

long __gmon_syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  arguments args(list, 6);
  va_end(list);
  return call(number, args);
}

long __gmon_ptrace(long request, ...) {
  va_list list;
  va_start(list, request);
  arguments args(int(request), list, 3);
  va_end(list);
  // The system call stores a word that it reads; the function returns it.
  long word = 0;
  bool reads = request == PTRACE_PEEKTEXT || request == PTRACE_PEEKDATA ||
               request == PTRACE_PEEKUSER;
  if (reads)
    args.values[3] = kernel::address(&word);
  long result = call(SYS_ptrace, args);
  if (!reads || result == -1)
    return result;
  errno = 0;
  return word;
}

int __gmon_clone(int (*run)(void *), void *stack, int flags, void *argument,
                 ...) {
  va_list list;
  va_start(list, argument);
  auto *parent_id = va_arg(list, pid_t *);
  void *storage = va_arg(list, void *);
  auto *child_id = va_arg(list, pid_t *);
  va_end(list);
  if (!next_clone)
    find_next_clone();
  bool is_seen = run && !(uint32_t(flags) & unseen_flags) && is_this_process();
  if (!is_seen)
    return next_clone(run, stack, flags, argument, parent_id, storage,
                      child_id);
  cloned child_call = {run, argument};
  begin_fork();
  int child = next_clone(run_cloned, stack, flags, &child_call, parent_id,
                         storage, child_id);
  process_lock::release();
  return child;
}
