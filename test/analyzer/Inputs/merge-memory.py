"""Compares the memory for merging 3,000 files with that for 30.

usage: merge-memory.py LLVM_GPROF

Each file has 32 KiB: a sum that kept a quarter of each would need 20 MiB more. Each has
a sidecar with 400 stacks, and each run has its own number of the thread and its own
addresses in no module.
"""

import os
import pathlib
import struct
import subprocess
import sys
import zlib

LOW, BINS, LIMIT_KIB = 0x1000, 16384, 12 * 1024

counts = bytearray(2 * BINS)
struct.pack_into("<H", counts, 200, 1)
head = struct.pack("<BQQII15sc", 0, LOW, LOW + 2 * BINS, BINS, 100, b"seconds", b"s")
file = b"gmon" + struct.pack("<I", 1) + bytes(12) + head + counts


def section(tag: int, body: bytes) -> bytes:
    return struct.pack("<IIQ", tag, 0, len(body)) + body


def sidecar(number: int) -> bytes:
    """The stacks of run NUMBER: 300 places, and 100 in no module."""
    places = [(0, 0, 0x1000 + place) for place in range(300)]
    places += [(1, 0xFFFFFFFF, 0x7000_0000 + 100 * number + place)
               for place in range(100)]
    samples = [(1 + index, 0, 0, 0, 1) for index in range(len(places))]
    return b"gmonstck" + struct.pack("<II", 1, 0) + b"".join((
        section(1, struct.pack("<QQ", 1, 100)),
        section(2, struct.pack("<QII8s", 0, 0, 8, b"/program")),
        section(3, b"".join(struct.pack("<IIQ", *place) for place in places)),
        section(4, struct.pack("<QQII8s", 1 + number, 0, 4, 0, b"main")),
        section(5, b"".join(struct.pack("<IIIIQ", *sample) for sample in samples)),
        section(6, struct.pack("<QII", len(file), zlib.crc32(file[41:]), 0)),
    ))


os.mkdir("runs")
for number in range(3000):
    pathlib.Path("runs", f"gmon.{number}").write_bytes(file)
    pathlib.Path("runs", f"stacks.gmon.{number}").write_bytes(sidecar(number))


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
print("stacks", os.path.getsize("stacks.gmon.sum"))
print("memory is bounded" if many - few < LIMIT_KIB else f"{few} KiB, then {many}")
