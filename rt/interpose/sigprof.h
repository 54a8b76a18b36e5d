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

#include "base/arch.h"

#include <signal.h>

namespace gmon {

/// Carries out the program's action for the current signal, SIGPROF or SIGTRAP,
/// which the runtime did not cause, or returns the program's handler. All
/// signals are blocked; `sp` is that of GMON_SIGNAL_ENTRY.
handler_start pass_on(int signal, siginfo_t *info, void *context, char *sp);

} // namespace gmon

#endif // GMON_RT_INTERPOSE_SIGPROF_H
