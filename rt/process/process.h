//===-- process.h - The runtimes of a process -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each instrumented module contains a runtime, which keeps that module's
// counts. They find each other, and work as one: all are stopped and resumed
// together, and one of them, the host, has the timers and the signal handlers.
//
// What they share lies in memory of its own, which outlives each of them. A
// module that is loaded finds it by a note in those that are there, since none
// of their symbols can be seen. Runtimes of another version are left alone:
// these go on beside each other, each with a timer.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_PROCESS_PROCESS_H
#define GMON_RT_PROCESS_PROCESS_H

#include "base/memory.h"
#include "base/signal_set.h"

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// What one module's runtime offers the others. Its functions are called while
/// the process is locked, but for some, and are async-signal-safe.
struct member {
  member *next;
  bool ended; ///< its profile was written for good

  /// Counts `amount` samples of the program counter `pc` of `thread`, or of the
  /// one that calls if that is 0, if it lies in the module. Takes no lock: see
  /// for_each_member_unlocked().
  void (*count_sample)(uintptr_t pc, uint32_t amount, uint32_t thread);

  /// Whether it counts samples at all.
  bool (*wants_samples)();

  /// Writes its profile. `for_good`: nothing that comes later belongs to it.
  void (*write)(bool for_good);

  /// Writes what was counted so far to the file `path`, to which a library adds
  /// its name; to the usual one if it is null. Returns 0 or an error number.
  int (*dump)(const char *path);

  /// Stops counting calls, blocks and samples, or resumes it.
  void (*set_stopped)(bool stopped);

  /// Forgets what was counted.
  void (*reset)();

  /// Adds how much was counted.
  void (*add_counts)(uint64_t &samples, uint64_t &calls);

  /// Begins anew in the child of a fork.
  void (*begin_child)();

  /// Whether its profile has anything in it.
  bool (*has_counts)();

  /// Whether the program has executed any of its instrumented code. Samples
  /// alone do not say so: they may be of the runtime, at the start.
  bool (*was_called)();

  /// Whether its module is the program, no library.
  bool (*is_program)();

  /// Calls `visit` with each thread that has called a hook, and maybe with some
  /// that are gone. Takes no lock.
  void (*for_each_thread)(void (*visit)(uint32_t thread));

  /// Whether `address` lies in the module's code. Takes no lock.
  bool (*holds)(uintptr_t address);

  /// Whether the module is one whose code calls hooks.
  bool (*has_hooks)();
};

/// What the host offers: one module's runtime serves all of the process.
struct host_services {
  /// Starts or stops the timers that all are sampled by.
  void (*set_timer)(bool on);

  /// Stops the timer if it is one that exec would leave to the next program;
  /// update_timer() starts it again.
  void (*stop_timer_for_exec)();

  /// This thread is about to block SIGPROF, or does no longer: then what it has
  /// used in the meantime counts at `pc`. Takes no lock.
  void (*set_blocked)(bool blocked, uintptr_t pc);

  /// Whether ITIMER_PROF is the runtime's; `give_up` leaves it to the program.
  /// Takes no lock.
  bool (*has_interval_timer)(bool give_up);

  /// Makes timers and threads anew in the child of a fork, which has none.
  void (*begin_child)();

  /// Handles the signals that end the program.
  signal_handler *handle_fatal_signal;

  /// This thread calls a hook of some module for the first time. Takes no lock.
  void (*add_current_thread)();
};

/// Room in the shared memory for what another part of the runtime shares, whose
/// type only that part knows. Zeros until it is used.
template <size_t Size> struct shared_room {
  alignas(16) char bytes[Size];

  template <typename State> State &as() {
    static_assert(sizeof(State) <= Size && alignof(State) <= 16);
    return *reinterpret_cast<State *>(bytes);
  }
};

/// What the runtimes share. Whoever changes it, or a structure in its rooms,
/// changes GMON_PROCESS_VERSION.
///
/// There are two locks. The lock of the process comes first: its owner may take
/// the lock of signals (interpose/signals.h), never the other way round. All
/// signals are blocked while either is held.
struct process_state {
  uint32_t owner; ///< thread that holds the lock, or 0
  uint32_t depth; ///< how often it does
  uint64_t mask;  ///< the owner's signals, before
  member *members;
  const host_services *host; ///< of a module that is never unloaded
  uint32_t num_visitors;     ///< threads in for_each_member_unlocked()
  bool exiting; ///< exit() was called: destructors are not for unloading
  bool stopped; ///< by moncontrol
  bool sealing; ///< no samples are taken: a filter is about to come
  int32_t first_process; ///< that started
  /// It, or a child of fork; 0 while a filter of system calls keeps the runtime
  /// from making any (control/seal.h).
  int32_t this_process;
  uint32_t exec_thread; ///< thread that tries to exec, or 0
  uint32_t progress;    ///< counts pieces of files that were written
  arena memory;

