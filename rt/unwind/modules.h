//===-- modules.h - The loaded modules --------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The modules whose code was on a stack: the program, libraries, the vdso. A
// module keeps its number after it is unloaded. One that is loaded again, or
// another at the same addresses, gets a number of its own, unless path,
// build-id and addresses are equal.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_UNWIND_MODULES_H
#define GMON_RT_UNWIND_MODULES_H

#include "unwind/loaded_module.h"

namespace gmon {

/// Prepares for the modules that are loaded now. Called at the start, when
/// libraries come and go as far as the runtime knows, and in the child of a
/// fork. Not for signal handlers.
void update_modules();

/// Asks the loader whether it has unloaded a library, unless another thread may
/// hold the loader's lock and wait for this one. Without an answer, takes it
/// for granted. Not for signal handlers, and not for the child of a fork, where
/// a thread that does not exist may hold that lock.
void look_for_unloads(bool may_ask);

/// Whether a library may have been unloaded, as look_for_unloads() has found.
/// Then code of another library may have been where a library is now.
/// Async-signal-safe.
bool any_unloaded();

/// The number of modules so far. Async-signal-safe.
uint32_t num_modules();

/// The module of a number below num_modules(). The first call for the program
/// asks the kernel for its path. Async-signal-safe.
const loaded_module &module_at(uint32_t number);

/// The number of the module that has `address` now, or no_module
/// (unwind/code_place.h). Async-signal-safe.
uint32_t module_with(uintptr_t address);

/// Whether the module was loaded at the start, so that nobody unloads it.
/// Async-signal-safe.
bool is_permanent(uint32_t number);

} // namespace gmon

#endif // GMON_RT_UNWIND_MODULES_H
