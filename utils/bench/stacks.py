#!/usr/bin/env python3
"""Measures the cost of a sample's stack by its depth.

Usage: stacks.py [BUILD]

Builds stacks.cpp with the runtime of BUILD (default: build/ of this source tree),
optimized and not. Prints the rows of a Markdown table: the program, frames on the
stack, and microseconds of the runtime's first walk of such a stack, of its later walks,
and of libgcc's."""

import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
CASES = [("calls", depth) for depth in (4, 19, 94, 994, 9994)] + [("recursion", 9994)]


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build")
    with tempfile.TemporaryDirectory() as folder:
        for options in ["-O2"], ["-O2", "-fno-omit-frame-pointer"], ["-O0"]:
            program = os.path.join(folder, "program")
            subprocess.run(
                ["clang++-22", "-std=c++20", *options, "-Dgmon=gmon$rt"]
                + [f"-I{ROOT}/rt", f"-I{ROOT}/rt/include", f"{HERE}/stacks.cpp"]
                + [f"{build}/lib/libgmon_rt.a", "-o", program],
                check=True,
            )
            for case, depth in CASES:
                output = subprocess.run(
                    [program, case, str(depth)],
                    check=True,
                    stdout=subprocess.PIPE,
                    text=True,
                ).stdout
                frames, _, first, ours, theirs = (int(word) for word in output.split())
                times = (f"{value / 1000:.2f}" for value in (first, ours, theirs))
                print(f"| {case}, {' '.join(options)} | {frames} |", " | ".join(times), "|")


main()
