"""usage: compare.py RANKS [SUFFIX [NAME]]

Adds up the files of the ranks of a job by llvm-gprof merge, and compares the sum with the
job's files, byte by byte. NAME is that of the job's profile. Names end with the suffix:
that of an event."""

import filecmp
import os
import subprocess
import sys

suffix = sys.argv[2] if len(sys.argv) > 2 else ""
job = sys.argv[3] if len(sys.argv) > 3 else "gmon.out"
folder, last = os.path.split(job)
ranks = [f"{job}.rank{rank}{suffix}" for rank in range(int(sys.argv[1]))]
subprocess.run(["llvm-gprof", "merge", "-o", "merged", *ranks], check=True)
for name, other in ((job, "merged"), (os.path.join(folder, "stacks." + last), "stacks.merged")):
    name += suffix
    if not filecmp.cmp(name, other, shallow=False):
        sys.exit(f"{name} differs from {other}")
