#!/usr/bin/env python3
"""Runs real programs many times, and checks that their profiles add up.

usage: real-runs.py [--quick] [--runs N] [--hz N,...] [--programs NAME,...]
                    [--modes MODE,...] [--work FOLDER] [BUILD]

The script builds each program with each mode of instrumentation and runs it several
times at each rate. The output of `llvm-gprof merge` and `llvm-gprof -s` must have the
sums of the single files: every bin, every call, every block. gmontext.py, which shares
no code with llvm-gprof, reads them. Reports of all files must equal those of the sum.
GNU gprof must accept the files, too, with and without -s, and find all their samples
and calls.

BUILD is llvm-gprof's build or install tree (default: build/ of this source tree);
FOLDER has the sources and is kept (default: one under /tmp). Prints a line for each
program, mode and rate, and exits with status 1 if anything failed.

Needs: clang-22, gprof, and apt-get with a source archive.
"""

import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import gmontext

UTILS = pathlib.Path(__file__).resolve().parent
MODES = {"hooks": [], "blocks": ["-a"], "source": ["-a=source"]}
NOTE = 2**64 - 1  # the callee of arcs that are not calls
SOURCE_KEY = 2**63  # keys of source counters start here, above all code

# The command of each program; the files of programs.sh are in $WORK. The script of
# Lua ends with 7.
RUNS = {
    "bzip2": "{program} -9 <$WORK/input >compressed",
    "lua": "{program} {utils}/mix.lua 1 >/dev/null || [[ $? == 7 ]]",
    "sqlite": "{program} --size 1 :memory: >/dev/null",
    "raytracer": "{program} 24 >picture",
    "library": "{program} -9 <$WORK/input >compressed",
}
# Programs with several of their files in a shared library.
LIBRARY = "libbz2-profiled.so"


class Failure(Exception):
    """Profiles that do not add up, or a tool that rejects them."""


class Counts:
    """The contents of files, added up by address."""

    def __init__(self) -> None:
        self.bins: collections.Counter[int] = collections.Counter()
        self.calls: collections.Counter[tuple[int, int]] = collections.Counter()
        self.notes: collections.Counter[int] = collections.Counter()
        self.blocks: collections.Counter[int] = collections.Counter()
        self.kinds: set[tuple[float, int]] = set()  # width of a bin, and rate

    def add(self, path: pathlib.Path) -> None:
        for record in gmontext.decode(path.read_bytes(), 64, "little").records:
            if isinstance(record, gmontext.Histogram):
                width = (record.high - record.low) // record.num_bins
                self.kinds.add((width, record.rate))
                for index, count in record.bins.items():
                    self.bins[record.low + index * width] += count
            elif isinstance(record, gmontext.Arc):
                if record.self_pc == NOTE:
                    self.notes[record.from_pc] += record.count
                else:
                    self.calls[record.from_pc, record.self_pc] += record.count
            elif isinstance(record, gmontext.Blocks):
                for address, count in record.pairs:
                    self.blocks[address] += count
            else:
                raise Failure(f"{path.name} has bytes that are no record")

    def callees(self) -> collections.Counter[int]:
        result: collections.Counter[int] = collections.Counter()
        for (_, callee), count in self.calls.items():
            result[callee] += count
        return result


def of_files(paths: list[pathlib.Path]) -> Counts:
    sums = Counts()
    for path in paths:
        sums.add(path)
    return sums


def run(command: list, folder: pathlib.Path) -> str:
    """The output of COMMAND, which must succeed and may warn that blocks need -l."""
    done = subprocess.run(
        list(map(str, command)), cwd=folder, capture_output=True, text=True
    )
    told = [line for line in done.stderr.splitlines() if "(use -l" not in line]
    if done.returncode or told:
        name = " ".join(map(str, command[:3]))
        raise Failure(f"{name}: {' '.join(told) or done.returncode}")
    return done.stdout


def expect(what: str, wanted: object, found: object) -> None:
    if wanted != found:
        raise Failure(f"{what}: the sums of the single files are other ones")


def check_ours(tool: pathlib.Path, program: pathlib.Path, files: list,
               wanted: Counts) -> None:
    folder = program.parent
    run([tool, "merge", *files, "-o", "all"], folder)
    run([tool, "-s", program, *files], folder)
    for name in ("all", "gmon.sum"):
        found = of_files([folder / name])
        expect(f"samples of {name}", +wanted.bins, +found.bins)
        expect(f"calls of {name}", +wanted.calls, +found.calls)
        expect(f"blocks of {name}", +wanted.blocks, +found.blocks)
        expect(f"notes of {name}", +wanted.notes, +found.notes)
        expect(f"kind of {name}", wanted.kinds, found.kinds)
    views = [["-b", "-p", "-q"], ["report"]]
    if wanted.blocks:
        views.append(["-b", "-l", "-C"])
    for view in views:
        several = subprocess.run([tool, *view, program, *files], cwd=folder,
                                 capture_output=True, text=True)
        single = subprocess.run([tool, *view, program, "all"], cwd=folder,
                                capture_output=True, text=True)
        if several.returncode or "error" in several.stderr:
            raise Failure(f"{view}: {several.stderr.strip()}")
        expect(f"report {view}", single.stdout, several.stdout)
    same = run([tool, "diff", program, "all", "gmon.sum"], folder)
    if re.search(r"[-+][1-9]", same):
        raise Failure(f"diff of two equal sums: {same}")


