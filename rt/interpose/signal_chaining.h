//===-- signal_chaining.h - Signals for the program's handlers --*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Signal chaining: the runtime's handlers of sampling pass signals that the
// runtime did not cause on to the program's own action.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_INTERPOSE_SIGNAL_CHAINING_H
#define GMON_RT_INTERPOSE_SIGNAL_CHAINING_H

#include "base/arch.h"

#include <signal.h>

namespace gmon {

/// Carries out the program's action for the current signal, SIGPROF or SIGTRAP,
/// which the runtime did not cause, or returns the program's handler. All
/// signals are blocked; `sp` is that of GMON_SIGNAL_ENTRY.
handler_start chain_signal(int signal, siginfo_t *info, void *context,
                           char *sp);

} // namespace gmon

#endif // GMON_RT_INTERPOSE_SIGNAL_CHAINING_H
