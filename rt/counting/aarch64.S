//===-- aarch64.S - Entry points for AArch64 ------------------------------===//
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
// registers but x16, x17 and x30, which any call may change. The runtime is
// compiled to use general registers only, and not x18, which some targets
// reserve: the entry points save those that a C function may change.
//
// The stack when a C++ function is called:
//
//   16(x29)    x0 to x15
//     (x29)    x29, x30: the return address into the instrumented function
//
//===----------------------------------------------------------------------===//

#include "base/asm.inc"

        .macro  save_registers
        hint    #34                        // bti c
        stp     x29, x30, [sp, #-144]!
        .cfi_def_cfa_offset 144
        .cfi_offset x29, -144
        .cfi_offset x30, -136
        mov     x29, sp
        .cfi_def_cfa_register x29
        stp     x0, x1, [sp, #16]
        stp     x2, x3, [sp, #32]
        stp     x4, x5, [sp, #48]
        stp     x6, x7, [sp, #64]
        stp     x8, x9, [sp, #80]
        stp     x10, x11, [sp, #96]
        stp     x12, x13, [sp, #112]
        stp     x14, x15, [sp, #128]
        .endm

        .macro  restore_registers_and_return
        ldp     x0, x1, [sp, #16]
        ldp     x2, x3, [sp, #32]
        ldp     x4, x5, [sp, #48]
        ldp     x6, x7, [sp, #64]
        ldp     x8, x9, [sp, #80]
        ldp     x10, x11, [sp, #96]
        ldp     x12, x13, [sp, #112]
        ldp     x14, x15, [sp, #128]
        ldp     x29, x30, [sp], #144
        .cfi_def_cfa sp, 0
        .cfi_restore x29
        .cfi_restore x30
        ret
        .endm

        .text

// void __gmon_rt_miss(const struct gmon_descriptor *function, uintptr_t from)
//
//   function:
//     ...                                look x30 up: not found
//     bl    __gmon_rt_miss                  x9, x10 set
        .p2align 4
hidden_function __gmon_rt_miss
not_reported mcount
        .cfi_startproc
        save_registers
        mov     x0, x9
        mov     x1, x10
        bl      "__gmon$count_miss"
        restore_registers_and_return
        .cfi_endproc
end_function __gmon_rt_miss

// void __gmon_rt_touch(const struct gmon_descriptor *function); the argument is in
// x9.
        .p2align 4
hidden_function __gmon_rt_touch
not_reported _mcount
        .cfi_startproc
        save_registers
        mov     x0, x9
        bl      "__gmon$count_touch"
        restore_registers_and_return
        .cfi_endproc
end_function __gmon_rt_touch

outside_marker 0
need_start R_AARCH64_NONE

// Indirect calls reach landing pads only (bti). Functions that ask for it have
// signed return addresses (pac).
        .section .note.gnu.property, "a", %note
        .p2align 3
        .long   4, 16, 5                   // sizes, NT_GNU_PROPERTY_TYPE_0
        .asciz  "GNU"
        .long   0xc0000000, 4, 3, 0        // GNU_PROPERTY_AARCH64_FEATURE_1_AND

        .section .note.GNU-stack, "", %progbits
