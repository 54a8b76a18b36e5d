#!/usr/bin/env python3
"""Makes a profile of a program that never ran.

Usage: synthetic-profile.py PROGRAM GMON [--samples N] [--arcs N] [--blocks N]
                            [--sparse]

Samples, calls and blocks are random, and the same for the same arguments. A few
functions get most of the samples. In a random order of the functions most calls go to
later functions and some back, so there are cycles of all sizes. The histogram covers
the whole text, as glibc writes it; with --sparse there is one for each kilobyte with
samples, as libgmon_rt.a writes it."""

import argparse
import array
import random
import struct
import subprocess


def functions(program):
    """Start and size of the program's functions except the last."""
    listing = subprocess.run(
        ["llvm-nm-22", "--format=posix", "--defined-only", program],
        check=True, capture_output=True, text=True,
    ).stdout
    found = set()
    for line in listing.splitlines():
        _, kind, start, size = line.rsplit(" ", 3)
        if kind in "tTW" and int(size or "0", 16) >= 4:
            found.add((int(start, 16), int(size, 16)))
    return sorted(found)[:-1]


class Chance:
    """Chooses functions, and addresses in them."""

    def __init__(self, found):
        self.random = random.Random(1)
        self.order = self.random.sample(found, len(found))

    def hot(self):
        return int(len(self.order) * self.random.random() ** 4)

    def place(self, index):
        start, size = self.order[index]
        return start + self.random.randrange(size)

    def count(self):
        """Mostly small, sometimes up to a million."""
        return int(1 / (self.random.random() + 1e-6))

    def call(self):
        """A call site and the function that it calls."""
        last = len(self.order) - 1
        if self.random.random() < 0.5:
            caller = self.hot()
        else:
            caller = self.random.randint(0, last)
        kind = self.random.random()
        if kind < 0.01:
            callee = caller
        elif kind < 0.02:
            callee = max(0, caller - self.random.randrange(1, 30))
        elif kind < 0.5:
            callee = min(last, caller + self.random.randrange(1, 30))
        else:
            callee = self.random.randint(caller, last)
        return self.place(caller), self.order[callee][0]


def histogram(low, num_bins, bins):
    """A record of bins of two bytes of text each; BINS is by address."""
    counts = array.array("H", bytes(2 * num_bins))
    for address, count in bins.items():
        counts[(address - low) // 2] = min(count, 65535)
    return struct.pack(
        "<BQQII15sc", 0, low, low + 2 * num_bins, num_bins, 100, b"seconds", b"s"
    ) + counts.tobytes()


def histograms(chance, num_samples, low, high, sparse):
    bins = {}
    for _ in range(num_samples):
        address = chance.place(chance.hot()) & ~1
        bins[address] = bins.get(address, 0) + 1
    if not sparse:
        yield histogram(low, (high - low) // 2, bins)
        return
    chunks = {}
    for address, count in bins.items():
        chunks.setdefault(address & ~1023, {})[address] = count
    for start in sorted(chunks):
        yield histogram(start, 512, chunks[start])


def distinct(number, choose):
    """NUMBER different results of CHOOSE, sorted."""
    chosen = set()
    while len(chosen) < number:
        chosen.add(choose())
    return sorted(chosen)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program")
    parser.add_argument("gmon")
    parser.add_argument("--samples", type=int, default=100000)
    parser.add_argument("--arcs", type=int, default=100000)
    parser.add_argument("--blocks", type=int, default=0)
    parser.add_argument("--sparse", action="store_true")
    options = parser.parse_args()

    found = functions(options.program)
    chance = Chance(found)
    low, high = found[0][0] & ~1023, (sum(found[-1]) + 1023) & ~1023
    with open(options.gmon, "wb") as out:
        out.write(struct.pack("<4sI12x", b"gmon", 1))
        for record in histograms(chance, options.samples, low, high, options.sparse):
            out.write(record)
        for caller, callee in distinct(options.arcs, chance.call):
            out.write(struct.pack("<BQQI", 1, caller, callee, chance.count()))
        if options.blocks:
            blocks = distinct(options.blocks, lambda: chance.place(chance.hot()))
            out.write(struct.pack("<BI", 2, len(blocks)))
            for block in blocks:
                out.write(struct.pack("<QQ", block, chance.count()))


if __name__ == "__main__":
    main()