def check_gnu(program: pathlib.Path, files: list, wanted: Counts) -> None:
    folder = program.parent
    run(["gprof", "-b", "-p", "-q", program, *files], folder)
    run(["gprof", "-s", program, *files], folder)
    found = of_files([folder / "gmon.sum"])
    expect("samples of gprof -s", +wanted.bins, +found.bins)
    # GNU gprof names code by the symbol in front of it, so several callers may become
    # one. A callee is the start of a function.
    calls, called = wanted.callees(), found.callees()
    expect("calls of gprof -s", sum(calls.values()), sum(called.values()))


class Tester:
    def __init__(self, options: argparse.Namespace, work: pathlib.Path):
        self.options, self.work = options, work
        self.tool = options.build / "bin/llvm-gprof"
        self.compiler = options.build / "bin/gmon-clang"

    def shell(self, script: str, folder: pathlib.Path, **variables: str) -> None:
        done = subprocess.run(
            ["bash", "-euc", f'source "{UTILS}/programs.sh"; {script}'],
            cwd=folder, capture_output=True, text=True,
            env={**os.environ, "WORK": str(self.work), **variables},
        )
        if done.returncode:
            raise Failure(f"{script} ended with {done.returncode}: {done.stderr[-2000:]}")

    def fetch(self) -> None:
        wanted = [n for n in ("bzip2", "lua", "sqlite") if n in self.names()]
        if "library" in self.names() and "bzip2" not in wanted:
            wanted.append("bzip2")
        self.shell(f"fetch_programs {' '.join(wanted)}; make_input 800000", self.work)

    def names(self) -> list[str]:
        return self.options.programs.split(",")

    def build(self, name: str, mode: str) -> pathlib.Path:
        folder = self.work / "runs" / f"{name}-{mode}"
        folder.mkdir(parents=True, exist_ok=True)
        flags = " ".join(["-O1", "-w", *MODES[mode]])
        clang = f'"{self.compiler}" {flags}'
        if name == "raytracer":
            source = UTILS.parent / "examples/raytracer.cpp"
            clang = f'"{self.compiler}++" {flags}'
            script = f'{clang} "{source}" -o {name}'
        elif name == "library":
            code = "blocksort compress crctable decompress huffman randtable bzlib"
            files = " ".join(f"$WORK/bzip2/{each}.c" for each in code.split())
            script = (
                f"{clang} -shared -fPIC {files} -o {LIBRARY}; "
                f"{clang} $WORK/bzip2/bzip2.c ./{LIBRARY} -Wl,-rpath,{folder}"
                f" -o {name}"
            )
        else:
            script = f"build_program {name} {name} {clang}"
        self.shell(script, folder)
        return folder / name

    def profiles(self, program: pathlib.Path, hz: int) -> list[pathlib.Path]:
        """Runs the program, and returns the files of all modules."""
        folder = program.parent
        for old in folder.glob("g.*"):
            old.unlink()
        command = RUNS[program.name].format(program=program, utils=UTILS)
        for number in range(self.options.runs):
            setting = f"out=g.{number}:hz={hz}"
            self.shell(command, folder, GMON_OPTIONS=setting)
        return sorted(folder.glob("g.*"))

    def check(self, program: pathlib.Path, hz: int) -> str:
        files = self.profiles(program, hz)
        ours = [f for f in files if not f.name.endswith(LIBRARY)]
        told = ""
        parts = [(program, ours)]
        if program.name == "library":
            parts.append((program.parent / LIBRARY, [f for f in files if f not in ours]))
        for module, some in parts:
            if len(some) != self.options.runs:
                raise Failure(f"{len(some)} profiles of {self.options.runs} runs")
            wanted = of_files(some)
            check_ours(self.tool, module, some, wanted)
            check_gnu(module, some, wanted)
            sizes = sorted(each.stat().st_size for each in some)
            told += (
                f"  {module.name}: {sum(wanted.bins.values())} samples,"
                f" {sum(wanted.calls.values())} calls,"
                f" {sum(wanted.blocks.values())} blocks,"
                f" files of {sizes[len(sizes) // 2]} bytes;"
            )
        return told


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="four runs, at 1000 Hz")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--hz", default="100,1000,10000")
    parser.add_argument("--programs", default=",".join(RUNS))
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path, nargs="?",
                        default=UTILS.parent / "build")
    options = parser.parse_args()
    options.build = options.build.resolve()
    if options.quick:
        options.runs, options.hz = 4, "1000"
    work = options.work or pathlib.Path(tempfile.gettempdir(), "llvm-gprof-real-programs")
    work.mkdir(parents=True, exist_ok=True)
    tester = Tester(options, work.resolve())
    failed = 0
    tester.fetch()
    for name in tester.names():
        for mode in options.modes.split(","):
            program = tester.build(name, mode)
            for hz in map(int, options.hz.split(",")):
                start = time.monotonic()
                try:
                    result, told = "ok   ", tester.check(program, hz)
                except Failure as error:
                    result, told, failed = "FAIL ", f" {error}", failed + 1
                seconds = time.monotonic() - start
                print(f"{result} {name} {mode} {hz} Hz:{told} {seconds:.0f} s", flush=True)
    print(f"{failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
