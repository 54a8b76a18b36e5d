// The profile of a program that takes a second of CPU time contains the cost of a
// hook, which is above zero and below a microsecond. That of a shorter one does not.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 %s -o program && ./program
// RUN: %gmon_to_text gmon.out | FileCheck %s
// RUN: llvm-gprof -i program | FileCheck %s --check-prefix=INFO
// RUN: %gmon_clang -O1 -DSHORT %s -o short && ./short
// RUN: %gmon_to_text gmon.out | FileCheck %s --check-prefix=SHORT
// SHORT-NOT: arc 0x2{{ }}
//
// What was counted before a reset is not in the mean: a thousand calls by callers, which
// cost next to nothing, and then ten by a pointer, each with a hook.
//
// RUN: %gmon_clang -O1 -DRESET %s -o reset && ./reset
// RUN: %gmon_to_text gmon.out | FileCheck %s --check-prefix=RESET
// RESET: arc 0x2 0xffffffffffffffff {{[1-9][0-9][0-9]+$}}
//
// CHECK: arc 0x1 0xffffffffffffffff 1
// CHECK: arc 0x2 0xffffffffffffffff {{[1-9][0-9]?[0-9]?[0-9]?[0-9]?[0-9]?$}}
// CHECK: arc
//
// main, and what it calls.
// INFO: Entry hooks took about 0.00 seconds, 4 calls at {{[0-9]+\.[0-9]+}} ns.

#include <time.h>

static __attribute__((no_instrument_function)) void burn(void) {
#ifndef SHORT
  while (clock() < 1.05 * CLOCKS_PER_SEC)
    ;
#endif
}

static int __attribute__((noinline)) leaf(int number) { return number + 1; }

#ifdef RESET
void gmon_reset(void);
int __attribute__((noinline)) counted(int number) { return leaf(number); }
int __attribute__((noinline)) hooked(int number) { return number; }
int (*volatile pointer)(int) = hooked;
int main(void) {
  int sum = 0;
  burn();
  for (int i = 0; i < 1000; ++i)
    sum += counted(i);
  gmon_reset();
  for (int i = 0; i < 10; ++i)
    sum += pointer(i);
  return sum == 0;
}
#else
int main(void) {
  burn();
  return leaf(leaf(leaf(-3)));
}
#endif
