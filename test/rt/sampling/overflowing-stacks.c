// A sample may be due when the stack is almost full. The handler then runs on a
// stack of its own, so the program dies of its own fault, with its profile. Each
// page fault is a sample here: the last pages of the stack have samples, too.
//
// REQUIRES: native, perf-events
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -w -O1 -pthread %s -o program
// RUN: %gmon_clang -w -O1 -pthread -static %s -o static
// RUN: %python %S/Inputs/overflow.py ./program main
// RUN: %python %S/Inputs/overflow.py ./program thread
// RUN: %python %S/Inputs/overflow.py ./static main
//
// The program goes on if it almost filled the stack and returned.
// RUN: env GMON_OPTIONS=event=page-faults ./program almost | FileCheck %s
// CHECK: returned

#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

__attribute__((noinline)) int recurse(char *end) {
  volatile char room[100];
  room[0] = 1;
  if (end && (char *)room < end)
    return 0;
  return recurse(end) + room[0];
}

static void *run(void *almost) {
  enum { reserve = 2 << 10 };
  pthread_attr_t attributes;
  void *end;
  size_t size;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &end, &size);
  recurse(almost ? (char *)end + reserve : 0);
  return 0;
}

static void in_thread(int almost) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 256 << 10);
  pthread_t thread;
  pthread_create(&thread, &attributes, run, almost ? &attributes : 0);
  pthread_join(thread, 0);
}

int main(int argc, char **argv) {
  if (strcmp(argv[1], "main") == 0) {
    struct rlimit limit = {256 << 10, 256 << 10};
    setrlimit(RLIMIT_STACK, &limit);
    recurse(0);
  }
  in_thread(strcmp(argv[1], "almost") == 0);
  puts("returned");
  return 0;
}
