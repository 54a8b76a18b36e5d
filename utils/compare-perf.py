#!/usr/bin/env python3
"""Compares measured stacks with those of perf.

usage: compare-perf.py [--top N] [--sigma X] SIDECAR PERF_SCRIPT

SIDECAR is the stacks.gmon.out of a run. PERF_SCRIPT is the output of
`perf script --no-inline --no-demangle -F tid,ip,sym,dso` for the same program,
best of the same run, recorded by `perf record -e cpu-clock -F 97 --call-graph
dwarf,16384`: perf copies stacks, which disturbs the program at higher rates, and
cuts off deeper ones. Prints, for the N functions (default: 20) with the greatest
self and inclusive shares, both shares and their difference in standard errors. A
sample of perf in the kernel counts for the innermost frame outside the kernel.
Samples in the profiler's runtime are left out on both sides. Also prints the
CPU time that the samples represent, and the process's by its clock. Exit status
1 if a difference is greater than X standard errors (default: 3), if less than
99% of the stacks are complete, or if the times differ by more than 2%."""

import argparse
import bisect
import collections
import functools
import math
import os
import pathlib
import re
import subprocess
import sys

import stackstext

RUNTIME = re.compile(r"gmon|^mcount")
FRAME = re.compile(r"\s+([0-9a-f]+) (.*) \((.*)\)$")


class Module:
    """The functions of a file, each with one name for all of its symbols."""

    def __init__(self, path):
        self.names = {}
        at = collections.defaultdict(set)
        for file in [path, *self.debug_files(path)]:
            for option in "-S", "-DS":
                listing = subprocess.run(["nm", option, file], text=True,
                                         capture_output=True).stdout
                for line in listing.splitlines():
                    fields = line.split()
                    if len(fields) == 4 and fields[2] in "tTwWiI":
                        name = fields[3].split("@")[0]
                        at[int(fields[0], 16)].add(
                            (name, int(fields[1], 16)))
        self.starts = sorted(at)
        self.functions = []
        for start in self.starts:
            names = sorted((n for n, _ in at[start]),
                           key=lambda n: (n.count("."), len(n), n))
            self.functions.append((names[0], max(z for _, z in at[start])))
            self.names.update((n, names[0]) for n in names)

    @staticmethod
    def debug_files(path):
        notes = subprocess.run(["readelf", "-n", path], capture_output=True,
                               text=True).stdout
        if found := re.search(r"Build ID: (..)(\w+)", notes):
            file = f"/usr/lib/debug/.build-id/{found[1]}/{found[2]}.debug"
            return [file] if os.path.exists(file) else []
        return []

    def function_at(self, address):
        at = bisect.bisect_right(self.starts, address) - 1
        if at >= 0 and address - self.starts[at] < self.functions[at][1]:
            return self.functions[at][0]
        return None


@functools.cache
def module(path):
    return Module(path)


def one_name(name, path):
    return module(path).names.get(name, name) if os.path.exists(path) else name


class Shares:
    """Samples by function: in the function itself, and with its callees."""

    def __init__(self):
        self.total = 0
        self.own = collections.Counter()
        self.inclusive = collections.Counter()

    def add(self, functions, count):
        """functions: the stack, the innermost first."""
        if any(RUNTIME.search(f) for f in functions[:3]):
            return
        self.total += count
        self.own[functions[0]] += count
        for function in set(functions):
            self.inclusive[function] += count


def read_ours(path):
    data = stackstext.read(pathlib.Path(path).read_bytes())
    def name_of(context):
        if context.module == stackstext.NO_MODULE:
            return "[unknown]"
        path = data.modules[context.module].path
        return module(path).function_at(context.address) or (
            "[" + os.path.basename(path) + "]")

    shares, complete = Shares(), 0
    for sample in data.samples:
        stack, at = [], sample.context
        root = None
        while at:
            root = data.contexts[at - 1]
            stack.append(name_of(root))
            at = root.caller
        if root and root.module != stackstext.NO_MODULE:
            complete += sample.count
        shares.add(stack or ["[unknown]"], sample.count)
    return data, shares, complete


def read_perf(path):
    shares, stack = Shares(), []

    def finish():
        user = [f for f, ip in stack if ip < 1 << 63]
        if user:
            shares.add(user, 1)
        stack.clear()

    with open(path, errors="replace") as lines:
        for line in lines:
            if frame := FRAME.match(line):
                ip, name, path = frame.groups()
                name = re.sub(r"\+0x[0-9a-f]+$", "", name)
                if name == "[unknown]":
                    name = "[" + os.path.basename(path) + "]"
                stack.append((one_name(name.split("@")[0], path), int(ip, 16)))
            elif stack:
                finish()
        finish()
    return shares


def compare(title, ours, theirs, num_ours, num_theirs, top, sigma):
    """Prints a table. Returns the number of rows that differ."""
    names = [n for n, _ in (ours + theirs).most_common(top)]
    bad = 0
    print(f"{title:>9} %  perf %  sigmas")
    for name in names:
        a, b = ours[name] / num_ours, theirs[name] / num_theirs
        p = (ours[name] + theirs[name]) / (num_ours + num_theirs)
        error = math.sqrt(p * (1 - p) * (1 / num_ours + 1 / num_theirs))
        off = (a - b) / error if error else 0
        bad += abs(off) > sigma
        print(f"{100 * a:11.2f} {100 * b:7.2f} {off:7.1f}  {name}")
    return bad


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("sidecar")
    parser.add_argument("perf")
    parser.add_argument("--top", type=int, default=20)
    parser.add_argument("--sigma", type=float, default=3)
    args = parser.parse_args()
    data, ours, complete = read_ours(args.sidecar)
    theirs = read_perf(args.perf)
    num_samples = sum(s.count for s in data.samples)
    if not ours.total or not theirs.total:
        sys.exit("compare-perf.py: one of the profiles has no samples")
    facts = data.facts
    sampled = num_samples / facts["rate"]
    used = (facts["user"] + facts["system"]) / 1e9
    print(f"{ours.total} samples, {theirs.total} of perf; "
          f"{100 * complete / num_samples:.2f}% of stacks are complete; "
          f"{sampled:.2f} s sampled, {used:.2f} s used")
    bad = compare("self", ours.own, theirs.own, ours.total, theirs.total,
                  args.top, args.sigma)
    bad += compare("inclusive", ours.inclusive, theirs.inclusive, ours.total,
                   theirs.total, args.top, args.sigma)
    print(f"{bad} rows differ")
    sys.exit(bad != 0 or complete < 0.99 * num_samples
             or abs(sampled - used) > 0.02 * used)


if __name__ == "__main__":
    main()
