//===-- ends.h - How a program can end --------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that returns from main or calls exit() runs the runtime's
// destructor. Where it ends in another way, the runtime stands in front of the
// C library's function: it defines one of the same name, which writes the
// profiles and then goes on to the next definition, or makes the system call.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_INTERPOSE_ENDS_H
#define GMON_RT_INTERPOSE_ENDS_H

/// Declares that a function stands in front of the C library's `name`. Other
/// modules find it, too, and a function of the program's that has the same name
/// takes precedence. It is not declared by that name, since C libraries differ
/// in the attributes that their headers declare.
#define GMON_INSTEAD_OF(name)                                                  \
  __asm__(name) __attribute__((weak, visibility("default")))

namespace gmon {

/// Finds the functions that ours go on to: where the dynamic linker can tell.
/// In a static program they make system calls. Not for signal handlers.
void find_next_functions();
void find_next_exec();

/// The next definition of `name` behind this module, or null.
void *next_function(const char *name);

/// Writes the profiles of all modules, unless this is the child of a vfork.
/// `for_good`: nothing that comes later belongs to them. A child of fork that
/// counted nothing, since it is about to run another program, writes none.
/// Async-signal-safe; keeps errno.
void write_profiles(bool for_good);

} // namespace gmon

#endif // GMON_RT_INTERPOSE_ENDS_H
