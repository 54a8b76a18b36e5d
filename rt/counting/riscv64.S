//===-- riscv64.S - Entry points for RISC-V -------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Defines the functions that instrumented code calls, and the marker.
//
// Callers do not expect a call where a hook is. So the entry points keep all
// registers but t0, the alternate link register of the call: a leaf function
// need not save ra. The runtime is compiled to use neither floating-point nor
// vector registers: the entry points save the general ones that a C function
// may change.
//
//===----------------------------------------------------------------------===//

#include "base/asm.inc"

// Applies the operation, sd or ld, to each register and its stack slot.
        .macro  each_register operation
        \operation ra, 0(sp)
        \operation t0, 8(sp)
        \operation t1, 16(sp)
        \operation t2, 24(sp)
        \operation t3, 32(sp)
        \operation t4, 40(sp)
        \operation t5, 48(sp)
        \operation t6, 56(sp)
        \operation a0, 64(sp)
        \operation a1, 72(sp)
        \operation a2, 80(sp)
        \operation a3, 88(sp)
        \operation a4, 96(sp)
        \operation a5, 104(sp)
        \operation a6, 112(sp)
        \operation a7, 120(sp)
        .endm

        .macro  save_registers
        .cfi_return_column t0
        addi    sp, sp, -128
        .cfi_def_cfa_offset 128
        each_register sd
        .cfi_offset ra, -128
        .cfi_offset t0, -120
        .endm

        .macro  restore_registers_and_return
        each_register ld
        addi    sp, sp, 128
        .cfi_def_cfa_offset 0
        .cfi_restore ra
        .cfi_restore t0
        jr      t0
        .endm

        .text

// void __gmon_rt_miss(const struct gmon_descriptor *function, uintptr_t from)
//
//   function:
//     ...                                look ra up: not found
//     call  t0, __gmon_rt_miss              t1, t2 set
        .p2align 2
hidden_function __gmon_rt_miss
not_reported mcount
        .cfi_startproc
        save_registers
        mv      a0, t1
        mv      a1, t2
        call    __gmon$count_miss
        restore_registers_and_return
        .cfi_endproc
end_function __gmon_rt_miss

// void __gmon_rt_touch(const struct gmon_descriptor *function); the argument is in
// t1.
        .p2align 2
hidden_function __gmon_rt_touch
not_reported _mcount
        .cfi_startproc
        save_registers
        mv      a0, t1
        call    __gmon$count_touch
        restore_registers_and_return
        .cfi_endproc
end_function __gmon_rt_touch

outside_marker 0
need_start R_RISCV_NONE

        .section .note.GNU-stack, "", %progbits
