#!/usr/bin/env python3
"""Runs a gprof with every spelling of every option.

usage: option-spellings.py GPROF

All spellings of an option must have the same output, files and exit status, which
differ from those without the option. Spellings are its letter, alone and after
another; its long name, whole and abbreviated; an argument attached and, if required,
as the next word; before and after the file names. The inputs are in the current
folder. Prints the errors and the number of command lines.
"""

from __future__ import annotations

import dataclasses
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FLAG, OPTIONAL, REQUIRED = range(3)


@dataclasses.dataclass
class Option:
    letter: str
    name: str
    kind: int
    argument: str | None
    base: str = "-q"  # the rest of the command line
    data: str = "gmon.out"
    alone: bool = False  # whether it acts the same without file names
    acts: bool = True  # whether it has an effect on these files


OPTIONS = [
    Option("A", "annotated-source", OPTIONAL, None, "-Isources"),
    Option("A", "annotated-source", OPTIONAL, "main", "-Isources"),
    Option("C", "exec-counts", OPTIONAL, None),
    Option("C", "exec-counts", OPTIONAL, "main"),
    Option("i", "file-info", FLAG, None, ""),
    Option("J", "no-annotated-source", OPTIONAL, None, "-A -Isources"),
    Option("J", "no-annotated-source", OPTIONAL, "main", "-Isources"),
    Option("P", "no-flat-profile", OPTIONAL, None, "-p"),
    Option("P", "no-flat-profile", OPTIONAL, "main"),
    Option("p", "flat-profile", OPTIONAL, None, ""),
    Option("p", "flat-profile", OPTIONAL, "main", ""),
    Option("Q", "no-graph", OPTIONAL, None),
    Option("Q", "no-graph", OPTIONAL, "helper", "-p"),
    Option("q", "graph", OPTIONAL, None, "-p"),
    Option("q", "graph", OPTIONAL, "main/helper", "-p"),
    Option("B", "", FLAG, None, "-p"),
    Option("R", "file-ordering", REQUIRED, "objects.map"),
    Option("r", "function-ordering", FLAG, None),
    Option("s", "sum", FLAG, None, ""),
    Option("Z", "no-exec-counts", OPTIONAL, None, "-C"),
    Option("Z", "no-exec-counts", OPTIONAL, "main", ""),
    Option("a", "no-static", FLAG, None),
    Option("", "break-cycles", OPTIONAL, None),
    Option("", "break-cycles", OPTIONAL, "1"),
    Option("c", "static-call-graph", FLAG, None),
    Option("D", "ignore-non-functions", FLAG, None),
    Option("k", "", REQUIRED, "main/helper"),
    Option("l", "line", FLAG, None, "-p"),
    Option("N", "no-time", REQUIRED, "helper"),
    Option("n", "time", REQUIRED, "helper"),
    Option("E", "", REQUIRED, "helper"),
    Option("e", "", REQUIRED, "helper"),
    Option("F", "", REQUIRED, "helper"),
    Option("f", "", REQUIRED, "helper"),
    Option("b", "brief", FLAG, None),
    Option("", "demangle", OPTIONAL, None, "--no-demangle -q"),
    Option("", "demangle", OPTIONAL, "none"),
    Option("", "inline-file-names", FLAG, None),
    Option("L", "print-path", FLAG, None, "-p -l"),
    Option("", "no-demangle", FLAG, None),
    Option("", "output-style", REQUIRED, "GNU", "-s"),
    Option("T", "traditional", FLAG, None),
    Option("w", "width", REQUIRED, "30"),
    Option("z", "display-unused-functions", FLAG, None, "-p"),
    Option("I", "directory-path", REQUIRED, "nosuch:sources", "-A"),
    Option("m", "min-count", REQUIRED, "300", "-A -Isources"),
    Option("t", "table-length", REQUIRED, "1", "-A -Isources"),
    Option("x", "all-lines", FLAG, None, "-A -l -Isources"),
    Option("y", "separate-files", FLAG, None, "-A -Isources"),
    Option("O", "file-format", REQUIRED, "bsd", "-s", data="bsd.out"),
    Option("S", "external-symbol-table", REQUIRED, "symbols"),
    Option("", "no-pager", FLAG, None, acts=False),
    Option("", "classic", FLAG, None, acts=False),
    Option("h", "help", FLAG, None, alone=True),
    Option("v", "version", FLAG, None, alone=True),
    Option("d", "debug", OPTIONAL, None),
    Option("d", "debug", OPTIONAL, "4"),
]

# Options that GNU gprof lacks: they make none of its abbreviations ambiguous.
NEW = {"break-cycles", "classic", "no-pager", "output-style", "summary"}


