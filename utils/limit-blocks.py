#!/usr/bin/env python3
"""Removes from gmon files the blocks that GNU gprof loses: it has room for ten of a
symbol.

Usage: limit-blocks.py SYMBOLS FOLDER GMON...

SYMBOLS is the output of `gprof -b -l -C -z` for the program and a profile without
blocks. With --no-blocks in its place, the script removes all blocks. It writes the
files to FOLDER under their own names, and prints the number of all and of removed
blocks."""

import bisect
import collections
import os
import re
import sys

import gmontext

SYMBOL = re.compile(r".*:0x([0-9a-f]+)\) \d+ executions$")
SLOTS = 10


def read_starts(path):
    """The addresses of all symbols, ascending."""
    with open(path, encoding="latin-1") as report:
        return sorted(int(m[1], 16) for m in map(SYMBOL.match, report) if m)


def main():
    symbols, folder, paths = sys.argv[1], sys.argv[2], sys.argv[3:]
    slots = 0 if symbols == "--no-blocks" else SLOTS
    starts = read_starts(symbols) if slots else []
    taken = collections.defaultdict(set)

    def has_slot(address):
        mine = taken[bisect.bisect_right(starts, address)]
        if len(mine) < slots:
            mine.add(address)
        return address in mine

    before = after = 0
    for path in paths:
        with open(path, "rb") as gmon:
            file = gmontext.decode(gmon.read())
        for record in file.records:
            if isinstance(record, gmontext.Blocks):
                before += len(record.pairs)
                record.pairs = [pair for pair in record.pairs if has_slot(pair[0])]
                after += len(record.pairs)
        with open(os.path.join(folder, os.path.basename(path)), "wb") as gmon:
            gmon.write(gmontext.encode(file))
    print(f"{before} blocks, {before - after} taken out")


if __name__ == "__main__":
    main()
