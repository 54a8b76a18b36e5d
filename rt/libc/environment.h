//===-- environment.h - Variables of the environment ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program may define getenv() and count its calls, as tests do.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_LIBC_ENVIRONMENT_H
#define GMON_RT_LIBC_ENVIRONMENT_H

#include "libc/loader.h"

#include <string.h>
#include <sys/auxv.h>

namespace gmon {

/// Returns the value of a variable, or null. Not while another thread may
/// change the environment.
inline const char *find_in_environment(const char *name) {
  size_t length = strlen(name);
  for (char **entry = environment(); entry && *entry; ++entry)
    // Most variables begin with another letter.
    if (**entry == *name && strncmp(*entry, name, length) == 0 &&
        (*entry)[length] == '=')
      return *entry + length + 1;
  return nullptr;
}

/// Also returns null if the program runs with more rights than the user has.
inline const char *find_trusted(const char *name) {
  return auxiliary_value(AT_SECURE) ? nullptr : find_in_environment(name);
}

/// Whether the program runs under Valgrind. Valgrind does not know all
/// registers at a fault, prints a better report itself, and warns of changes of
/// stacks.
inline bool is_under_valgrind() {
  const char *preloaded = find_in_environment("LD_PRELOAD");
  return preloaded && strstr(preloaded, "/vgpreload_");
}

} // namespace gmon

#endif // GMON_RT_LIBC_ENVIRONMENT_H
