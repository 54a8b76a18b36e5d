// monstartup limits samples to an address range, and _mcleanup writes the
// profile there and then, once: what happens afterwards is not in it.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 -I%gmon_include %s -o program && %run ./program
// RUN: %calls program early | FileCheck %s
// RUN: %gmon_to_text --program program early | FileCheck %s --check-prefix=RANGE
// RUN: not ls gmon.out
//
// CHECK: main -> inside 1
// CHECK-NEXT: main -> outside 1
//
// RANGE: histogram inside
// RANGE-NEXT: bin
// RANGE-NOT: histogram {{main|outside|_}}

#include <gmon/gmon.h>
#include <stdio.h>
#include <time.h>

#define BURN()                                                                 \
  do {                                                                         \
    clock_t start = clock();                                                   \
    while (clock() - start < CLOCKS_PER_SEC / 5)                               \
      for (volatile int i = 0; i != 100000; ++i) {                             \
      }                                                                        \
  } while (0)

static void outside(void) { BURN(); }
static void inside(void) { BURN(); }
static void end_of_inside(void) {}

int main(void) {
  monstartup((unsigned long)inside, (unsigned long)end_of_inside);
  outside();
  inside();
  _mcleanup();
  if (rename("gmon.out", "early") != 0)
    return 1;
  outside();
  _mcleanup();
  return 0;
}
