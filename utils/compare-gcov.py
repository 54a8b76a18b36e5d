#!/usr/bin/env python3
"""Compares the line counts of a profile with gcov's.

Usage: compare-gcov.py ANNOTATED BLOCKS GCOV [EXPLAINED]

ANNOTATED and BLOCKS are what `llvm-gprof -b -l -A -x` and `-b -l -C -z`
printed, GCOV what `gcov --stdout` did for a --coverage build of the same
sources that did the same work. Compared are the lines for which both compilers
made code: the largest count of a line's blocks against gcov's count. If no
block begins in the line, it is the count that ANNOTATED carries over from the
block that reaches into it. Lines that differ for a reason stand in EXPLAINED,
a line `FILE:LINE: REASON` for each. Exit status 1 if any other line differs."""

import collections
import os
import re
import sys

BLOCK = re.compile(r"(.*):(\d+): \(.*:0x[0-9a-f]+\) (\d+) executions$")
TITLE = re.compile(r"\*\*\* File (.*):$")
COUNT = re.compile(r" *(\d+) -> ")


def read_blocks(lines):
    """The largest block count by (file, line)."""
    largest = collections.Counter()
    for line in lines:
        if match := BLOCK.match(line.rstrip("\n")):
            key = os.path.basename(match[1]), int(match[2])
            largest[key] = max(largest[key], int(match[3]))
    return largest


def add_carried_over(lines, largest):
    """Sets the count of the lines in which no block begins."""
    name, number, last = None, 0, 0
    for line in lines:
        if title := TITLE.match(line):
            with open_text(title[1]) as source:
                last = sum(1 for _ in source)
            name, number = os.path.basename(title[1]), 0
            continue
        number += 1
        count = COUNT.match(line)
        if count and number <= last and largest.get((name, number)) == 0:
            largest[name, number] = int(count[1])


def read_gcov(lines):
    """gcov's count by (file, line)."""
    counts, name = collections.Counter(), None
    for line in lines:
        fields = line.rstrip("\n").split(":", 3)
        if len(fields) < 3:
            continue
        count, number, text = fields[0].strip().rstrip("*"), int(fields[1]), fields[2]
        if text == "Source" and number == 0:
            name = os.path.basename(fields[3])
        elif count in ("#####", "====="):
            counts[name, number] += 0
        elif count != "-":
            counts[name, number] += int(count)
    return counts


def read_explained(lines):
    explained = {}
    for line in lines:
        if not line.startswith("#") and line.strip():
            name, number, reason = line.split(":", 2)
            explained[name, int(number)] = reason.strip()
    return explained


def open_text(path):
    return open(path, encoding="latin-1")


def main():
    with open_text(sys.argv[2]) as out:
        ours = read_blocks(out)
    with open_text(sys.argv[1]) as out:
        add_carried_over(out, ours)
    with open_text(sys.argv[3]) as out:
        theirs = read_gcov(out)
    explained = {}
    if len(sys.argv) > 4:
        with open_text(sys.argv[4]) as file:
            explained = read_explained(file)

    common = ours.keys() & theirs.keys()
    differing = sorted(key for key in common if ours[key] != theirs[key])
    for key in differing:
        name, number = key
        reason = explained.get(key, "not explained")
        print(f"  {name}:{number}: {ours[key]}, gcov counts {theirs[key]}: {reason}")
    unexplained = sum(1 for key in differing if key not in explained)
    print(
        f"lines: {len(common)} compared, {len(differing)} differ, "
        f"{unexplained} of them unexplained"
    )
    sys.exit(unexplained != 0 or not common)


if __name__ == "__main__":
    main()
