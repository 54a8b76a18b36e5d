#!/usr/bin/env python3
"""Compares llvm-gprof with the installed GNU gprof on random inputs.

usage: differential.py [--seeds FIRST:BEHIND] [--keep DIR] LLVM_GPROF

Each seed makes a program, one or two profiles of it and several lists of
options. Standard output, exit status and output files of both must be equal to the
byte. If GNU gprof fails, llvm-gprof must fail. The script prints a difference with
its seed and its command; --keep keeps the inputs of seeds that differ in DIR/SEED.

The script omits the differences of docs/manual/compatibility.md: -c, demangling,
options whose earlier use GNU gprof forgets. If llvm-gprof differs, GNU gprof runs
again with another content of its heap. If its output changes, it printed memory
that it does not own, and the case counts as undefined.
"""

from __future__ import annotations

import argparse
import dataclasses
import difflib
import os
import pathlib
import random
import shlex
import shutil
import subprocess
import sys
import tempfile

import gmontext
import randomprofile
import randomprogram

LISTS_PER_SEED = 7
SHOWN_LINES = 40


@dataclasses.dataclass(frozen=True)
class Outcome:
    status: int
    out: bytes
    err: bytes
    files: dict[str, bytes]


# Flags, each with the probability that a list of options has it.
FLAGS = (
    ("-z", 0.2), ("-T", 0.15), ("-a", 0.15), ("-D", 0.1), ("-L", 0.15),
    ("--inline-file-names", 0.1), ("-x", 0.3), ("-i", 0.05), ("-s", 0.1),
    ("-y", 0.05), ("-B", 0.03), ("-P", 0.03), ("-Q", 0.03), ("-J", 0.03),
    ("-Z", 0.03), ("-Ssymbols", 0.04), ("-O", 0.1),
)  # fmt: skip
VALUES = (
    ("-m", (0, 1, 2, 8, 1000, -3), 0.2),
    ("-t", (0, 1, 3, 100, -3), 0.2),
    ("-w", (1, 2, 30, 80, 132, 250), 0.2),
    ("-I", (".", ".:sub", "nosuch", "sub"), 0.1),
)
LONG_NAMES = {
    "-a": "no-static", "-A": "annotated-source", "-b": "brief", "-C": "exec-counts",
    "-D": "ignore-non-functions", "-i": "file-info", "-I": "directory-path",
    "-J": "no-annotated-source", "-l": "line", "-L": "print-path", "-m": "min-count",
    "-n": "time", "-N": "no-time", "-p": "flat-profile", "-P": "no-flat-profile",
    "-q": "graph", "-Q": "no-graph", "-s": "sum", "-t": "table-length",
    "-T": "traditional", "-w": "width", "-x": "all-lines", "-y": "separate-files",
    "-z": "display-unused-functions", "-Z": "no-exec-counts",
}  # fmt: skip


def symspec(rng: random.Random, program: randomprogram.Program) -> str:
    """A random symspec, mostly of existing things."""
    _, name = rng.choice(program.functions)
    choices = [name, name, name, "nosuch"]
    if program.files:
        file = rng.choice(program.files)
        line = str(rng.randint(1, 30))
        choices += [file, f"{file}:{name}", f"{file}:{line}", line, f"{name}:{line}"]
    return rng.choice(choices)


# The tables that each option adds its symspec to.
TABLES = {
    "e": ["no graph"], "E": ["no graph", "no time"], "Q": ["no graph"],
    "f": ["graph"], "F": ["graph", "time"], "q": ["graph"], "n": ["time"],
    "N": ["no time"], "k": ["no arc"], "q/": ["arc"], "Q/": ["no arc"],
}  # fmt: skip


