//===-- x86_64.S - Entry points for x86-64 --------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Defines the functions that instrumented code calls, and the marker.
//
//===----------------------------------------------------------------------===//

#include "base/x86_64_asm.inc"

        .text

// void __gmon_rt_miss(const struct gmon_descriptor *function, uintptr_t from)
//
//   function:
//     mov   (%rsp), %r11                 return address
//     ...                                look it up: not found
//     call  __gmon_rt_miss                  %rdi, %rsi set; all registers kept
        .p2align 4
hidden_function __gmon_rt_miss
not_reported mcount
        .cfi_startproc
        _CET_ENDBR
        save_registers
        call    "__gmon$count_miss"
        restore_registers_and_return
        .cfi_endproc
end_function __gmon_rt_miss

// void __gmon_rt_touch(const struct gmon_descriptor *function)
        .p2align 4
hidden_function __gmon_rt_touch
not_reported _mcount
        .cfi_startproc
        _CET_ENDBR
        save_registers
        call    "__gmon$count_touch"
        restore_registers_and_return
        .cfi_endproc
end_function __gmon_rt_touch

outside_marker 0xcc
need_start R_X86_64_NONE

        .section .note.GNU-stack, "", @progbits
