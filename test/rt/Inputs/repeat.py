"""Runs a program many times, and fails if it ever fails or says something.

usage: repeat.py TIMES PROGRAM...
"""

import subprocess
import sys

for _ in range(int(sys.argv[1])):
    done = subprocess.run(sys.argv[2:], stderr=subprocess.PIPE, timeout=60)
    assert done.returncode == 0 and not done.stderr, done
