//===-- ends.h - How a program can end --------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that returns from main or calls exit() runs the runtime's
// destructor. For other endings, the runtime interposes the C library's
// functions and writes the profiles first.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_INTERPOSE_ENDS_H
#define GMON_RT_INTERPOSE_ENDS_H

namespace gmon {

/// Writes the profiles of a program that ends at once, by _exit() or its system
/// call. Starts the runtime first if no constructor has. Async-signal-safe.
void write_at_end();

/// Does what the C library's _exit() does, after write_at_end(). The program
/// may have an _exit of its own.
[[noreturn]] void end_process(int status);

} // namespace gmon

#endif // GMON_RT_INTERPOSE_ENDS_H