def selections(
    rng: random.Random, program: randomprogram.Program, arcs: bool
) -> list[str]:
    """Random symspecs. If two overlap, GNU gprof forgets one of them: a table has
    one, or several of functions."""
    flags: list[str] = []
    taken: dict[str, bool] = {}  # whether more may follow
    for _ in range(rng.choice((1, 1, 2, 3))):
        option = rng.choice("eEfFnNkpPqQCZAJ" if arcs else "nNpPCZAJ")
        wanted = symspec(rng, program)
        more = wanted in dict(map(reversed, program.functions))
        tables = TABLES.get(option, [option])
        # GNU gprof's result for empty halves of arcs is undefined.
        if option == "k" or (arcs and option in "qQ" and rng.random() < 0.2):
            tables = TABLES.get(option + "/", tables)
            wanted, more = f"{wanted}/{symspec(rng, program)}", False
            # So is that for halves that match several pieces of code.
            if set(wanted.split("/")) & set(program.files):
                continue
        if all(table not in taken or (taken[table] and more) for table in tables):
            taken.update(dict.fromkeys(tables, more))
            flags.append(spelled(rng, "-" + option, wanted))
    return flags


def spelled(rng: random.Random, option: str, value: str = "") -> str:
    """One of the forms of an option: its letter, its long name, or a beginning
    of that, if GNU gprof finds it clear."""
    name = LONG_NAMES.get(option)
    if name is None or rng.random() < 0.8:
        return option + value
    if rng.random() < 0.5:
        name = name[: rng.randint(max(len(name) - 4, 3), len(name))]
    return f"--{name}" + (f"={value}" if value else "")


def options(
    rng: random.Random, program: randomprogram.Program, is_bsd: bool
) -> list[str]:
    """A random list of options, with at most one of each that GNU forgets."""
    flags = ["-b", "--no-demangle"]
    reports = rng.choice(
        ([], ["-p"], ["-q"], ["-p", "-q"], ["-C"], ["-A"], ["-p", "-q", "-C", "-A"])
    )
    # The call graph changes GNU gprof's order of functions.
    order = rng.choice(("-r", "-Robjects.map")) if rng.random() < 0.08 else ""
    if order:
        flags.append(order)
        reports = [report for report in reports if report != "-q"]
    for option, chance in FLAGS:
        if order and option in ("-B", "-Ssymbols"):
            continue
        if rng.random() < chance and not (option == "-s" and program.by_function):
            if option == "-O":
                # Any other file, read in BSD's old format, has a histogram of gigabytes.
                form = rng.choice(("auto", "magic", "bsd", "4.4bsd"))
                option += form if is_bsd or form != "bsd" else "auto"
            flags.append(spelled(rng, option))
    if not program.by_function and rng.random() < (0.6 if program.files else 0.1):
        flags.append(spelled(rng, "-l"))
    for option, values, chance in VALUES:
        if rng.random() < chance:
            flags.append(spelled(rng, option, str(rng.choice(values))))
    if rng.random() < 0.35:
        # GNU gprof's orders list the arcs of symspecs, too.
        flags += selections(rng, program, arcs=not order)
    flags += reports
    rng.shuffle(flags)
    return flags


def run(
    gprof: str,
    arguments: list[str],
    inputs: pathlib.Path,
    env: dict[str, str],
    seconds: int = 60,
):
    """Runs GPROF in INPUTS, and removes its output files."""
    before = {path.name for path in inputs.iterdir()}
    try:
        done = subprocess.run(
            [gprof, *arguments], cwd=inputs, env=env, stdin=subprocess.DEVNULL,
            capture_output=True, timeout=seconds,
        )  # fmt: skip
        status, out, err = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        status, out, err = 999, b"", b"no answer"
    files = {}
    for path in list(inputs.iterdir()):
        if path.name not in before:
            files[path.name] = path.read_bytes()
            path.unlink()
    if "gmon.sum" in files:  # its spare bytes are what was on GNU's stack
        total = bytearray(files["gmon.sum"])
        total[8:20] = bytes(12)
        files["gmon.sum"] = bytes(total)
    return Outcome(status, out, err, files)


def difference(gnu: Outcome, ours: Outcome) -> str:
    """The difference, or an empty text."""
    if ours.status != gnu.status:
        message = (ours.err or gnu.err).decode(errors="replace")
        return f"exit status {ours.status}, GNU {gnu.status}: {message}"
    if gnu.status != 0:
        return "" if ours.err else "failed without a message"
    if set(ours.files) != set(gnu.files):
        return f"wrote {sorted(ours.files)}, GNU {sorted(gnu.files)}"
    pairs = [("standard output", gnu.out, ours.out)]
    pairs += [(name, gnu.files[name], ours.files[name]) for name in gnu.files]
    for name, want, have in pairs:
        if want != have:
            if name == "gmon.sum":
                want, have = as_text(want), as_text(have)
            lines = difflib.unified_diff(
                want.decode(errors="replace").splitlines(),
                have.decode(errors="replace").splitlines(),
                f"{name}, GNU", f"{name}, llvm-gprof", lineterm="",
            )  # fmt: skip
            return "\n".join(list(lines)[:SHOWN_LINES])
    return ""


