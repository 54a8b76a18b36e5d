// Children that the program creates by clone() or a system call start with
// empty counts, like those of fork(), however they end. A thread created so is
// no child.
//
// RUN: rm -rf %t && mkdir %t && cd %t && %gmon_clang -O1 %s -o program
// RUN: ./program && sh -c "ls gmon.out.*" | count 5
// RUN: %calls program gmon.out | FileCheck %s --implicit-check-not=in_child
// RUN: %calls program gmon.out.* | FileCheck %s --check-prefix=CHILDREN --implicit-check-not=before
// RUN: %gmon_clang -O1 -static %s -o program && rm gmon.out* && ./program && sh -c "ls gmon.out.*" | count 5
// RUN: %calls program gmon.out | FileCheck %s --implicit-check-not=in_child
//
// A child that its parent waits for (CLONE_VFORK) keeps no other thread from a fork, and a
// function that is null is an error as ever.
//
// CHECK: before 10
// CHILDREN: in_child 35

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
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

static int ends[2];

static int wait_for_fork(void *none) {
  char byte;
  _exit(read(ends[0], &byte, 1) == 1 && !none ? 3 : 4);
}

static void *fork_meanwhile(void *none) {
  usleep(50000);
  int child = fork();
  if (child == 0)
    kill(getpid(), SIGKILL);
  waitpid(child, 0, 0);
  return write(ends[1], "x", 1) == 1 ? none : 0;
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
  static char pages[3 * 4096] __attribute__((aligned(4096)));
  uint64_t *wanted = (uint64_t *)(pages + 4096 - 16); // in two pages
  wanted[4] = SIGCHLD;
  long child = syscall(SYS_clone3, wanted, 88, 0, 0, 0, 0);
  if (child == 0)
    _exit(run(0));
  good &= wait_for((int)child);
  good &= clone(0, stack + sizeof(stack), SIGCHLD, 0) == -1 && errno == EINVAL;

  pthread_t thread;
  good &= pipe(ends) == 0 &&
          pthread_create(&thread, 0, fork_meanwhile, 0) == 0;
  good &= wait_for(
      clone(wait_for_fork, stack + sizeof(stack), CLONE_VFORK | SIGCHLD, 0));
  pthread_join(thread, 0);
  return !good;
}
