//===-- ends.cpp - How a program can end ----------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Defines _exit and _Exit. The definitions are not weak: the sanitizers'
// definitions are weak and come first.
//
//===----------------------------------------------------------------------===//

#include "interpose/ends.h"
#include "base/system.h"
#include "interpose/interposition.h"
#include "interpose/masks.h"
#include "process/process.h"

#include <signal.h>

extern "C" {
/// Null without a sanitizer.
[[noreturn]] void __interceptor__exit(int status) __attribute__((weak));

/// Null if the program starts the runtime in another way.
void __gmon_start() __attribute__((weak));

int __gmon_sigaction(int signal, const struct sigaction *action,
                     struct sigaction *previous) GMON_INSTEAD_OF("sigaction");

[[noreturn]] void __gmon_abort() GMON_INSTEAD_OF("abort");
/// The GNU C library's static member that defines abort() also defines this
/// symbol, and other members refer to it. With this definition, the linker does
/// not add that member with its abort().
void *__abort_msg __attribute__((weak, visibility("hidden")));
[[noreturn]] void __gmon__exit(int status) __asm__("_exit")
    __attribute__((visibility("default")));
[[noreturn]] void __gmon__Exit(int status) __asm__("_Exit")
    __attribute__((visibility("default")));
}

namespace gmon {

using exit_function = void(int);
static exit_function *next_exit;
static void (*next_abort)();

void find_next_ends() {
  next_exit = definition_here(__interceptor__exit);
  if (!next_exit)
    next_exit = reinterpret_cast<exit_function *>(next_function("_exit"));
  next_abort = reinterpret_cast<void (*)()>(next_function("abort"));
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

} // namespace gmon

using namespace gmon;

static void raise_abort() {
  uint64_t mask = mask_of_program() & ~bit_of(SIGABRT);
  set_mask(mask);
  raw_syscall(SYS_tgkill, kernel::getpid(), kernel::gettid(), SIGABRT);
}

/// Does what abort() does, but leaves SIGABRT's default action to the runtime.
/// The C library's abort() restores the kernel's default action if SIGABRT is
/// ignored or its handler returns.
void __gmon_abort() {
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  if (has_process())
    __gmon_sigaction(SIGABRT, nullptr, &action);
  if (action.sa_handler == SIG_DFL && next_abort)
    next_abort();
  raise_abort();
  action = {};
  __gmon_sigaction(SIGABRT, &action, nullptr);
  raise_abort();
  for (;;)
    raw_syscall(SYS_exit_group, 127);
}

void __gmon__exit(int status) { end_process(status); }

void __gmon__Exit(int status) { end_process(status); }
