// A thread that only waits has its name in a profile of clock=wall, also if it has
// ended before the profile is written.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 -pthread %s -o program
// RUN: env GMON_OPTIONS=clock=wall %run ./program
// RUN: llvm-gprof report --by=thread ./program | FileCheck %s
//
// CHECK: idler

#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static void *wait_named(void *argument) {
  pthread_setname_np(pthread_self(), "idler");
  sleep(1);
  return argument;
}

int main(void) {
  pthread_t thread;
  return pthread_create(&thread, 0, wait_named, 0) || pthread_join(thread, 0);
}
