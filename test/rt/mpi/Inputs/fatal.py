"""usage: fatal.py PLAIN PROFILED LAUNCHER...

Runs both programs with each error, with one thread and as a program whose threads may all call MPI. They
end with one status and one message, and rank 1 of the profiled one is in the set. If errors return or come to a
handler, both print the same, and the ranks of the profiled one append only in MPI_Finalize and at their end. The launchers
lose messages now and then, and their status is that of the rank whose end they see first (MPICH: 4, 1 or 9 for
the plain program): both programs run until their ends agree."""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 4, "utils"))

import settext

plain, profiled, *launcher = sys.argv[1:]
errors = ["world", "self", "copy", "null", "type", "window", "handler"]


def run(program, *arguments):
    return subprocess.run([*launcher, "-n", "2", program, *arguments], capture_output=True, text=True, timeout=100)


def run_fatal(program, *arguments):
    """Returns the status and the message, without addresses and the numbers of processes."""
    for _ in range(20):
        done = run(program, *arguments)
        if re.search("(?i)fatal", done.stderr):
            break
    return done.returncode, re.sub(r"0x[0-9a-f]+|(?<=Abort\()\d+|:\d+(?=\])|(?<=\[)\d+(?=,)", "N", done.stderr)


def run_until_equal(*arguments):
    """Returns the failing ends that were seen of the plain and of the profiled program."""
    wanted, found = set(), set()
    for _ in range(20):
        wanted.add(run_fatal(plain, *arguments))
        found.add(run_fatal(profiled, *arguments))
        if any(status for status, _ in wanted & found):
            break
    return wanted, found


def run_to_end(program, *arguments):
    done = run(program, *arguments)
    return done.returncode, done.stdout, done.stderr


def take_set():
    """Reads the set, and removes it."""
    found = settext.read_file("gmon.set")
    os.remove("gmon.set")
    return found


for error in errors:
    for level in [], ["threads"]:
        wanted, found = run_until_equal(error, *level)
        assert any(status for status, _ in wanted & found), f"{error} {level}: {wanted} and {found}"
        assert any(segment.rank == 1 for segment in take_set().current()), f"{error} {level}"
for how in "return", "own":
    wanted, found = (run_to_end(program, *errors, "several", "threads", how) for program in (plain, profiled))
    assert wanted[0] == 0 and wanted == found, f"{how}: {wanted} and {found}"
    assert len(take_set().segments) == 4, how
