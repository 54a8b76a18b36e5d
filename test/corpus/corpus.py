#!/usr/bin/env python3
"""Compares llvm-gprof with the output of GNU gprof 2.40.

Each folder has a cases.txt with one case per line:

    NAME: ARGUMENTS          standard output is expected/NAME.out, status 0;
                             a gmon.sum is expected/NAME.sum in text form
    NAME: not ARGUMENTS      exit status 1 and a message

and the inputs that the arguments name: programs as NAME.yaml, for yaml2obj,
profiles as NAME.txt, for text-to-gmon.py, and other files unchanged. Inputs of
several folders are in Inputs/.

For intended differences, ../known-deviations.txt has the reasons, in lines of
"FOLDER/NAME: REASON", and files with the suffix .llvm have llvm-gprof's output.

lit runs this through lit.local.cfg, each case as a test. This command writes new
expected output by GNU gprof, or for the deviations by llvm-gprof:

    corpus.py [--gprof GPROF | --llvm-gprof LLVM_GPROF] FOLDER...
"""

from __future__ import annotations

import argparse
import dataclasses
import difflib
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
INPUTS = HERE / "Inputs"
sys.path.insert(0, str(HERE.parent.parent / "utils"))

import gmontext  # noqa: E402

SECONDS = 60


@dataclasses.dataclass
class Case:
    folder: pathlib.Path
    name: str
    fails: bool
    arguments: list[str]

    @property
    def title(self) -> str:
        return f"{self.folder.name}/{self.name}"

    def expected(self, suffix: str, deviates: bool = False) -> pathlib.Path:
        """The file with the expected output, or gmon.sum if SUFFIX is "sum"."""
        path = self.folder / "expected" / f"{self.name}.{suffix}"
        ours = path.with_name(path.name + ".llvm")
        return ours if deviates and ours.exists() else path


@dataclasses.dataclass
class Outcome:
    status: int
    out: bytes
    err: bytes
    sum: str | None  # gmon.sum in text form


def read_cases(folder: pathlib.Path) -> list[Case]:
    cases = []
    for line in (folder / "cases.txt").read_text().splitlines():
        name, _, words = line.partition(":")
        arguments = shlex.split(words)
        fails = arguments[0] == "not"
        cases.append(Case(folder, name, fails, arguments[fails:]))
    return cases


def read_list(path: pathlib.Path) -> dict[str, str]:
    """The "FOLDER/NAME: REASON" lines of a file."""
    lines = (line.strip() for line in path.read_text().splitlines())
    pairs = (line.split(":", 1) for line in lines if line and line[0] != "#")
    return {title: reason.strip() for title, reason in pairs}


def prepare(case: Case, work: pathlib.Path, yaml2obj: str) -> None:
    """Makes the inputs of CASE in the empty folder WORK."""
    for source in (INPUTS, case.folder):
        for path in sorted(source.iterdir()):
            made = work / path.stem
            if path.name in ("cases.txt", "expected"):
                continue
            if path.is_dir():
                shutil.copytree(path, work / path.name)
            elif path.suffix not in (".yaml", ".txt"):
                shutil.copy(path, work)
            elif made.name not in case.arguments:
                continue
            elif path.suffix == ".yaml":
                subprocess.run([yaml2obj, path, "-o", made], check=True)
            else:
                with open(path) as text:
                    made.write_bytes(gmontext.encode(gmontext.parse(text)))


def run(case: Case, gprof: str, work: pathlib.Path, env=None) -> Outcome:
    done = subprocess.run(
        [gprof, *case.arguments], cwd=work, env=env, stdin=subprocess.DEVNULL,
        capture_output=True, timeout=SECONDS,
    )
    total = work / "gmon.sum"
    text = None
    if total.exists():
        file = gmontext.decode(total.read_bytes())
        file.spare = b""  # where GNU gprof leaves what was on its stack
        text = "".join(line + "\n" for line in gmontext.lines(file))
        total.unlink()
    return Outcome(done.returncode, done.stdout, done.stderr, text)


def difference(want: bytes, have: bytes, name: str) -> str:
    def lines(text: bytes) -> list[str]:
        return text.decode(errors="backslashreplace").splitlines(keepends=True)

    return "".join(difflib.unified_diff(lines(want), lines(have), name, "printed"))


def verdict(case: Case, outcome: Outcome, deviates: bool = False) -> str:
    """The differences from the expected output, or an empty text."""
    if outcome.status != case.fails:
        return f"exit status {outcome.status}, expected {int(case.fails)}\n"
    if case.fails:
        if outcome.sum is not None:
            return "failed, but wrote gmon.sum\n"
        return "" if outcome.err.strip() else "failed without a message\n"
    found = []
    want = case.expected("out", deviates)
    if outcome.out != want.read_bytes():
        found.append(difference(want.read_bytes(), outcome.out, want.name))
    want = case.expected("sum", deviates)
    text = want.read_text() if want.exists() else ""
    if text != (outcome.sum or ""):
        found.append(
            difference(text.encode(), (outcome.sum or "").encode(), want.name)
        )
    return "".join(found)


def regenerate(case: Case, gprof: str, work: pathlib.Path, deviates: bool) -> None:
    outcome = run(case, gprof, work)
    if outcome.status != case.fails:
        sys.exit(f"{case.title}: exit status {outcome.status}")
    found = {"sum": None if outcome.sum is None else outcome.sum.encode()}
    if not case.fails:
        found["out"] = outcome.out
    for suffix, data in found.items():
        path = case.expected(suffix)
        if deviates:
            if path.exists() and path.read_bytes() == data:
                continue
            path = path.with_name(path.name + ".llvm")
        if data is not None:
            path.write_bytes(data)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--gprof", default="gprof")
    parser.add_argument("--llvm-gprof")
    parser.add_argument("--yaml2obj", default="yaml2obj")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    gprof = options.llvm_gprof or options.gprof
    deviations = read_list(HERE.parent / "known-deviations.txt")
    for folder in options.folders:
        (folder / "expected").mkdir(exist_ok=True)
        for case in read_cases(folder):
            if options.llvm_gprof and case.title not in deviations:
                continue
            with tempfile.TemporaryDirectory() as work:
                prepare(case, pathlib.Path(work), options.yaml2obj)
                regenerate(case, gprof, pathlib.Path(work), bool(options.llvm_gprof))


if __name__ == "__main__":
    main()
