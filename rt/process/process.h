//===-- process.h - The runtimes of a process -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each instrumented module contains a runtime, which keeps that module's
// counts. The runtimes work as one: all are stopped and resumed together. One
// of them, the host, has the timers and the signal handlers.
//
// The runtimes share a state in memory of its own, which outlives each of them.
// No symbol of a runtime is visible to other modules, so a newly loaded module
// finds the state by the ELF notes of the modules that are there. It ignores
// runtimes of another version: both versions work independently, each with its
// own timer.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_PROCESS_PROCESS_H
#define GMON_RT_PROCESS_PROCESS_H

#include "base/memory.h"
#include "base/signal_set.h"
#include "base/thread_lock.h"
#include "gmon/format.h"

#include <stddef.h>
#include <stdint.h>

namespace gmon {

using calls_visitor = void(uint32_t thread, const char *name, uint64_t calls,
                           void *argument);

/// Receives calls: the address inside the call, and one in the called function.
using outside_visitor = void(uintptr_t caller, uintptr_t self, uint64_t count,
                             void *argument);

/// Receives calls of one place: an address in the process, inside the call; the
/// name of the called function, which the caller's module contains; the number
/// of calls.
using outgoing_visitor = void(uintptr_t caller, const char *name,
                              uint64_t count, void *argument);

/// Receives calls of the function at an address in the process.
using called_visitor = void(uintptr_t function, uint64_t count, void *argument);

struct call_times;

/// Receives measured calls (counting/call_times.h).
using call_times_visitor = void(const call_times &times, void *argument);

/// What one module's runtime offers the others. All functions are
/// async-signal-safe. The process is locked during a call, except where a
/// comment says that the function takes no lock.
struct member {
  member *next;
  const char *library_name; ///< see module_facts
  bool ended;               ///< the final profile was written

  /// Whether the module's destructor has yet to write the final profile. No
  /// lock.
  bool has_end;

  /// Whether the module's function of quick_exit() has yet to write, or
  /// writes. No lock.
  bool has_quick_end;

  /// Counts `amount` samples of a series (settings/series.h) at `pc`, or as
  /// samples outside the module. Returns whether they count in the profile.
  /// Takes no lock: see visiting_members.
  bool (*count_sample)(unsigned series, uintptr_t pc, uint32_t amount);

  /// Whether the module counts samples.
  bool (*wants_samples)();

  /// Writes the profile. `for_good`: the profile is final. `is_unused`: no
  /// module has counted anything, so there shall be no file. Returns false if
  /// the final profile was written before: another thread may be about to end
  /// the process, so nothing must be written any more.
  bool (*write)(bool for_good, bool is_unused);

  /// Writes the profile so far to the file `path`; null means the usual file. A
  /// library adds its name to `path`. Returns 0 or an error number.
  int (*dump)(const char *path);

  /// Stops or resumes counting calls, blocks and samples.
  void (*set_stopped)(bool stopped);

  /// Resets all counts.
  void (*reset)();

  /// Freezes the counts of calls and blocks: what is written and what reset()
  /// removes meanwhile are the same. Returns false if there is no memory.
  bool (*freeze)();

  /// Lets them go on.
  void (*thaw)();

  /// Adds the module's counts to `samples` and `calls`.
  void (*add_counts)(uint64_t &samples, uint64_t &calls);

  /// Prepares for the children of this process, before each fork.
  void (*prepare_fork)();

  /// Restarts profiling in the child of a fork.
  void (*begin_child)();

  /// Whether the module's profile has any counts.
  bool (*has_counts)();

  /// Whether the program has executed instrumented code of the module. Samples
  /// do not prove that: at the start they may be samples of the runtime.
  bool (*was_called)();

  /// Whether the module is the executable. Takes no lock.
  bool (*is_program)();

  /// Calls `visit` with each thread that has called a hook. Some of the threads
  /// may be gone. Takes no lock.
  void (*for_each_thread)(void (*visit)(uint32_t thread));

  /// Whether `address` is in the module's code. Takes no lock.
  bool (*holds)(uintptr_t address);

