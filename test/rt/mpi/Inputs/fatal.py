"""usage: fatal.py PLAIN PROFILED LAUNCHER...

Runs both programs with each error: they end with one status and one message, and the profiled one
leaves the profile of rank 1. The launchers lose messages now and then."""

import os
import re
import subprocess
import sys

plain, profiled, *launcher = sys.argv[1:]
errors = ["world", "self", "copy", "null", "type", "window", "handler"]


def run(program, *arguments):
    """Returns the status and the message, without addresses and the numbers of processes."""
    command = [*launcher, "-n", "2", program, *arguments]
    for _ in range(20):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=100)
        if re.search("(?i)fatal", done.stderr):
            break
    return done.returncode, re.sub(r"0x[0-9a-f]+|(?<=Abort\()\d+|:\d+(?=\])|(?<=\[)\d+(?=,)", "N", done.stderr)


for error in errors:
    wanted, found = run(plain, error), run(profiled, error)
    assert wanted[0] and wanted == found, f"{error}: {wanted} and {found}"
    os.remove("gmon.out.rank1")
