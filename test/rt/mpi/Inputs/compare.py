"""usage: compare.py SET RANKS [PROGRAM]

Adds up the files of the ranks in a set by llvm-gprof merge: each rank from 0 to RANKS - 1 has one
image there, and all have the same files. The sum has the name `sum`, its stacks `stacks.sum`; behind
these follow the event and the library. With PROGRAM, only the ranks of that program count."""

import os
import pathlib
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 4, "utils"))

import settext

found = settext.read_file(sys.argv[1])
ranks = [segment for segment in found.current() if sys.argv[3:] in ([], [segment.program])]
numbers = sorted(segment.rank for segment in ranks)
if found.damaged or numbers != list(range(int(sys.argv[2]))):
    sys.exit(f"ranks {numbers}, and damaged bytes: {found.damaged}")
names = {(member.name(), member.library) for member in ranks[0].members if member.kind == "profile"}
for rank in ranks:
    folder = pathlib.Path(f"rank{rank.rank}")
    folder.mkdir(exist_ok=True)
    for member in rank.members:
        (folder / member.name()).write_bytes(member.file)
    if {(member.name(), member.library) for member in rank.members if member.kind == "profile"} != names:
        sys.exit(f"rank {rank.rank} has other files than rank {ranks[0].rank}")
for name, library in names:
    program = [f"--program={library}"] if library else []
    files = [f"rank{number}/{name}" for number in numbers]
    to = "sum" + name.removeprefix("gmon.out")
    subprocess.run(["llvm-gprof", "merge", *program, "-o", to, *files], check=True)
