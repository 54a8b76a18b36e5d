# The code that a compiler might make of program.c and util.c, as far as tests
# look at it. Each `line` is four bytes of code, so its address is known. The
# sources were compiled in /made-up.
#
#   clang --target=x86_64-linux-gnu -c lines.s -o lines.o
#   ld.lld -Ttext=0x401000 --section-start=.fini=0x402000 -Tdata=0x403000 \
#     -e main lines.o -o lines

        .macro line file, number
        .loc \file \number
        .fill 4, 1, 0x90
        .endm

        .file 1 "/made-up" "program.c"
        .file 2 "/made-up" "util.c"

        .text
        .globl square
        .type square, @function
square:                         # 0x401000
        line 2 4
        line 2 5
        line 2 6
        line 2 7
        line 2 8
        .size square, . - square

        .p2align 4
        .type sum, @function
sum:                            # 0x401020
        line 1 4
        line 1 5
        line 1 6                # int i = 0
        line 1 7
        line 1 6                # i++
        line 1 6                # i < n
        line 1 8
        line 1 9
        .size sum, . - sum

        .globl main
        .type main, @function
main:                           # 0x401040
        line 1 12
        line 1 13
        line 1 14
        .fill 4, 1, 0x90
        .size main, . - main
.Lend:

        .section .fini, "ax", @progbits
        .globl _fini            # has no debug information
        .type _fini, @function
_fini:
        .fill 16, 1, 0x90
        .size _fini, . - _fini

        .data
        .weak data_start
data_start:
        .quad 0

        .section .debug_abbrev, "", @progbits
        # 1: compile_unit of name, comp_dir, stmt_list, language, low_pc, high_pc
        .byte 1, 0x11, 1, 0x03, 0x08, 0x1b, 0x08, 0x10, 0x17, 0x13, 0x05
        .byte 0x11, 0x01, 0x12, 0x06, 0, 0
        # 2: subprogram of name, low_pc, high_pc
        .byte 2, 0x2e, 0, 0x03, 0x08, 0x11, 0x01, 0x12, 0x06, 0, 0
        .byte 0

        .macro subprogram symbol
        .byte 2
        .asciz "\symbol"
        .quad \symbol
        .long .size_\symbol
        .endm

        .set .size_square, sum - square
        .set .size_sum, main - sum
        .set .size_main, .Lend - main

        .section .debug_info, "", @progbits
        .long .Lunit_end - .Lunit
.Lunit:
        .short 4                # DWARF 4
        .long .debug_abbrev
        .byte 8
        .byte 1
        .asciz "program.c"
        .asciz "/made-up"
        .long .Lline_table
        .short 12               # C99
        .quad square
        .long .Lend - square
        subprogram square
        subprogram sum
        subprogram main
        .byte 0
.Lunit_end:

        .section .debug_line, "", @progbits
.Lline_table:
