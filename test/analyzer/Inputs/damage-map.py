"""Runs llvm-gprof on a program with a damaged source map.

usage: damage-map.py [--sanitized] LLVM_GPROF PROGRAM PROFILE

The script truncates the map after each byte, sets the size and the key of its only
entry as in damage.py, and each byte of the text to 0, 1, 127 and 255. llvm-gprof may
react as in damage.py. Prints the number of runs in which it accepted the map.
"""

import pathlib
import struct
import subprocess
import sys

from damage import REPORTS, changed, is_accepted, take_gprof

OPTIONS = (REPORTS, ["-b", "-s", "-l", "-A"])


def find_map(program: bytes) -> tuple[int, int, int]:
    """The offsets of the map's section header and of the map, and the map's size."""
    (table,) = struct.unpack_from("<Q", program, 40)
    count, names = struct.unpack_from("<HH", program, 60)
    (strings,) = struct.unpack_from("<Q", program, table + 64 * names + 24)
    for at in range(table, table + 64 * count, 64):
        (name,) = struct.unpack_from("<I", program, at)
        if program[strings + name :].startswith(b".gmon_map\0"):
            return at, *struct.unpack_from("<QQ", program, at + 24)
    raise ValueError("no map")


def main() -> None:
    words = sys.argv[1:]
    gprof = take_gprof(words)
    name, profile = words
    program = pathlib.Path(name).read_bytes()
    header, start, size = find_map(program)

    def is_sound(damaged: bytes) -> bool:
        pathlib.Path("damaged").write_bytes(damaged)
        warnings = set()
        for options in OPTIONS:
            assert is_accepted(gprof, options, "damaged", profile), options
            command = [gprof, *options, "damaged", profile]
            done = subprocess.run(command, capture_output=True)
            warnings.add(done.stderr.count(b"no usable map of source counters"))
        assert len(warnings) == 1, warnings
        return warnings == {0}

    assert is_sound(program)
    short = [
        program[: header + 32] + struct.pack("<Q", end) + program[header + 40 :]
        for end in range(size)
    ]
    print("cut off:", sum(map(is_sound, short)), "sound")
    for at, width in ((start, 4), (start + 4, 8)):
        damaged = changed(program, at, width, "little")
        print("field:", sum(map(is_sound, damaged)), "sound")
    for at in range(start + 12, start + size):
        for value in (0, 1, 127, 255):
            is_sound(program[:at] + bytes([value]) + program[at + 1 :])


main()
