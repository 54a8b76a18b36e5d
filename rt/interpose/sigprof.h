//===-- sigprof.h - Signals of sampling, for the program ---------*- C++
//-*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_INTERPOSE_SIGPROF_H
#define GMON_RT_INTERPOSE_SIGPROF_H

#include <signal.h>
#include <stdint.h>

namespace gmon {

/// Carries out the program's action for the current signal, SIGPROF or SIGTRAP,
/// which the runtime did not cause. All signals are blocked.
void pass_on(int signal, siginfo_t *info, void *context);

/// Whether `address` is in the code of pass_on() that calls the
/// program's handler. Such a call is a call from outside.
bool is_call_of_handler(uintptr_t address);

} // namespace gmon

#endif // GMON_RT_INTERPOSE_SIGPROF_H
