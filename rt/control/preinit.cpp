//===-- preinit.cpp - Programs with a _start of their own -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C library's start-up files run the constructors of an executable, and
// make exit() run its destructors. Without them (-nostartfiles), gmon-clang
// links this object: the dynamic loader itself runs the functions of
// .preinit_array.
//
//===----------------------------------------------------------------------===//

#include "control/ending.h"
#include "process/process.h"

extern "C" void __gmon_start() __attribute__((visibility("hidden")));

namespace gmon {

static void start_without_constructors() {
  __gmon_start();
  call_at_exit([](void *) { write_profiles(false); });
}

__attribute__((section(".preinit_array"),
               used)) static void (*const entry)() = start_without_constructors;

} // namespace gmon
