#!/usr/bin/env python3
"""Counts correct verdicts of llvm-gprof diff on pairs of real profiles.

usage: pairs.py [--pairs N] [--rate HZ] [--slower PERCENT] [--shares] GMON_CLANG LLVM_GPROF

The program has a dozen functions; the largest has a little more than 1,000 samples and
half of the time. For each pair it runs twice, and once in a build with that function
made slower. The default rate is the rate at which kernels account CPU time: at a higher
rate the kernel takes several samples at once, which are one observation.
Prints the number of pairs of the same build with a significant change, which should be
at most 5 of 100, and of pairs in which the slower function was found. Run it on an idle
machine: other work makes real changes.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

NUM_FUNCTIONS = 12
SOURCE = """\
#include <stdio.h>
static volatile unsigned sink;
#define WORK(n) for (unsigned i = 0; i < (n); i++) sink = sink * 1664525u + i;
"""


def source(rounds: int, slower: float) -> str:
    """Functions of 1, 1/6, 1/8 ... of ROUNDS iterations; the first is SLOWER times slower."""
    text = SOURCE
    for i in range(NUM_FUNCTIONS):
        number = int(rounds / (2 * i + 4) if i else rounds * slower)
        text += f"__attribute__((noinline)) void f{i}(void) {{ WORK({number}u) }}\n"
    calls = "".join(f"    f{i}();\n" for i in range(NUM_FUNCTIONS))
    return text + (
        "int main(void) {\n  for (int round = 0; round < 100; round++) {\n"
        f"{calls}  }}\n  return 0;\n}}\n"
    )


class Bench:
    def __init__(self, options: argparse.Namespace, folder: pathlib.Path):
        self.options, self.folder = options, folder

    def build(self, name: str, rounds: int, slower: float = 1) -> str:
        path = self.folder / f"{name}.c"
        path.write_text(source(rounds, slower))
        subprocess.run(
            [self.options.gmon_clang, "-O1", str(path), "-o", self.folder / name],
            check=True,
        )
        return str(self.folder / name)

    def run(self, program: str, name: str) -> str:
        out = str(self.folder / name)
        subprocess.run(
            [program], check=True,
            env={"GMON_OPTIONS": f"hz={self.options.rate}:out={out}"},
        )
        return out

    def diff(self, *words: str) -> dict:
        command = [self.options.llvm_gprof, "diff", "--format=json", *words]
        if self.options.shares:
            command.append("--shares")
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return json.loads(done.stdout)


def first(data: dict) -> dict:
    return next(row for row in data["functions"] if row["name"] == "f0")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--rate", type=int, default=250)
    parser.add_argument("--slower", type=float, default=20)
    parser.add_argument("--shares", action="store_true")
    parser.add_argument("gmon_clang")
    parser.add_argument("llvm_gprof")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(options, pathlib.Path(work))
        # The rounds for 1,200 samples. With less than 1,000, diff may miss a change
        # by a fifth.
        rounds = 1000000
        program = bench.build("probe", rounds)
        probe = first(bench.diff(program, *[bench.run(program, "probe.out")] * 2))
        rounds = int(rounds * 1200 / max(probe["old"]["samples"], 1))
        same = bench.build("same", rounds)
        slower = bench.build("slower", rounds, 1 + options.slower / 100)
        alarms, found, samples = 0, 0, []
        for _ in range(options.pairs):
            old = bench.run(same, "old")
            data = bench.diff(same, old, bench.run(same, "new"))
            alarms += data["significant_changes"] > 0
            samples.append(first(data)["old"]["samples"])
            data = bench.diff(same, old, slower, bench.run(slower, "slow"))
            row = first(data)
            found += row["significant"] and row["change_seconds" if not
                options.shares else "change_percent"] > 0
        print(f"{options.pairs} pairs; samples of the function: "
              f"{min(samples):.0f} to {max(samples):.0f}")
        print(f"with a significant change where there is none: {alarms}")
        print(f"in which the slower function is found: {found}")


if __name__ == "__main__":
    sys.exit(main())
