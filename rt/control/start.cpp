//===-- start.cpp - Start and end of a profiled program -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constructor and the destructor stand alone, so that whoever wants to
// start in another way can leave this object out. It is linked in by the symbol
// __gmon_start, which the hooks refer to, and which can be asked for with
// -Wl,-u,__gmon_start where nothing is instrumented.
//
//===----------------------------------------------------------------------===//

#include "control/control.h"

/// Below the priorities that programs may use, the first of which is 101: runs
/// before the program's constructors and after its destructors.
#define GMON_PRIORITY 1

// Makes the runtime's names local: see base/hidden_names.h.
__asm__(".hidden __gmon_hidden_names\n"
        ".reloc 0, BFD_RELOC_NONE, __gmon_hidden_names\n");

namespace gmon {
static __attribute__((destructor(GMON_PRIORITY))) void end() {
  end_at_unload();
}
} // namespace gmon

extern "C" __attribute__((constructor(GMON_PRIORITY))) void __gmon_start() {
  gmon::start_at_load();
}
