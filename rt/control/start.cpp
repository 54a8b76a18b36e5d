//===-- start.cpp - Start and end of a profiled program -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constructor and the destructor are in an object of their own, so that a
// program that starts profiling in another way can omit it. Hooks refer to the
// symbol __gmon_start, which links this object. For a program without hooks,
// -Wl,-u,__gmon_start does that.
//
//===----------------------------------------------------------------------===//

#include "control/control.h"

/// Runs before the program's constructors and after its destructors: the first
/// priority that programs may use is 101.
#define GMON_PRIORITY 1

// Makes the runtime's names local: see base/hidden_names.h.
__asm__(".hidden __gmon_hidden_names\n"
        ".reloc 0, BFD_RELOC_NONE, __gmon_hidden_names\n");

namespace gmon {
static __attribute__((destructor(GMON_PRIORITY))) void end() {
  end_at_unload();
}

/// Runs before the program's destructors, since the linker adds archives last.
static __attribute__((destructor)) void begin_end() { begin_destructors(); }
} // namespace gmon

extern "C" __attribute__((constructor(GMON_PRIORITY))) void __gmon_start() {
  gmon::start_at_load(gmon::begin_end);
}
