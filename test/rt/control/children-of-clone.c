// Children that the program makes by clone() or a system call begin anew, like those of
// fork(), however they end; a thread that it makes so is none.
//
// RUN: rm -rf %t && mkdir %t && cd %t && %gmon_clang -O1 %s -o program
// RUN: ./program && sh -c "ls gmon.out.*" | count 4
// RUN: %calls program gmon.out | FileCheck %s --implicit-check-not=in_child
// RUN: %calls program gmon.out.* | FileCheck %s --check-prefix=CHILDREN --implicit-check-not=before
// RUN: %gmon_clang -O1 -static %s -o program && rm gmon.out* && ./program && sh -c "ls gmon.out.*" | count 4
// RUN: %calls program gmon.out | FileCheck %s --implicit-check-not=in_child
//
// CHECK: before 10
// CHILDREN: in_child 28

#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sum;
__attribute__((noinline)) static void before(void) { ++sum; }
__attribute__((noinline)) static void in_child(void) { ++sum; }

static int run(void *leaves) {
  for (int i = 0; i != 7; ++i)
    in_child();
  if (leaves)
    exit(3);
  return 3;
}

static int wait_for(int child) {
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child &&
         WIFEXITED(status) && WEXITSTATUS(status) == 3;
}

int main(void) {
  static char stack[1 << 20] __attribute__((aligned(16)));
  int good = 1;
  for (int i = 0; i != 10; ++i)
    before();
  good &= wait_for(clone(run, stack + sizeof(stack), SIGCHLD, 0));
  good &= wait_for(clone(run, stack + sizeof(stack), SIGCHLD, &good));
  for (int leaves = 0; leaves != 2; ++leaves) {
    long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0)
      _exit(run(leaves ? &good : 0));
    good &= wait_for((int)child);
  }
  return !good;
}
