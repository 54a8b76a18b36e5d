#!/usr/bin/env python3
"""Compares counted instructions with callgrind's, function by function.

usage: compare-instructions.py [--gprof LLVM_GPROF] [--row] [--flow] PROGRAM FILE...

PROGRAM was compiled by gmon-clang -a. Some of the files are its profiles, the others are the
output of the same work under
    valgrind --tool=callgrind --dump-instr=yes --compress-strings=no --compress-pos=no --skip-plt=no
The costs of `llvm-gprof --cost=instructions:all` are compared with the instructions that
callgrind executed in the same ranges of addresses, so inlined code belongs to the outer
function; what repeats itself counts once. Prints each exact function that differs, the functions that are not exact with
their shares, and the totals. With --row the totals are one short row, for
utils/bench/instructions.sh. With --flow it prints where the description of the code's flow
contradicts callgrind's counts: pieces that were left within, counters and blocks with another
count than their pieces, pieces with more flow into them than came, or out of them. Exit status 1 if an exact
function differs."""

import argparse
import bisect
import collections
import importlib
import json
import os
import re
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



def is_profile(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(4) == b"gmon"


def find_repeated(program: str) -> list[int]:
    """The addresses of x86 instructions that repeat themselves."""
    listing = subprocess.run(["objdump", "-d", "--no-show-raw-insn", program],
                             check=True, capture_output=True, text=True)
    return [int(line.split(":")[0], 16) for line in listing.stdout.splitlines()
            if re.match(r"\s*[0-9a-f]+:\s+rep", line)]


class Reference:
    """callgrind's counts, by the addresses in the program's file."""

    def __init__(self, program: str, paths: list[str]):
        self.counts: collections.Counter = collections.Counter()
        for path in paths:
            self.counts.update(read_callgrind(path, program))
        slide = find_slide(program, paths[0])
        self.counts = collections.Counter(
            {address - slide: count for address, count in self.counts.items()})
        self.addresses = sorted(self.counts)
        # callgrind counts each repetition, and once the end of them.
        for address in find_repeated(program):
            at = bisect.bisect_left(self.addresses, address)
            if at and address in self.counts:
                self.counts[address] = self.counts[self.addresses[at - 1]]
        self.sums = [0]
        for address in self.addresses:
            self.sums.append(self.sums[-1] + self.counts[address])

    def executed(self, low: int, high: int) -> list[int]:
        """The executed instructions from `low` to `high`."""
        first = bisect.bisect_left(self.addresses, low)
        return self.addresses[first:bisect.bisect_left(self.addresses, high)]

    def between(self, low: int, high: int) -> int:
        first = bisect.bisect_left(self.addresses, low)
        return self.sums[bisect.bisect_left(self.addresses, high)] - self.sums[first]


def check_flow(program: str, profiles: list[str], theirs: Reference) -> None:
    """Prints where callgrind's counts and the description of the flow differ."""
    flow = importlib.import_module("flow-to-text")
    blocks = flow.read_blocks(profiles)
    for function in flow.read_flow(flow.read_section(program)):
        pieces = function.pieces
        starts = [function.address + piece.offset for piece in pieces]
        end = function.address + function.end
        ends = starts[1:] + [end]
        counts = []
        found = []
        for number, (low, high) in enumerate(zip(starts, ends)):
            each = [theirs.counts[address] for address in theirs.executed(low, high)]
            # An empty piece is as frequent as one that it flows to.
            counts.append(theirs.counts[low] if high > low else None)
            if each and (len(set(each)) > 1 or low not in theirs.counts):
                found.append(f"piece {number} at +{pieces[number].offset}: {each}")
        sums: collections.Counter = collections.Counter()
        for piece, count in zip(pieces, counts):
            if piece.block is not None:
                sums[piece.block] += 0 if count is None else count
        for number, piece in enumerate(pieces):
            if piece.counter is None:
                continue
            counted = blocks.get(flow.KEY + function.address + piece.counter, 0)
            if counts[number] not in (None, counted):
                found.append(f"counter of piece {number} at +{piece.offset}: {counted}, "
                             f"executed {counts[number]}")
        for block, total in sums.items():
            if blocks.get(function.address + block, 0) != total:
                found.append(f"block +{block}: {blocks.get(function.address + block, 0)}, "
                             f"copies {total}")
        inflow: collections.Counter = collections.Counter()
        for number, piece in enumerate(pieces):
            for to in piece.successors:
                inflow[to] += counts[number] or 0
            if None in [counts[number]] + [counts[to] for to in piece.successors]:
                continue
            out = sum(counts[to] for to in piece.successors)
            if out < counts[number] and not piece.flags & flow.LEFT:
                found.append(f"piece {number} at +{piece.offset}: {counts[number]}, "
                             f"successors {out}")
        for number, piece in enumerate(pieces):
            before = [n for n, other in enumerate(pieces) if number in other.successors]
            if counts[number] is None or any(counts[n] is None for n in before):
                continue
            if inflow[number] < counts[number] and not piece.flags & flow.ENTERED:
                found.append(f"piece {number} at +{piece.offset}: {counts[number]}, "
                             f"predecessors {inflow[number]}")
        if found:
            print(f"{function.address:#x} {theirs.between(function.address, end)}:")
            for line in found:
                print(f"  {line}")


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--gprof", default="llvm-gprof")
    parser.add_argument("--row", action="store_true")
    parser.add_argument("--flow", action="store_true")
    parser.add_argument("program")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    profiles = [path for path in args.files if is_profile(path)]
    theirs = Reference(args.program,
                       [path for path in args.files if not is_profile(path)])
    if args.flow:
        check_flow(args.program, profiles, theirs)
        return 0
    run = subprocess.run([args.gprof, "export", "--cost=instructions:all", "--format=json",
                          args.program] + profiles,
                         check=True, capture_output=True, text=True)
    costs = json.loads(run.stdout)["costs"]
    total = sum(function["estimate"] for function in costs["functions"])
    wrong = 0
    ours_total = theirs_total = 0
    marked = []
    for function in costs["functions"]:
        ours = function["estimate"]
        reference = theirs.between(int(function["address"], 16), int(function["end"], 16))
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
    number = len(costs["functions"])
    exact = number - len(marked)
    error = 100 * (ours_total - theirs_total) / max(theirs_total, 1)
    if args.row:
        print(f"{number:9} {exact:6} {wrong:6} {share:7.3f}% {theirs_total:14} {error:+8.4f}%")
    else:
        print(f"{number} functions compared, {exact} exact, {wrong} wrong; "
              f"{len(marked)} marked with {share:.3f}%; total {ours_total}, callgrind "
              f"{theirs_total}, {error:+.4f}%")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
