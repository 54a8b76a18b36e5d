#!/usr/bin/env python3
"""Runs commands in turns and prints the user CPU time that each took.

Usage: measure.py ROUNDS NAME=COMMAND...

A command is for the shell. All run once in every round, in the order given, so
that what else the machine does hits them alike; a round before the first is not
counted. Prints the rows of a Markdown table: name, least, median and most
seconds, and the least as a multiple of the first command's least."""

import os
import statistics
import sys


def user_seconds(command):
    """The user CPU time of the command and of all its children."""
    child = os.fork()
    if child == 0:
        os.execl("/bin/sh", "sh", "-c", command)
    _, status, usage = os.wait4(child, 0)
    if status:
        sys.exit(f"failed: {command}")
    return usage.ru_utime


def main():
    rounds = int(sys.argv[1])
    commands = dict(argument.split("=", 1) for argument in sys.argv[2:])
    times = {name: [] for name in commands}
    for turn in range(rounds + 1):
        for name, command in commands.items():
            seconds = user_seconds(command)
            if turn:
                times[name].append(seconds)
    base = min(next(iter(times.values())))
    for name, taken in times.items():
        least, median, most = min(taken), statistics.median(taken), max(taken)
        print(f"| {name} | {least:.2f} | {median:.2f} | {most:.2f} | {least / base:.2f} |")


if __name__ == "__main__":
    main()
