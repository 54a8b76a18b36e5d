// A thread with the smallest possible stack can end the program: writing the
// profile needs little stack.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang %s -o program
// RUN: sh -c "%run ./program; test $? -eq 3"
// RUN: %gmon_to_text --program program gmon.out | FileCheck %s
// RUN: ls -A | FileCheck %s --check-prefix=FILES

// CHECK: arc <spontaneous> start 1
// FILES-NOT: tmp

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

static void *start(void *unused) { exit(3); }

int main(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  if (pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN) ||
      pthread_create(&thread, &attributes, start, NULL))
    return 0;
  pthread_join(thread, NULL);
  return 0;
}
