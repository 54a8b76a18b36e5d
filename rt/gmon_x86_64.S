//===-- gmon_x86_64.S - Entry points for x86-64 ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What code instrumented by the pass calls, and the marker.
//
//===----------------------------------------------------------------------===//

#include "gmon_x86_64_asm.inc"

        .text

// void __gmon_miss(const struct gmon_descriptor *function, uintptr_t from)
//
//   function:
//     mov   (%rsp), %r11                 return address
//     ...                                look it up: not there
//     call  __gmon_miss                  %rdi, %rsi set; all registers kept
        .p2align 4
hidden_function __gmon_miss
        .cfi_startproc
        _CET_ENDBR
        save_registers
        call    __gmon_count_miss
        restore_registers_and_return
        .cfi_endproc
end_function __gmon_miss

// void __gmon_touch(const struct gmon_descriptor *function)
        .p2align 4
hidden_function __gmon_touch
        .cfi_startproc
        _CET_ENDBR
        save_registers
        call    __gmon_count_touch
        restore_registers_and_return
        .cfi_endproc
end_function __gmon_touch

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
