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

#include "libc/loader.h"

/// Declares a function that interposes the C library's `name` for all modules.
/// If the program defines `name`, too, the program's function takes precedence.
/// The C++ name differs, because the attributes in C libraries' headers differ.
#define GMON_INSTEAD_OF(name)                                                  \
  __asm__(name) __attribute__((weak, visibility("default"))) GMON_PUBLIC

namespace gmon {

/// Each looks up the functions that some interposed functions call. Not for
/// signal handlers.
void find_next_clone();
void find_next_ends();
void find_next_exec();
void find_next_sigaction();
void find_next_threads();

} // namespace gmon

#endif // GMON_RT_INTERPOSE_INTERPOSITION_H
