"""usage: compare.py RANKS

Adds up the files of the ranks of a job by llvm-gprof merge, and compares the sum with the
job's files, byte by byte."""

import filecmp
import subprocess
import sys

ranks = [f"gmon.out.rank{rank}" for rank in range(int(sys.argv[1]))]
subprocess.run(["llvm-gprof", "merge", "-o", "merged", *ranks], check=True)
for name in ("gmon.out", "stacks.gmon.out"):
    other = name.replace("gmon.out", "merged")
    if not filecmp.cmp(name, other, shallow=False):
        sys.exit(f"{name} differs from {other}")
