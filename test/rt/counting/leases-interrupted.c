// A thread that calls its first function leases a region. Optimized code finds
// the region's tables by one register and its counters by another. Here a
// handler with counters of blocks runs after each instruction of the lease,
// also between the settings of the two. No block and no call is lost.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O2 -a -pthread %s -o program
// RUN: env GMON_OPTIONS=threads=1 ./program > output
// RUN: %calls program gmon.out >> output && FileCheck %s < output
//
// CHECK: handlers [[#H:]] threads [[#T:]]
// CHECK-DAG: on_step -> handler [[#H]]
// CHECK-DAG: handler -> leaf [[#mul(H,2)]]
// CHECK-DAG: run -> first [[#T]]
// CHECK-DAG: first -> leaf [[#T]]

#include <pthread.h>
#include <signal.h>
#include <stdio.h>

#define THREADS 500
#define NOT_COUNTED __attribute__((no_instrument_function, noinline))

static volatile long handlers;
static volatile int sink;
static volatile int step, first_step;

__attribute__((noinline)) static void leaf(void) { ++sink; }

__attribute__((noinline)) static void handler(void) {
  leaf();
  leaf();
  ++handlers;
}

/// Each thread is interrupted a little later than the one before.
NOT_COUNTED static void on_step(int signal) {
  if (step >= first_step && step < first_step + 6)
    handler();
  ++step;
}

__attribute__((noinline)) static void first(void) { leaf(); }

NOT_COUNTED static void *run(void *unused) {
  __asm__ volatile("pushfq; orq $0x100, (%%rsp); popfq" ::: "memory", "cc");
  first();
  __asm__ volatile("pushfq; andq $~0x100, (%%rsp); popfq" ::: "memory", "cc");
  return 0;
}

int main(void) {
  signal(SIGTRAP, on_step);
  for (int i = 0; i != THREADS; ++i) {
    pthread_t thread;
    step = 0;
    first_step = i * 2;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
  }
  printf("handlers %ld threads %d\n", handlers, THREADS);

  return 0;
}
