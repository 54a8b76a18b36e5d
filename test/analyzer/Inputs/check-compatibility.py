#!/usr/bin/env python3
"""Checks the tests that docs/manual/compatibility.md names.

usage: check-compatibility.py SOURCES

Each row of a table with a column "Test" must name tests that exist. The rows must name
exactly the cases of test/known-deviations.txt. The tests are in the last cell of a row,
separated by semicolons: files and patterns below test/ in backquotes, or a folder of
the corpus, a colon, and cases.
Prints the errors; exits with status 1 if there are any.
"""

from __future__ import annotations

import pathlib
import re
import sys

CASES = re.compile(r"\s*`corpus/([^`]+)`:(.*)")


def rows_with_tests(text: str) -> list[list[str]]:
    """The cells of all table rows whose heading ends in "Test"."""
    rows = []
    inside = False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split("|")[:-1]]
        if not cells:
            inside = False
        elif cells[-1] == "Test":
            inside = True
        elif inside and cells[-1] != "---":
            rows.append(cells)
    return rows


def main(sources: str) -> int:
    root = pathlib.Path(sources)
    tests = root / "test"
    deviations = {
        line.split(":")[0]
        for line in (tests / "known-deviations.txt").read_text().splitlines()
        if line and not line.startswith("#")
    }
    rows = rows_with_tests((root / "docs/manual/compatibility.md").read_text())
    faults = [] if rows else ["no rows"]
    cases: set[str] = set()
    for row in rows:
        names = []
        for part in row[-1].split(";"):
            if of_corpus := CASES.match(part):
                found = re.findall(r"`([^`]+)`", of_corpus[2])
                cases |= {f"{of_corpus[1]}/{case}" for case in found}
                names.append(f"corpus/{of_corpus[1]}")
            else:
                names += re.findall(r"`([^`]+)`", part)
        if not names:
            faults.append(f"no test: {row[1]}")
        missing = [name for name in names if not any(tests.glob(name))]
        faults += [f"no such test: {name}" for name in missing]
    faults += [f"in no row: {case}" for case in sorted(deviations - cases)]
    faults += [f"no known deviation: {case}" for case in sorted(cases - deviations)]
    print("".join(f"{fault}\n" for fault in faults), end="")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
