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

/// Writes the profiles, and makes no system call from here on: the program is
/// about to install a filter of these. Returns whether there was something to
/// seal: unseal() undoes it, if there is no filter after all.
bool seal();
void unseal();

} // namespace gmon

#endif // GMON_RT_CONTROL_SEAL_H
