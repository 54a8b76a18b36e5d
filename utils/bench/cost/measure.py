"""Runs commands: how long one takes, what it prints, how much it executes."""

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
    checksum: int  # of what it printed, but for times
    errors: str


def run(command, folder, stdin=None, environment=None):
    """Runs COMMAND in FOLDER, where its output is for as long."""
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
        # SQLite's benchmark tells how long each of its parts took, in a column.
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
    """What callgrind counts, with the Run."""
    out = os.path.join(folder, "callgrind.out")
    valgrind = ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={out}"]
    done = run(valgrind + command, folder, stdin, environment)
    with open(out) as lines:
        for line in lines:
            if line.startswith(("summary:", "totals:")):
                return int(line.split()[1]), done
    raise RuntimeError("callgrind wrote no sum")


def section_sizes(path):
    """Text, with constants, and data of a program, in bytes."""
    listing = subprocess.run(
        ["size", path], check=True, capture_output=True, text=True
    ).stdout
    text, data, *_ = listing.splitlines()[1].split()
    return int(text), int(data)


def geometric_mean(values):
    return statistics.geometric_mean(values)
