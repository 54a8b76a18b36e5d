// A program with threads of the profiler enters a user namespace as a process
// of one thread may. They go on afterwards.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -O1 %s -o plain && %run ./plain > plain.out
// RUN: %gmon_clang -O1 %s -o program
// RUN: env GMON_OPTIONS=checkpoint=1 %run ./program > out
// RUN: diff plain.out out && %calls program gmon.out | FileCheck %s
// RUN: env GMON_OPTIONS=clock=wall %run ./program > out
// RUN: diff plain.out out && %calls program gmon.out | FileCheck %s
// RUN: llvm-gprof -b -p program | FileCheck %s --check-prefix=TIME
// RUN: env GMON_OPTIONS='sampler=thread:checkpoint=1' %run ./program > out
// RUN: diff plain.out out && %calls program gmon.out | FileCheck %s
// RUN: %gmon_clang -O1 -static %s -o program
// RUN: env GMON_OPTIONS='checkpoint=1:sampler=thread' %run ./program > out
// RUN: diff plain.out out
// RUN: %gmon_clang -O1 -DNONE %s -o none && llvm-nm none | FileCheck %s --check-prefix=NONE

// CHECK: main -> work 100
// TIME: work
// NONE-NOT: {{unshare|setns}}

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

__attribute__((noinline)) void work(void) {
  clock_t end = clock() + CLOCKS_PER_SEC / 1000;
  while (clock() < end) {
  }
}

int main(void) {
#ifndef NONE
  int own = open("/proc/self/ns/user", O_RDONLY);
  printf("setns %d %d\n", setns(own, CLONE_NEWUSER), errno);
  printf("unshare %d %d\n", unshare(CLONE_VM), errno);
  printf("unshare %d %d\n", unshare(CLONE_NEWUSER), errno);
#endif
  for (int i = 0; i != 100; ++i)
    work();
  return 0;
}
