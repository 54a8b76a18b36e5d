#!/usr/bin/env python3
"""Compares counted instructions with callgrind's, function by function.

usage: compare-instructions.py [--gprof LLVM_GPROF] PROGRAM GMON_OUT CALLGRIND_OUT...

PROGRAM was compiled by gmon-clang -a. GMON_OUT is the profile of a run, the others are the
output of the same work under
    valgrind --tool=callgrind --dump-instr=yes --compress-strings=no --compress-pos=no --skip-plt=no
The costs of `llvm-gprof --cost=instructions:all` are compared with the instructions that
callgrind executed in the same ranges of addresses, so inlined code belongs to the outer
function. Prints each exact function that differs, the functions that are not exact with
their shares, and the totals. Exit status 1 if an exact function differs."""

import argparse
import bisect
import collections
import json
import os
import subprocess
import sys

def read_callgrind(path: str, program: str) -> collections.Counter:
    """Instructions by address in the file of the program, without those of callees."""
    counts: collections.Counter = collections.Counter()
    name = os.path.basename(program)
    inside = False
    skip = False
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("ob="):
                inside = os.path.basename(line[3:].strip()) == name
            elif line.startswith("calls="):
                skip = True  # the next line has the inclusive cost of the call
            elif line.startswith("0x"):
                if inside and not skip:
                    fields = line.split()
                    counts[int(fields[0], 16)] += int(fields[2])
                skip = False
    return counts


def find_slide(program: str, path: str) -> int:
    """The difference between callgrind's addresses and those in the file, by main."""
    symbols = subprocess.run(["nm", program], check=True, capture_output=True, text=True)
    start = next(int(line.split()[0], 16) for line in symbols.stdout.splitlines()
                 if line.endswith(" T main"))
    seen = []
    inside = False
    skip = False
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("fn="):
                inside = line.strip() == "fn=main"
            elif line.startswith("calls="):
                skip = True
            elif line.startswith("0x"):
                if inside and not skip:
                    seen.append(int(line.split()[0], 16))
                skip = False
    return min(seen) - start


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--gprof", default="llvm-gprof")
    parser.add_argument("program")
    parser.add_argument("profile")
    parser.add_argument("callgrind", nargs="+")
    args = parser.parse_args()

    theirs: collections.Counter = collections.Counter()
    for path in args.callgrind:
        theirs.update(read_callgrind(path, args.program))
    slide = find_slide(args.program, args.callgrind[0])
    addresses = sorted(theirs)
    sums = [0]
    for address in addresses:
        sums.append(sums[-1] + theirs[address])

    def between(low: int, high: int) -> int:
        first = bisect.bisect_left(addresses, low + slide)
        return sums[bisect.bisect_left(addresses, high + slide)] - sums[first]

    run = subprocess.run([args.gprof, "--cost=instructions:all", "--format=json",
                          args.program, args.profile],
                         check=True, capture_output=True, text=True)
    costs = json.loads(run.stdout)["costs"]
    total = sum(function["estimate"] for function in costs["functions"])
    wrong = 0
    ours_total = theirs_total = 0
    marked = []
    for function in costs["functions"]:
        ours = function["estimate"]
        reference = between(int(function["address"], 16), int(function["end"], 16))
        ours_total += ours
        theirs_total += reference
        if function["state"] != "exact":
            marked.append((ours, reference, function))
        elif ours != reference:
            wrong += 1
            print(f"differs: {function['name']}: {ours}, callgrind {reference}")
    for ours, reference, function in sorted(marked, key=lambda row: -row[0]):
        low, high = function.get("low"), function.get("high")
        fits = low is None or (low <= reference and (high is None or reference <= high))
        print(f"{function['state']}: {function['name']}: {ours} in {low}..{high}, "
              f"callgrind {reference}, {100 * ours / max(total, 1):.3f}%"
              f"{'' if fits else ' OUTSIDE'}")
        wrong += not fits
    share = 100 * sum(row[0] for row in marked) / max(total, 1)
    print(f"{len(costs['functions'])} functions compared, "
          f"{len(costs['functions']) - len(marked)} exact, {wrong} wrong; "
          f"{len(marked)} marked with {share:.3f}%; total {ours_total}, callgrind "
          f"{theirs_total}, {100 * (ours_total - theirs_total) / max(theirs_total, 1):+.4f}%")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
