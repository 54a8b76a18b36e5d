#!/usr/bin/env python3
"""Makes the seeds of the fuzzers, so that the repository needs no binary files.

usage: make-seeds.py record FOLDER TOOL [ARGUMENT...]
       make-seeds.py compile FOLDER

"record" replaces llvm-gprof in the tests: it saves the options and files of a command
as seeds in FOLDER, one folder for each fuzzer, and then runs TOOL with them. "compile"
makes seeds from a small program with debug information of all kinds, for several
machines, and a profile of the program.
"""

import hashlib
import itertools
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "utils"))
sys.dont_write_bytecode = True

import gmontext  # noqa: E402

MAX_SIZE = 48 * 1024
LETTERS_WITH_ARGUMENT = "mwefEFkntNOIRS"
LONG_WITH_ARGUMENT = (
    "--width", "--min-count", "--table-length", "--directory-path", "--time",
    "--no-time", "--file-format", "--file-ordering", "--external-symbol-table",
)
MAP_OPTIONS = (
    "-R", "-S", "--file-ordering", "--external-symbol-table",
)
COMMANDS = ("check", "diff", "export", "list", "report")
OF_COMMANDS_WITH_ARGUMENT = (
    "--tolerance", "--risk", "--top", "--format", "--width", "--color", "--sort",
    "--focus", "--directory-path", "-n", "-o", "-s", "-I", "--min-percent",
    "--assembly-bytes",
)

COMPILERS = (
    ("gcc", "-gdwarf-4"),
    ("gcc", "-gdwarf-5", "-O2"),
    ("gcc", "-gdwarf-5", "-O2", "-gz=zlib"),
    ("clang", "-gdwarf-4", "-O2"),
    ("clang", "-gdwarf-5"),
    ("clang", "-gdwarf-5", "-O2", "-gz=zstd"),
    ("clang", "-gdwarf-5", "-O2", "--target=i386-linux-gnu"),
    ("clang", "-gdwarf-5", "-O2", "--target=aarch64-linux-gnu"),
    ("clang", "-gdwarf-4", "-O2", "--target=armv7-linux-gnueabi"),
    ("clang", "-gdwarf-5", "-O2", "--target=riscv64-linux-gnu"),
    ("clang", "-gdwarf-5", "-O2", "--target=mips-linux-gnu"),
    ("clang", "-gdwarf-4", "-O2", "--target=s390x-linux-gnu"),
)
OPTION_SETS = (
    "", "-l", "-b -l -A -x", "-l -q", "-l -C", "-A", "-T",
    "-c -z", "-l -c", "-r", "-R map", "-S map -p", "-d", "-l -d",
    "--break-cycles=3 -z", "--inline-file-names -L", "-i -p -q -C",
)
COMMAND_SETS = (
    "report", "report --by=process --format=json", "report -l --errors -s call", "report --focus=down -n 2",
    "report --tree", "report --callers=down", "report -l",
    "report --ranks", "report --ranks -s calls -n 1",
    "report --mpi", "list", "list down", "diff --all", "diff -l --format=json --shares",
    "diff --format=html", "export --format=json -l", "export --format=csv --table=arcs",
    "export --format=folded --min-percent=0", "export --format=speedscope",
    "export --format=dot --min-percent=0", "export --format=pprof -l --inlines",
    "export --format=callgrind -l", "export --format=lcov", "export --format=gcov",
    "export --format=html -l", "export --format=json --assembly-bytes=10000",
    "export --format=filter",
)


def save(folder: str, fuzzer: str, data: bytes) -> None:
    """Saves DATA as a seed of FUZZER unless it is large."""
    if len(data) <= MAX_SIZE:
        path = pathlib.Path(folder, fuzzer, hashlib.sha1(data).hexdigest())
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def join_parts(*parts: bytes) -> bytes:
    """All PARTS; the length of each part but the last precedes it."""
    *first, last = parts
    return b"".join(struct.pack("<I", len(part)) + part for part in first) + last


