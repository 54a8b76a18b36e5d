#!/usr/bin/env python3
"""Times the merging of many data files: llvm-gprof merge, llvm-gprof -s, GNU gprof -s.

usage: merge.py [--files N,N,...] [--records N] [--rounds N] LLVM_GPROF

For each kind of data (a large histogram, arcs, basic blocks, all of them) the script
makes different files: nearly the same records in nearly the same order, like those of
several runs of one program. The programs take turns. Prints the least user time of each
and its peak memory (by time(1)). Without gprof, only llvm-gprof runs.
"""

import argparse
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile

# With -s GNU gprof looks up the line of each byte of the text, which the script does
# not measure: the text is small, and the records are many.
LOW, FUNCTIONS, FUNCTION_SIZE, BIN_SIZE = 0x400000, 1000, 16, 4


def make_program(path: pathlib.Path) -> None:
    lines = [
        "--- !ELF",
        "FileHeader: { Class: ELFCLASS64, Data: ELFDATA2LSB, Type: ET_EXEC, Machine: EM_X86_64 }",
        "Sections:",
        "  - { Name: .text, Type: SHT_PROGBITS, Flags: [ SHF_ALLOC, SHF_EXECINSTR ],"
        f" Address: {LOW}, Size: {FUNCTIONS * FUNCTION_SIZE} }}",
        "  - { Name: .data, Type: SHT_PROGBITS, Flags: [ SHF_ALLOC, SHF_WRITE ],"
        f" Address: {LOW * 1024}, Size: 8 }}",
        "Symbols:",
    ]
    lines += [
        f"  - {{ Name: f{i}, Section: .text, Type: STT_FUNC, Binding: STB_GLOBAL,"
        f" Value: {LOW + i * FUNCTION_SIZE} }}"
        for i in range(FUNCTIONS)
    ]
    lines.append(
        "  - { Name: data_start, Section: .data, Binding: STB_WEAK,"
        f" Value: {LOW * 1024} }}"
    )
    tool = shutil.which("yaml2obj") or "/usr/lib/llvm-22/bin/yaml2obj"
    subprocess.run([tool, "-o", path], input="\n".join(lines).encode(), check=True)


def histogram(number: int, rng: random.Random) -> bytes:
    counts = bytearray(2 * number)
    for _ in range(number // 10):
        counts[2 * rng.randrange(number)] = rng.randrange(1, 256)
    head = struct.pack(
        "<BQQII15sc", 0, LOW, LOW + number * BIN_SIZE, number, 100, b"seconds", b"s"
    )
    return head + counts


def nearly_all(number: int, rng: random.Random) -> list[int]:
    """Most numbers below NUMBER, a few of them out of order."""
    chosen = [i for i in range(number) if rng.random() < 0.98]
    for _ in range(number // 100):
        at = rng.randrange(len(chosen) - 10)
        chosen[at], chosen[at + 9] = chosen[at + 9], chosen[at]
    return chosen


def arcs(number: int, rng: random.Random) -> bytes:
    pack, data = struct.Struct("<BQQI").pack, []
    for i in nearly_all(number, rng):
        callee = i * 7919 % FUNCTIONS * FUNCTION_SIZE
        caller = i * FUNCTIONS * FUNCTION_SIZE // number
        data.append(pack(1, LOW + caller, LOW + callee, rng.randrange(1, 1000)))
    return b"".join(data)


def blocks(number: int, rng: random.Random) -> bytes:
    pack = struct.Struct("<QQ").pack
    pairs = [
        pack(LOW + i * FUNCTIONS * FUNCTION_SIZE // number, rng.randrange(1000))
        for i in nearly_all(number, rng)
    ]
    return struct.pack("<BI", 2, len(pairs)) + b"".join(pairs)


KINDS = {
    "histogram": (histogram,),
    "arcs": (arcs,),
    "blocks": (blocks,),
    "all": (histogram, arcs, blocks),
}


def run(command: list[str], folder: pathlib.Path) -> tuple[float, int]:
    """The user time that COMMAND takes, in seconds, and its peak memory in KiB."""
    # A child of this script would inherit Python's peak memory.
    timed = subprocess.Popen(
        ["time", "-f", "%M", "-o", "memory", *command],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(timed.pid, 0)
    timed.returncode = os.waitstatus_to_exitcode(status)
    if timed.returncode:
        sys.exit(f"{command[:2]} failed")
    return usage.ru_utime, int((folder / "memory").read_text())


def measure(options: argparse.Namespace, kind: str, folder: pathlib.Path) -> None:
    counts = sorted(map(int, options.files.split(",")))
    rng = random.Random(1)
    names = [f"{i}.gmon" for i in range(counts[-1])]
    for name in names:
        records = (make(options.records, rng) for make in KINDS[kind])
        data = b"gmon" + struct.pack("<I", 1) + bytes(12) + b"".join(records)
        (folder / name).write_bytes(data)
    ours = str(options.llvm_gprof.resolve())
    commands = {
        "merge": [ours, "merge", "--program=program"],
        "-s": [ours, "-s", "program"],
    }
    if shutil.which("gprof"):
        commands["gprof -s"] = ["gprof", "-s", "program"]
    for count in counts:
        best = {name: (float("inf"), 0) for name in commands}
        for _ in range(options.rounds):
            for name, command in commands.items():
                best[name] = min(best[name], run([*command, *names[:count]], folder))
        print(f"{kind:9} {count:5} files", end="")
        for name, (seconds, memory) in best.items():
            print(f"  {name} {seconds:8.3f} s {memory / 1024:7.1f} MiB", end="")
        if "gprof -s" in best:
            print(f"  {best['gprof -s'][0] / best['merge'][0]:.1f} times", end="")
        print(flush=True)
    for name in names:
        (folder / name).unlink()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", default="10,100,1000")
    parser.add_argument("--records", type=int, default=60000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("llvm_gprof", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        make_program(folder / "program")
        for kind in options.kinds.split(","):
            measure(options, kind, folder)


if __name__ == "__main__":
    main()
