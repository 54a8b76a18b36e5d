#!/usr/bin/env python3
"""Compares every report of llvm-gprof with GNU gprof's, for one program.

usage: compare-reports.py --map FILE LLVM_GPROF PROGRAM PROFILE...

The script runs each report alone and with the options that change it, by function
and by line, with symspecs of functions and files of the flat profile. Standard
output, exit status and output files must be equal to the byte. Names are not
demangled (docs/manual/compatibility.md). Prints each difference and, last, the number
of equal commands.

If GNU gprof takes long to find the lines of the program, one command has several
reports by line. Each report and each option is still covered.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time

import differential

# Each with and without -l. F, G and H stand for three functions, X for a source
# file, MAP for that of --map.
REPORTS = (
    "", "-p", "-q", "-p -q", "-C", "-A", "-A -x", "-i", "-s", "-T", "-T -z",
    "-p -z", "-q -z", "-C -z", "-A -z", "-p -L", "-q -L", "-C -L", "-A -L",
    "-A -y", "-A -x -y -z", "-A -t 100", "-A -t 0", "-A -m 100", "-q -w 40",
    "-q -w 200 -z", "-a -p -q", "-D -p -q", "-p --inline-file-names",
    "-q --inline-file-names", "-p -q -C -A -i", "-r",
    "-R MAP", "-p -R MAP", "-pF", "-PF", "-qF", "-QF", "-CF", "-ZF", "-AF", "-JF", "-pX", "-PX",
    "-CX", "-AX", "-JX", "-qX", "-e F", "-E F", "-f F", "-F F", "-n F -q",
    "-N F -q", "-k F/G", "-k H/G", "-qF/G", "-QF/G", "-e F -e G -e H",
    "-E F -f G", "-f F -f H", "-p -pF -pG", "-n F -n G -p -q",
)  # fmt: skip
# The same reports and options in fewer commands.
COMBINED = (
    "", "-p -q -C -A -i -s", "-T -z", "-p -q -C -A -x -z -L -w 40",
    "-A -x -y -z -t 100 -a -D", "-A -m 100 -q -w 200 -p --inline-file-names",
    "-r", "-p -R MAP", "-pF -qG -CH -AF", "-PF -QG -ZH -JF",
    "-pX -CX -AX -qX", "-e F -E G -n H -p -q", "-f F -F G -N H -p -q",
    "-k F/G -k H/G -p -q",
)  # fmt: skip
# If GNU gprof takes more seconds for one of them, commands are combined.
PATIENCE = 20


def drop_namesakes(gnu: differential.Outcome, ours: differential.Outcome) -> None:
    """Removes the output of -y for further sources of one basename.

    GNU gprof overwrites these files, so only the last one remains. It must be
    among those of llvm-gprof.
    """
    for name in [name for name in ours.files if re.search(r"\.\d+-ann$", name)]:
        first = re.sub(r"\.\d+-ann$", "-ann", name)
        content = ours.files.pop(name)
        if first in gnu.files and content == gnu.files[first]:
            ours.files[first] = content


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("llvm_gprof")
    parser.add_argument("program")
    parser.add_argument("profiles", nargs="+", metavar="profile")
    parser.add_argument("--gprof", default="gprof", help="GNU gprof")
    parser.add_argument("--map", required=True, help="object files, for -R")
    arguments = parser.parse_args()
    llvm_gprof = os.path.abspath(shutil.which(arguments.llvm_gprof) or "")
    inputs = [arguments.program, *arguments.profiles]
    env = {k: v for k, v in os.environ.items() if k != "GPROF_PATH"}

    # Memory that GNU gprof reads uninitialized must be the same each time: zeros.
    # -R does so (docs/manual/compatibility.md).
    gnu_env = env | {"MALLOC_PERTURB_": "255"}
    seconds = 1800  # GNU gprof's -l may take minutes
    flat = subprocess.run(
        [llvm_gprof, differential.GNU_STYLE, "-b", "-p", "--no-demangle", "--inline-file-names", *inputs],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    # The function with the most time, one in the middle, and the last.
    rows = re.findall(r" (\w+) \(([^():]+):\d+\)$", flat, re.MULTILINE)
    chosen = [rows[at] for at in (0, len(rows) // 2, -1)]
    words = dict(zip("FGH", (name for name, _ in chosen)))
    words |= {"X": chosen[0][1], "MAP": arguments.map}

    def fill(text: str) -> list[str]:
        pattern = r"\bMAP\b|(?<!-)\b[FGHX]\b|(?<=-[A-Za-z])[FGHX]\b"
        return re.sub(pattern, lambda match: words[match[0]], text).split()

    start = time.monotonic()
    differential.run(
        arguments.gprof, ["-l", "-i", *inputs], pathlib.Path(), gnu_env, seconds
    )
    is_slow = time.monotonic() - start > PATIENCE
    lists = [fill(text) for text in REPORTS]
    lists += [["-l", *fill(text)] for text in (COMBINED if is_slow else REPORTS)]
    equal = total = 0
    for flags in lists:
        command = ["-b", "--no-demangle", *flags, *inputs]
        work = pathlib.Path()
        gnu = differential.run(arguments.gprof, command, work, gnu_env, seconds)
        ours = differential.run(
            llvm_gprof, [differential.GNU_STYLE, *command], work, env, seconds
        )
        drop_namesakes(gnu, ours)
        found = differential.difference(gnu, ours)
        total += 1
        if not found:
            equal += 1
            continue
        print(f"{shlex.join(command)}\n{found}\n", flush=True)
    print(f"{equal} of {total} commands equal")
    return equal != total


if __name__ == "__main__":
    sys.exit(main())