  /// Whether the module's code calls hooks.
  bool (*has_hooks)();

  /// With threads=1: calls `visit` with the calls of each thread in the
  /// module's profile, and the name that the thread had at its first call.
  void (*for_each_calls)(calls_visitor *visit, void *argument);

  /// Calls `visit` with the calls in the module's profile whose callers are in
  /// no code of the module.
  void (*for_each_outside_call)(outside_visitor *visit, void *argument);

  /// Removes from these calls those whose callers `holds` has, because the host
  /// keeps them.
  void (*drop_outside_calls)(bool (*holds)(uintptr_t address));

  /// Calls `visit` with the calls in the module that are counted although the
  /// called function may have no hook.
  void (*for_each_outgoing_call)(outgoing_visitor *visit, void *argument);

  /// Calls `visit` with the calls in the module's profile; a function may occur
  /// several times.
  void (*for_each_called)(called_visitor *visit, void *argument);

  /// Calls `visit` with the measured calls of functions of an MPI library; a
  /// function may occur several times.
  void (*for_each_call_times)(call_times_visitor *visit, void *argument);
};

/// What the host offers: one module's runtime serves the whole process.
struct host_services {
  /// Starts or stops the timers that sample all threads.
  void (*set_timer)(bool enable);

  /// Stops a timer that would survive exec; update_timer() restarts it.
  void (*stop_timer_for_exec)();

  /// Called before this thread blocks a signal of sampling, and after it has
  /// unblocked all. Take no lock.
  void (*hold_events)();
  void (*release_events)();

  /// Counts the samples of events that no handler has counted yet, before a
  /// file is written. The process is locked.
  void (*count_pending_samples)();

  /// Called before this thread lets its parent trace it: a signal would be a
  /// stop that the parent does not expect. Takes no lock.
  void (*expect_tracer)();

  /// Ends the threads of the profiler, or starts them again. Not for signal
  /// handlers.
  void (*pause_own_threads)(bool pause);

  /// Whether the runtime uses ITIMER_PROF. `give_up` leaves the timer to the
  /// program. Takes no lock.
  bool (*has_interval_timer)(bool give_up);

  /// Creates timers and threads in the child of a fork, which inherits none,
  /// and empties the table of stacks. `forker` is the id of the thread that
  /// called fork, in the parent.
  void (*begin_child)(uint32_t forker);

  /// Handles signals that end the program.
  signal_handler *handle_fatal_signal;

  /// Starts handlers of the program on its alternate stacks: see
  /// interpose/altstack.h.
  signal_handler *enter_handler;

  /// Called when this thread begins.
  void (*begin_current_thread)();

  /// Called when this thread calls a hook of any module for the first time.
  /// Takes no lock.
  void (*add_current_thread)();

  /// Prepares for a new thread of the program, which calls begin_thread() or
  /// begin_c11_thread(): see interpose/threads.h. Take no lock.
  void *(*prepare_thread)(void (*run)(), void *argument);
  void (*drop_thread)(void *prepared);
  void *(*begin_thread)(void *prepared);
  int (*begin_c11_thread)(void *prepared);

  /// Writes the sidecar file of the stacks, if profiles belong to it. `path` is
  /// that of member::dump, or null. Returns 0 or an error number. The process
  /// is locked.
  int (*write_stacks)(const char *path);

  /// Resets the samples of stacks and the times of the process.
  void (*reset_stacks)();

  /// Stops or resumes the times of the process.
  void (*stop_times)(bool stopped);

  /// Says that a module's profile will be written, at an end, or at that of a
  /// label: see process/times.h.
  void (*begin_writing)(bool ends_label);

  /// Says that the label could not be written, and goes on.
  void (*continue_label)();

  /// Called after a module was loaded or unloaded. Not for signal handlers.
  void (*update_modules)();

  /// Called at the end, except in the child of a fork: asks whether libraries
  /// were unloaded, or takes it for granted if `may_ask` is false. Not for
  /// signal handlers.
  void (*look_for_unloads)(bool may_ask);

