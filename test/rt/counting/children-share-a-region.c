// Children without a profile (fork=0) count in a region that all of them share,
// and that no profile has: a child finds the slots that another one used. So do
// children of children, and threads that they begin have regions of their own.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -O1 -pthread %rt_include %s %gmon_rt -o program
// RUN: env GMON_OPTIONS=fork=0 ./program && ls > files
// RUN: FileCheck %s --check-prefix=FILES < files
// RUN: %calls program gmon.out | FileCheck %s
//
// FILES-NOT: gmon.out.
// FILES: {{^gmon.out$}}
// CHECK-DAG: callers -> many 256
// CHECK-DAG: callers -> touched 1

#include "../Inputs/emulated.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

FUNCTION(many, 0, "0")
FUNCTION(touched, 1, "0")

__asm__(".text\n.p2align 15\n.type callers, @function\n"
        "callers: .skip 8192\n.size callers, 8192\n");
extern char callers[];

static int misses, expected;

static void make_calls(void) {
  misses = 0;
  for (int i = 1; i <= 128; ++i)
    misses += CALL(many, callers + 2 * i);
  if (!*(volatile intptr_t *)own(&touched_record))
    __gmon_rt_touch(&touched_descriptor);
  misses += CALL(touched, callers + 400);
}

static void *in_thread(void *bias) {
  make_calls();
  return misses == 0 || __gmon_rt_bias == (intptr_t)bias ? bias : 0;
}

static void in_child(void) {
  make_calls();
  if (misses != expected)
    exit(1);
  pthread_t thread;
  void *failed;
  pthread_create(&thread, 0, in_thread, (void *)__gmon_rt_bias);
  pthread_join(thread, &failed);
  exit(failed ? 2 : 0);
}

static int run(void (*child)(void)) {
  if (fork() == 0)
    child();
  int status;
  wait(&status);
  return WEXITSTATUS(status);
}

static void with_child_of_its_own(void) { exit(run(in_child)); }

int main(void) {
  make_calls();
  expected = 129; // the first child's: the parent's slots are not theirs
  if (run(in_child))
    return 1;
  expected = 0;
  if (run(in_child) || run(with_child_of_its_own))
    return 2;
  for (int i = 1; i <= 128; ++i)
    CALL(many, callers + 2 * i);
  return 0;
}
