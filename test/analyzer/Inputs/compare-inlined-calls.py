#!/usr/bin/env python3
"""Compares the chains of inlined calls in a flat profile with llvm-symbolizer's.

usage: compare-inlined-calls.py PROFILE LLVM_SYMBOLIZER PROGRAM

PROFILE is the output of llvm-gprof export --format=json --all --demangle=none --inlines.
Prints each line symbol that differs and the number of compared chains; exits
with status 1 if one differs.
"""

import json
import subprocess
import sys


def main(profile: str, symbolizer: str, program: str) -> int:
    ours = {}
    with open(profile) as text:
        data = json.load(text)
    for row in data["flat_profile"]:
        if "file" in row:
            chain = [(call["name"], call["file"], str(call["line"]))
                     for call in row.get("inlined_into", [])]
            ours[row["address"]] = [(row["linkage_name"], row["file"], str(row["line"])), *chain]
    answer = subprocess.run(
        [symbolizer, "--inlines", "--no-demangle", f"--obj={program}"],
        input="".join(f"{address}\n" for address in ours),
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
