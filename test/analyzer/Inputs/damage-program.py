"""Runs llvm-gprof on an ELF file with all kinds of damage.

usage: damage-program.py [--sanitized] LLVM_GPROF PROGRAM PROFILE

The script truncates the program after every seventh byte, and sets each field of the
ELF header, the program and section headers, the dynamic section and the symbols as in
damage.py; llvm-gprof may react as in damage.py. It also sets the fields of program
headers to numbers around the size of the file, and to powers of two.
"""

import pathlib
import struct
import sys

from damage import REPORTS, byte_order, changed, is_accepted, take_gprof


SHT_SYMTAB = 2
SHT_DYNAMIC = 6


def fields(program: bytes) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The offset and width of each field: those of program headers, and all others."""
    letter = "<" if byte_order(program) == "little" else ">"
    is_wide = program[4] == 2
    wide = 8 if is_wide else 4
    header = [1] * 16 + [2, 2, 4, wide, wide, wide, 4, 2, 2, 2, 2, 2, 2]
    section = [4, 4, wide, wide, wide, wide, 4, 4, wide, wide]
    segment = [4, 4] + [8] * 6 if is_wide else [4] * 8
    entries = {
        SHT_SYMTAB: [4, 1, 1, 2, 8, 8] if is_wide else [4, 4, 4, 1, 1, 2],
        SHT_DYNAMIC: [wide, wide],
    }

    def number(at: int, width: int) -> int:
        return struct.unpack_from(letter + {2: "H", 4: "I", 8: "Q"}[width], program, at)[0]

    def split(at: int, size: int, widths: list[int]) -> list[tuple[int, int]]:
        result = []
        for start in range(at, at + size, sum(widths)):
            for width in widths:
                result.append((start, width))
                start += width
        return result

    result = split(0, sum(header), header)
    table, count = number(24 + 2 * wide, wide), number(36 + 3 * wide, 2)
    size = sum(section)
    result += split(table, count * size, section)
    for at in range(table, table + count * size, size):
        widths = entries.get(number(at + 4, 4))
        if widths:
            at += 8 + 2 * wide
            result += split(number(at, wide), number(at + wide, wide), widths)
    table, count = number(24 + wide, wide), number(32 + 3 * wide, 2)
    return split(table, count * sum(segment), segment), result


def main() -> None:
    words = sys.argv[1:]
    gprof = take_gprof(words)
    name, profile = words
    program = pathlib.Path(name).read_bytes()
    damaged = [program[:end] for end in range(0, len(program), 7)]
    order = byte_order(program)
    segments, others = fields(program)
    for at, width in segments + others:
        damaged += changed(program, at, width, order)
    for at, width in segments:
        numbers = [len(program) + more for more in (-1, 0, 1)]
        numbers += [1 << bit for bit in range(15, 8 * width, 8)]
        for value in numbers:
            damaged.append(
                program[:at] + value.to_bytes(width, order) + program[at + width :]
            )
    for data in damaged:
        pathlib.Path("damaged").write_bytes(data)
        is_accepted(gprof, REPORTS, "damaged", profile)


main()
