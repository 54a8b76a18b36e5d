// A leaf that counts blocks but no calls calls the runtime once per thread, and
// still returns to its caller.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O2 -a -Xclang -mllvm -Xclang -gmon-hook=none %s -o program
// RUN: %run ./program | FileCheck %s
// RUN: %gmon_to_text --program program gmon.out | FileCheck %s --check-prefix=BLOCKS
//
// CHECK: 54
// BLOCKS: block leaf 9

#include <stdio.h>

__attribute__((noinline)) static int leaf(volatile int *place) {
  if (*place == 100)
    *place = 0;
  return *place * 3;
}

int main(void) {
  int sum = 0;
  for (volatile int i = 0; i != 9; ++i)
    sum += leaf(&i) / 2;
  printf("%d\n", sum + 2);
  return 0;
}
