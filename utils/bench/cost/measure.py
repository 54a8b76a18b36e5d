"""Runs commands and measures their time, output and instructions."""

import dataclasses
import os
import re
import shutil
import statistics
import subprocess
import zlib


@dataclasses.dataclass
class Run:
    status: int
    user: float  # seconds of the command and of all its children
    system: float
    checksum: int  # of the output without times
    errors: str


def run(command, folder, stdin=None, environment=None):
    """Runs COMMAND in FOLDER, and keeps its output there until the end."""
    output = os.path.join(folder, "stdout")
    with open(stdin or os.devnull, "rb") as given, open(output, "wb") as out, open(
        output + ".errors", "wb"
    ) as errors:
        process = subprocess.Popen(
            command, cwd=folder, stdin=given, stdout=out, stderr=errors, env=environment
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    with open(output, "rb") as printed:
        # SQLite's benchmark prints a column with the time of each of its parts.
        checksum = zlib.crc32(re.sub(rb"(?<! ) *\d+\.\d{3}s", b"", printed.read()))
    with open(output + ".errors", errors="replace") as errors:
        text = errors.read()
    os.remove(output)
    os.remove(output + ".errors")
    return Run(process.returncode, usage.ru_utime, usage.ru_stime, checksum, text)


def empty_folder(folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    return folder


def bytes_below(folder):
    """The size of all files that a run left."""
    return sum(
        os.path.getsize(os.path.join(path, name))
        for path, _, names in os.walk(folder)
        for name in names
    )


def instructions(command, folder, stdin, environment):
    """The number of instructions that callgrind counts, and the Run."""
    out = os.path.join(folder, "callgrind.out")
    valgrind = ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={out}"]
    done = run(valgrind + command, folder, stdin, environment)
    with open(out) as lines:
        for line in lines:
            if line.startswith(("summary:", "totals:")):
                return int(line.split()[1]), done
    raise RuntimeError("callgrind wrote no sum")


def section_sizes(path):
    """The bytes of a program's text, with constants, and of its data."""
    listing = subprocess.run(
        ["size", path], check=True, capture_output=True, text=True
    ).stdout
    text, data, *_ = listing.splitlines()[1].split()
    return int(text), int(data)


def geometric_mean(values):
    return statistics.geometric_mean(values)
