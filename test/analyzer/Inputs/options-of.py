"""Prints the options that a text on standard input describes, one per line.

"help" is llvm-gprof's --help, where two spaces precede the names of an option;
"manual" is docs/manual/llvm-gprof.rst, where they begin a line. Commas separate them.
"""

import re
import sys

OPTION = re.compile(r"--[a-z][a-z-]*|-[A-Za-z]")

for line in sys.stdin:
    if sys.argv[1] == "help":
        line = line[2:].lstrip() if line.startswith("  ") else ""
    parts = line.split(", ") if line.startswith("-") else []
    for part in parts:
        if found := OPTION.match(part):
            print(found.group())
