// Counts have 64 bits. In the file, where counts of arcs have 32, a larger one
// takes several records. Derived counts of blocks may wrap around in between,
// and nothing is lost.
//
// REQUIRES: gprof
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -O1 -g %rt_include %s %gmon_rt -o program && ./program
// RUN: %gmon_to_text --program program gmon.out | FileCheck %s
// RUN: gprof -b -p -z program | FileCheck %s --check-prefix=GPROF
//
// CHECK:      arc main self 4294967295
// CHECK-NEXT: arc main self 4294967295
// CHECK-NEXT: arc main self 1410065410
// CHECK-NEXT: block self 10000000000
// CHECK-NEXT: block self+{{0x[12]}} 3
// CHECK-NEXT: block main 9999999997
// CHECK-NEXT: block main+0x1 0
// CHECK-NOT: block
//
// GPROF: 10000000000 {{.*}} self

#include "../Inputs/emulated.h"

int main(void);

FUNCTION(self, 2, "self_blocks - .")

// Blocks of the two counters, of their difference, of a difference below zero,
// which counts that are read while they change can have; and one that was
// deleted and has an address outside the text.
__asm__(".section .gmon.blocks, \"a\", @progbits\n"
        ".p2align 2\n"
        "self_blocks: .long 5, 2\n"
        "first_block:\n"
        ".long main - first_block\n .long 2\n"
        ".long self - first_block\n .long 0\n"
        ".long self + 1 - first_block\n .long 1\n"
        ".long main + 1 - first_block\n .long 3\n"
        ".long 1 - first_block + __ehdr_start\n .long 0\n"
        ".long 2, 0 * 2, 1 * 2 + 1\n"
        ".long 2, 1 * 2, 0 * 2 + 1\n"
        ".text\n");

int main(void) {
  uintptr_t from = (uintptr_t)main + 1;
  CALL(self, from);
  slot_of(&self_record, from)->count += 9999999999;
  uint64_t *counters = own(self_counters);
  counters[0] = 10000000000;
  counters[1] = 3;
  return 0;
}
