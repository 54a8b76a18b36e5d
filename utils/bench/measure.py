#!/usr/bin/env python3
"""Measures the same work done by several builds of a program.

Usage: measure.py ROUNDS WORK LESS_WORK NAME=FOLDER...

WORK and LESS_WORK are commands for the shell, run in each build's folder, in
which they call `$RUN ./program`. WORK is timed: all builds run once in every
round, in the order given, so that what else the machine does hits them alike; a
round before the first is not counted. LESS_WORK runs once under callgrind, which
counts instructions. Prints the rows of a Markdown table: name; least, median
and most user CPU seconds; the least, and the instructions, as multiples of the
first build's."""

import os
import signal
import statistics
import sys

CALLGRIND = "valgrind -q --tool=callgrind --callgrind-out-file=callgrind.out"


def user_seconds(command, folder, prefix=""):
    """The user CPU time of the command and of all its children."""
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        # What glibc restores when it stops profiling: its timer may expire
        # later still, in valgrind.
        signal.signal(signal.SIGPROF, signal.SIG_IGN)
        os.execle("/bin/sh", "sh", "-c", command, {**os.environ, "RUN": prefix})
    _, status, usage = os.wait4(child, 0)
    if status:
        sys.exit(f"failed in {folder}: {prefix} {command}")
    return usage.ru_utime


def instructions(command, folder):
    user_seconds(command, folder, CALLGRIND)
    with open(os.path.join(folder, "callgrind.out")) as out:
        return next(int(line.split()[1]) for line in out if line.startswith("summary:"))


def main():
    rounds, work, less_work = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    folders = dict(argument.split("=", 1) for argument in sys.argv[4:])
    times = {name: [] for name in folders}
    for turn in range(rounds + 1):
        for name, folder in folders.items():
            seconds = user_seconds(work, folder)
            if turn:
                times[name].append(seconds)

    first_least = first_count = None
    for name, taken in times.items():
        least, median, most = min(taken), statistics.median(taken), max(taken)
        count = instructions(less_work, folders[name])
        first_least, first_count = first_least or least, first_count or count
        print(
            f"| {name} | {least:.2f} | {median:.2f} | {most:.2f} "
            f"| {least / first_least:.2f} | {count / first_count:.2f} |"
        )


if __name__ == "__main__":
    main()
