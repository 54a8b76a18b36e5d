#!/usr/bin/env python3
"""Compares the line counts of a profile with gcov's.

Usage: compare-gcov.py ANNOTATED GCOV [EXPLAINED]

ANNOTATED is the output of `llvm-gprof -b -l -A -x` (without -x for source
counters), GCOV that of `gcov --stdout` for a --coverage build of the same sources
that did the same work. The script compares lines for which both compilers made
code: the largest count of the line with gcov's count. EXPLAINED lists lines that
differ for a reason, each as `FILE:LINE: REASON`. If gcov adds up, gcov must have
the greater count, and llvm-gprof one. Exit status 1 if any other line differs."""

import collections
import os
import re
import sys

TITLE = re.compile(r"\*\*\* File (.*):$")
# The counts in front of a line have 16 columns; more is cut off.
COUNTS = re.compile(r" *(#####|[\d,]+)( ?)")
WIDTH = 16
# Reasons for which gcov adds up and llvm-gprof does not.
ADDED_UP = {"again", "loops"}


def largest_count(line):
    """The largest count in front of a line of annotated source, or None."""
    match = COUNTS.match(line[:WIDTH])
    if not match:
        return None
    if match[1] == "#####":
        return 0
    counts = match[1].split(",")
    if not match[2] and len(counts) > 1:
        counts.pop()  # cut off, perhaps in the middle
    return max(int(count) for count in counts if count)


def read_annotated(lines):
    """The largest count by (file, line)."""
    largest = {}
    name, number, last = None, 0, 0
    for line in lines:
        if title := TITLE.match(line):
            with open_text(title[1]) as source:
                last = sum(1 for _ in source)
            name, number = os.path.basename(title[1]), 0
            continue
        number += 1
        count = largest_count(line)
        if name and number <= last and count is not None:
            largest[name, number] = count
    return largest


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


def reason_for(explained, key, ours, theirs):
    """The reason why the counts of a line differ, or None."""
    reason = explained.get(key)
    if reason in ADDED_UP and not 0 < ours < theirs:
        return None
    return reason


def open_text(path):
    return open(path, encoding="latin-1")


def main():
    with open_text(sys.argv[1]) as out:
        ours = read_annotated(out)
    with open_text(sys.argv[2]) as out:
        theirs = read_gcov(out)
    explained = {}
    if len(sys.argv) > 3:
        with open_text(sys.argv[3]) as file:
            explained = read_explained(file)

    common = ours.keys() & theirs.keys()
    differing = sorted(key for key in common if ours[key] != theirs[key])
    unexplained = 0
    for key in differing:
        name, number = key
        reason = reason_for(explained, key, ours[key], theirs[key])
        unexplained += reason is None
        print(
            f"  {name}:{number}: {ours[key]}, gcov counts {theirs[key]}: "
            f"{reason or 'not explained'}"
        )
    print(
        f"lines: {len(common)} compared, {len(differing)} differ, "
        f"{unexplained} of them unexplained"
    )
    sys.exit(unexplained != 0 or not common)


if __name__ == "__main__":
    main()
