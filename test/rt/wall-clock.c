// clock=wall shows the time that functions wait, in whatever system call, and
// sampler=thread the processor time of each thread. Neither makes a call fail.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 -pthread %s -o program
// RUN: env GMON_OPTIONS=clock=wall ./program
// RUN: %samples program gmon.out | %python %S/Inputs/between.py sleeping 45:90 polling 45:90 reading 45:120 locking 45:120 joining 45:120
// RUN: %gmon_to_text gmon.out | FileCheck %s
//
// Time of the processor: what waits has none.
//
// RUN: env GMON_OPTIONS=sampler=thread:hz=1000 ./program
// RUN: %samples program gmon.out | %python %S/Inputs/between.py burn 400:560 sleeping 0:10 polling 0:10 reading 0:10 locking 0:10
// RUN: env GMON_OPTIONS=sampler=thread:clock=wall:hz=1000 ./program
// RUN: %samples program gmon.out | %python %S/Inputs/between.py burn 400:9000 sleeping 450:900 reading 450:1200
//
// sampler=off: there are calls only.
//
// RUN: env GMON_OPTIONS=sampler=off:clock=wall ./program
// RUN: %samples program gmon.out | count 0
// RUN: %calls program gmon.out | FileCheck %s --check-prefix=CALLS
//
// CHECK: histogram {{.*}} 100 seconds s
// CALLS: main -> sleeping 1

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void expect(int condition, const char *what) {
  if (!condition) {
    perror(what);
    exit(1);
  }
}

static void half_a_second(void) {
  struct timespec time = {0, 500000000};
  expect(nanosleep(&time, 0) == 0, "nanosleep");
}

__attribute__((noinline)) static void sleeping(void) {
  struct timespec time = {0, 500000000};
  expect(nanosleep(&time, 0) == 0, "nanosleep");
}

__attribute__((noinline)) static void polling(void) {
  expect(poll(0, 0, 500) == 0, "poll");
}

static double cpu_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int ends[2];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *waking(void *argument) {
  half_a_second();
  expect(write(ends[1], "", 1) == 1, "write");
  half_a_second();
  pthread_mutex_unlock(&mutex);
  half_a_second();
  return argument;
}

__attribute__((noinline)) static void reading(void) {
  char byte;
  expect(read(ends[0], &byte, 1) == 1, "read");
}

__attribute__((noinline)) static void locking(void) {
  expect(pthread_mutex_lock(&mutex) == 0, "lock");
}

__attribute__((noinline)) static void joining(pthread_t thread) {
  expect(pthread_join(thread, 0) == 0, "join");
}

// The clock is read rarely: a thread that others wait for is likely to lose the
// processor in a system call, and is found there.
__attribute__((noinline)) static void burn(void) {
  for (double end = cpu_time() + 0.5; cpu_time() < end;)
    for (volatile int i = 0; i != 4000000; ++i) {
    }
}

int main(void) {
  pthread_t thread;
  expect(pipe(ends) == 0 && ends[0] == 3 && ends[1] == 4, "pipe");
  pthread_mutex_lock(&mutex);
  burn();
  sleeping();
  polling();
  pthread_create(&thread, 0, waking, 0);
  reading();
  locking();
  joining(thread);
  return 0;
}
