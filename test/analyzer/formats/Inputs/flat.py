"""Prints "calls seconds name" of each function, sorted, out of standard input.

Usage: flat.py [--times] KIND < OUTPUT, where KIND says what OUTPUT is:

    text        of llvm-gprof -b -p
    json        of --format=json
    csv         of --format=csv -p
    folded      of --format=folded, which has no calls
    speedscope  of --format=speedscope, which has none either

With --times, without calls, and without functions that have no time.
"""

import collections
import csv
import io
import json
import re
import sys


def of_text(text):
    number = r" +([0-9.]+)"
    row = re.compile(f"{number * 3}(?:{number * 3}  | {{29}})(.*)")
    for line in text.split("\n"):
        if found := row.fullmatch(line):
            yield int(found[4] or 0), float(found[3]), found[7]


def of_json(text):
    profile = json.loads(text)
    for row in profile["flat_profile"]:
        function = profile["functions"][row["function"]]
        yield row["calls"], row["self_seconds"], row.get("name", function["name"])


def of_csv(text):
    for row in csv.DictReader(io.StringIO(text, newline="")):
        yield int(row["calls"]), float(row["self_seconds"]), row["function"]


def of_stacks(stacks):
    times = collections.Counter()
    for frames, time in stacks:
        times[frames[-1]] += time
    for name, time in times.items():
        yield 0, time / 1e6, name


def of_folded(text):
    lines = (line.rpartition(" ") for line in text.splitlines())
    return of_stacks((stack.split(";"), int(time)) for stack, _, time in lines)


def of_speedscope(text):
    file = json.loads(text)
    frames = file["shared"]["frames"]
    profile = file["profiles"][file["activeProfileIndex"]]
    assert profile["type"] == "sampled" and profile["unit"] == "microseconds"
    assert profile["endValue"] - profile["startValue"] == sum(profile["weights"])
    samples = zip(profile["samples"], profile["weights"], strict=True)
    return of_stacks(
        ([frames[each]["name"] for each in stack], weight) for stack, weight in samples
    )


def main():
    readers = {name[3:]: value for name, value in globals().items() if "of_" in name}
    only_times = sys.argv[1] == "--times"
    # Names that are not UTF-8 are as formats make them.
    text = sys.stdin.buffer.read().decode("utf-8", errors="replace")
    for calls, seconds, name in sorted(readers[sys.argv[-1]](text), key=lambda r: r[2]):
        if only_times:
            calls = 0
        if calls or seconds:
            print(calls, f"{seconds:.6f}", ascii(name))


main()
