#!/usr/bin/env python3
"""Measures llvm-gprof and GNU gprof on the programs that analyzer.sh makes.

Usage: analyzer.py LLVM_GPROF FOLDER [--rounds N] [--limit SECONDS] [--quick]

The two run in turns, so other work on the machine affects both. GNU gprof prints a
report only once if it takes more than 20 seconds. After --limit seconds of CPU time
it is stopped, and its figure is a lower bound. Reports of both must be equal.
Seconds are CPU time, user and system; memory is the greatest resident set, which
includes mapped files."""

import argparse
import dataclasses
import filecmp
import os
import resource
import signal
import statistics
import sys

GNU = "gprof"
LONG_RUN = 20  # seconds, after which one round is enough
LEAST_MEMORY = 40  # megabytes; less cannot be told from what Python had before exec


@dataclasses.dataclass
class Run:
    seconds: float
    megabytes: float
    finished: bool


def run(command, folder, output, limit):
    """Runs COMMAND in FOLDER with its output in the file OUTPUT."""
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        out = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.dup2(out, 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.execvp(command[0], command)
    _, status, usage = os.wait4(child, 0)
    seconds = usage.ru_utime + usage.ru_stime
    # The kernel measures the time for the limit less exactly than the time it reports.
    if status and not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL):
        sys.exit(f"failed: {' '.join(command)}")
    return Run(seconds, usage.ru_maxrss / 1024, status == 0)


class Bench:
    def __init__(self, options):
        self.llvm_gprof = os.path.realpath(options.llvm_gprof)
        self.folder = options.folder
        self.rounds = options.rounds
        self.limit = options.limit

    def ours(self, program, data, report, rounds=None):
        command = [self.llvm_gprof, "-b", *report, program, data + ".gmon"]
        return [
            run(command, self.folder, "ours.txt", self.limit)
            for _ in range(rounds or self.rounds)
        ]

    def compare(self, program, data, report, rounds=None):
        """Prints a row of the first table."""
        rounds = rounds or self.rounds
        gnu, ours = [], []
        for _ in range(rounds):
            if not gnu or (gnu[0].finished and gnu[0].seconds < LONG_RUN):
                command = [GNU, "-b", *report, program, data + ".gmon"]
                gnu.append(run(command, self.folder, "gnu.txt", self.limit))
            ours += self.ours(program, data, report, 1)
        names = [os.path.join(self.folder, name) for name in ("gnu.txt", "ours.txt")]
        equal = "yes" if gnu[0].finished else "–"
        if gnu[0].finished and not filecmp.cmp(*names, shallow=False):
            equal = "no"
        sign = "" if gnu[0].finished else "> "
        least = [min(each.seconds for each in runs) for runs in (gnu, ours)]
        peaks = [max(each.megabytes for each in runs) for runs in (gnu, ours)]
        memory = f"{sign}{peaks[0]:.0f} | {peaks[1]:.0f} | {peaks[1] / peaks[0]:.2f}"
        if peaks[0] < LEAST_MEMORY:
            memory = "– | – | –"
        print(
            f"| {data} | {' '.join(report) or 'default'} "
            f"| {sign}{least[0]:.3f} | {spread(gnu)} | {least[1]:.3f} | {spread(ours)} "
            f"| {sign}{least[0] / least[1]:.1f} | {memory} | {equal} |",
            flush=True,
        )

    def grow(self, what, sizes, report):
        """Prints rows of the second table; SIZES are (size, program, data)."""
        for size, program, data in sizes:
            runs = self.ours(program, data, report)
            seconds = min(each.seconds for each in runs)
            print(
                f"| {what} | {size:,} | {seconds:.2f} | {1e6 * seconds / size:.2f} "
                f"| {max(each.megabytes for each in runs):.0f} |",
                flush=True,
            )


def spread(runs):
    """Median and maximum, if there are several."""
    if len(runs) < 2:
        return "once"
    times = [each.seconds for each in runs]
    return f"{statistics.median(times):.3f}, {max(times):.3f}"


def num_functions(path):
    with os.popen(f"llvm-nm-22 --defined-only '{path}'") as listing:
        return sum(line.split(" ")[1] in "tTW" for line in listing)


def text_size(path):
    with os.popen(f"llvm-size-22 -A '{path}'") as listing:
        return next(int(line.split()[1]) for line in listing if line.startswith(".text"))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("llvm_gprof")
    parser.add_argument("folder")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--limit", type=int, default=240)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    bench = Bench(options)
    big, dwarf = ("big-1", "dwarf-1") if options.quick else ("big-3", "dwarf-3")

    print("| program | functions | text, MB |\n| --- | ---: | ---: |")
    texts = {}
    counts = {}
    for name in ("big-1", "big-2", "big-3", "dwarf-1", "dwarf-2", "dwarf-3", "small"):
        path = os.path.join(options.folder, name)
        counts[name], texts[name] = num_functions(path), text_size(path)
        print(f"| {name} | {counts[name]:,} | {texts[name] / 1e6:.1f} |")

    print(
        "\n| profile | report | gprof s | median, most | llvm-gprof s | median, most "
        "| times faster | gprof MB | llvm-gprof MB | of it | equal |\n"
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
    )
    bench.compare("small", "small", [], 20 if options.quick else 200)
    # The demanglers of the two differ.
    for data in ("big-few-arcs", "big-1"):
        bench.compare("big-1", data, ["--no-demangle"])
    if not options.quick:
        bench.compare("big-3", "big-3", ["--no-demangle"])
    bench.compare(dwarf, dwarf, [])
    for report in (["-l"], ["-l", "-A"]):
        bench.compare(dwarf, dwarf, report)
    bench.compare("dwarf-1", "dwarf-1", ["-l", "-q"])

    print(
        "\n| grows | size | llvm-gprof s | µs each | MB |\n"
        "| --- | ---: | ---: | ---: | ---: |"
    )
    bench.grow(
        "functions", [(counts[f"big-{i}"], f"big-{i}", f"big-{i}") for i in (1, 2, 3)], []
    )
    bench.grow(
        "arcs",
        [(100000, "big-3", "big-arcs-1"), (200000, "big-3", "big-sparse"),
         (400000, "big-3", "big-arcs-3")],
        [],
    )
    bench.grow(
        "bytes of text with DWARF",
        [(texts[f"dwarf-{i}"], f"dwarf-{i}", f"dwarf-{i}") for i in (1, 2, 3)],
        ["-l"],
    )
    if big == "big-3":
        print("\nWith C++ names demangled, as by default:\n")
        bench.grow("functions", [(counts[big], big, big)], ["--demangle"])


if __name__ == "__main__":
    main()