  shared_room<256> standard_error; ///< of process/report.h
  shared_room<5120> settings;      ///< of settings/options.h
  shared_room<5120> start;         ///< of settings/profile_name.h
  shared_room<10240> signals;      ///< of interpose/signals.h
  shared_room<64> stacks;          ///< of interpose/altstack.h
};

} // namespace gmon

extern "C" {
/// Null before join_process().
extern gmon::process_state *__gmon_process
    __attribute__((visibility("hidden")));
}

namespace gmon {

/// Valid after join_process().
inline process_state &process() { return *__gmon_process; }

/// Whether join_process() was called. Async-signal-safe.
bool has_process();

/// Whether other modules of the process have another C library, which tells
/// this one neither of forks nor of the end. Valid after join_process().
bool shares_no_libc();

/// What is shared, also if this module's runtime has not joined yet: another's
/// may have. Null if there is none.
process_state *find_process();

/// Whether what the runtimes know is about the process that calls. It is not in
/// the child of a vfork, which runs in its parent's memory, nor before
/// join_process(). Async-signal-safe.
bool is_this_process();

/// Whether a filter of system calls may end the program at the next one that
/// the runtime makes. Async-signal-safe, and no system call.
inline bool is_sealed();

/// Whether this is not the process that started. Async-signal-safe.
bool is_forked();

/// Adds this module's runtime to those of the process, as the host if there is
/// none. Returns false if it was there. Not for signal handlers.
bool join_process(member &own, const host_services &services);

/// Takes it out, since the module may be unloaded. Returns when no handler in
/// another thread is in it any more. It is not the host. The process is locked.
void leave_process(member &own);

/// Starts the timer if a module wants samples, else stops it. The process is
/// locked. Async-signal-safe.
void update_timer();

/// This thread calls a hook of this module for the first time. Takes no lock;
/// async-signal-safe, and calls nothing of the C library.
inline void announce_thread() {
  if (process_state *state = __atomic_load_n(&__gmon_process, __ATOMIC_ACQUIRE))
    if (const host_services *host =
            __atomic_load_n(&state->host, __ATOMIC_ACQUIRE))
      host->add_current_thread();
}

/// Calls `visit` with each runtime of the process, this module's too. The process
/// is locked.
template <typename Function> void for_each_member(Function visit) {
  for (member *each = __atomic_load_n(&process().members, __ATOMIC_SEQ_CST);
       each; each = each->next)
    visit(*each);
}

/// Likewise, where it is not, as in a handler that interrupts anything: the
/// modules stay as long as `visit` runs, which must not wait for anything.
template <typename Function> void for_each_member_unlocked(Function visit) {
  __atomic_fetch_add(&process().num_visitors, 1, __ATOMIC_SEQ_CST);
  for_each_member(visit);
  __atomic_fetch_sub(&process().num_visitors, 1, __ATOMIC_RELEASE);
}

/// Counts samples in whichever module `pc` lies: see member::count_sample.
/// Async-signal-safe.
inline void count_samples(uintptr_t pc, uint32_t amount, uint32_t thread) {
  for_each_member_unlocked(
      [&](member &each) { each.count_sample(pc, amount, thread); });
}

/// The lock of the process. All signals are
/// blocked while it is held, so that no handler waits for the code that it
/// interrupted. A thread may take it several times.
class process_lock {
public:
  static void acquire();
  /// Gives up after some seconds, and returns false. Signals are blocked.
  static bool acquire_within(unsigned seconds);
  static void release();

  process_lock() { acquire(); }
  ~process_lock() { release(); }
};

/// In the child of a fork whose parent held the lock: process and thread have
/// new ids.
void keep_lock_after_fork();

inline bool is_sealed() {
  return __gmon_process &&
         !__atomic_load_n(&__gmon_process->this_process, __ATOMIC_ACQUIRE);
}

/// Notes that some of a file was written. Async-signal-safe.
inline void note_progress() {
  if (__gmon_process)
    __atomic_fetch_add(&__gmon_process->progress, 1, __ATOMIC_RELAXED);
}

/// Writes the profiles of all modules, unless this is the child of a vfork.
/// `for_good`: nothing that comes later belongs to them. A child of fork that
/// counted nothing, since it is about to run another program, writes none.
/// Async-signal-safe; keeps errno.
void write_profiles(bool for_good);

} // namespace gmon

#endif // GMON_RT_PROCESS_PROCESS_H
