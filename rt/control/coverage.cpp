//===-- coverage.cpp - What programs call of Clang's profile runtime ------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gmon-clang links this object if the plugin has taken over the counters of
// -fprofile-instr-generate, in place of Clang's profile runtime. It defines the
// functions that programs call (instr_prof_interface.h, and those that some
// programs declare themselves), and the variable that objects of Clang ask for.
// All are weak, because a program may define them, to have no runtime.
//
//===----------------------------------------------------------------------===//

#include "gmon/gmon.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

extern "C" const char __ehdr_start __attribute__((visibility("hidden")));

/// What objects of Clang without the plugin have for Clang's runtime.
extern "C" const char __start___llvm_prf_data[]
    __attribute__((weak, visibility("hidden")));
extern "C" const char __stop___llvm_prf_data[]
    __attribute__((weak, visibility("hidden")));

/// What Clang's runtime keeps, too: the name is not copied.
static const char *file_name;
/// The size of the buffer that the program has been told to provide.
static size_t buffer_size;
/// Whether the environment names the file of Clang's runtime.
static bool expects_file;
/// The process that loaded this module: no child of a fork.
static pid_t loading_process;

#pragma clang attribute push(__attribute__((weak)),                            \
                             apply_to = any(function, variable(is_global)))

extern "C" {

int __llvm_profile_runtime;

void __llvm_profile_set_filename(const char *name) { file_name = name; }

const char *__llvm_profile_get_filename() { return file_name ? file_name : ""; }

int __llvm_profile_write_file() { return gmon_dump(file_name); }

/// Keeps what follows out of the profile, up to a reset.
int __llvm_profile_dump() {
  int result = __llvm_profile_write_file();
  moncontrol(0);
  return result;
}

void __llvm_profile_reset_counters() {
  gmon_reset();
  moncontrol(1);
}

uint64_t __llvm_profile_get_size_for_buffer() {
  buffer_size = gmon_buffer(nullptr, 0);
  return buffer_size;
}

int __llvm_profile_write_buffer(char *buffer) {
  size_t size = gmon_buffer(buffer, buffer_size);
  return size == 0 || size > buffer_size ? -1 : 0;
}

// These prepare what the runtime does anyway.
void __llvm_profile_initialize() {}
void __llvm_profile_initialize_file() {}
int __llvm_profile_register_write_file_atexit() { return 0; }
int __llvm_profile_is_continuous_mode_enabled() { return 0; }
}

#pragma clang attribute pop

/// Whether this module is the program, not a library.
static bool is_program() {
  uintptr_t start = reinterpret_cast<uintptr_t>(&__ehdr_start);
  return getauxval(AT_PHDR) - start < 0x1000;
}

/// While there is one thread, which does not change the environment.
static __attribute__((constructor)) void look_for_file() {
  loading_process = getpid();
  const char *name = getenv("LLVM_PROFILE_FILE");
  expects_file = name && *name && is_program();
}

/// A program without standard error has no use for the \p line.
template <size_t size> static void tell(const char (&line)[size]) {
  [[maybe_unused]] ssize_t written = write(STDERR_FILENO, line, size - 1);
}

static __attribute__((destructor)) void tell_what_is_elsewhere() {
  if (loading_process != getpid())
    return;
  if (expects_file)
    tell("gmon: counts are not in LLVM_PROFILE_FILE but in gmon.out: see "
         "llvm-gprof coverage, or export --format=profdata\n");
  if (__start___llvm_prf_data != __stop___llvm_prf_data)
    tell("gmon: objects of clang, not of gmon-clang, are linked: their "
         "-fprofile-instr-generate counts are lost\n");
}
