"""Compares the memory for merging 3,000 files with that for 30.

usage: merge-memory.py LLVM_GPROF

Each file has 32 KiB: a sum that kept a quarter of each would need 20 MiB more.
"""

import os
import pathlib
import struct
import subprocess
import sys

LOW, BINS, LIMIT_KIB = 0x1000, 16384, 12 * 1024

counts = bytearray(2 * BINS)
struct.pack_into("<H", counts, 200, 1)
head = struct.pack("<BQQII15sc", 0, LOW, LOW + 2 * BINS, BINS, 100, b"seconds", b"s")
file = b"gmon" + struct.pack("<I", 1) + bytes(12) + head + counts
os.mkdir("runs")
for number in range(3000):
    pathlib.Path("runs", f"gmon.{number}").write_bytes(file)


def peak(files: list[str]) -> int:
    """The peak memory, in KiB, of merging FILES."""
    child = subprocess.Popen([sys.argv[1], "merge", "-j", "2", *files])
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit("merging failed")
    return usage.ru_maxrss


few, many = peak(["runs/gmon.?", "runs/gmon.1?"]), peak(["runs"])
utils = pathlib.Path(__file__).resolve().parents[3] / "utils"
text = [sys.executable, str(utils / "gmon-to-text.py"), "gmon.sum"]
subprocess.run(text, check=True)
print("memory is bounded" if many - few < LIMIT_KIB else f"{few} KiB, then {many}")
