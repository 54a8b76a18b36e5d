// Callers whose return addresses differ in high bits only have no slots of their
// own: the region's table of arcs counts their calls. A handler that makes the
// same calls interrupts it anywhere, while it grows, too. No call is lost or
// counted twice, and the callers are told apart.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -O1 %rt_include %s %gmon_rt -o program
// RUN: ./program > output && %calls program gmon.out >> output
// RUN: FileCheck %s < output
//
// CHECK: calls of each [[#N:]]
// CHECK-DAG: low -> f0 [[#N]]
// CHECK-DAG: high -> f0 [[#N]]
// CHECK-DAG: low -> f1 [[#N]]
// CHECK-DAG: high -> f1 [[#N]]
// CHECK-DAG: low -> f2 [[#N]]
// CHECK-DAG: high -> f2 [[#N]]

#include "../Inputs/emulated.h"
#include "../Inputs/interrupts.h"
#include <stdio.h>

FUNCTION(f0, 0, "0")
FUNCTION(f1, 0, "0")
FUNCTION(f2, 0, "0")

// Return addresses.
__asm__(".text\n.p2align 15\n"
        ".type low, @function\nlow: .skip 2048 * 4096\n.size low, . - low\n"
        ".type high, @function\nhigh: .skip 2048 * 4096\n"
        ".size high, . - high\n");
extern char low[], high[];

/// Calls each function from `callers` addresses in `low`, and as many in `high`.
static void make_calls(int callers) {
  for (int i = 0; i != callers; ++i)
    for (char *from = low + 16; from; from = from < high ? high + 16 : 0) {
      CALL(f0, from + i * 4096);
      CALL(f1, from + i * 4096);
      CALL(f2, from + i * 4096);
    }
}

enum { period = 20000 }; // nanoseconds
static volatile long handled;

static void handler(int number) {
  (void)number;
  // Each handler has more callers than the one before.
  int callers = handled % 2048 + 1;
  make_calls(callers < 16 ? callers : 16);
  make_calls(callers);
  handled += 1;
  arm_timer(period);
}

/// The number of calls of a function from `low`.
static long calls_of_handlers(void) {
  long calls = 0;
  for (long i = 0; i != handled; ++i) {
    long callers = i % 2048 + 1;
    calls += callers + (callers < 16 ? callers : 16);
  }
  return calls;
}

int main(void) {
  begin_interrupts(handler, period);
  long calls = 0;
  for (; handled < 300; calls += 2048)
    make_calls(2048);
  signal(SIGUSR1, SIG_IGN);
  printf("calls of each %ld\n", calls + calls_of_handlers());
  return 0;
}
