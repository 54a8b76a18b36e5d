//===-- mcount_x86_64.S - mcount for x86-64 -------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Defines what `gcc -pg` and `clang -pg` code calls. Keeps all registers but
// %r11, which the C library's mcount does not keep either.
//
//===----------------------------------------------------------------------===//

#include "base/x86_64_asm.inc"

        .text

// Looks the call up in this thread's table (counting/mcount.cpp), and counts it
// there if it is found. `from` and `self` are operands; one word was pushed.
        .macro  count_call from, self
        pushq   %rax
        .cfi_adjust_cfa_offset 8
#ifdef GMON_DYNAMIC_TLS
        leaq    __gmon_mcount_table@tlsdesc(%rip), %rax
        call    *__gmon_mcount_table@tlscall(%rax)
        movq    %rax, %r11
#else
        movq    __gmon_mcount_table@gottpoff(%rip), %r11
#endif
        leaq    "__gmon$no_table"(%rip), %rax
        addq    %fs:(%r11), %rax
        // Index: (from + self) / 2, modulo the number of slots of 32 bytes.
        movq    \from, %r11
        addq    \self, %r11
        shlq    $4, %r11
        andq    (%rax), %r11
        addq    %rax, %r11
        movq    \from, %rax
        cmpq    %rax, 32(%r11)
        jne     1f
        movq    \self, %rax
        cmpq    %rax, 40(%r11)
        jne     1f
        incq    48(%r11)
        popq    %rax
        .cfi_adjust_cfa_offset -8
        ret
        .cfi_adjust_cfa_offset 8
1:      popq    %rax
        .cfi_adjust_cfa_offset -8
        .endm

// mcount:
//
//   function:
//     push  %rbp
//     mov   %rsp, %rbp
//     call  mcount
//
// The caller's return address lies above the instrumented function's saved
// %rbp.
        .p2align 4
hidden_function mcount
hidden_function _mcount
hidden_function __mcount
        .cfi_startproc
        _CET_ENDBR
        count_call 8(%rbp), 8(%rsp)
        save_registers
        movq    (%rbp), %rdi
        movq    8(%rdi), %rdi
        movq    8(%rbp), %rsi
        xorl    %edx, %edx
        call    "__gmon$count_arc"
        restore_registers_and_return
        .cfi_endproc
end_function mcount
end_function _mcount
end_function __mcount

// __fentry__, for `-mfentry`: called before the prologue, so the caller's
// return address is the word above this call's.
        .p2align 4
hidden_function __fentry__
not_reported _gprof_mcount
        .cfi_startproc
        _CET_ENDBR
        count_call 16(%rsp), 8(%rsp)
        save_registers
        movq    16(%rbp), %rdi
        movq    8(%rbp), %rsi
        xorl    %edx, %edx
        call    "__gmon$count_arc"
        restore_registers_and_return
        .cfi_endproc
end_function __fentry__

need_start R_X86_64_NONE

        .section .note.GNU-stack, "", @progbits
