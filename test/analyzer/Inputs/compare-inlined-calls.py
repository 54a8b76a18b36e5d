#!/usr/bin/env python3
"""Compares the chains of inlined calls in a flat profile with llvm-symbolizer's.

usage: compare-inlined-calls.py FLAT_PROFILE LLVM_SYMBOLIZER PROGRAM

FLAT_PROFILE is the output of llvm-gprof -b -p -z -L --no-demangle --inlines.
Prints each line symbol that differs and the number of compared chains; exits
with status 1 if one differs.
"""

import re
import subprocess
import sys


def main(profile: str, symbolizer: str, program: str) -> int:
    ours = {}
    with open(profile) as lines:
        for line in lines:
            row = re.match(r".{54}(\S+) \((.*):(\d+) @ ([0-9a-f]+)\)(.*)$", line)
            if row:
                chain = re.findall(r" inlined into (\S+) \((.*?):(\d+)\)", row[5])
                ours[row[4]] = [row.group(1, 2, 3), *chain]
    answer = subprocess.run(
        [symbolizer, "--inlines", "--no-demangle", f"--obj={program}"],
        input="".join(f"0x{address}\n" for address in ours),
        capture_output=True, check=True, text=True,
    ).stdout  # fmt: skip
    different = 0
    for (address, chain), text in zip(ours.items(), answer.strip().split("\n\n")):
        pairs = iter(text.splitlines())
        theirs = [(name, *where.split(":")[:2]) for name, where in zip(pairs, pairs)]
        if chain != theirs:
            different += 1
            print(f"{address}: {chain}, llvm-symbolizer: {theirs}")
    inlined = sum(len(chain) > 1 for chain in ours.values())
    print(f"{len(ours)} lines, {inlined} in inlined code, {different} differ")
    return different != 0 or inlined == 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
