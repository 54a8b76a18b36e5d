// A function that keeps its return address in a register while it calls another
// one, as the machine outliner of LLVM makes them at -Oz, and says nothing about it
// in its unwind table: the table's rule leads back to the function itself. The walk
// of its stack ends there, and the program goes on.
//
// REQUIRES: aarch64 || riscv64
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 %s -o program
// RUN: env GMON_OPTIONS=hz=200 timeout -s KILL 60 %run ./program
// RUN: env GMON_OPTIONS=hz=200:sampler=thread timeout -s KILL 60 %run ./program
// RUN: llvm-gprof report program gmon.out | FileCheck %s
// CHECK: spin
// CHECK: calls_silently

void calls_silently(void);

__asm__(".text\n"
        ".type spin, %function\n"
        "spin:\n"
        ".cfi_startproc\n"
#if defined(__aarch64__)
        "mov x7, #0x20000000\n"
        "1: subs x7, x7, #1\n"
        "b.ne 1b\n"
        "ret\n"
#else
        "li t1, 0x20000000\n"
        "1: addi t1, t1, -1\n"
        "bnez t1, 1b\n"
        "ret\n"
#endif
        ".cfi_endproc\n"
        ".size spin, . - spin\n"

        ".globl calls_silently\n"
        ".type calls_silently, %function\n"
        "calls_silently:\n"
        ".cfi_startproc\n"
#if defined(__aarch64__)
        "sub sp, sp, #16\n"
        ".cfi_def_cfa_offset 16\n"
        "mov x6, x30\n"
        "bl spin\n"
        "mov x30, x6\n"
        "add sp, sp, #16\n"
#else
        "addi sp, sp, -16\n"
        ".cfi_def_cfa_offset 16\n"
        "mv t2, ra\n"
        "call spin\n"
        "mv ra, t2\n"
        "addi sp, sp, 16\n"
#endif
        "ret\n"
        ".cfi_endproc\n"
        ".size calls_silently, . - calls_silently\n");

int main(void) {
  calls_silently();
  return 0;
}
