"""Random profiles of the programs of randomprogram.py, all from one seed.

Histograms cover the text or a part of it, in one to three ranges of any scale. Arcs
make chains, cycles and nested cycles, from anywhere. A symbol has at most the ten
blocks that GNU gprof has room for.
"""

from __future__ import annotations

import dataclasses
import random

import gmontext
from randomprogram import Program


def make_profiles(rng: random.Random, program: Program) -> list[gmontext.GmonFile]:
    """One or two random profiles of PROGRAM that mostly add up."""
    histograms = _Histograms(rng, program)
    kinds = rng.choices(("hab", "ha", "h", "a", "b"), (7, 7, 1, 1, 1))[0]
    old = program.byteorder == "little" and rng.random() < 0.1
    version = 0 if old else 1
    bsd = rng.choices((None, "bsd", "bsd44"), (8, 1, 1))[0]
    profiles = []
    for _ in range(rng.choice((1, 1, 1, 2))):
        if rng.random() < 0.02:
            histograms = _Histograms(rng, program)
        file = gmontext.GmonFile(
            version=version, width=program.width, byteorder=program.byteorder
        )
        if "h" in kinds:
            file.records += histograms.make()
        if "a" in kinds:
            file.records += _arcs(rng, program)
        # GNU gprof reads the number of blocks in the byte order of its machine.
        if "b" in kinds and program.byteorder == "little":
            file.records += _blocks(rng, program)
        if rng.random() < 0.3:
            rng.shuffle(file.records)
        if bsd:
            file = _as_bsd(file, bsd)
        profiles.append(file)
    return profiles


def _as_bsd(file: gmontext.GmonFile, form: str) -> gmontext.GmonFile:
    """FILE in a form that has one histogram, then arcs."""
    records = [r for r in file.records if isinstance(r, gmontext.Histogram)][:1]
    records = records or [gmontext.Histogram(0, 0, 0, 100)]
    records += [r for r in file.records if isinstance(r, gmontext.Arc)]
    return dataclasses.replace(file, format=form, records=records)


class _Histograms:
    """Ranges of one scale, which cover the text or a part of it."""

    def __init__(self, rng: random.Random, program: Program):
        self.rng = rng
        low, size = program.start & ~3, program.end - program.start
        if program.by_function:  # all code
            starts = [at for at, _ in program.symbols if abs(at - low) < 0x4000]
            low, size = min(starts) & ~3, max(starts) + 16 - min(starts)
        elif rng.random() < 0.1:  # not all of it, or what lies before it
            low += rng.choice((-64, -31, -4))
        pieces = rng.choice((1, 1, 1, 2, 3)) if size > 64 else 1
        piece = size // pieces & ~3 if pieces > 1 else size
        self.ranges = [(low + n * piece, low + (n + 1) * piece) for n in range(pieces)]
        # Bins of 2 or 4 bytes, of one byte, or of an odd size.
        odd = rng.randint(1, piece // 2 + 1)
        self.num_bins = max(rng.choice((piece // 2, piece // 4, odd, piece)), 1)
        self.rate = rng.choice((100, 100, 1000, 60, 1, 1000000))
        self.unit = rng.choices((("seconds", "s"), ("cycles", "c"), ("a", "m")), (8, 1, 1))[0]

    def make(self) -> list[gmontext.Record]:
        rng = self.rng
        records: list[gmontext.Record] = []
        for low, high in self.ranges:
            for _ in range(rng.choice((1, 1, 2))):
                record = gmontext.Histogram(
                    low, high, self.num_bins, self.rate, *self.unit
                )
                # Few enough for the sums of -s to fit into GNU gprof's bins.
                for _ in range(rng.choice((0, 3, 10, self.num_bins))):
                    at = rng.randrange(self.num_bins)
                    record.bins[at] = rng.choice((1, 1, 2, 10, 100, 16000))
                records.append(record)
        return records


def _arcs(rng: random.Random, program: Program) -> list[gmontext.Record]:
    functions = [address for address, _ in program.functions]
    counts = rng.choice(((1,), (1, 2, 3), (0, 1, 10, 1000, 4000000)))
    pairs = rng.choice((_any_pairs, _forward_pairs, _nested_pairs))(rng, len(functions))
    records: list[gmontext.Record] = []
    for parent, child in pairs:
        from_pc = functions[parent] + rng.randint(0, 15)
        if rng.random() < 0.03:
            anywhere = [address for address, _ in program.symbols]
            from_pc = rng.choice((0, 16, program.end + 0x100000, *anywhere))
        self_pc = functions[child] + (rng.random() < 0.1)
        records.append(gmontext.Arc(from_pc, self_pc, rng.choice(counts)))
    return records


def _any_pairs(rng: random.Random, count: int) -> list[tuple[int, int]]:
    number = rng.choice((1, 5, 20, 3 * count))
    return [(rng.randrange(count), rng.randrange(count)) for _ in range(number)]


def _forward_pairs(rng: random.Random, count: int) -> list[tuple[int, int]]:
    return [(min(pair), max(pair)) for pair in _any_pairs(rng, count)]


def _nested_pairs(rng: random.Random, count: int) -> list[tuple[int, int]]:
    """Loops within loops, and a few calls between them."""
    order = rng.sample(range(count), count)
    pairs = list(zip(order, order[1:]))
    for _ in range(rng.randint(1, count)):
        first, last = sorted(rng.randrange(count) for _ in range(2))
        if last - first < count // rng.randint(1, 6):
            pairs.append((order[last], order[first]))
    pairs += rng.choices(pairs, k=rng.randint(0, 5)) if pairs else [(0, 0)]
    if rng.random() < 0.7:
        rng.shuffle(pairs)
    return pairs


def _blocks(rng: random.Random, program: Program) -> list[gmontext.Record]:
    pairs = []
    # GNU gprof has room for ten blocks a symbol, and loses the others; there may
    # be two profiles. With -a, local symbols are part of the global one in front.
    room = 0
    starts = sorted({address for address, _ in program.functions})
    for address, behind in zip(starts, [*starts[1:], program.end]):
        if address in program.global_starts:
            room = 5
        wanted = min(rng.choice((0, 0, 1, 3, 6)), room)
        room -= wanted
        for _ in range(wanted):
            at = address + rng.choice((0, 1, 2, 4, rng.randint(0, 40)))
            if at < behind:
                pairs.append((at, rng.choice((0, 1, 2, 7, 1000))))
    if rng.random() < 0.7:
        pairs.sort()
    half = len(pairs) // 2
    if rng.random() < 0.3:
        return [gmontext.Blocks(pairs[:half]), gmontext.Blocks(pairs[half:])]
    return [gmontext.Blocks(pairs)]
