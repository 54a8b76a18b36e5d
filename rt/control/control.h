//===-- control.h - Starting and stopping -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts the profile of a module, writes it, and ends it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_CONTROL_CONTROL_H
#define GMON_RT_CONTROL_CONTROL_H

namespace gmon {

/// Starts profiling this module if it was not started. Returns false if there
/// is no memory.
bool start();

/// Starts or continues sampling. The caller holds the lock of the process.
void resume();

/// Writes the profiles of this module; it goes on counting.
void write_between();

/// Holds the lock of the process. Adds this module to the process before, and
/// prepares for its profile, the first time: once, before anything else. Is
/// false if there is no memory. Not for signal handlers.
class module_lock {
public:
  module_lock();
  module_lock(const module_lock &) = delete;
  ~module_lock();
  explicit operator bool() const { return is_held; }

private:
  const bool is_held;
};

/// Called by the constructor: starts profiling if it was not started.
/// `destructor` is the one that calls begin_destructors(). Not for signal
/// handlers.
void start_at_load(void (*destructor)());

/// Called before the program's destructors, if the linker has put the runtime's
/// archive last.
void begin_destructors();

/// Called by the destructor: writes the final profile if it was not written.
void end_at_unload();

} // namespace gmon

#endif // GMON_RT_CONTROL_CONTROL_H