def save_run(
    folder: str, options: list[str], symbol_map: bytes, gmon: bytes, program: bytes
) -> None:
    """Saves a run of the whole tool, and its data file for the readers."""
    words = "\n".join(options).encode()
    save(folder, "GprofFuzzer", join_parts(words, symbol_map, gmon, program))
    if gmon.startswith(b"File a.c, "):
        save(folder, "BlockListingFuzzer", gmon[len("File a.c, "):])
    elif program.startswith(b"\x7fELF") and len(program) > 5:
        kind = ord("@") + (program[5] == 1) + 2 * (program[4] == 1)
        save(folder, "GmonReaderFuzzer", bytes([kind]) + gmon)


def read(path: str) -> bytes:
    """The contents of PATH; empty if PATH is not a file."""
    return pathlib.Path(path).read_bytes() if os.path.isfile(path) else b""


def sidecar_of(gmon: str) -> str:
    """The name of the file with the stacks of a profile."""
    return os.path.join(os.path.dirname(gmon), "stacks." + os.path.basename(gmon))


def stacks_beside(gmon: str) -> bytes:
    """The stacks of a profile without their checksum, which would refuse all changes."""
    stacks = read(sidecar_of(gmon))
    start = len(stacks) - 24
    if start > 0 and struct.unpack_from("<IIQ", stacks, start) == (32, 0, 8):
        stacks = stacks[:start]
    return stacks


def record_command(folder: str, command: str, arguments: list[str]) -> None:
    """Saves a run of a command that reads a profile."""
    words, files = [command], []
    rest = iter(arguments)
    for word in rest:
        if not word.startswith("-"):
            files.append(word)
        elif word in OF_COMMANDS_WITH_ARGUMENT:
            between = "=" if word.startswith("--") else ""
            words.append(word + between + next(rest, ""))
        else:
            words.append(word)
    if command == "list" and files:
        words.insert(1, files.pop(0))
    first = b""
    if command == "check" and files:
        first = read(files.pop(0))
    elif command == "diff" and len(files) > 1:
        first = read(files.pop(-2))
    program, gmons = (files or ["a.out"])[0], files[1:] or ["gmon.out"]
    for gmon in gmons:
        stacks = stacks_beside(gmon)
        parts = ("\n".join(words).encode(), first or stacks, read(gmon),
                 read(program))
        save(folder, "CommandFuzzer", join_parts(*parts))


def record_source_map(folder: str, program: str) -> None:
    """Saves the source map of PROGRAM, if it has one."""
    if b".gmon_map\0" in read(program):
        result = subprocess.run(
            ["llvm-objcopy", "-O", "binary", "--only-section=.gmon_map",
             "--set-section-flags=.gmon_map=alloc", program, "-"],
            capture_output=True, check=False,
        )
        save(folder, "SourceMapFuzzer", result.stdout)


def record(folder: str, arguments: list[str]) -> None:
    if arguments and arguments[0] in COMMANDS:
        record_command(folder, arguments[0], arguments[1:])
        return
    save(folder, "OptionsFuzzer", "\n".join(["", *arguments]).encode())
    options, files, symbol_map = [], [], b""
    words = iter(arguments)
    for word in words:
        if word == "-" or not word.startswith("-"):
            files.append(word)
            continue
        if word in LONG_WITH_ARGUMENT:
            word += "=" + next(words, "")
        elif word[-1] in LETTERS_WITH_ARGUMENT and len(word) == 2:
            word += next(words, "")
        for option in MAP_OPTIONS:
            if word.startswith(option):
                symbol_map = read(word[len(option):].lstrip("="))
        options.append(word)
    program, gmons = (files or ["a.out"])[0], files[1:] or ["gmon.out"]
    record_source_map(folder, program)
    for gmon in gmons:
        save_run(folder, options, symbol_map, read(gmon), read(program))
        stacks = stacks_beside(gmon)
        if stacks:
            save(folder, "StacksFuzzer", stacks)
            # Formats print the stacks, and so does a command.
            parts = (b"report", stacks, read(gmon), read(program))
            save(folder, "CommandFuzzer", join_parts(*parts))


