"""Prints "self total name" of each function in standard input, in seconds, sorted.

Usage: times.py KIND < OUTPUT. KIND is the kind of OUTPUT:

    json        of --format=json
    folded      of --format=folded
    threads     of the same with names of threads as first frames, which do not count
    speedscope  of --format=speedscope
    raw         of pprof -raw about --format=pprof
    callgrind   of --format=callgrind
    page        of page.py about --html

Functions of one name are one. A total counts a stack once.
"""

import collections
import json
import re
import sys


def of_json(text):
    """The member "stacks", whose times must follow from its samples."""
    profile = json.loads(text)
    stacks = profile["stacks"]
    names = [each["name"] for each in stacks["functions"]]
    found = []
    for sample in stacks["samples"]:
        node, frames = sample["node"], []
        while node is not None:
            frames.append(names[stacks["nodes"][node]["function"]])
            node = stacks["nodes"][node].get("caller")
        found.append((frames[::-1], sample["samples"] / stacks["samples_per_second"]))
    times = of_stacks(found)
    for each in stacks["functions"]:
        if each["total_samples"]:
            self, total = times[each["name"]]
            assert abs(self - each["self_seconds"]) < 1e-9, each
            assert abs(total - each["total_seconds"]) < 1e-9, each
    return times


def of_stacks(stacks):
    times = collections.defaultdict(lambda: [0, 0])
    for frames, seconds in stacks:
        times[frames[-1]][0] += seconds
        for name in set(frames):
            times[name][1] += seconds
    return times


def of_folded(text, first=0):
    lines = (line.rpartition(" ") for line in text.splitlines())
    return of_stacks((stack.split(";")[first:], int(time) / 1e6) for stack, _, time in lines)


def of_threads(text):
    return of_folded(text, first=1)


def of_speedscope(text):
    """The profile of all threads, which must be the sum of the threads' profiles."""
    file = json.loads(text)
    names = [each["name"] for each in file["shared"]["frames"]]

    def read(profile):
        assert profile["endValue"] == sum(profile["weights"])
        return of_stacks(
            ([names[each] for each in stack], weight / 1e6)
            for stack, weight in zip(profile["samples"], profile["weights"], strict=True))

    everything, *threads = file["profiles"]
    sums = collections.Counter()
    for thread in threads:
        sums.update(dict(zip((json.dumps(each) for each in thread["samples"]),
                             thread["weights"], strict=True)))
    if threads:
        assert sums == dict(zip((json.dumps(each) for each in everything["samples"]),
                                everything["weights"], strict=True))
    return read(everything)


def of_raw(text):
    lines = text.splitlines()
    locations, current = {}, None
    for line in lines[lines.index("Locations") + 1 : lines.index("Mappings")]:
        found = re.match(r" +(\d+): 0x\w+ (?:M=\d+ )?(.*?) \S*:\d+ s=\d+", line)
        if found:
            current = locations[int(found[1])] = [found[2]]
        else:
            current.append(re.match(r" +(.*?) \S*:\d+ s=\d+", line)[1])
    stacks = []
    for line in lines:
        if found := re.fullmatch(r" +(\d+) +(\d+) +(\d+): ([\d ]+)", line):
            if int(found[2]):
                frames = [name for each in found[4].split() for name in locations[int(each)]]
                stacks.append((frames[::-1], int(found[2]) / 1e9))
    return of_stacks(stacks)


def of_callgrind(text):
    """A total is the sum of the costs of all calls or, without calls, of all costs."""
    names, times, called = {}, collections.defaultdict(lambda: [0, 0]), collections.Counter()
    function = callee = None
    for line in text.splitlines():
        if found := re.fullmatch(r"(c?)fn=\((\d+)\)(?: (.*))?", line):
            name = names.setdefault(found[2], found[3])
            if found[1]:
                callee = name
            else:
                function = name
        elif re.match(r"\d", line):
            cost = int(line.split()[1]) / 1e6
            if callee:
                called[callee] += cost
            else:
                times[function][0] += cost
            times[function][1] += cost
            callee = None
    for name, total in called.items():
        times[name][1] = total
    return times


def of_page(text):
    """The table of functions, with which the tree must agree."""
    page = json.loads(text)
    names, tree = page["functions"]["name"], page["tree"]
    stacks = []
    for node, time in enumerate(tree["self"]):
        frames = []
        while node != -1:
            if tree["kind"][node] == "f":
                frames.append(names[tree["index"][node]])
            node = tree["parent"][node]
        stacks.append((frames[::-1], time))
    times = of_stacks(stacks)
    for name, self, total in zip(names, page["functions"]["self"], page["functions"]["total"],
                                 strict=True):
        assert abs(times[name][0] - self) < 1e-6 and abs(times[name][1] - total) < 1e-6, name
    assert abs(sum(self for self, _ in times.values()) - page["time"]) < 1e-6
    return times


def main():
    readers = {name[3:]: value for name, value in globals().items() if name.startswith("of_")}
    text = sys.stdin.buffer.read().decode("utf-8", errors="replace")
    times = readers[sys.argv[1]](text)
    for name, (self, total) in sorted(times.items()):
        if self or total:
            print(f"{self:.6f} {total:.6f} {ascii(name)}")
    print(f"{sum(self for self, _ in times.values()):.6f} in all")


main()
