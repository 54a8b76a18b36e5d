"""Checks that a profile and perf's profile of the same run have the same functions.

usage: compare-with-perf.py PERF LLVM-GPROF PROGRAM GMON PERF-DATA

Functions with a significant share of the program's own samples must be in both
profiles, and in the call graph, and the shares may differ by six standard errors and
3 percent.
"""

import collections
import json
import math
import subprocess
import sys

perf, llvm_gprof, program, gmon, perf_data = sys.argv[1:]


def output(*command):
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ).stdout


def samples_of_perf():
    found = collections.Counter()
    listing = output(
        perf, "report", "-i", perf_data, "--stdio", "--no-children", "--no-demangle",
        "--dsos", program.rpartition("/")[2], "-g", "none", "-F", "sample,sym", "-t", ";",
    )
    for line in listing.splitlines():
        fields = [field.strip() for field in line.split(";")]
        if not line.startswith("#") and len(fields) == 2 and "[.] " in fields[1]:
            name = fields[1].removeprefix("[.] ").strip()
            # The profiler's functions do not count as the program's.
            if "gmon$rt" not in name and "__gmon" not in name:
                found[name] += int(fields[0])
    return found


profile = json.loads(output(llvm_gprof, "export", "--format=json", "--demangle=none", program, gmon))
rate = profile["run"]["samples_per_second"]
functions = {
    each["linkage_name"]: each["self_seconds"] * rate for each in profile["functions"]
}
graph = output(llvm_gprof, "-b", "-q", "--no-demangle", program, gmon)
entries = {line.split()[-2] for line in graph.splitlines() if line.startswith("[")}

by_perf = samples_of_perf()
ours, theirs = sum(functions.values()), sum(by_perf.values())
failures = 0
if ours < 100 or theirs < 100:
    sys.exit(f"too few samples: {ours} here, {theirs} in perf")
for name in functions.keys() | by_perf.keys():
    mine, other = functions.get(name, 0) / ours, by_perf[name] / theirs
    mean = (mine + other) / 2
    error = math.sqrt(mean * (1 - mean) * (1 / ours + 1 / theirs))
    if mean > 0.01:
        print(f"{100 * mine:6.2f} {100 * other:6.2f} {name}")
    if abs(mine - other) > 6 * error + 0.03:
        print(f"{name}: {100 * mine:.2f} percent here, {100 * other:.2f} in perf")
        failures += 1
    if mine > 0.03 and name not in entries:
        print(f"{name}: not in the call graph")
        failures += 1
sys.exit(failures > 0)
