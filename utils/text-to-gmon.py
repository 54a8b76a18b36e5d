#!/usr/bin/env python3
"""Makes a profile data file from its text form, which gmontext.py describes.

usage: text-to-gmon.py [--program ELF] [-o GMON] [TEXT]

With --program, addresses may be symbols of that program. Without TEXT, or with
"-", standard input is read; without -o, standard output is written.
"""

import argparse
import struct
import subprocess
import sys

import gmontext


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("text", nargs="?", default="-")
    parser.add_argument("--program", help="resolve symbols of this program")
    parser.add_argument("--nm", help="the llvm-nm to use")
    parser.add_argument("-o", "--output", default="-")
    options = parser.parse_args()
    try:
        symbols = (
            gmontext.Symbols(options.program, options.nm) if options.program else None
        )
        if options.text == "-":
            file = gmontext.parse(sys.stdin, symbols)
        else:
            with open(options.text, encoding="utf-8") as text:
                file = gmontext.parse(text, symbols)
        data = gmontext.encode(file)
        if options.output == "-":
            sys.stdout.buffer.write(data)
        else:
            with open(options.output, "wb") as output:
                output.write(data)
    except (
        gmontext.TextError, struct.error, OSError, subprocess.CalledProcessError
    ) as error:
        print(f"text-to-gmon: {options.text}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