  /// Called when a module was loaded: calls from its addresses so far are those
  /// of a module that was there before, and the calls of threads in it are
  /// those of a profile that it replaces. The process is locked.
  void (*begin_calls)(member &entering);

  /// Keeps the calls from and to a module whose runtime leaves, and the calls
  /// of threads in it. The process is locked.
  void (*keep_calls)(member &leaving);
};

/// A library that was unloaded. Its profile has the name `name`. The build-id
/// and the path identify its file: see module_facts.
struct used_name {
  used_name *next;
  const char *name, *path;
  unsigned char build_id[GMON_BUILD_ID_SIZE];
};

/// Room in the shared memory for data of another part of the runtime; only that
/// part knows the type. Contains zeros at first.
template <size_t Size> struct shared_room {
  alignas(16) char bytes[Size];

  template <typename State> State &as() {
    static_assert(sizeof(State) <= Size && alignof(State) <= 16);
    return *reinterpret_cast<State *>(bytes);
  }
};

/// The state that the runtimes share. A change of it, or of a structure in its
/// rooms, requires a change of GMON_PROCESS_VERSION.
///
/// Lock order: a thread that holds the lock of the process may take the lock of
/// signals (interpose/signals.h), never the other way round. A thread blocks
/// all signals while it holds either lock.
struct process_state {
  uint32_t owner; ///< the lock (base/thread_lock.h)
  uint32_t depth; ///< how often the owner took the lock
  uint64_t mask;  ///< the owner's signal mask before the lock
  bool is_alone;  ///< the owner is known to be the only thread
  member *members;
  used_name *used_names;
  const host_services *host; ///< in a module that is never unloaded
  uint32_t num_visitors;     ///< visiting_members objects
  bool exiting; ///< exit() was called: destructors do not mean unloading
  bool stopped; ///< by moncontrol
  bool sealing; ///< the program is about to install a filter of system calls,
                ///< or the profiler may have no threads: no samples
  bool forked;  ///< in the child of a fork
  /// Id of that process or of a child of fork; 0 while the runtime must make no
  /// system call because of a filter (control/seal.cpp).
  int32_t this_process;
  uint32_t exec_thread;     ///< id of the thread that is calling exec, or 0
  uint32_t dropping_thread; ///< id of the one whose samples do not count, or 0
  uint32_t progress;        ///< number of writes to files so far
  uint32_t num_own_threads; ///< threads of the profiler
  arena memory;
  arena::chunk first_chunk;      ///< of `memory`
  shared_room<512> first_memory; ///< of that chunk