def compile_program(command: tuple[str, ...], folder: str) -> str | None:
    """The program that COMMAND makes, or None if this machine cannot."""
    program = os.path.join(folder, "seed")
    link = ["-fuse-ld=lld"] if command[0] == "clang" else []
    result = subprocess.run(
        [*command, *link, "-nostdlib", "-static", "-fno-pic", "-no-pie",
         "-ffreestanding", "-fno-asynchronous-unwind-tables", "-Wl,-e,main",
         "-Wl,--build-id=none", str(HERE / "seed.c"), "-o", program],
        stderr=subprocess.DEVNULL, cwd=HERE, check=False,
    )
    return program if result.returncode == 0 else None


def stacks_of(program: str) -> bytes:
    """A sidecar file of PROGRAM, which is also a library there."""
    text = f"""user 5
lost 2
module p {program} symbols={program}
module l /library symbols={program}
module v [vdso]
thread 7 100 main
stack 9 p!main+4 p!sum+4 p!down+8 l!up+4 v!4
wait 2 p!main+4 p!sum+8
thread 0
stack 1 too-deep p!up 0x9999
stack 3
calls 4 p!down+8 l!up
calls 5 l!up+8 p!down
ranks 3
ranked p!down 4,0,9 1,1,2
ranked l!up 0*3 5,5,5
ranked program 4,0,10 9*3
ranked mpi 1,2,0 0*3
called all 0 3,2,9 100,0,1000 40,4,0
called MPI_Bcast 3 3,2,9 100,0,1000 40,4,0
called MPI_Wait 0 0*3 0*3 0*3
"""
    result = subprocess.run(
        [sys.executable, HERE.parent.parent / "utils/text-to-stacks.py"],
        input=text.encode(), capture_output=True, check=True,
    )
    return result.stdout


def profile_of(program: str, is_little: bool, width: int) -> bytes:
    symbols = gmontext.Symbols(program)
    low = symbols.address("sum")
    lines = [
        f"byteorder {'little' if is_little else 'big'}", f"width {width}",
        f"histogram {low} {low + 128} 64 100", "bin 3 7", "bin 40 7000",
        "arc main sum 3", "arc sum+4 down 100", "arc down+4 up 5",
        "arc up+8 down 6", "arc down+12 down 2", "block main 1", "block sum+4 7",
    ]
    return gmontext.encode(gmontext.parse(lines, symbols))


def compile_seeds(folder: str) -> None:
    option_sets = itertools.cycle(OPTION_SETS)
    command_sets = itertools.cycle(COMMAND_SETS)
    for command in COMPILERS:
        with tempfile.TemporaryDirectory() as temporary:
            path = compile_program(command, temporary)
            if path is None:
                continue
            listing = subprocess.run(
                ["llvm-nm", "-A", path], capture_output=True, check=True
            ).stdout
            program = pathlib.Path(path).read_bytes()
            gmon = profile_of(path, program[5] == 1, 32 if program[4] == 1 else 64)
            stacks = stacks_of(path)
        save(folder, "StacksFuzzer", stacks)
        for _ in range(len(OPTION_SETS) // 3):
            options = next(option_sets).split()
            save_run(folder, options, listing, gmon, program)
        for _ in range(len(COMMAND_SETS) // 2):
            words = "\n".join(next(command_sets).split()).encode()
            first = gmon if words.startswith(b"diff") else stacks
            save(folder, "CommandFuzzer", join_parts(words, first, gmon, program))


def main() -> int:
    action, folder = sys.argv[1:3]
    if action == "compile":
        compile_seeds(folder)
        return 0
    tool, *arguments = sys.argv[3:]
    record(folder, arguments)
    os.execv(tool, ["llvm-gprof", *arguments])


if __name__ == "__main__":
    sys.exit(main())
