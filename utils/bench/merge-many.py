#!/usr/bin/env python3
"""Times llvm-gprof merge of up to 100,000 files, and compares trees of merges.

usage: merge-many.py [--files N,N,...] [--bases N] [--trees N] [--kinds KIND,...] LLVM_GPROF COMMAND...

Runs COMMAND, an instrumented program, several times, each time as another rank of a
job. Then makes the files of many ranks from these: they differ in counts of arcs, bins
and samples, and each has its rank. Prints time and peak memory of the merge of each
number of files. Then adds the same files up in several kinds of trees of merges, and
compares all bytes of the profiles and of the stacks.
"""

import argparse
import os
import pathlib
import random
import resource
import struct
import subprocess
import sys
import tempfile
import time
import zlib

HEADER_SIZE, BINS_AT, ARC_SIZE, BLOCK_SIZE = 20, 41, 21, 16
CHECKED_OFFSET = 41
SECTION_THREADS, SECTION_SAMPLES, SECTION_PROFILES, SECTION_RANKS = 4, 5, 6, 9
SECTION_CHECKSUM, SECTION_HEADER_SIZE = 32, 16


class Base:
    """A real run's two files, and where their counts are."""

    def __init__(self, path: pathlib.Path):
        self.profile = path.read_bytes()
        self.stacks = path.with_name(f"stacks.{path.name}").read_bytes()
        self.bins, self.arcs = self._find_counts()
        self.sections = dict(self._find_sections())

    def _find_counts(self) -> tuple[list[int], list[int]]:
        data, at, bins, arcs = self.profile, HEADER_SIZE, [], []
        while at < len(data):
            if data[at] == 0:
                (number,) = struct.unpack_from("<I", data, at + 17)
                first = at + BINS_AT
                bins += range(first, first + 2 * number, 2)
                at = first + 2 * number
            elif data[at] == 1:
                if struct.unpack_from("<Q", data, at + 9)[0] != 2**64 - 1:
                    arcs.append(at + 17)
                at += ARC_SIZE
            else:
                (number,) = struct.unpack_from("<I", data, at + 1)
                at += 5 + BLOCK_SIZE * number
        return bins, arcs

    def _find_sections(self):
        at = 16
        while at < len(self.stacks):
            tag, _, size = struct.unpack_from("<IIQ", self.stacks, at)
            yield tag, (at + 16, size)
            at += 16 + size

    def write(self, rank: int, path: pathlib.Path, rng: random.Random) -> None:
        """Writes the files of another run, whose counts are up to twice as high."""
        profile = bytearray(self.profile)
        for at in rng.sample(self.arcs, len(self.arcs) // 4):
            (count,) = struct.unpack_from("<I", profile, at)
            struct.pack_into("<I", profile, at, min(count, 2**31) + rng.randrange(count + 1))
        for at in rng.sample(self.bins, len(self.bins) // 16):
            profile[at : at + 2] = struct.pack("<H", rng.randrange(4))
        path.write_bytes(profile)

        stacks = bytearray(self.stacks)
        start, size = self.sections[SECTION_SAMPLES]
        for at in range(start, start + size, 24):
            if rng.random() < 0.25:
                struct.pack_into("<Q", stacks, at + 16, rng.randrange(100))
        start, size = self.sections[SECTION_PROFILES]
        checksum = zlib.crc32(profile[CHECKED_OFFSET:])
        struct.pack_into("<QI", stacks, start, len(profile), checksum)
        self._set_rank(stacks, rank)
        start, _ = self.sections[SECTION_CHECKSUM]
        struct.pack_into("<I", stacks, start, zlib.crc32(stacks[: start - SECTION_HEADER_SIZE]))
        path.with_name(f"stacks.{path.name}").write_bytes(stacks)

    def _set_rank(self, stacks: bytearray, rank: int) -> None:
        start, size = self.sections[SECTION_RANKS]
        struct.pack_into("<I", stacks, start + 8, rank)
        for at in range(start + 16, start + size, 112):
            for distribution in (at + 16, at + 64):
                struct.pack_into("<II", stacks, distribution + 40, rank, rank)


def make_bases(command: list[str], number: int, folder: pathlib.Path) -> list[Base]:
    bases = []
    for i in range(number):
        path = folder / f"base.{i}"
        environment = dict(
            os.environ,
            GMON_OPTIONS=f"hz=1000:out={path}",
            PMI_RANK=str(i),
            PMI_SIZE=str(number),
        )
        subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        bases.append(Base(path))
    return bases


class Merger:
    def __init__(self, tool: pathlib.Path, folder: pathlib.Path):
        self.tool, self.folder, self.number = str(tool.resolve()), folder, 0

    def merge(self, names: list[str], output: str) -> str:
        command = [self.tool, "merge", "-o", output, "-f", "-"]
        subprocess.run(
            command, cwd=self.folder, input="\n".join(names), text=True, check=True
        )
        return output

    def part(self, names: list[str]) -> str:
        self.number += 1
        return self.merge(names, f"part.{self.number}")

    def remove(self, names: list[str]) -> None:
        for name in names:
            if name.startswith("part."):
                (self.folder / name).unlink()
                (self.folder / f"stacks.{name}").unlink()

    def measure(self, list_name: str, output: str) -> tuple[float, float, int]:
        """Elapsed and CPU seconds and the peak memory, in KiB, of a merge of the
        files in a list."""
        start = time.monotonic()
        # A child of this script would inherit Python's peak memory.
        command = ["time", "-f", "%M", "-o", "memory", self.tool, "merge"]
        timed = subprocess.Popen(
            [*command, "-o", output, "-f", list_name], cwd=self.folder
        )
        _, status, usage = os.wait4(timed.pid, 0)
        timed.returncode = os.waitstatus_to_exitcode(status)
        if timed.returncode:
            sys.exit("merge failed")
        elapsed = time.monotonic() - start
        memory = int((self.folder / "memory").read_text())
        return elapsed, usage.ru_utime + usage.ru_stime, memory

    def tree(self, names: list[str], fan_in: int) -> str:
        """Adds groups of FAN_IN files up, and then groups of the sums."""
        level = names
        while len(level) > 1:
            groups = [level[i : i + fan_in] for i in range(0, len(level), fan_in)]
            sums = [self.part(group) for group in groups]
            self.remove(level)
            level = sums
        return level[0]

    def left_fold(self, names: list[str]) -> str:
        sum_name = names[0]
        for name in names[1:]:
            both = self.part([sum_name, name])
            self.remove([sum_name])
            sum_name = both
        return sum_name

    def random_tree(self, names: list[str], rng: random.Random) -> str:
        """Replaces two to nine random files by their sum until there is one."""
        left = list(names)
        rng.shuffle(left)
        while len(left) > 1:
            at = rng.randrange(len(left))
            some = left[at : at + rng.randrange(2, 10)] or left[:2]
            if len(some) == 1:
                some = left[at - 1 : at + 1]
                at -= 1
            left[at : at + len(some)] = [self.part(some)]
            self.remove(some)
        return left[0]


RNG = random.Random(2)
TREES = {
    "all at once": lambda merger, names: merger.part(names),
    "backward": lambda merger, names: merger.part(names[::-1]),
    "pairs": lambda merger, names: merger.tree(names, 2),
    "groups of 100": lambda merger, names: merger.tree(names, 100),
    "groups of 1000": lambda merger, names: merger.tree(names, 1000),
    "random tree": lambda merger, names: merger.random_tree(names, RNG),
    "left fold": lambda merger, names: merger.left_fold(names),
}


def compare_trees(merger: Merger, names: list[str], kinds: list[str]) -> None:
    first = None
    for kind in kinds:
        start = time.monotonic()
        name = TREES[kind](merger, names)
        files = [merger.folder / name, merger.folder / f"stacks.{name}"]
        found = [file.read_bytes() for file in files]
        seconds = time.monotonic() - start
        first = first or found
        print(
            f"{kind:15} {len(names):7} files {seconds:9.1f} s  "
            f"{len(found[0])} and {len(found[1])} bytes, CRC-32 "
            f"{zlib.crc32(found[0]):08x} {zlib.crc32(found[1]):08x}",
            flush=True,
        )
        if found != first:
            sys.exit(f"{kind}: the bytes differ from those of all at once")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", default="1000,10000,100000")
    parser.add_argument("--bases", type=int, default=32)
    parser.add_argument("--trees", type=int, help="files in each tree (default: all)")
    parser.add_argument(
        "--kinds", default=",".join(TREES), help="of trees (default: all)"
    )
    parser.add_argument("--folder", type=pathlib.Path, help="where to make the files")
    parser.add_argument("llvm_gprof", type=pathlib.Path)
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    counts = sorted(map(int, options.files.split(",")))
    with tempfile.TemporaryDirectory(dir=options.folder) as work:
        folder = pathlib.Path(work)
        bases = make_bases(options.command, options.bases, folder)
        rng = random.Random(1)
        names = [f"{i}.gmon" for i in range(counts[-1])]
        for i, name in enumerate(names):
            rng.choice(bases).write(i, folder / name, rng)
        merger = Merger(options.llvm_gprof, folder)
        for count in counts:
            names_file = folder / "names"
            names_file.write_text("".join(f"{name}\n" for name in names[:count]))
            elapsed, seconds, memory = merger.measure("names", "sum")
            print(
                f"{count:7} files {elapsed:8.2f} s elapsed {seconds:8.2f} s CPU, "
                f"{1e6 * seconds / count:7.1f} us each  {memory / 1024:7.1f} MiB",
                flush=True,
            )
        if options.trees != 0:
            compare_trees(merger, names[: options.trees], options.kinds.split(","))


if __name__ == "__main__":
    main()
