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
// C library's function, and writes the profiles first.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_INTERPOSE_ENDS_H
#define GMON_RT_INTERPOSE_ENDS_H

namespace gmon {

/// Finds the functions that ours go on to. Not for signal handlers.
void find_next_ends();

} // namespace gmon

#endif // GMON_RT_INTERPOSE_ENDS_H
