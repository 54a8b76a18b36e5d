"""Checks that a program that overflows its stack dies of that, and has a profile, each time.

usage: overflow.py PROGRAM HOW
"""

import os
import signal
import subprocess
import sys

program, how = sys.argv[1:]
for _ in range(20):
    if os.path.exists("gmon.out"):
        os.remove("gmon.out")
    done = subprocess.run([program, how], env={**os.environ, "GMON_OPTIONS": "event=page-faults"},
                          stderr=subprocess.PIPE, check=False)
    assert done.returncode == -signal.SIGSEGV and not done.stderr, done
    assert os.path.getsize("gmon.out"), "no profile"
