// A signal handler that runs instrumented code may interrupt the runtime
// anywhere: in a hook, while a thread gets its region, while a table grows. No
// call of the handler or of the interrupted code is lost or counted twice.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 -a -pthread %s -o program
// RUN: %run ./program > output && %calls program gmon.out >> output
// RUN: FileCheck %s < output
//
// Code for libraries has hooks where executables' callers count.
// RUN: %gmon_clang -O1 -fPIC -a -pthread %s -o program
// RUN: %run ./program > output && %calls program gmon.out >> output
// RUN: FileCheck %s < output
//
// Where Armv8.1 may be used, an increment is another instruction.
// RUN: %if aarch64 %{ %gmon_clang -march=armv8.1-a -O1 -a -pthread %s -o program %}
// RUN: %if aarch64 %{ %run ./program > output && %calls program gmon.out >> output %}
// RUN: FileCheck %s < output
//
// CHECK: handled [[#H:]] worked [[#W:]] leaves [[#L:]] handled leaves [[#HL:]]
// CHECK-DAG: <spontaneous> -> handler [[#H]]
// CHECK-DAG: <spontaneous> -> work [[#W]]
// CHECK-DAG: handler -> leaf [[#HL]]
// CHECK-DAG: work -> leaf [[#L]]

#include "../Inputs/interrupts.h"
#include <pthread.h>
#include <stdio.h>

enum { period = 15000 }; // nanoseconds
static volatile long handled, handled_leaves, leaves, worked;

// Not static: it has a hook.
__attribute__((noinline)) void leaf(int x) {
  __asm__ volatile("" : "+r"(x));
}

// 64 calls from 64 addresses, so that the table of `leaf` grows several times.
#define CALLS_4 leaf(0), leaf(1), leaf(2), leaf(3)
#define CALLS_16 CALLS_4, CALLS_4, CALLS_4, CALLS_4
#define CALLS_64 CALLS_16, CALLS_16, CALLS_16, CALLS_16

static void handler(int number) {
  (void)number;
  __atomic_fetch_add(&handled, 1, __ATOMIC_RELAXED);
  CALLS_64;
  __atomic_fetch_add(&handled_leaves, 64, __ATOMIC_RELAXED);
  arm_timer(period);
}

static void *work(void *argument) {
  CALLS_64;
  __atomic_fetch_add(&leaves, 64, __ATOMIC_RELAXED);
  __atomic_fetch_add(&worked, 1, __ATOMIC_RELAXED);
  return argument;
}

int main(void) {
  begin_interrupts(handler, period);
  // The main thread is the one that gets the signals: each call of `work` in it
  // has no region or table to begin with only if the thread is new, so the
  // signals are for new threads.
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  while (handled < 20000) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, work, 0);
    pthread_create(&threads[1], 0, work, 0);
    pthread_sigmask(SIG_BLOCK, &set, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    pthread_sigmask(SIG_UNBLOCK, &set, 0);
  }
  timer_delete(timer);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  printf("handled %ld worked %ld leaves %ld handled leaves %ld\n", handled,
         worked, leaves, handled_leaves);
  return 0;
}
