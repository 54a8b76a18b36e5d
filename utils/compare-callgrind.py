#!/usr/bin/env python3
"""Compares the call counts of a call graph with callgrind's.

Usage: compare-callgrind.py REPORT CALLGRIND_OUT...

REPORT is the output of `llvm-gprof -b -q -z` or `gprof -b -q -z`. The others are
outputs of valgrind --tool=callgrind --compress-strings=no --compress-pos=no for
the same program, not instrumented, doing the same work. The script compares the
calls of each function and of each pair of caller and callee. It adds up static
functions of one name, because a report does not name their files. Callers outside
of the program are <spontaneous>, as in the report. Exit status 1 if anything
differs."""

import collections
import os
import re
import sys

OUTSIDE = "<spontaneous>"
NAME = r"(\S+)(?: <cycle \d+>)? [\[(]\d+[\])]$"
PARENT = re.compile(r"\s+(?:\S+\s+\S+\s+)?(\d+)(?:/\d+)?\s+" + NAME)
PRIMARY = re.compile(r"\[\S+\s+\S+\s+\S+\s+\S+(?:\s+(\d+)(?:\+(\d+))?)?\s+" + NAME)


def read_report(lines):
    """The calls by function, and by (caller, callee)."""
    functions, pairs = collections.Counter(), collections.Counter()
    parents = []
    for line in lines:
        line = line.rstrip("\n")
        if line.startswith("-----"):
            parents = []
        elif primary := PRIMARY.match(line):
            others, itself, name = primary.groups()
            functions[name] += int(others or 0) + int(itself or 0)
            for count, caller in parents:
                pairs[caller, name] += count
        elif parent := PARENT.match(line):
            parents.append((int(parent[1]), parent[2]))
    return functions, pairs


def read_callgrind(lines, functions, pairs):
    """Adds the calls of the program's own functions in one callgrind.out."""
    program = None
    position = {"ob": "", "fl": "???", "fn": ""}
    callee = {}
    for line in lines:
        line = line.rstrip("\n")
        if line.startswith("cmd:"):
            program = os.path.basename(line.split()[1])
            continue
        key, equals, value = line.partition("=")
        if not equals:
            continue
        if key in ("fi", "fe"):
            key = "fl"
        if key in ("ob", "cob"):
            value = os.path.basename(value)
        elif key in ("fn", "cfn"):
            value = value.split("'")[0]  # f'2 is f called by itself
        if key in position:
            position[key] = value
        elif key in ("cob", "cfi", "cfl", "cfn"):
            callee[{"cfi": "fl", "cfl": "fl"}.get(key, key[1:])] = value
        elif key == "calls":
            target, callee = {**position, **callee}, {}
            # Without a source file it is start-up code of the C library.
            if target["ob"] != program or target["fl"] == "???":
                continue
            inside = position["ob"] == program and position["fl"] != "???"
            count = int(value.split()[0])
            functions[target["fn"]] += count
            pairs[position["fn"] if inside else OUTSIDE, target["fn"]] += count


def differences(what, ours, theirs):
    keys = sorted(key for key in ours.keys() | theirs.keys() if ours[key] != theirs[key])
    for key in keys:
        name = key if isinstance(key, str) else " -> ".join(key)
        print(f"  {name}: {ours[key]} calls, callgrind counts {theirs[key]}")
    print(f"{what}: {sum(1 for n in theirs.values() if n)} called, {len(keys)} differ")
    return len(keys)


def main():
    with open(sys.argv[1]) as report:
        functions, pairs = read_report(report)
    true_functions, true_pairs = collections.Counter(), collections.Counter()
    for path in sys.argv[2:]:
        with open(path) as out:
            read_callgrind(out, true_functions, true_pairs)
    if not true_functions:
        sys.exit("callgrind saw no function of the program")
    failed = differences("functions", functions, true_functions)
    failed += differences("pairs", pairs, true_pairs)
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
