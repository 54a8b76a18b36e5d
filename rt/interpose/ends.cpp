//===-- ends.cpp - How a program can end ----------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sanitizer's _exit is weak, too, and comes first. It calls the next one by a
// pointer, which the runtime replaces.
//
//===----------------------------------------------------------------------===//

#include "interpose/ends.h"
#include "base/system.h"
#include "interpose/interposition.h"
#include "interpose/masks.h"
#include "interpose/signals.h"
#include "process/process.h"

#include <signal.h>

extern "C" {
/// Null if the program starts the runtime in another way.
void __gmon_start() __attribute__((weak));

[[noreturn]] void __gmon_abort() GMON_INSTEAD_OF("abort");
/// The GNU C library's static member that defines abort() also defines this
/// symbol, and other members refer to it. With this definition, the linker does
/// not add that member with its abort().
void *__abort_msg __attribute__((weak, visibility("hidden")));
[[noreturn]] void __gmon__exit(int status) GMON_INSTEAD_OF("_exit");
[[noreturn]] void __gmon__Exit(int status) GMON_INSTEAD_OF("_Exit");

/// __interception::real__exit of sanitizers.
extern void (*__gmon_sanitizers_next_exit)(int status) __asm__(
    "_ZN14__interception10real__exitE")
    __attribute__((weak, visibility("hidden")));
}

namespace gmon {

using exit_function = void(int);
static exit_function *next_exit, *exit_after_sanitizer;
static void (*next_abort)();

static void end_after_sanitizer(int status) {
  write_at_end();
  exit_after_sanitizer(status);
}

void find_next_ends() {
  next_exit = next_or_sanitizers<exit_function>("_exit", "__interceptor__exit");
  next_abort = next_function<void()>("abort");
  // gold gives undefined weak symbols an address in libraries.
  if (find_here("__interceptor__exit") && &__gmon_sanitizers_next_exit &&
      __gmon_sanitizers_next_exit) {
    exit_after_sanitizer = __gmon_sanitizers_next_exit;
    __gmon_sanitizers_next_exit = end_after_sanitizer;
  }
}

void write_at_end() {
  // A function of .preinit_array ends the program, before all constructors.
  if (!has_process() && __gmon_start)
    __gmon_start();
  write_profiles(true);
}

void end_process(int status) {
  write_at_end();
  if (next_exit)
    next_exit(status);
  for (;;)
    raw_syscall(SYS_exit_group, status);
}

static void raise_abort() {
  uint64_t mask = mask_of_program() & ~bit_of(SIGABRT);
  set_mask(mask);
  raw_syscall(SYS_tgkill, kernel::getpid(), kernel::gettid(), SIGABRT);
}

} // namespace gmon

using namespace gmon;

/// Does what abort() does, but leaves SIGABRT's default action to the runtime.
/// The C library's abort() restores the kernel's default action if SIGABRT is
/// ignored or its handler returns.
void __gmon_abort() {
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  if (has_process())
    change_action_for_program(SIGABRT, nullptr, &action);
  if (action.sa_handler == SIG_DFL && next_abort)
    next_abort();
  raise_abort();
  action = {};
  change_action_for_program(SIGABRT, &action, nullptr);
  raise_abort();
  // No signal that it sends itself ends the first process of a container.
#if defined(__x86_64__)
  __asm__ volatile("hlt"); // as in C libraries: a fault, with SIGSEGV
#endif
  __builtin_trap();
}

void __gmon__exit(int status) { end_process(status); }

void __gmon__Exit(int status) { end_process(status); }
