"""Prints "calls seconds name" of each function in standard input, sorted.

Usage: flat.py [--times] KIND < OUTPUT. KIND is the kind of OUTPUT:

    text        of llvm-gprof -b -p
    json        of --format=json
    csv         of --format=csv -p
    folded      of --format=folded, which has no calls
    speedscope  of --format=speedscope, which has none either
    pprof       of --format=pprof
    raw         of pprof -raw about it
    callgrind   of callgrind_annotate --tree=caller --threshold=100 about
                --format=callgrind, and without --tree

--times omits calls, and functions without time. Rows with the same name are added up.
"""

import collections
import csv
import gzip
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


def of_samples(samples):
    """Adds up (names from leaf to root, (samples, nanoseconds, calls))."""
    sums = collections.defaultdict(lambda: [0, 0])
    for names, (_, nanoseconds, calls) in samples:
        sums[names[0]][0] += calls
        sums[names[0]][1] += nanoseconds
    for name, (calls, nanoseconds) in sums.items():
        yield calls, nanoseconds / 1e9, name


def fields(message):
    """The fields of a message of protocol buffers: (number, number or bytes)."""

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    at = 0
    while at < len(message):
        number, kind = divmod(varint(), 8)
        assert kind in (0, 2), kind
        value = varint()
        if kind == 2:
            at += value
            value = message[at - value : at]
        yield number, value


def numbers(packed):
    # Adjacent values look like fields of one number each.
    at = 0
    while at < len(packed):
        end = at
        while packed[end] >= 0x80:
            end += 1
        yield sum((byte & 0x7F) << 7 * i for i, byte in enumerate(packed[at : end + 1]))
        at = end + 1


def of_pprof(data):
    strings, functions, locations, samples = [], {}, {}, []
    for number, value in fields(gzip.decompress(data)):
        if number == 6:
            strings.append(value.decode())
        elif number == 5:
            function = dict(fields(value))
            functions[function[1]] = function[2]
        elif number == 4:
            location = list(fields(value))
            # The first line is the innermost.
            line = next(value for number, value in location if number == 4)
            locations[dict(location)[1]] = dict(fields(line))[1]
        elif number == 2:
            sample = dict(fields(value))
            samples.append((list(numbers(sample[1])), list(numbers(sample[2]))))
    assert strings[0] == ""
    return of_samples(
        ([strings[functions[locations[each]]] for each in stack], values)
        for stack, values in samples
    )


def of_raw(text):
    locations = {}
    samples = []
    lines = text.splitlines()
    for line in lines[lines.index("Locations") + 1 : lines.index("Mappings")]:
        if found := re.match(r" +(\d+): 0x\w+ (?:M=\d+ )?(.*?) \S*:\d+ s=\d+", line):
            locations[int(found[1])] = found[2]
    for line in lines:
        if found := re.fullmatch(r" +(\d+) +(\d+) +(\d+): ([\d ]+)", line):
            samples.append((found[4].split(), [int(found[i]) for i in (1, 2, 3)]))
    return of_samples(
        ([locations[int(each)] for each in stack], values) for stack, values in samples
    )


def of_callgrind(text):
    calls = collections.Counter()
    costs = {}
    callers = []
    for line in text.splitlines():
        found = re.fullmatch(
            r" *([\d,]+) (?:\([ \d.]+%\)|       ) +([<*] +)?(?:\S*?):(.*?)(?: \(([\d,]+)x\))?"
            r"(?: \[[^[]*\])?", line)
        if not found:
            continue
        cost, mark, name, count = found.groups()
        mark = (mark or "").strip()
        if mark == "<":
            callers.append((name, int(count.replace(",", ""))))
        elif mark == "*":
            # The flat profile does not count recursive calls.
            calls[name] += sum(count for caller, count in callers if caller != name)
            callers = []
        else:
            costs[name] = int(cost.replace(",", ""))
    for name in calls.keys() | costs.keys():
        yield calls[name], costs.get(name, 0) / 1e6, name


def main():
    readers = {name[3:]: value for name, value in globals().items() if "of_" in name}
    only_times = sys.argv[1] == "--times"
    # Names that are not UTF-8 are converted as in formats.
    text = sys.stdin.buffer.read()
    if sys.argv[-1] != "pprof":
        text = text.decode("utf-8", errors="replace")
    # If rows are lines, a function has a row for each of its lines.
    calls_of, times = collections.Counter(), collections.Counter()
    for calls, seconds, name in readers[sys.argv[-1]](text):
        calls_of[name] += 0 if only_times else calls
        times[name] += seconds
    for name, seconds in sorted(times.items()):
        if (calls := calls_of[name]) or seconds:
            print(calls, f"{seconds:.6f}", ascii(name))


main()
