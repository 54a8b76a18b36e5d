//===-- interposition.h - In front of the C library -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interposition: the runtime defines a function with the name of a C library's
// function. It then calls the next definition, or makes the system call.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_INTERPOSE_INTERPOSITION_H
#define GMON_RT_INTERPOSE_INTERPOSITION_H

#include "process/module.h"

#include <dlfcn.h>

/// Declares a function that interposes the C library's `name` for all modules.
/// If the program defines `name`, too, the program's function takes precedence.
/// The C++ name differs, because the attributes in C libraries' headers differ.
#define GMON_INSTEAD_OF(name)                                                  \
  __asm__(name) __attribute__((weak, visibility("default")))

extern "C" {
/// Null in a static program.
extern decltype(dlsym) dlsym __attribute__((weak));
}

namespace gmon {

/// Returns the next definition of `name` after this module's, or null. Only the
/// dynamic linker knows it. Not for signal handlers.
inline void *next_function(const char *name) {
  return dlsym ? dlsym(RTLD_NEXT, name) : nullptr;
}

/// Returns a sanitizer's definition if the sanitizer is in this module, where
/// it comes after the runtime's. Otherwise returns null: a sanitizer in the
/// program calls the next definition, which may be that of a library's runtime.
/// Not for signal handlers.
template <typename Function> Function *definition_here(Function *sanitizers) {
  return is_in_module(reinterpret_cast<uintptr_t>(sanitizers)) ? sanitizers
                                                               : nullptr;
}

} // namespace gmon

#endif // GMON_RT_INTERPOSE_INTERPOSITION_H
