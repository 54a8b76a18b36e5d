"""usage: compare.py RANKS [SUFFIX]

Adds up the files of the ranks of a job by llvm-gprof merge, and compares the sum with the
job's files, byte by byte. Names end with the suffix: that of an event."""

import filecmp
import subprocess
import sys

suffix = sys.argv[2] if len(sys.argv) > 2 else ""
ranks = [f"gmon.out.rank{rank}{suffix}" for rank in range(int(sys.argv[1]))]
subprocess.run(["llvm-gprof", "merge", "-o", "merged", *ranks], check=True)
for name in ("gmon.out", "stacks.gmon.out"):
    other = name.replace("gmon.out", "merged")
    name += suffix
    if not filecmp.cmp(name, other, shallow=False):
        sys.exit(f"{name} differs from {other}")
