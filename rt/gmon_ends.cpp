//===-- gmon_ends.cpp - How a program can end -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// _exit and _Exit. They are no weak definitions, because those of the
// sanitizers are, and come first.
//
//===----------------------------------------------------------------------===//

#include "gmon_ends.h"
#include "gmon_arch.h"
#include "gmon_process.h"

#include <dlfcn.h>

extern "C" {
/// Null in a static program.
extern decltype(dlsym) dlsym __attribute__((weak));

/// Null without a sanitizer.
[[noreturn]] void __interceptor__exit(int status) __attribute__((weak));

[[noreturn]] void __gmon__exit(int status) __asm__("_exit")
    __attribute__((visibility("default")));
[[noreturn]] void __gmon__Exit(int status) __asm__("_Exit")
    __attribute__((visibility("default")));
}

namespace gmon {

using exit_function = void(int);
static exit_function *next_exit;

void *next_function(const char *name) {
  return dlsym ? dlsym(RTLD_NEXT, name) : nullptr;
}

void find_next_functions() {
  next_exit = __interceptor__exit
                  ? __interceptor__exit
                  : reinterpret_cast<exit_function *>(next_function("_exit"));
  find_next_exec();
  find_next_sigaction();
}

void write_profiles(bool for_good) {
  if (!is_this_process())
    return;
  process_lock lock;
  for_each_member([&](member &each) {
    if (!is_forked() || each.has_counts())
      each.write(for_good);
  });
}

} // namespace gmon

using namespace gmon;

void __gmon__exit(int status) {
  write_profiles(true);
  if (next_exit)
    next_exit(status);
  for (;;)
    raw_syscall(SYS_exit_group, status);
}

void __gmon__Exit(int status) { __gmon__exit(status); }
