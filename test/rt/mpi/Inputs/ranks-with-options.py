"""Runs a job of MPICH whose ranks have GMON_OPTIONS of their own.

usage: ranks-with-options.py PROGRAM OPTIONS...
"""

import subprocess
import sys

program, *options = sys.argv[1:]
command = ["mpirun.mpich"]
for each in options:
    command += ["-n", "1", "-env", "GMON_OPTIONS", each, program, ":"]
sys.exit(subprocess.run(command[:-1], timeout=120).returncode)