def abbreviation(name: str, names: set[str]) -> str:
    """The shortest prefix of NAME that is not a prefix of another one of NAMES."""
    others = names - {name} if name in NEW else names - {name} - NEW
    length = 1
    while any(other.startswith(name[:length]) for other in others):
        length += 1
        if length > len(name):
            break  # it abbreviates another name
    return name[:length]


def spellings(option: Option, names: set[str]) -> list[list[str]]:
    argument = option.argument
    found = []
    if option.letter:
        for letters in (option.letter, "b" + option.letter):
            found.append([f"-{letters}{argument or ''}"])
            if option.kind == REQUIRED:
                found.append([f"-{letters}", argument])
    if option.name:
        for name in (option.name, abbreviation(option.name, names)):
            found.append([f"--{name}={argument}" if argument else f"--{name}"])
            if option.kind == REQUIRED:
                found.append([f"--{name}", argument])
    return found


class Runner:
    def __init__(self, gprof: str):
        self.gprof = gprof
        self.inputs = pathlib.Path.cwd()

    def run(self, words: list[str]) -> tuple[int, bytes, dict[str, bytes]]:
        """The exit status, the output, and the files written."""
        with tempfile.TemporaryDirectory() as work:
            folder = pathlib.Path(work)
            for path in self.inputs.iterdir():
                (folder / path.name).symlink_to(path)
            done = subprocess.run(
                [self.gprof, *words], cwd=work, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
            )  # fmt: skip
            written = {
                path.name: path.read_bytes()
                for path in folder.iterdir()
                if not path.is_symlink()
            }
        return done.returncode, done.stdout, written

    def message(self, words: list[str]) -> str:
        """The message of a run that must fail or ignore files; else an empty text."""
        done = subprocess.run(
            [self.gprof, *words], stdin=subprocess.DEVNULL,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode == 0:
            return done.stderr if "passed over" in done.stderr else ""
        return done.stderr if done.returncode == 1 and not done.stdout else ""


def compare(runner: Runner, option: Option, names: set[str]) -> list[list[str]]:
    """Compares the spellings of OPTION. Returns the command lines."""
    files = ["program", option.data]
    # The command always has -b: it is the letter before others in a group.
    base = (["-b"] if option.letter != "b" else []) + option.base.split()
    without = runner.run(base + files)
    first = None
    lines = []
    for words in spellings(option, names):
        lines += [base + words + files, base + files + words]
        if option.alone:
            lines.append(words)
    for line in lines:
        outcome = runner.run(line)
        first = first or outcome
        if outcome != first:
            print("differs from", *lines[0], end=": ")
            print(*line)
        if option.acts and outcome == without:
            print("has no effect:", *line)
        if outcome[0]:
            print("fails:", *line)
    return lines


def refuse(runner: Runner, option: Option, names: set[str]) -> list[list[str]]:
    """Tries invalid spellings of OPTION. Returns the command lines."""
    words = [f"-{option.letter}"] if option.letter else []
    words += [f"--{option.name}"] if option.name else []
    tries: list[tuple[list[str], str]] = []
    for word in words:
        if option.kind == REQUIRED:
            tries.append((["program", word], "expects an argument"))
        elif option.kind == OPTIONAL and option.argument:
            # An optional argument that is not attached is a file name.
            files = ["program", "gmon.out"]
            # The sidecar file is not a profile of the program.
            is_sidecar = option.name == "threads"
            part = "of stacks" if is_sidecar else f"'{option.argument}'"
            tries.append((files + [word, option.argument], part))
        elif option.kind == FLAG and word.startswith("--"):
            tries.append(([f"{word}=1"], "takes no value"))
    short = abbreviation(option.name, names)[:-1]
    if short and short not in names and option.name not in NEW:
        tries.append(([f"--{short}"], f"--{option.name}"))
    for line, part in tries:
        if part not in runner.message(line):
            print(f"does not fail with {part!r}:", *line)
    return [line for line, _ in tries]


def options_of_help(gprof: str) -> set[str]:
    done = subprocess.run([gprof, "--help"], capture_output=True, text=True, check=True)
    found = set()
    for line in done.stdout.splitlines():
        if names := re.match(r" +((-\w|--[\w-]+)(, )?)+", line):
            found |= set(names.group().replace(",", "").split())
    return found


def main(gprof: str) -> None:
    runner = Runner(gprof)
    names = {option.name for option in OPTIONS if option.name}
    known = {f"--{name}" for name in names}
    known |= {f"-{option.letter}" for option in OPTIONS if option.letter}
    # It is no option beside those of reports.
    known |= {"--summary"}
    for word in sorted(known ^ options_of_help(gprof)):
        print("not in both, --help and this list:", word)
    compared = refused = 0
    for option in OPTIONS:
        compared += len(compare(runner, option, names))
        refused += len(refuse(runner, option, names))
    print(f"{compared} command lines compared, {refused} refused")


if __name__ == "__main__":
    main(shutil.which(sys.argv[1]) or sys.argv[1])
