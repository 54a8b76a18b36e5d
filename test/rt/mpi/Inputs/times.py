"""usage: times.py OWN FOUND

Compares what the program of timed.c has measured by MPI_Wtime with the MPI calls that
stacks-to-text --mpi prints. The numbers of calls are equal. The times are nearly equal: those of
the profile are the inner ones."""

import pathlib
import re
import sys

own, found = ({}, {})
for line in pathlib.Path(sys.argv[1]).read_text().splitlines():
    name, size, calls, seconds = line.split()
    own[name, size] = (int(calls), float(seconds))
for line in pathlib.Path(sys.argv[2]).read_text().splitlines():
    if match := re.match(r"called (\S+) (\d+) calls (\d+) .*; nanoseconds (\d+) ", line):
        found[match[1], match[2]] = (int(match[3]), 1e-9 * int(match[4]))

assert {"0", "1", "2", "4"} == {size for _, size in own}
for key, (calls, _) in own.items():
    assert found[key][0] == calls, f"{key}: {found[key][0]} calls, not {calls}"
for key in found.keys() - own.keys():
    assert key[0] in ("[all]", "MPI_Init", "MPI_Finalize"), f"{key}: not called"
expected = sum(seconds for _, seconds in own.values())
seconds = sum(found[key][1] for key in own)
assert 0.9 < seconds / expected < 1.01, f"{seconds} s, not {expected} s"
all_calls = found.pop(("[all]", "0"))
assert all_calls[0] == sum(calls for calls, _ in found.values())
