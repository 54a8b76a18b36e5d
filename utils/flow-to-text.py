#!/usr/bin/env python3
"""Prints how control flows through the functions of a program.

usage: flow-to-text.py [--check] PROGRAM [GMON...]

It reads the program's section GMON_FLOW_SECTION (see gmon/format.h). For each
function it prints the pieces: offset, block, counter, flags, successors, and the count
that follows from the block counts of the profiles, or "?"; and the offsets of own
instructions. With --check it prints
only the number of functions whose pieces all have a count, and fails if the counts
of a function contradict each other.
"""

import argparse
import collections
import dataclasses
import itertools
import struct
import subprocess
import sys

import gmontext

SECTION = ".pdr.gmon_flow"
BLOCK, COUNTER, ENTERED, LEFT, OWN = 1, 2, 4, 8, 16
KEY = 0xE000000000000000  # GMON_PIECE_KEY_MIN
FLAG_NAMES = {ENTERED: "entered", LEFT: "left", OWN: "own"}


@dataclasses.dataclass
class Piece:
    offset: int
    flags: int
    block: int | None
    counter: int | None
    successors: list[int]


@dataclasses.dataclass
class Function:
    address: int
    end: int
    pieces: list[Piece]
    own: list[int]


def read_section(path: str) -> bytes:
    """The contents of the section; empty if the 64-bit ELF file has none."""
    with open(path, "rb") as file:
        elf = file.read()
    (offset,) = struct.unpack_from("<Q", elf, 0x28)
    size, number, names = struct.unpack_from("<HHH", elf, 0x3A)
    headers = [
        struct.unpack_from("<IIQQQQ", elf, offset + i * size) for i in range(number)
    ]
    strings = headers[names][4]
    for name, _, _, _, start, length in headers:
        begin = strings + name
        if elf[begin : elf.index(b"\0", begin)].decode() == SECTION:
            return elf[start : start + length]
    return b""


def read_flow(data: bytes) -> list[Function]:
    functions = []
    at = 0

    def number() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(data):
        size, address = struct.unpack_from("<IQ", data, at)
        last = at + 4 + size
        at += 12
        end = number()
        pieces = []
        offset = 0
        for _ in range(number()):
            offset += number()
            flags = number()
            block = number() if flags & BLOCK else None
            counter = number() if flags & COUNTER else None
            pieces.append(
                Piece(offset, flags, block, counter, [number() for _ in range(number())])
            )
        own = list(itertools.accumulate(number() for _ in range(number())))
        if at != last:
            sys.exit(f"entry of {address:#x} ends at {at}, not at {last}")
        if address:
            functions.append(Function(address, end, pieces, own))
    return sorted(functions, key=lambda each: each.address)


def read_blocks(paths: list[str]) -> dict[int, int]:
    """The sum of the block counts of profiles."""
    counts: dict[int, int] = collections.Counter()
    for path in paths:
        with open(path, "rb") as file:
            profile = gmontext.decode(file.read())
        for record in profile.records:
            if isinstance(record, gmontext.Blocks):
                for address, count in record.pairs:
                    counts[address] += count
    return counts


class Equations:
    """Sums of counts that are equal. The counts are not negative."""

    def __init__(self) -> None:
        self.sums: list[tuple[list[tuple[int, int]], int]] = []
        self.values: list[int | None] = []
        self.contradictions = 0

    def variable(self) -> int:
        self.values.append(None)
        return len(self.values) - 1

    def equal(self, left: list[int], right: list[int], constant: int = 0) -> None:
        terms = [(v, 1) for v in left] + [(v, -1) for v in right]
        self.sums.append((terms, constant))

    def solve(self) -> None:
        """Finds values that follow from a single sum, until there are none."""
        changed = True
        while changed:
            changed = False
            for terms, constant in self.sums:
                rest = constant - sum(
                    f * (self.values[v] or 0) for v, f in terms
                )
                unknown = [(v, f) for v, f in terms if self.values[v] is None]
                same_sign = len({f for _, f in unknown}) == 1
                if len(unknown) == 1 or (unknown and same_sign and rest == 0):
                    for v, factor in unknown:
                        self.values[v] = rest * factor
                    changed = True
        for terms, constant in self.sums:
            if all(self.values[v] is not None for v, _ in terms):
                total = sum(f * (self.values[v] or 0) for v, f in terms)
                self.contradictions += total != constant
        self.contradictions += sum(v is not None and v < 0 for v in self.values)


def solve(function: Function, blocks: dict[int, int]) -> Equations:
    """The first variables are the counts of the pieces."""
    system = Equations()
    counts = [system.variable() for _ in function.pieces]
    into: list[list[int]] = [[] for _ in counts]
    out: list[list[int]] = [[] for _ in counts]
    copies = collections.defaultdict(list)
    for i, piece in enumerate(function.pieces):
        if piece.flags & ENTERED:
            into[i].append(system.variable())
        if piece.flags & LEFT:
            out[i].append(system.variable())
        for successor in piece.successors:
            edge = system.variable()
            out[i].append(edge)
            into[successor].append(edge)
        if piece.block is not None:
            copies[piece.block].append(i)
        if piece.counter is not None:
            system.equal([i], [], blocks[KEY + function.address + piece.counter])
    for i in counts:
        system.equal([i], into[i])
        system.equal([i], out[i])
    for block, pieces in copies.items():
        system.equal(pieces, [], blocks[function.address + block])
    system.solve()
    return system


def symbols(path: str) -> dict[int, str]:
    names: dict[int, str] = {}
    lines = subprocess.run(["nm", path], capture_output=True, text=True, check=True)
    for line in lines.stdout.splitlines():
        words = line.split()
        if len(words) == 3 and words[1] in "tTwW":
            names.setdefault(int(words[0], 16), words[2])
    return names


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    parser.add_argument("program")
    parser.add_argument("gmon", nargs="*")
    args = parser.parse_args()
    functions = read_flow(read_section(args.program))
    blocks = read_blocks(args.gmon)
    names = symbols(args.program)
    exact = wrong = 0
    for function in functions:
        system = solve(function, blocks)
        name = names.get(function.address, hex(function.address))
        known = [
            system.values[i] is not None
            for i, piece in enumerate(function.pieces)
            if not piece.flags & OWN
        ]
        exact += all(known)
        if system.contradictions:
            wrong += 1
            print(f"{name}: counts contradict each other")
        if args.check:
            continue
        print(f"{name}: {len(function.pieces)} pieces")
        for i, piece in enumerate(function.pieces):
            words = [f"{i}:", f"+{piece.offset}"]
            if piece.block is not None:
                words.append(f"block+{piece.block}")
            if piece.counter is not None:
                words.append(f"counter+{piece.counter}")
            words += [n for flag, n in FLAG_NAMES.items() if piece.flags & flag]
            words.append("->" + ",".join(str(s) for s in piece.successors))
            if args.gmon:
                value = system.values[i]
                words.append("= " + ("?" if value is None else str(value)))
            print("  " + " ".join(words))
        if function.own:
            print("  own: " + " ".join(f"+{offset}" for offset in function.own))
    if args.check:
        print(f"{exact} of {len(functions)} functions exact")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
