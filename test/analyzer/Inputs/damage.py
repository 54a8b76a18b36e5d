"""Runs llvm-gprof on a data file with all kinds of damage.

usage: damage.py [--sanitized] LLVM_GPROF FILE OFFSET:WIDTH...

The script truncates the file after each byte, and sets each field to 0, 1 and its
maximum, in the byte order of the ELF file `program`. Each time llvm-gprof must accept
the file and write gmon.sum, or fail with one line and leave gmon.sum unchanged; any
other reaction ends the script with an error. Reports on the file must succeed or fail
in the same way. Memory is limited, except for builds with sanitizers, which reserve
address space. Prints the number of accepted files.
"""

import pathlib
import resource
import subprocess
import sys
from collections.abc import Iterator

OLD_SUM = b"not to be touched"
REPORTS = ["-b", "-s", "-p", "-q", "-C", "-l"]


def take_gprof(words: list[str]) -> str:
    """Removes the options and the path of llvm-gprof from the command line."""
    if words[0] == "--sanitized":
        words.pop(0)
    else:
        resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))
    return words.pop(0)


def is_accepted(gprof: str, options: list[str], program: str, data: str) -> bool:
    """Whether llvm-gprof accepts the files; fails if it reacts in another way."""
    total = pathlib.Path("gmon.sum")
    total.write_bytes(OLD_SUM)
    done = subprocess.run(
        [gprof, *options, program, data], capture_output=True, timeout=60
    )
    written = total.read_bytes()
    assert done.stdout == b"" or (done.returncode == 0 and options != ["-s"]), done
    if done.returncode == 0:
        assert written.startswith(b"gmon"), done
        return True
    assert done.returncode == 1 and written == OLD_SUM, done
    errors = [line for line in done.stderr.splitlines() if b"warning: " not in line]
    assert len(errors) == 1 and b"error: " in errors[0], done
    return False


def byte_order(program: bytes) -> str:
    return "little" if program[5] == 1 else "big"


def changed(data: bytes, at: int, width: int, order: str) -> Iterator[bytes]:
    """DATA with the field at AT set to 0, to 1 and to its maximum."""
    for value in (0, 1, 256**width - 1):
        yield data[:at] + value.to_bytes(width, order) + data[at + width :]


def main() -> None:
    words = sys.argv[1:]
    gprof = take_gprof(words)
    name, *fields = words
    data = pathlib.Path(name).read_bytes()
    order = byte_order(pathlib.Path("program").read_bytes())

    def accepts(damaged: bytes) -> bool:
        pathlib.Path("damaged").write_bytes(damaged)
        if not is_accepted(gprof, ["-s"], "program", "damaged"):
            return False
        is_accepted(gprof, REPORTS, "program", "damaged")
        return True

    accepted = [accepts(data[:size]) for size in range(len(data) + 1)]
    print(f"cut off: {sum(accepted)} of {len(accepted)} accepted")
    for field in fields:
        at, width = map(int, field.split(":"))
        verdicts = [accepts(damaged) for damaged in changed(data, at, width, order)]
        print(f"{field}:", *("accepted" if ok else "refused" for ok in verdicts))


if __name__ == "__main__":
    main()
