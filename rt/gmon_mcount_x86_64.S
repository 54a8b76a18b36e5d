//===-- gmon_mcount_x86_64.S - mcount for x86-64 --------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What code of `gcc -pg` and `clang -pg` calls. All registers are kept.
//
//===----------------------------------------------------------------------===//

#include "gmon_x86_64_asm.inc"

        .text

// Looks the call up in this thread's site_table (gmon_mcount.cpp), and counts it
// there if it is found. From and self are operands; three words were pushed.
        .macro  count_site from, self
        pushq   %rax
        .cfi_adjust_cfa_offset 8
        pushq   %rcx
        .cfi_adjust_cfa_offset 8
        pushq   %rdx
        .cfi_adjust_cfa_offset 8
#ifdef GMON_DYNAMIC_TLS
        leaq    __gmon_sites@tlsdesc(%rip), %rax
        call    *__gmon_sites@tlscall(%rax)
        movq    %fs:(%rax), %rdx
#else
        movq    __gmon_sites@gottpoff(%rip), %rdx
        movq    %fs:(%rdx), %rdx
#endif
        movq    \from, %rax
        movq    \self, %rcx
        testq   %rdx, %rdx
        jz      1f
        // Index: (from + self) / 2, modulo the number of sites of 32 bytes.
        addq    %rcx, %rax
        shlq    $4, %rax
        andq    (%rdx), %rax
        addq    %rax, %rdx
        movq    \from, %rax
        cmpq    %rax, 32(%rdx)
        jne     1f
        cmpq    %rcx, 40(%rdx)
        jne     1f
        incq    48(%rdx)
        popq    %rdx
        .cfi_adjust_cfa_offset -8
        popq    %rcx
        .cfi_adjust_cfa_offset -8
        popq    %rax
        .cfi_adjust_cfa_offset -8
        ret
        .cfi_adjust_cfa_offset 24
1:      popq    %rdx
        .cfi_adjust_cfa_offset -8
        popq    %rcx
        .cfi_adjust_cfa_offset -8
        popq    %rax
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
        count_site 8(%rbp), 24(%rsp)
        save_registers
        movq    (%rbp), %rdi
        movq    8(%rdi), %rdi
        movq    8(%rbp), %rsi
        call    "__gmon$count_arc"
        restore_registers_and_return
        .cfi_endproc
end_function mcount
end_function _mcount
end_function __mcount

// __fentry__, with `-mfentry`: called before the prologue, so that the caller's
// return address lies just above that of this call.
        .p2align 4
hidden_function __fentry__
not_reported _gprof_mcount
        .cfi_startproc
        _CET_ENDBR
        count_site 32(%rsp), 24(%rsp)
        save_registers
        movq    16(%rbp), %rdi
        movq    8(%rbp), %rsi
        call    "__gmon$count_arc"
        restore_registers_and_return
        .cfi_endproc
end_function __fentry__

need_start R_X86_64_NONE

        .section .note.GNU-stack, "", @progbits
