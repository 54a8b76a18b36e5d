#!/usr/bin/env python3
"""Measures the cost of a thread's creation and end.

Usage: threads.py [BUILD [ROUNDS]]

Builds threads.c, whose threads make one call, with clang and with gmon-clang of
BUILD (default: build/ of this source tree). Both run once in every round
(default: 9), 20,000 threads one after the other and then 8 at a time, so that other
work of the machine affects both alike. Prints the rows of a Markdown table: the number
of threads at a time; medians of microseconds per thread, of elapsed time and of CPU
time, without and with the runtime; and the medians of the rounds' differences."""

import os
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
NUMBER = "20000"


def build(folder, name, compiler):
    program = os.path.join(folder, name)
    source = os.path.join(HERE, "threads.c")
    subprocess.run([compiler, "-O2", "-pthread", source, "-o", program], check=True)
    return program


def run(program, folder, at_a_time):
    """Microseconds per thread: CPU time and elapsed time."""
    line = subprocess.run(
        [program, NUMBER, at_a_time],
        cwd=folder,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    return tuple(float(word) for word in line.split())


def main():
    tree = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "..", "..", "build")
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 9
    clang = os.environ.get("GMON_CLANG", "clang-22")
    print("| at a time | clock | plain | profiled | difference |")
    print("| ---: | --- | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        plain = build(folder, "plain", clang)
        profiled = build(folder, "profiled", os.path.join(tree, "bin", "gmon-clang"))
        for at_a_time in "1", "8":
            runs = [
                (run(plain, folder, at_a_time), run(profiled, folder, at_a_time))
                for _ in range(rounds)
            ]
            for clock, name in (1, "time"), (0, "CPU time"):
                before = statistics.median(run[0][clock] for run in runs)
                after = statistics.median(run[1][clock] for run in runs)
                more = statistics.median(run[1][clock] - run[0][clock] for run in runs)
                print(
                    f"| {at_a_time} | {name} | {before:.1f} | {after:.1f} | {more:.1f} |"
                )


if __name__ == "__main__":
    main()