  shared_room<256> standard_error; ///< of process/report.h
  shared_room<256> settings;       ///< of settings/options.h
  shared_room<64> stacks;          ///< of interpose/altstack.h
  shared_room<16> written;         ///< of output/written.h
  shared_room<32> ending;          ///< of control/ending.h
  shared_room<1024> series;        ///< of settings/series.h
  shared_room<16> set;             ///< of output/set.h
  shared_room<48> reported_errors; ///< of process/reported_errors.h
  shared_room<1024> start;         ///< of settings/profile_name.h
  shared_room<10240> signals;      ///< of interpose/signals.h
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

/// Whether the other modules of the process use another C library, which calls
/// neither this module's fork handlers nor its exit handlers. Valid after
/// join_process().
bool shares_no_libc();

/// Returns the shared state, even before this module's runtime has joined:
/// another runtime may have created it. Returns null if there is none.
process_state *find_process();

/// Whether the shared state describes the calling process. False before
/// join_process(), and in the child of a vfork, which shares its parent's
/// memory. `thread` is the id of the calling thread, if that is known.
/// Async-signal-safe.
bool is_this_process(uint32_t thread = 0);

/// Whether the runtime must make no system call, because a filter may end the
/// program. Async-signal-safe; makes no system call.
inline bool is_sealed();

/// Whether the program may have threads but this one. Async-signal-safe.
bool has_other_threads();

/// Adds this module's runtime to those of the process, as the host if there is
/// none. Returns false if there is no memory. Not for signal handlers.
bool join_process(member &own, const host_services &services);

/// Removes this module's runtime before the module is unloaded. Returns when no
/// other thread executes a handler in the module. Not for the host. The process
/// is locked.
void leave_process(member &own);

/// Starts the timers if a module wants samples, else stops them. The process is
/// locked. Async-signal-safe.
void update_timer();

/// Called when this thread calls a hook of this module for the first time.
/// Takes no lock; async-signal-safe, and calls no function of the C library.
inline void announce_thread() {
  if (process_state *state = __atomic_load_n(&__gmon_process, __ATOMIC_ACQUIRE))
    if (const host_services *host =
            __atomic_load_n(&state->host, __ATOMIC_ACQUIRE))
      host->add_current_thread();
}

/// Calls `visit` with each runtime of the process, including this module's. The
/// process is locked.
template <typename Function> void for_each_member(Function visit) {
  for (member *runtime = __atomic_load_n(&process().members, __ATOMIC_SEQ_CST);
       runtime; runtime = runtime->next)
    visit(*runtime);
}

/// While an object exists, modules stay mapped, and for_each_member() needs no
/// lock. For signal handlers; the code must not wait.
class visiting_members {
public:
  visiting_members() {
    __atomic_fetch_add(&process().num_visitors, 1, __ATOMIC_SEQ_CST);
  }
  visiting_members(const visiting_members &) = delete;
  ~visiting_members() {
    __atomic_fetch_sub(&process().num_visitors, 1, __ATOMIC_RELEASE);
  }
};

template <typename Function> void for_each_member_unlocked(Function visit) {
  visiting_members visiting;
  for_each_member(visit);
}

/// Holds the lock of the process. All signals are blocked meanwhile, so that no
/// handler waits for the code that it interrupted. A thread may take the lock
/// several times.
class process_lock {
public:
  static void acquire();
  /// `thread` is the id of the calling thread.
  static void acquire(uint32_t thread);
  /// Takes the lock, or returns false after `seconds`. Signals are blocked.
  static bool acquire_within(unsigned seconds);
  static void release();
  /// Whether the thread that holds the lock is the program's only one.
  static bool is_alone();

  process_lock() { acquire(); }
  explicit process_lock(uint32_t thread) { acquire(thread); }
  ~process_lock() { release(); }
};

/// Keeps the lock in the child of a fork whose parent held it: process and
/// thread have new ids.
void keep_lock_after_fork();

inline bool is_sealed() {
  return __gmon_process &&
         !__atomic_load_n(&__gmon_process->this_process, __ATOMIC_ACQUIRE);
}

/// Whether this process is a child of the one that started. Async-signal-safe.
inline bool is_forked() { return process().forked; }

/// Returns the id of the thread that holds the lock of the process, or 0.
inline uint32_t locking_thread() { return holder_of(process().owner); }

/// Counts a write to a file. Async-signal-safe.
inline void record_progress() {
  if (__gmon_process)
    __atomic_fetch_add(&__gmon_process->progress, 1, __ATOMIC_RELAXED);
}

/// Notes that the profiler has more or fewer threads. Async-signal-safe.
inline void add_own_threads(int number) {
  __atomic_fetch_add(&process().num_own_threads, uint32_t(number),
                     __ATOMIC_RELAXED);
}

/// Writes the profiles of all modules. `for_good`: the profiles are final. Does
/// nothing in the child of a vfork, nor in a child of fork that has counted
/// nothing and is about to run another program. Async-signal-safe; keeps errno.
void write_profiles(bool for_good);

/// Called after a profile was written: samples of this thread that wait until
/// the process is unlocked do not count. What writing takes is no time of the
/// code that goes on, or of the next label.
inline void drop_samples_of_writing() {
  process().dropping_thread = locking_thread();
}

/// Whether this thread's sample does not count. Async-signal-safe.
inline bool drops_samples() {
  const uint32_t thread =
      __atomic_load_n(&process().dropping_thread, __ATOMIC_RELAXED);
  return thread && thread == kernel::gettid();
}

} // namespace gmon

#endif // GMON_RT_PROCESS_PROCESS_H
