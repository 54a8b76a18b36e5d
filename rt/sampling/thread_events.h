//===-- thread_events.h - Samples by events ---------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// event=NAME,...: each thread has events of the kernel (perf_event_open), which
// send it SIGPROF or SIGTRAP. The kernel writes the program counter of each
// sample into a ring in memory that the handler reads. So no sample is lost
// where signals come together or are blocked.
//
// Without stacks, page faults do not need a signal each. A second event sends
// one for many of them.
//
// A mapping keeps an event alive: no descriptor stays open, which the program
// could see or close. When a thread ends, its rings stay until another thread
// takes over the slot.
//
// Unless a comment says otherwise, everything here is async-signal-safe and
// takes no lock.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_THREAD_EVENTS_H
#define GMON_RT_SAMPLING_THREAD_EVENTS_H

#include <signal.h>
#include <stdint.h>

namespace gmon {

/// Returns whether events are to be sampled. Prints a line on standard error
/// about each that cannot be sampled in this program. The process is locked.
bool prepare_thread_events();

/// Whether an event sends SIGTRAP, which needs a handler first.
bool events_trap();

/// Starts the events of this thread. Prints a line on standard error about each
/// for which that is impossible, and drops it (settings/series.h). The process
/// is locked.
void start_thread_events();

/// Whether events are sampled.
bool has_thread_events();

/// Starts the events of a thread that has none.
void add_thread_events(uint32_t thread);

/// Starts the events of this thread, which begins.
void begin_thread_events();

/// Before this thread blocks a signal of sampling, and after it has unblocked
/// all: events go on, without signals meanwhile.
void hold_thread_events();
void release_thread_events();

/// The events of this thread send no signals any more.
void silence_thread_events();

/// Whether an event of the runtime sent `signal`.
bool is_event_signal(int signal, const siginfo_t *info);

/// Counts the samples of this thread at a signal of sampling that interrupted
/// `context`. Called by the handler, as drop_thread_events() is.
void count_thread_events(int signal, const siginfo_t *info,
                         const void *context);

/// Drops the samples that this thread has caused in the handler.
void drop_thread_events();

/// Counts the samples of all threads so far that no handler has counted. Their
/// stacks are unknown. The process is locked.
void count_waiting_events();

/// Ends all events.
void remove_thread_events();

/// Forgets all events in the child of a fork, which inherits none. `forker` is
/// the id of the thread that called fork, in the parent.
void forget_thread_events(uint32_t forker);

} // namespace gmon

#endif // GMON_RT_SAMPLING_THREAD_EVENTS_H
