// Calls by code outside the module are counted, with the marker as the caller:
// the C library's calls of main, of a comparator, of an exit handler and of a
// thread's start function, and the delivery of a signal.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 -pthread %s -o program && %run ./program
// RUN: %calls program gmon.out | FileCheck %s
//
// CHECK: <spontaneous> -> at_exit 1
// CHECK-NEXT: <spontaneous> -> compare {{[1-9][0-9]*}}
// CHECK-NEXT: <spontaneous> -> handler 3
// CHECK-NEXT: <spontaneous> -> main 1
// CHECK-NEXT: <spontaneous> -> start 1
// CHECK-NEXT: main -> direct 2
// CHECK-NOT: ->

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

static void *start(void *argument) { return argument; }
static void handler(int number) { (void)number; }
static void at_exit(void) {}
static void direct(void) {}

int main(void) {
  int numbers[] = {3, 1, 2};
  qsort(numbers, 3, sizeof(int), compare);
  pthread_t thread;
  pthread_create(&thread, 0, start, 0);
  pthread_join(thread, 0);
  signal(SIGUSR1, handler);
  for (int i = 0; i != 3; ++i)
    raise(SIGUSR1);
  atexit(at_exit);
  direct();
  direct();
  return 0;
}
