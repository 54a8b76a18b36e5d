//===-- exec.h - Execution of another program -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_INTERPOSE_EXEC_H
#define GMON_RT_INTERPOSE_EXEC_H

namespace gmon {

/// Looks up the functions that the interposed ones call. Not for signal
/// handlers.
void find_next_exec();

} // namespace gmon

#endif // GMON_RT_INTERPOSE_EXEC_H
