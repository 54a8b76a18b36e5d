"""Prints the options that a text on standard input introduces, one a line.

"help" is llvm-gprof's --help, where two spaces precede an option; "manual" is
docs/llvm-gprof.rst, where options begin a line and are separated by commas.
"""

import re
import sys

OPTION = re.compile(r"--[a-z][a-z-]*|-[A-Za-z]")

for line in sys.stdin:
    if sys.argv[1] == "help":
        parts = [line[2:]] if line.startswith("  -") else []
    else:
        parts = line.split(", ") if line.startswith("-") else []
    for part in parts:
        if found := OPTION.match(part):
            print(found.group())
