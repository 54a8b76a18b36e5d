//===-- entry_x86_64.S - Hooks in front of x86-64 functions ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Apart from the other entry points: a library cannot be linked with this one,
// which is for executables.
//
//===----------------------------------------------------------------------===//

#include "base/x86_64_asm.inc"

        .text

// __gmon_rt_entry of gmon/abi.h:
//
//   function:
//     endbr64
//     leaq  descriptor(%rip), %r11
//     call  __gmon_rt_entry                 %rax, %r10, %r11 changed
//                                        callers that count enter here
//
// This is the look-up of gmon/abi.h. %r11 is first the descriptor, whose field
// at offset 12 leads to the record; then the record; then the table.
        .p2align 4
hidden_function __gmon_rt_entry
not_reported mcount
        .cfi_startproc
        movslq  12(%r11), %rax
        leaq    12(%r11, %rax), %r11
        addq    %fs:__gmon_rt_bias@tpoff, %r11
        movq    8(%rsp), %r10
        movq    8(%r11), %rax
        andq    %r10, %rax
        addq    (%r11), %r11
        cmpq    %r10, (%r11, %rax, 8)
        jne     1f
        incq    8(%r11, %rax, 8)
        ret
1:      save_registers
        movq    8(%rbp), %rsi
        // Reads the operand of the `leaq` in front of the call again.
        movslq  -9(%rsi), %rdi
        leaq    -5(%rsi, %rdi), %rdi
        movq    16(%rbp), %rsi
        call    "__gmon$count_miss"
        restore_registers_and_return
        .cfi_endproc
end_function __gmon_rt_entry

// __gmon_rt_entry_touch works in the same way.
        .p2align 4
hidden_function __gmon_rt_entry_touch
not_reported _mcount
        .cfi_startproc
        cmpq    $0, %fs:__gmon_rt_bias@tpoff
        je      1f
        ret
1:      save_registers
        movq    %r11, %rdi
        call    "__gmon$count_touch"
        restore_registers_and_return
        .cfi_endproc
end_function __gmon_rt_entry_touch

need_start R_X86_64_NONE

        .section .note.GNU-stack, "", @progbits
