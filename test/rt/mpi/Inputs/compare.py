"""usage: compare.py SET RANKS

The sum of a set by llvm-gprof merge equals that of the files of its ranks, byte by byte: each rank from 0
to RANKS - 1 has one image there, and all have the same files. Leaves the files of rank N in rankN/, and
the sum: `sum`, `stacks.sum`, and behind these names the event and the library."""

import filecmp
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 4, "utils"))

import settext


def merge(to, *arguments):
    subprocess.run(["llvm-gprof", "merge", "-o", to, *arguments], check=True)


found = settext.read_file(sys.argv[1])
ranks = sorted(found.current(), key=lambda segment: segment.rank)
if found.damaged or [segment.rank for segment in ranks] != list(range(int(sys.argv[2]))):
    sys.exit(f"ranks {[segment.rank for segment in ranks]}, and damaged bytes: {found.damaged}")
for segment in ranks:
    folder = pathlib.Path(f"rank{segment.rank}")
    folder.mkdir(exist_ok=True)
    for member in segment.members:
        (folder / member.name()).write_bytes(member.file)
    if {member.name() for member in segment.members} != {member.name() for member in ranks[0].members}:
        sys.exit(f"rank {segment.rank} has other files than rank 0")

merge("sum", sys.argv[1])
for member in ranks[0].members:
    if member.kind == "profile":
        program = [f"--program={member.library}"] if member.library else []
        to = "single" + member.name().removeprefix("gmon.out")
        merge(to, *program, *[f"rank{segment.rank}/{member.name()}" for segment in ranks])
for member in ranks[0].members:
    name = member.name().replace("gmon.out", "{}")
    if not filecmp.cmp(name.format("sum"), name.format("single"), shallow=False):
        sys.exit(f"{name.format('sum')} differs from {name.format('single')}")
