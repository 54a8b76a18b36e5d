// The profile says what a hook costs: something, and less than a microsecond.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 %s -o program && ./program
// RUN: %gmon_to_text gmon.out | FileCheck %s
// RUN: llvm-gprof -i program | FileCheck %s --check-prefix=INFO
//
// CHECK: arc 0x1 0xffffffffffffffff 1
// CHECK: arc 0x2 0xffffffffffffffff {{[1-9][0-9]?[0-9]?[0-9]?[0-9]?[0-9]?$}}
// CHECK: arc
//
// main, and what it calls.
// INFO: Entry hooks took about 0.00 seconds, 4 calls at {{[0-9]+\.[0-9]+}} ns.

static int __attribute__((noinline)) leaf(int number) { return number + 1; }

int main(void) { return leaf(leaf(leaf(-3))); }
