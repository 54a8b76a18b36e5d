// Code that never ran has no coverage, although a signal handler left a loop in front
// of it by siglongjmp: the loop's entries minus its exits are no executions.

// REQUIRES: native
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O2 -fprofile-instr-generate -fcoverage-mapping %s -o program
// RUN: ./program
// RUN: %llvm_gprof coverage program export -format=lcov | FileCheck %s
// CHECK: FNDA:1,main
// CHECK: FNDA:2,{{.*}}spin
// CHECK: FNDA:0,{{.*}}finished
// CHECK: FNDA:2,{{.*}}timedOut

#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>

static volatile int state, limit = 1000;
static sigjmp_buf place;

static void jump(int number) { siglongjmp(place, number); }
static int finished(void) { return state = 1; }
static int timedOut(void) { return state = 2; }

__attribute__((noinline)) static int spin(void) {
  for (state = 0; state < limit;)
    state = state > 5 ? 1 : state + 1;
  return finished();
}

int main(void) {
  signal(SIGVTALRM, jump);
  for (volatile int i = 0; i < 2; ++i) {
    const struct itimerval soon = {{0, 0}, {0, 20000}};
    setitimer(ITIMER_VIRTUAL, &soon, 0);
    if (!sigsetjmp(place, 1))
      spin();
    else
      timedOut();
  }
  return 0;
}
