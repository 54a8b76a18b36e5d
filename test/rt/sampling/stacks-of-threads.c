// Threads that execute nothing instrumented are sampled from their start, with
// their stacks, and there are as many samples as CPU time. Arguments, results
// and errors of the functions that create threads stay as they are.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 -pthread %s -o program -lm && %run ./program
// RUN: %stacks stacks.gmon.out profile=gmon.out whole cpu=15 complete=99 thread=plain "burn > [libm.so.6]=30:100" thread=small "in_small > burn > [libm.so.6]=30:100" thread=c11 "in_c11 > burn > [libm.so.6]=30:100"
// RUN: %gmon_clang -O1 -pthread -static %s -o program -lm && %run ./program
// RUN: %stacks stacks.gmon.out profile=gmon.out whole cpu=15 complete=99 thread=plain "in_plain > burn=90:100" thread=small "in_small=90:100" thread=c11 "in_c11 > burn=90:100"
// RUN: %gmon_clang -O1 -pthread -static-pie %s -o program -lm && %run ./program
// RUN: %stacks stacks.gmon.out profile=gmon.out whole cpu=15 complete=99 thread=c11 "in_c11 > burn=90:100"
//
// So are those of a program without any instrumented function.
//
// RUN: %clang -O1 -pthread -c %s -o plain.o
// RUN: %gmon_clang -pthread plain.o -o program -lm && %run ./program
// RUN: %stacks stacks.gmon.out profile=gmon.out whole cpu=15 thread=small "in_small=90:100"
//
// Frames of the runtime are not on their stacks.
//
// RUN: %stacks_to_text stacks.gmon.out | FileCheck %s
// CHECK-NOT: begin_thread

#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <threads.h>

#define PLAIN __attribute__((no_profile_instrument_function, noinline))

static volatile double result;

// As much work for each thread. A thread that looked at its CPU time would end
// right after its virtual processor stood still, before the late tick.
PLAIN static void burn(const char *name) {
  double sum = 0;
  prctl(PR_SET_NAME, (unsigned long)name, 0, 0, 0);
  for (int i = 0; i != 30000000; ++i)
    sum += sin(i % 1000);
  result = sum;
}

PLAIN static void *in_plain(void *argument) {
  if (errno)
    abort();
  burn("plain");
  return argument;
}
PLAIN static void *in_small(void *argument) {
  burn("small");
  pthread_exit(argument);
}
PLAIN static int in_c11(void *argument) {
  burn("c11");
  return *(int *)argument;
}
PLAIN static void *wait_forever(void *argument) {
  for (;;)
    thrd_sleep(&(struct timespec){1, 0}, 0);
  return argument;
}

PLAIN static void expect(int condition) {
  if (!condition)
    abort();
}

PLAIN int main(void) {
  int number = 42;
  void *returned;
  pthread_t plain, small, cancelled;
  pthread_attr_t attributes;
  errno = 7;
  expect(!pthread_create(&plain, 0, in_plain, &number));
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN);
  expect(!pthread_create(&small, &attributes, in_small, &number));
  thrd_t c11;
  expect(thrd_create(&c11, in_c11, &number) == thrd_success);
  expect(!pthread_join(plain, &returned) && returned == &number);
  expect(!pthread_join(small, &returned) && returned == &number);
  int status = 0;
  expect(thrd_join(c11, &status) == thrd_success && status == 42);

  expect(!pthread_create(&cancelled, 0, wait_forever, 0));
  expect(!pthread_cancel(cancelled));
  expect(!pthread_join(cancelled, &returned) && returned == PTHREAD_CANCELED);
  expect(errno == 7);

  // More than there is memory for.
  pthread_attr_setstacksize(&attributes, SIZE_MAX / 4 & -4096);
  for (int i = 0; i != 1000; ++i)
    expect(pthread_create(&small, &attributes, in_small, 0) == EAGAIN);
  return 0;
}
