//===-- gmon_x86_64.S - Entry points for x86-64 ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hooks sit where the caller expects no call, so the entry points keep all
// registers. The runtime is compiled to use general registers only; saving
// those that a C function may change is enough.
//
// The stack as the C++ functions are called, from high to low:
//
//   8(%rbp)    return address into the instrumented function
//    (%rbp)    its %rbp
//   -8(%rbp)   %rax, %rcx, %rdx, %rsi, %rdi, %r8, %r9, %r10, %r11
//              alignment to 16 bytes
//
//===----------------------------------------------------------------------===//

#if defined(__CET__)
#include <cet.h>
#else
#define _CET_ENDBR
#endif

        .text

        .macro  save_registers
        .cfi_startproc
        _CET_ENDBR
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        pushq   %rax
        pushq   %rcx
        pushq   %rdx
        pushq   %rsi
        pushq   %rdi
        pushq   %r8
        pushq   %r9
        pushq   %r10
        pushq   %r11
        // Code in a handler or behind -mpreferred-stack-boundary may call with
        // any alignment.
        andq    $-16, %rsp
        .endm

        .macro  restore_registers_and_return
        leaq    -72(%rbp), %rsp
        popq    %r11
        popq    %r10
        popq    %r9
        popq    %r8
        popq    %rdi
        popq    %rsi
        popq    %rdx
        popq    %rcx
        popq    %rax
        popq    %rbp
        .cfi_def_cfa %rsp, 8
        ret
        .cfi_endproc
        .endm

        .macro  hidden_function name
        .globl  \name
        .hidden \name
        .type   \name, @function
\name:
        .endm

// void __gmon_miss(const struct gmon_descriptor *function, uintptr_t from)
//
//   function:
//     mov   (%rsp), %r11                 return address
//     ...                                look it up: not there
//     call  __gmon_miss                  %rdi, %rsi set; all registers kept
        .p2align 4
hidden_function __gmon_miss
        save_registers
        call    __gmon_count_miss
        restore_registers_and_return
        .size   __gmon_miss, . - __gmon_miss

// void __gmon_touch(const struct gmon_descriptor *function)
        .p2align 4
hidden_function __gmon_touch
        save_registers
        call    __gmon_count_touch
        restore_registers_and_return
        .size   __gmon_touch, . - __gmon_touch

// mcount, as `gcc -pg` and `clang -pg` call it:
//
//   function:
//     push  %rbp
//     mov   %rsp, %rbp
//     call  mcount
//
// The caller's return address lies above the instrumented function's %rbp,
// which is the one saved here.
        .p2align 4
hidden_function mcount
hidden_function _mcount
hidden_function __mcount
        save_registers
        movq    (%rbp), %rdi
        movq    8(%rdi), %rdi
        movq    8(%rbp), %rsi
        call    __gmon_count_arc
        restore_registers_and_return
        .size   mcount, . - mcount
        .size   _mcount, . - _mcount
        .size   __mcount, . - __mcount

// __fentry__, as `gcc -pg -mfentry` calls it: before the prologue, so that the
// caller's return address lies just above the return address of this call.
        .p2align 4
hidden_function __fentry__
        save_registers
        movq    16(%rbp), %rdi
        movq    8(%rbp), %rsi
        call    __gmon_count_arc
        restore_registers_and_return
        .size   __fentry__, . - __fentry__

// GMON_OUTSIDE_SYMBOL of gmon/format.h. It is never called; an address and a
// size are what readers of a profile need. Global, because `gprof -a` drops
// local symbols; protected, because each module has its own.
        .p2align 4
        .globl  "<outside>"
        .protected "<outside>"
        .type   "<outside>", @function
"<outside>":
.Loutside:
        .fill   16, 1, 0xcc
        .size   "<outside>", . - "<outside>"

        .section .rodata.__gmon_outside, "a", @progbits
        .p2align 2
        .globl  __gmon_outside
        .hidden __gmon_outside
        .type   __gmon_outside, @object
__gmon_outside:
        .long   .Loutside - .
        .size   __gmon_outside, . - __gmon_outside

// Whatever calls a hook needs the object that starts the profiler.
        .text
        .hidden __gmon_start
        .reloc  0, R_X86_64_NONE, __gmon_start

        .section .note.GNU-stack, "", @progbits
