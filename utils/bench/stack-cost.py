#!/usr/bin/env python3
"""Measures what sampling with stacks costs a whole program.

usage: stack-cost.py [--pairs N] [--settings TEXT]... GMON_CLANG NAME=COMMAND...

Each COMMAND runs a program that gmon-clang built. A recursion 10,000 calls deep that
works at each depth is built and added. For each program and each TEXT of GMON_OPTIONS
(default: hz=100, hz=1000, and hz=1000:sampler=thread), it runs N times with TEXT, and
each time directly before or after a run with hooks alone (sampler=off). Prints the
rows of a Markdown table: the program, the settings, the seconds of CPU time of hooks
alone, the samples of a run, and the ratio of the CPU times of a pair: its median, the
95% interval of the median, and the quartiles.
"""

import argparse
import math
import os
import pathlib
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import stackstext  # noqa: E402

RECURSION = """\
static volatile unsigned sink;
__attribute__((noinline)) static unsigned descend(unsigned depth) {
  for (unsigned i = 0; i != 50; ++i)
    sink = sink * 1664525u + i;
  return depth ? descend(depth - 1) + sink : sink;
}
int main(void) {
  for (unsigned i = 0; i != 2000; ++i)
    descend(10000);
}
"""


def cpu_time(command: list[str], folder: pathlib.Path, settings: str) -> float:
    """Runs a command and returns the seconds of CPU time that it used."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command, check=True, cwd=folder, stdout=subprocess.DEVNULL,
        env=os.environ | {"GMON_OPTIONS": settings},
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def interval_of_median(sorted_values: list[float]) -> tuple[float, float]:
    """The order statistics that enclose the median in 95% of samples."""
    count = len(sorted_values)
    at = max(0, math.floor((count - 1.96 * math.sqrt(count)) / 2))
    return sorted_values[at], sorted_values[count - 1 - at]


def measure(name: str, command: list[str], settings: str, pairs: int) -> None:
    ratios, alone = [], []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        for number in range(pairs):
            order = [settings, "sampler=off"]
            times = {
                each: cpu_time(command, path, each)
                for each in (order if number % 2 else reversed(order))
            }
            alone.append(times["sampler=off"])
            ratios.append(times[settings] / times["sampler=off"])
        cpu_time(command, path, settings)
        sidecar = path / "stacks.gmon.out"
        samples = "-"  # with stacks=0
        if sidecar.exists():
            found = stackstext.read(sidecar.read_bytes())
            samples = f"{sum(each.count for each in found.samples):,}"
    ratios.sort()
    low, high = interval_of_median(ratios)
    quarter, median, three_quarters = statistics.quantiles(ratios, n=4)
    print(
        f"| {name} | `{settings}` | {statistics.median(alone):.2f} | {samples} "
        f"| {median:.4f} | {low:.4f} to {high:.4f} "
        f"| {quarter:.4f}, {three_quarters:.4f} |",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--settings", action="append")
    parser.add_argument("gmon_clang")
    parser.add_argument("programs", nargs="*", metavar="NAME=COMMAND")
    options = parser.parse_args()
    all_settings = options.settings or ["hz=100", "hz=1000", "hz=1000:sampler=thread"]
    with tempfile.TemporaryDirectory() as folder:
        recursion = pathlib.Path(folder) / "recursion"
        subprocess.run(
            [options.gmon_clang, "-O1", "-x", "c", "-", "-o", recursion],
            input=RECURSION, text=True, check=True,
        )  # fmt: skip
        commands = {"recursion, 10,000 deep": [str(recursion)]}
        for each in options.programs:
            name, _, command = each.partition("=")
            commands[name] = shlex.split(command)
        for name, command in commands.items():
            for settings in all_settings:
                measure(name, command, settings, options.pairs)


main()
