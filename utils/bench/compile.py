#!/usr/bin/env python3
"""Measures what profiling adds to the compilation of large functions.

Usage: compile.py [BUILD] [--rounds N] [--programs NAME,...] [--levels O0,O2]
                  [--sizes 1,2,4,8] [--sqlite FOLDER]

Writes programs of one large function, or of many small ones, in four sizes, and
compiles each by Clang alone, by gmon-clang of BUILD (default: build/ of this
source tree) with hooks, with `-a` and with `-a=source`, and by Clang with
`--coverage`, all with `-g`. Each compiles once in every round (default: 5), so that
other work of the machine affects all alike. With --sqlite, the script also compiles
FOLDER/sqlite3.c, which utils/real-programs.sh makes.

Prints a Markdown table: the medians of user seconds at the largest size over those of
Clang alone, with the least and greatest ratio of a round, and the growth. Growth is the
time at the largest size over the time at the smallest, divided by the ratio of the
sizes: 1 is linear. For a compilation of a tenth of a second it mostly reflects the
compiler's start."""

import argparse
import os
import resource
import statistics
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def lines(number, line):
    return "".join(line.format(i=i, j=i % 7, k=i + 1) for i in range(number))


def calls(n):
    return f"void f(int);\nint g(void) {{\n{lines(n, 'f({i});' + chr(10))}return 0;\n}}\n"


def local_calls(n):
    return (
        "int x;\n__attribute__((noinline)) static void f(int a) { x += a; }\n"
        f"int g(void) {{\n{lines(n, 'f({i});' + chr(10))}return 0;\n}}\n"
    )


def ifs(n):
    body = lines(n, "if (p[{j}] > {i})\n  s += {i};\n")
    return f"int g(volatile int *p) {{\nint s = 0;\n{body}return s;\n}}\n"


def switch(n):
    body = lines(n, "case {i}:\n  s = s * 5 ^ p[{j}];\n  p[{j}] = {i};\n  break;\n")
    return f"int g(int a, int *p) {{\nint s = 0;\nswitch (a) {{\n{body}}}\nreturn s;\n}}\n"


def gotos(n):
    table = lines(n, "&&l{i},")
    body = lines(n, "l{i}:\n  s += {i} ^ *p;\n  goto *t[*p++];\n")
    return (
        f"int g(const int *p) {{\nint s = 0;\nstatic void *t[] = {{{table}&&end}};\n"
        f"goto *t[*p++];\n{body}end:\nreturn s;\n}}\n"
    )


def loops(n):
    body = lines(
        n, "for (int i = 0; i < a; ++i)\n  for (int j = 0; j < i; ++j)\n    s ^= p[j];\n"
    )
    return f"int g(int a, volatile int *p) {{\nint s = 0;\n{body}return s;\n}}\n"


def functions(n):
    return "int x;\n" + lines(
        n, "int f{i}(int a) {{\n  if (a)\n    return a + x;\n  return {i};\n}}\n"
    )


def returns(n):
    body = lines(n, "if (a == p[{j}])\n  return {i};\n")
    return f"int g(int a, volatile int *p) {{\n{body}return -1;\n}}\n"


def cleanups(n):
    body = lines(n, "{{\n  S s({i});\n  f({i});\n}}\n")
    return (
        "struct S {\n  S(int);\n  ~S();\n};\nvoid f(int);\n"
        f"int g() {{\n{body}return 0;\n}}\n"
    )


def conditions(n):
    body = lines(n, "s += a > p[{j}] ? f({i}) : s;\n")
    return (
        "int f(int);\nint g(int a, volatile int *p) {\nint s = 0;\n"
        f"{body}return s;\n}}\n"
    )


# The function that writes the program, its largest size, and its file name's suffix.
PROGRAMS = {
    "calls": (calls, 20000, "c"),
    "local calls": (local_calls, 20000, "c"),
    "ifs": (ifs, 8000, "c"),
    "switch": (switch, 10000, "c"),
    "computed gotos": (gotos, 1600, "c"),
    "loops": (loops, 2000, "c"),
    "small functions": (functions, 8000, "c"),
    "returns": (returns, 8000, "c"),
    "conditional expressions": (conditions, 8000, "c"),
    "destructors": (cleanups, 4000, "cpp"),
}
MODES = ["plain", "hooks", "-a", "-a=source", "--coverage"]


def compilers(build):
    clang = [os.environ.get("GMON_CLANG", "clang-22")]
    profiled = [os.path.join(build, "bin", "gmon-clang")]
    return [
        clang,
        profiled,
        profiled + ["-a"],
        profiled + ["-a=source"],
        clang + ["--coverage"],
    ]


def user_time(command, folder):
    """User seconds that the command takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, cwd=folder, check=True, stderr=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def measure(commands, folder, rounds):
    """For each command, the seconds of all rounds."""
    times = [[] for _ in commands]
    for r in range(rounds):
        for i in range(len(commands)):
            at = (i + r) % len(commands)
            times[at].append(user_time(commands[at], folder))
    return times


def row(name, level, times, smallest, scale):
    """A row of the table. `smallest` has the times of the smallest size."""
    plain = statistics.median(times[0])
    cells = [name, f"`-{level}`", f"{plain:.2f}"]
    for mode in times[1:]:
        ratios = [a / b for a, b in zip(mode, times[0])]
        cells.append(
            f"{statistics.median(mode) / plain:.2f} ({min(ratios):.2f}-{max(ratios):.2f})"
        )
    if smallest:
        cells.append(
            ", ".join(
                f"{statistics.median(a) / statistics.median(b) / scale:.1f}"
                for a, b in zip(times, smallest)
            )
        )
    else:
        cells.append("")
    print("| " + " | ".join(cells) + " |", flush=True)


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", default=os.path.join(HERE, "../../build"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--programs", default=",".join(PROGRAMS))
    parser.add_argument("--levels", default="O0,O2")
    parser.add_argument("--sizes", default="1,2,4,8")
    parser.add_argument("--sqlite", help="the folder of sqlite3.c")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    modes = compilers(os.path.abspath(arguments.build))
    names = [name for name in arguments.programs.split(",") if name]
    sizes = sorted(int(size) for size in arguments.sizes.split(","))
    levels = arguments.levels.split(",")
    print("| program | level | plain s | " + " | ".join(MODES[1:]) + " | growth |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |")
    with tempfile.TemporaryDirectory() as folder:

        def compile_all(source, level):
            return measure(
                [m + [f"-{level}", "-g", "-c", source, "-o", "o.o"] for m in modes],
                folder,
                arguments.rounds,
            )

        for name in names:
            write, largest, ending = PROGRAMS[name]
            for level in levels:
                of_size = []
                for size in sizes:
                    source = f"program.{ending}"
                    with open(os.path.join(folder, source), "w") as out:
                        out.write(write(largest * size // sizes[-1]))
                    of_size.append(compile_all(source, level))
                row(
                    f"{name}, {largest:,}",
                    level,
                    of_size[-1],
                    of_size[0],
                    sizes[-1] / sizes[0],
                )
        if arguments.sqlite:
            for level in levels:
                source = os.path.join(os.path.abspath(arguments.sqlite), "sqlite3.c")
                row("sqlite3.c", level, compile_all(source, level), None, 1)


if __name__ == "__main__":
    main()