def as_text(gmon: bytes) -> bytes:
    return "\n".join(gmontext.lines(gmontext.decode(gmon))).encode()


# The options that make llvm-gprof print GNU gprof's reports.
GNU_STYLE = "--output-style=GNU"


class Tester:
    def __init__(self, llvm_gprof: str, gprof: str, keep: pathlib.Path | None):
        self.llvm_gprof, self.gprof, self.keep = llvm_gprof, gprof, keep
        self.tools = randomprogram.Tools.find()
        self.compared = self.failures = self.undefined = 0
        self.env = {k: v for k, v in os.environ.items() if k != "GPROF_PATH"}
        self.env["LC_ALL"] = "C"

    def seed(self, seed: int) -> bool:
        """Tests one seed; returns whether all outputs were equal."""
        rng = random.Random(seed)
        with tempfile.TemporaryDirectory(prefix="differential-") as scratch:
            work = pathlib.Path(scratch) / "w"
            work.mkdir()
            program = randomprogram.make_program(rng, work, self.tools)
            profiles = []
            is_bsd = False
            for profile in randomprofile.make_profiles(rng, program):
                is_bsd = profile.format != "gmon"
                profiles.append(f"{len(profiles)}.gmon")
                (work / profiles[-1]).write_bytes(gmontext.encode(profile))
            lists = [["-b", "--no-demangle"]]
            lists += [options(rng, program, is_bsd) for _ in range(LISTS_PER_SEED)]
            equal = True
            for flags in lists:
                equal &= self.compare(seed, [*flags, "a.out", *profiles], work)
            if not equal and self.keep:
                kept = self.keep / str(seed)
                shutil.rmtree(kept, ignore_errors=True)
                shutil.copytree(work, kept)
        return equal

    def compare(self, seed: int, arguments: list[str], work: pathlib.Path) -> bool:
        self.compared += 1
        gnu = run(self.gprof, arguments, work, self.env)
        ours = run(self.llvm_gprof, [GNU_STYLE, *arguments], work, self.env)
        found = difference(gnu, ours)
        if not found:
            return True
        if gnu.status < 0 and 0 <= ours.status <= 1:
            self.undefined += 1  # GNU gprof crashed
            return True
        for fill in ("85", "255"):
            again = run(
                self.gprof, arguments, work, {**self.env, "MALLOC_PERTURB_": fill}
            )
            if difference(gnu, again):
                print(f"undefined: seed {seed}: {shlex.join(arguments)}")
                self.undefined += 1
                return True
        self.failures += 1
        print(f"seed {seed}: {shlex.join(arguments)}\n{found}\n", flush=True)
        return False


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("llvm_gprof")
    parser.add_argument("--gprof", default="gprof", help="GNU gprof")
    parser.add_argument("--seeds", default="1:61", metavar="FIRST:BEHIND")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--stop-after", type=int, default=10, metavar="FAILURES")
    arguments = parser.parse_args()
    first, behind = map(int, arguments.seeds.split(":"))
    llvm_gprof = shutil.which(arguments.llvm_gprof)
    if llvm_gprof is None:
        parser.error(f"no such program: {arguments.llvm_gprof}")
    tester = Tester(os.path.abspath(llvm_gprof), arguments.gprof, arguments.keep)
    equal = 0
    for seed in range(first, behind):
        equal += tester.seed(seed)
        if tester.failures >= arguments.stop_after:
            break
    print(
        f"{equal} of {behind - first} seeds equal: {tester.compared} commands, "
        f"{tester.failures} different, {tester.undefined} undefined in GNU gprof"
    )
    return equal != behind - first


if __name__ == "__main__":
    sys.exit(main())
