//===-- threads.h - Threads that the program creates ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that never calls a hook is sampled, too. So the runtime interposes
// the functions that create threads, and the host adds each thread before the
// thread's own function runs.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_INTERPOSE_THREADS_H
#define GMON_RT_INTERPOSE_THREADS_H

#include <pthread.h>
#include <stdint.h>

namespace gmon {

using thread_function = void *(void *);
using any_function = void(); ///< of another type, which is known elsewhere

/// pthread_create for a thread of the runtime, which is not sampled.
int create_own_thread(pthread_t *thread, thread_function *run);

/// pthread_join for such a thread. It sets `id` to its id when it begins; until
/// then that is 0.
void join_own_thread(pthread_t thread, const uint32_t &id);

/// Makes the argument of begin_thread() or begin_c11_thread() for a new thread
/// that runs `run`. Returns null if there is no memory.
void *prepare_thread(any_function *run, void *argument);

/// Takes the argument back, because there is no new thread.
void drop_thread(void *prepared);

/// The functions of new threads. They add the current thread to those that are
/// sampled, and leave no frame on its stack.
void *begin_thread(void *prepared);
int begin_c11_thread(void *prepared);

} // namespace gmon

#endif // GMON_RT_INTERPOSE_THREADS_H
