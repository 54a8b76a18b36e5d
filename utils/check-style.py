#!/usr/bin/env python3
"""Checks how source files begin, and their format.

usage: check-style.py [--root FOLDER] [--format TOOL] AREA...

AREA is a folder such as rt, in FOLDER (default: the project). The first line of a C++ file has the file's name and a
title. Behind the licence, a comment says what the file does. The include guard of a
header is its path, such as GMON_RT_BASE_MEMORY_H for rt/base/memory.h; that of an
installed header is the path by which programs include it. With --format, TOOL
(clang-format-14) would not change the file; installed headers are C, whose macros it
would break. Each violation is a line; exit status 1 if there is any.
"""

import argparse
import pathlib
import re
import subprocess
import sys

INSTALLED = pathlib.PurePath("rt/include")
RULE = r"//===-+===//\n"
JOB = re.compile(rf"//===-- (\S+) - .*===//\n(?://.*\n)*?{RULE}//\n// \S")
C_JOB = re.compile(r"/\*===-- (\S+) - .*===\*\\\n(?:\|\*.*\n)*?"
                   r"\|\*===-+===\*\|\n\|\*\n\|\* \S")
GUARD = re.compile(r"^#ifndef (\w+)\n#define \1$", re.MULTILINE)


def guard(path: pathlib.PurePath) -> str:
    if path.is_relative_to(INSTALLED):
        path = path.relative_to(INSTALLED)
        return re.sub(r"\W", "_", str(path)).upper()
    return "GMON_" + re.sub(r"\W", "_", str(path)).upper()


def violations(root: pathlib.Path, path: pathlib.PurePath,
               tool: str | None) -> list[str]:
    text = (root / path).read_text()
    wrong = []
    job = JOB.match(text) or C_JOB.match(text)
    if not job:
        wrong.append("the opening does not say what the file does")
    elif pathlib.PurePath(job[1]).name != path.name:
        wrong.append(f"the opening names {job[1]}")
    if path.suffix == ".h":
        found = GUARD.search(text)
        if not found or found[1] != guard(path):
            wrong.append(f"the include guard is not {guard(path)}")
    if tool and not path.is_relative_to(INSTALLED) and subprocess.run(
            [tool, "--dry-run", "-Werror", str(root / path)],
            stderr=subprocess.DEVNULL).returncode:
        wrong.append("clang-format would change it")
    return [f"{path}: {fault}" for fault in wrong]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("areas", nargs="+")
    parser.add_argument("--root", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--format", metavar="TOOL")
    args = parser.parse_args()
    wrong = []
    for area in args.areas:
        for path in sorted((args.root / area).rglob("*")):
            if path.suffix in (".c", ".cpp", ".h") and path.is_file():
                wrong += violations(args.root, path.relative_to(args.root),
                                    args.format)
    print("\n".join(wrong) if wrong else "all files have the style")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
