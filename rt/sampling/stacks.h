//===-- stacks.h - Samples with their call stacks ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stacks of the process's samples, by context, thread, kind and series.
// Only the host keeps them. A sample counts here if it counts in the program's
// profile, or, where only libraries are profiled, in that of any library.
//
// Unless a comment says otherwise, all functions are async-signal-safe and take
// no lock.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_STACKS_H
#define GMON_RT_SAMPLING_STACKS_H

#include "gmon/format.h"
#include "sampling/contexts.h"
#include "unwind/stack.h"

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// Prepares to keep stacks, if options() ask for them. The process is locked.
void prepare_contexts();

// These functions count samples in the profiles of all modules, too. All but
// count_event() count samples of time.

/// Counts samples of this thread at a signal that interrupted `context`, the
/// third argument of the signal's handler.
void count_interrupted(const void *context, uint32_t amount);

/// Counts samples of another thread, which waits in a system call. In the
/// profiles they are samples of the innermost function that is instrumented.
void count_waiting(uintptr_t pc, uintptr_t sp, uint32_t amount,
                   uint32_t thread);

/// Reads the name of a live thread. Returns false if it is gone.
bool read_name(uint32_t thread, char (&target)[16]);

/// Learns the current name of another thread.
void note_name_of(uint32_t thread);

/// Samples of an event of a thread.
struct event_samples {
  unsigned series;
  uint32_t thread;
  bool is_own;  ///< of this thread
  uintptr_t pc; ///< 0 means an unknown place
  uint32_t amount;
};

/// Counts samples of an event. `context` is that of a signal of this thread, or
/// null: only a signal at their place has the stack of the samples. Otherwise
/// their stack is the place and GMON_STACK_GONE. If the event happens in the
/// kernel, the samples count in the profiles as in count_waiting().
void count_event(const void *context, const event_samples &samples);

/// Resets the counts of all samples.
void clear_stacks();

/// Empties the table in the child of a fork. `forker` is the id of the thread
/// that called fork, in the parent.
void forget_stacks(uint32_t forker);

/// The contexts and their samples. Not ready if nothing keeps them.
context_table &contexts();

/// The number of samples of a series that are at a caller of their place,
/// because memory for contexts was full.
uint64_t folded_samples(unsigned series);

/// The number of samples of a series that are in no context.
uint64_t lost_samples(unsigned series);

/// The sum of the squares of the numbers of samples of a series that were
/// counted at once.
uint64_t squares_of_samples(unsigned series);

} // namespace gmon

#endif // GMON_RT_SAMPLING_STACKS_H
