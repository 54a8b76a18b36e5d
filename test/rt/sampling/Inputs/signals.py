"""Compares what a program does with and without a profile.

usage: signals.py PLAIN PROFILED OPTIONS MODE...
"""

import os
import subprocess
import sys

plain, profiled, options, *modes = sys.argv[1:]


def run(program, mode, **more):
    done = subprocess.run(["timeout", "100", program, mode], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, env={**os.environ, **more}, check=False)
    return done.returncode, done.stdout, done.stderr


for mode in modes:
    wanted = run(plain, mode)
    found = run(profiled, mode, GMON_OPTIONS=f"{options}:out={mode}")
    # Another user may not write the files.
    if mode == "setuid":
        wanted, found = wanted[:2], found[:2]
    assert wanted == found, (mode, wanted, found)
