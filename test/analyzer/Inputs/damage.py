"""Runs llvm-gprof -s on a data file that is damaged in many ways.

usage: damage.py LLVM_GPROF FILE OFFSET:WIDTH...

The file is cut off behind each byte, and each field is set to 0, to 1 (in little
endian) and to its maximum. Each time llvm-gprof accepts it and writes gmon.sum, or
fails with one line and leaves gmon.sum alone; anything else
ends this script with an error. How often it was accepted is printed.
"""

import pathlib
import subprocess
import sys

OLD_SUM = b"not to be touched"


def is_accepted(gprof: str, data: bytes) -> bool:
    pathlib.Path("damaged").write_bytes(data)
    total = pathlib.Path("gmon.sum")
    total.write_bytes(OLD_SUM)
    done = subprocess.run(
        [gprof, "-s", "program", "damaged"], capture_output=True, timeout=60
    )
    assert done.stdout == b"", done
    written = total.read_bytes()
    if done.returncode == 0:
        assert written.startswith(b"gmon"), done
        return True
    assert done.returncode == 1 and written == OLD_SUM, done
    errors = [line for line in done.stderr.splitlines() if b"warning: " not in line]
    assert len(errors) == 1 and b"error: " in errors[0], done
    return False


def main() -> None:
    gprof, name, *fields = sys.argv[1:]
    data = pathlib.Path(name).read_bytes()
    accepted = [is_accepted(gprof, data[:size]) for size in range(len(data) + 1)]
    print(f"cut off: {sum(accepted)} of {len(accepted)} accepted")
    for field in fields:
        at, width = map(int, field.split(":"))
        words = []
        for value in (0, 1, 256**width - 1):
            changed = data[:at] + value.to_bytes(width, "little") + data[at + width :]
            words.append("accepted" if is_accepted(gprof, changed) else "refused")
        print(f"{field}: {' '.join(words)}")


main()
