#!/usr/bin/env python3
"""Compares the line counts of annotated source with gcov's.

Usage: compare-gcov.py ANNOTATED BLOCKS GCOV_JSON

ANNOTATED is what `llvm-gprof -b -l -A -x` printed, BLOCKS what `-b -l -C` did,
and GCOV_JSON what `gcov --json-format --stdout` printed for a --coverage build
of the same sources that did the same work. Of the block counts that an
annotated line lists, the largest is compared. A list that is too long for its
column is cut off there, and taken from BLOCKS. Exit status 1 if any line
differs."""

import collections
import json
import os
import re
import sys

WIDTH = 16  # of the column before the source line
TITLE = re.compile(r"\*\*\* File (.*):$")
BLOCK = re.compile(r"(.*):(\d+): \(.*:0x[0-9a-f]+\) (\d+) executions$")


def read_blocks(lines):
    """The counts of all blocks and functions by (file, line)."""
    counts = collections.defaultdict(list)
    for line in lines:
        if match := BLOCK.match(line.rstrip("\n")):
            path, number, count = match.groups()
            counts[os.path.basename(path), int(number)].append(int(count))
    return counts


def read_annotated(lines, blocks):
    """The largest count by (file, line), for lines that have one."""
    largest, name, number, last = {}, None, 0, 0
    for line in lines:
        if title := TITLE.match(line):
            path = title[1]
            with open(path, encoding="latin-1") as source:
                last = sum(1 for _ in source)
            name, number = os.path.basename(path), 0
            continue
        number += 1
        prefix = line[:WIDTH]
        if not name or number > last or not prefix.strip():
            continue
        if prefix.endswith(" -> "):
            counts = [int(c) for c in prefix[:-4].replace("#####", "0").split(",")]
        else:
            counts = blocks[name, number]
        largest[name, number] = max(counts)
    return largest


def read_gcov(documents):
    """gcov's count by (file, line)."""
    counts = collections.Counter()
    for document in documents:
        for file in json.loads(document)["files"]:
            name = os.path.basename(file["file"])
            for line in file["lines"]:
                counts[name, line["line_number"]] += line["count"]
    return counts


def main():
    with open(sys.argv[2], encoding="latin-1") as out:
        blocks = read_blocks(out)
    with open(sys.argv[1], encoding="latin-1") as out:
        ours = read_annotated(out, blocks)
    with open(sys.argv[3]) as out:
        theirs = read_gcov(out)
    differing = sorted(
        key for key in ours.keys() | theirs.keys() if ours.get(key, 0) != theirs[key]
    )
    for name, number in differing:
        mine = ours.get((name, number), "no count")
        print(f"  {name}:{number}: {mine}, gcov counts {theirs[name, number]}")
    executed = sum(1 for count in theirs.values() if count)
    print(f"lines: {executed} executed, {len(differing)} differ")
    sys.exit(1 if differing or not executed else 0)


if __name__ == "__main__":
    main()
