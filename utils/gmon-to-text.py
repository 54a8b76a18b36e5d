#!/usr/bin/env python3
"""Prints a profile data file in the text form that gmontext.py describes.

usage: gmon-to-text.py [--program ELF] [--width 32|64] [--byteorder ORDER] GMON

With --program, addresses within a symbol of that program are printed as symbols, and
its ELF header determines the width and the byte order. "-" is standard input.
text-to-gmon.py makes the same file from the output.
"""

import argparse
import subprocess
import sys

import gmontext


def elf_layout(program: str) -> tuple[int, str]:
    """The address width and the byte order of an ELF file."""
    with open(program, "rb") as elf:
        ident = elf.read(16)
    if len(ident) < 16 or not ident.startswith(b"\x7fELF"):
        raise gmontext.TextError(f"{program} is not an ELF file")
    return {1: 32}.get(ident[4], 64), {2: "big"}.get(ident[5], "little")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("gmon")
    parser.add_argument("--program", help="print symbols of this program")
    parser.add_argument("--nm", help="the llvm-nm to use")
    parser.add_argument("--width", type=int, choices=(32, 64))
    parser.add_argument("--byteorder", choices=("little", "big"))
    options = parser.parse_args()
    try:
        width, byteorder, symbols = 64, None, None
        if options.program:
            width, byteorder = elf_layout(options.program)
            symbols = gmontext.Symbols(options.program, options.nm)
        if options.gmon == "-":
            data = sys.stdin.buffer.read()
        else:
            with open(options.gmon, "rb") as gmon:
                data = gmon.read()
        file = gmontext.decode(
            data, options.width or width, options.byteorder or byteorder
        )
        for line in gmontext.lines(file, symbols):
            print(line)
    except (gmontext.TextError, OSError, subprocess.CalledProcessError) as error:
        print(f"gmon-to-text: {options.gmon}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
