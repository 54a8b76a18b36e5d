"""Prints "calls seconds name" of each function, sorted, out of standard input.

Usage: flat.py KIND < OUTPUT, where KIND says what OUTPUT is:

    text  of llvm-gprof -b -p
    json  of --format=json
    csv   of --format=csv -p
"""

import csv
import io
import json
import re
import sys


def of_text(text):
    number = r" +([0-9.]+)"
    row = re.compile(f"{number * 3}(?:{number * 3} | {{29}}) (.*)")
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


def main():
    readers = {name[3:]: value for name, value in globals().items() if "of_" in name}
    # Names that are not UTF-8 are as formats make them.
    text = sys.stdin.buffer.read().decode("utf-8", errors="replace")
    for calls, seconds, name in sorted(readers[sys.argv[1]](text)):
        if calls or seconds:
            print(calls, f"{seconds:.6f}", ascii(name))


main()
