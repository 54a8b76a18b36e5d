//===-- ending.h - Several threads that end the program ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two threads may call exit() or quick_exit() at the same time, or one may
// return from main. The C library then gives each exit handler to one of them.
// The thread that finds no handler ends the process, even while the other one
// writes the profile in a destructor.
//
// Exit handlers of the runtime let the first thread pass and stop the others
// until that thread has written. A thread that waits has registered a further
// handler, so the next thread finds one. With several threads, the first thread
// writes the profile before the C library calls destructors: until the first
// destructor runs, another thread may find no handler.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_CONTROL_ENDING_H
#define GMON_RT_CONTROL_ENDING_H

#include <stdint.h>

namespace gmon {

/// Has exit() call a function. It belongs to no module: the C library would
/// remove a library's before its destructors run. Not for signal handlers.
void call_at_exit(void (*called)(void *));

/// Has quick_exit() call a function, until drop_at_quick_exit() or, in musl,
/// for ever. Returns whether it will. Not for signal handlers.
bool call_at_quick_exit(void (*called)());
void drop_at_quick_exit();

/// Registers the handlers for exit(). Not for signal handlers.
void guard_exit();

/// Registers the handlers for quick_exit(). Called before the host registers
/// the function that writes, which runs before the handlers. Not for signal
/// handlers.
void guard_quick_exit();

/// Called before destructors at exit. A destructor may call exit() again: the
/// remaining ones then do not run, the runtime's among them, but exit handlers
/// do that were registered meanwhile. Such a handler writes the final profile.
void guard_destructors();

/// Called in a destructor at exit, before the final profile is written: other
/// threads that end the program wait until no module `has_end`. `self` is the
/// calling thread, of this process.
void begin_end(uint32_t self);

/// Called at quick_exit(), before the final profile is written: other threads
/// that end the program wait until no module `has_quick_end`. `self` is the
/// calling thread, of this process.
void begin_quick_end(uint32_t self);

/// Whether the program had no other threads when its last destructor began.
bool is_certainly_alone();

/// Whether a thread in exit() has written the profiles so far.
bool has_written_before_destructors();

/// Called in the child of a fork: the threads are gone.
void forget_ending();

} // namespace gmon

#endif // GMON_RT_CONTROL_ENDING_H
