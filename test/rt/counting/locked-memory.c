// A program that locks its memory may have too little for the counters of
// further threads. They share some, and one line says so. With threads=1 the
// counters of threads that have ended stay.
//
// REQUIRES: ordinary-user
// RUN: rm -rf %t && mkdir %t && chmod 777 %t && cd %t
// RUN: %gmon_clang -O1 -pthread %s -o program
// RUN: %as_user env GMON_OPTIONS=threads=1 ./program 2> err && count 1 < err && FileCheck %s --check-prefix=ERR < err
// RUN: %calls program gmon.out | FileCheck %s
// RUN: %gmon_clang -O1 -pthread -a %s -o program
// RUN: rm -f *gmon.out && %as_user env GMON_OPTIONS=threads=1 ./program 2> err && count 1 < err
// RUN: %calls program gmon.out | FileCheck %s

// ERR: gmon: out of memory: threads share counters, which miss calls
// CHECK: <spontaneous> -> main 1
// CHECK: <spontaneous> -> run 100
// CHECK: run -> f 100000

#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { num_threads = 100, stack_size = 65536 };

__attribute__((noinline)) int f(int x) { return x * 2; }

static volatile int sum;

static void *run(void *unused) {
  for (int i = 0; i != 1000; ++i)
    sum += f(i);
  return unused;
}

int main(void) {
  static char stacks[num_threads][stack_size] __attribute__((aligned(4096)));
  struct rlimit few = {16384, 16384};
  if (setrlimit(RLIMIT_MEMLOCK, &few) || mlockall(MCL_FUTURE))
    return 1;
  for (int i = 0; i != num_threads; ++i) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stacks[i], stack_size);
    if (pthread_create(&thread, &attributes, run, NULL))
      return 2;
    pthread_join(thread, NULL);
  }
  return 0;
}
