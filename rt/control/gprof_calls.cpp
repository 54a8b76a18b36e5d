//===-- gprof_calls.cpp - Functions of gprof that programs call -----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a file of their own: a program that defines functions with these names
// links as it would without the runtime. They are weak because it may define
// one of them and call another.
//
//===----------------------------------------------------------------------===//

#include "control/all_modules.h"
#include "control/control.h"
#include "gmon/gmon.h"
#include "process/process.h"
#include "sampling/samples.h"

#include <errno.h>

using namespace gmon;

extern "C" {

__attribute__((weak)) void monstartup(unsigned long low,
                                      unsigned long high) noexcept {
  module_lock lock;
  if (!lock)
    return;
  limit_samples(low, high);
  resume();
}

__attribute__((weak)) int moncontrol(int mode) noexcept {
  int saved = errno;
  if (start())
    set_stopped(mode == 0);
  errno = saved;
  return 0;
}

__attribute__((weak)) void mcleanup(void) noexcept { write_between(); }
}
