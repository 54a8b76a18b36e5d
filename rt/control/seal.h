//===-- seal.h - The end of system calls ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_CONTROL_SEAL_H
#define GMON_RT_CONTROL_SEAL_H

namespace gmon {

/// Called before the program installs a filter of system calls: writes the
/// profiles, and makes no system call afterwards. Returns false if there is
/// nothing to do. If the filter was not installed, unseal() undoes this.
bool seal();
void unseal();

} // namespace gmon

#endif // GMON_RT_CONTROL_SEAL_H
