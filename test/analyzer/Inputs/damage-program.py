"""Runs llvm-gprof on an ELF file that is damaged in many ways.

usage: damage-program.py [--sanitized] LLVM_GPROF PROGRAM PROFILE

The program is cut off behind every seventh byte, and each field of the ELF
header, the section headers and the symbols is set as in damage.py; what
llvm-gprof may do is the same.
"""

import pathlib
import struct
import sys

from damage import REPORTS, byte_order, changed, is_accepted, take_gprof


def fields(program: bytes) -> list[tuple[int, int]]:
    """The offset and the width of each field."""
    letter = "<" if byte_order(program) == "little" else ">"
    is_wide = program[4] == 2
    wide = 8 if is_wide else 4
    header = [1] * 16 + [2, 2, 4, wide, wide, wide, 4, 2, 2, 2, 2, 2, 2]
    section = [4, 4, wide, wide, wide, wide, 4, 4, wide, wide]
    symbol = [4, 1, 1, 2, 8, 8] if is_wide else [4, 4, 4, 1, 1, 2]
    result = []

    def add(at: int, widths: list[int]) -> None:
        for width in widths:
            result.append((at, width))
            at += width

    add(0, header)
    (table,) = struct.unpack_from(letter + ("Q" if is_wide else "I"), program, 24 + 2 * wide)
    (count,) = struct.unpack_from(letter + "H", program, 36 + 3 * wide)
    for at in range(table, table + count * sum(section), sum(section)):
        add(at, section)
        if struct.unpack_from(letter + "I", program, at + 4)[0] == 2:  # SHT_SYMTAB
            offset, size = struct.unpack_from(
                letter + ("QQ" if is_wide else "II"), program, at + 8 + 2 * wide
            )
            for entry in range(offset, offset + size, sum(symbol)):
                add(entry, symbol)
    return result


def main() -> None:
    words = sys.argv[1:]
    gprof = take_gprof(words)
    name, profile = words
    program = pathlib.Path(name).read_bytes()
    damaged = [program[:end] for end in range(0, len(program), 7)]
    for at, width in fields(program):
        damaged += changed(program, at, width, byte_order(program))
    for data in damaged:
        pathlib.Path("damaged").write_bytes(data)
        is_accepted(gprof, REPORTS, "damaged", profile)


main()
