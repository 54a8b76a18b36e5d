// clock=wall shows the time that functions wait, in any system call, and
// sampler=thread the CPU time of each thread. Neither makes a system call fail.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 -pthread -I%S/../Inputs %s -o program
// RUN: env GMON_OPTIONS=clock=wall ./program 40 > seconds
// RUN: %samples program gmon.out | %python %S/../Inputs/rate.py 100 seconds 0.2
// RUN: %gmon_to_text gmon.out | FileCheck %s
//
// Time of the processor: what waits has none.
//
// RUN: env GMON_OPTIONS=sampler=thread:hz=1000 ./program 400 processor > seconds
// RUN: %samples program gmon.out | %python %S/../Inputs/rate.py 1000 seconds 0.2
// RUN: env GMON_OPTIONS=sampler=thread:clock=wall:hz=1000 ./program 400 > seconds
// RUN: %samples program gmon.out | %python %S/../Inputs/rate.py 1000 seconds 0.2
//
// sampler=off: there are calls only.
//
// RUN: env GMON_OPTIONS=sampler=off:clock=wall ./program 0
// RUN: %samples program gmon.out | count 0
// RUN: %calls program gmon.out | FileCheck %s --check-prefix=CALLS
//
// CHECK: histogram {{.*}} 100 seconds s
// CALLS: measure -> sleeping 1

#include "burn.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
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

static pthread_t thread;

__attribute__((noinline)) static void joining(void) {
  expect(pthread_join(thread, 0) == 0, "join");
}

static unsigned samples;

__attribute__((noinline)) static void burn(void) {
  burn_until_sampled(samples);
}

static clockid_t measured = CLOCK_MONOTONIC;

static double seconds(void) {
  struct timespec time;
  clock_gettime(measured, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

__attribute__((noinline)) static void measure(const char *name,
                                              void (*function)(void)) {
  double start = seconds();
  function();
  printf("%s %f\n", name, seconds() - start);
}

int main(int argc, char **argv) {
  samples = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
  if (argc > 2)
    measured = CLOCK_THREAD_CPUTIME_ID;
  expect(pipe(ends) == 0 && ends[0] == 3 && ends[1] == 4, "pipe");
  pthread_mutex_lock(&mutex);
  measure("burn", burn);
  measure("sleeping", sleeping);
  measure("polling", polling);
  pthread_create(&thread, 0, waking, 0);
  measure("reading", reading);
  measure("locking", locking);
  measure("joining", joining);
  return 0;
}
