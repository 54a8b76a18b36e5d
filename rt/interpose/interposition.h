//===-- interposition.h - In front of the C library -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime stands in front of functions of the C library: it defines one of
// the same name, which goes on to the next definition, or makes the system call.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_INTERPOSE_INTERPOSITION_H
#define GMON_RT_INTERPOSE_INTERPOSITION_H

#include <dlfcn.h>

/// Declares that a function stands in front of the C library's `name`. Other
/// modules find it, too, and a function of the program's that has the same name
/// takes precedence. It is not declared by that name, since C libraries differ
/// in the attributes that their headers declare.
#define GMON_INSTEAD_OF(name)                                                  \
  __asm__(name) __attribute__((weak, visibility("default")))

extern "C" {
/// Null in a static program.
extern decltype(dlsym) dlsym __attribute__((weak));
}

namespace gmon {

/// The next definition of `name` behind this module, or null: only the dynamic
/// linker can tell. Not for signal handlers.
inline void *next_function(const char *name) {
  return dlsym ? dlsym(RTLD_NEXT, name) : nullptr;
}

} // namespace gmon

#endif // GMON_RT_INTERPOSE_INTERPOSITION_H
