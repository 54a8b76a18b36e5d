// The C library's own signals work beside the profiler's, which has the number of
// one of them: setresuid() changes the user of all threads, and pthread_cancel()
// ends threads at once or where they wait. All are sampled meanwhile.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -w -O1 -pthread %s -o plain && %run ./plain
// RUN: %gmon_clang -w -O1 -pthread %s -o program
// RUN: env GMON_OPTIONS=hz=1000 %run ./program 2> err && count 0 < err
// RUN: %samples program gmon.out | FileCheck %s
// RUN: %gmon_clang -w -O1 -pthread -static %s -o static
// RUN: env GMON_OPTIONS=hz=1000 %run ./static 2> err && count 0 < err
// RUN: %samples static gmon.out | FileCheck %s
//
// CHECK-DAG: in_thread {{[1-9][0-9]}}
// CHECK-DAG: in_main {{[1-9][0-9]}}

#define _GNU_SOURCE
#include "../Inputs/cpu-time.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { num_threads = 3, num_changes = 100, num_cancels = 40 };

static void check(int line, int holds) {
  if (!holds) {
    fprintf(stderr, "line %d does not hold\n", line);
    _exit(1);
  }
}
#define CHECK(condition) check(__LINE__, condition)

__attribute__((noinline)) static void in_thread(void) { use_cpu_time(2000000); }
__attribute__((noinline)) static void in_main(void) { use_cpu_time(2000000); }

static _Atomic int num_ready, finished;
static int other_user;

static void *serve(void *argument) {
  ++num_ready;
  while (!finished)
    in_thread();
  CHECK(syscall(SYS_geteuid) == other_user);
  return argument;
}

static void change_users(void) {
  pthread_t threads[num_threads];
  int user = getuid();
  other_user = user == 0 ? 1234 : user;
  for (int i = 0; i != num_threads; ++i)
    CHECK(pthread_create(&threads[i], 0, serve, 0) == 0);
  while (num_ready != num_threads)
    usleep(1000);
  for (int i = 0; i != num_changes; ++i) {
    in_main();
    CHECK(setresuid(-1, i % 2 ? other_user : user, -1) == 0);
  }
  finished = 1;
  for (int i = 0; i != num_threads; ++i)
    pthread_join(threads[i], 0);
  CHECK(geteuid() == other_user && seteuid(user) == 0);
}

static _Atomic int num_cleaned, is_running;

/// The mask is that of the thread.
static void clean(void *argument) {
  sigset_t mask;
  pthread_sigmask(SIG_BLOCK, 0, &mask);
  num_cleaned += sigismember(&mask, SIGUSR1) && !sigismember(&mask, SIGUSR2);
  in_thread();
}

static void *cancelled(void *at_once) {
  int old;
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &mask, 0);
  pthread_cleanup_push(clean, 0);
  if (at_once)
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
  is_running = 1;
  for (;;)
    if (at_once)
      for (volatile int i = 0; i != 1000; ++i) {
      }
    else
      pause();
  pthread_cleanup_pop(0);
}

static void cancel_threads(void) {
  for (int i = 0; i != num_cancels; ++i) {
    pthread_t thread;
    void *result;
    is_running = 0;
    CHECK(pthread_create(&thread, 0, cancelled, i % 2 ? "" : 0) == 0);
    while (!is_running)
      usleep(100);
    in_main();
    CHECK(pthread_cancel(thread) == 0 && pthread_join(thread, &result) == 0);
    CHECK(result == PTHREAD_CANCELED);
  }
  CHECK(num_cleaned == num_cancels);
}

int main(void) {
  change_users();
  cancel_threads();
  return 0;
}
