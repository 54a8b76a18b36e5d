#!/usr/bin/env python3
"""Measures what the profiler adds to programs that do nothing: size, start, end, forks.

usage: weight.py [--runs N] [--functions N] [--children N] CLANG NAME=COMMAND...

Builds an empty program with CLANG (-O2) and with each COMMAND, a compiler with options,
such as now=build/bin/gmon-clang before=OLD/bin/gmon-clang pg='clang -pg', and prints a row
of a Markdown table for each: bytes of text and of bss; system calls (strace) and
instructions (callgrind) of a run; microseconds of CPU time, with what the program's
files take, and with GMON_OPTIONS=out=/dev/null, as medians of N runs that alternate
(default: 100). A second table has the CPU time of a child that a program of 15,000
functions forks (--functions), which ends at once (mean of 200 children, --children;
median of five runs that alternate): with files, with out=/dev/null, and with fork=0.
The numbers of plain CLANG are in the first row. The programs run in a folder of /dev/shm.
"""

import argparse
import os
import pathlib
import re
import resource
import shlex
import shutil
import statistics
import subprocess
import tempfile

EMPTY = "int main(void) { return 0; }\n"
FUNCTIONS_OF_FILE = 500
FORKING = r"""
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int count, char **arguments) {
  int children = atoi(arguments[1]), sum = 0;
  for (unsigned i = 0; i != sizeof(all) / sizeof(*all); ++i)
    sum += all[i](i % 17);
  for (int i = 0; i != children; ++i) {
    if (fork() == 0)
      exit(0);
    int status;
    wait(&status);
  }
  struct rusage used;
  getrusage(RUSAGE_CHILDREN, &used);
  double time = used.ru_utime.tv_sec + used.ru_stime.tv_sec +
                (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
  printf("%.1f\n", time / children * 1e6);
  fflush(stdout);
  _exit(sum == -1);
}
"""


def write_functions(folder: pathlib.Path, count: int) -> list[str]:
    """Writes the forking program. Returns its files."""
    files = []
    for first in range(0, count, FUNCTIONS_OF_FILE):
        text = ""
        for i in range(first, min(first + FUNCTIONS_OF_FILE, count)):
            text += (f"__attribute__((noinline)) static int s{i}(int x) {{ return x * {i % 7 + 1} + {i}; }}\n"
                     f"int f{i}(int x) {{\n  int r = x & 1 ? s{i}(x) : 0;\n"
                     f"  for (int i = 0; i < x % 3; i++)\n    r ^= i * {i % 5};\n  return r;\n}}\n")
        files.append(str(folder / f"f{first}.c"))
        pathlib.Path(files[-1]).write_text(text)
    names = [f"f{i}" for i in range(count)]
    files.append(str(folder / "main.c"))
    pathlib.Path(files[-1]).write_text(
        "".join(f"int {name}(int);\n" for name in names) +
        f"static int (*all[])(int) = {{{', '.join(names)}}};\n" + FORKING)
    return files


def run(program: pathlib.Path, folder: pathlib.Path, options: str = "",
        around: list[str] | None = None, arguments: list[str] | None = None) -> subprocess.CompletedProcess:
    environment = dict(os.environ, GMON_OPTIONS=options,
                       LLVM_PROFILE_FILE="default.profraw", GCOV_PREFIX=str(folder))
    return subprocess.run([*(around or []), str(program), *(arguments or [])], cwd=folder,
                          env=environment, check=True, capture_output=True, text=True)


def cpu_time(program: pathlib.Path, folder: pathlib.Path, options: str) -> float:
    """Microseconds of CPU time of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(program, folder, options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e6 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def build(command: str, files: list[str], program: pathlib.Path) -> None:
    objects = [f"{program}-{pathlib.Path(file).stem}.o" for file in files]
    for file, made in zip(files, objects):
        subprocess.run([*shlex.split(command), "-O2", "-c", file, "-o", made], check=True)
    subprocess.run([*shlex.split(command), "-O2", *objects, "-o", str(program)], check=True)


def sizes(program: pathlib.Path) -> tuple[int, int]:
    """Bytes of text and of bss, as size(1) adds sections up."""
    printed = subprocess.run(["size", str(program)], check=True, capture_output=True, text=True)
    text, _, bss = printed.stdout.splitlines()[1].split()[:3]
    return int(text), int(bss)


def system_calls(program: pathlib.Path, folder: pathlib.Path) -> int:
    trace = folder / "trace"
    run(program, folder, around=["strace", "-f", "-o", str(trace)])
    return len(re.findall(r"^[0-9 ]*[a-z_0-9]+\(", trace.read_text(), re.MULTILINE))


def instructions(program: pathlib.Path, folder: pathlib.Path) -> int:
    done = run(program, folder, around=["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"])
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def print_row(*cells: object) -> None:
    print("|", " | ".join(f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in cells), "|", flush=True)


def weigh(programs: dict[str, pathlib.Path], folder: pathlib.Path, runs: int) -> None:
    times: dict[tuple[str, str], list[float]] = {}
    for _ in range(runs):
        for name, program in programs.items():
            for options in "", "out=/dev/null":
                times.setdefault((name, options), []).append(cpu_time(program, folder, options))
    print_row("empty program", "text", "bss", "system calls", "instructions", "µs", "µs, out=/dev/null")
    print_row(*["---"] * 7)
    for name, program in programs.items():
        print_row(name, *sizes(program), system_calls(program, folder), instructions(program, folder),
                  *(round(statistics.median(times[name, options])) for options in ("", "out=/dev/null")))


def fork(programs: dict[str, pathlib.Path], folder: pathlib.Path, children: int) -> None:
    times: dict[tuple[str, str], list[float]] = {}
    settings = "", "out=/dev/null", "fork=0"
    for _ in range(5):
        for name, program in programs.items():
            for options in settings:
                out = folder / "out"
                out.mkdir()
                printed = run(program, out, options, arguments=[str(children)]).stdout
                times.setdefault((name, options), []).append(float(printed))
                shutil.rmtree(out)
    print_row("µs of a forked child", "files", *settings[1:])
    print_row(*["---"] * 4)
    for name in programs:
        print_row(name, *(round(statistics.median(times[name, options])) for options in settings))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--functions", type=int, default=15000)
    parser.add_argument("--children", type=int, default=200)
    parser.add_argument("clang")
    parser.add_argument("commands", nargs="+", metavar="NAME=COMMAND")
    options = parser.parse_args()
    commands = {"plain": options.clang} | dict(each.split("=", 1) for each in options.commands)
    with tempfile.TemporaryDirectory(dir="/dev/shm") as name:
        folder = pathlib.Path(name)
        (folder / "empty.c").write_text(EMPTY)
        empty = {each: folder / f"empty-{i}" for i, each in enumerate(commands)}
        for each, command in commands.items():
            build(command, [str(folder / "empty.c")], empty[each])
        weigh(empty, folder, options.runs)
        print()
        files = write_functions(folder, options.functions)
        forking = {each: folder / f"forking-{i}" for i, each in enumerate(commands)}
        for each, command in commands.items():
            build(command, files, forking[each])
        fork(forking, folder, options.children)


if __name__ == "__main__":
    main()
