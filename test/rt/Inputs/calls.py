"""Prints the calls that profiles hold, by function: CALLER -> CALLEE COUNT.

usage: calls.py PROGRAM GMON...

Calls of several sites, and in several profiles, are added up. A profile may be a set:
then it stands for the last profile of PROGRAM in each image. Blocks follow, in the order
of their addresses: block FUNCTION COUNT.
"""

import collections
import os
import sys

root = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(root, "..", "..", "..", "utils"))

import gmontext
import settext


program, *profiles = sys.argv[1:]
symbols = gmontext.Symbols(program)
calls: collections.Counter = collections.Counter()
blocks: collections.Counter = collections.Counter()


def function(address: int) -> str:
    return (symbols.name(address) or "?").split("+")[0]


def profiles_in(path: str) -> list[bytes]:
    with open(path, "rb") as file:
        data = file.read()
    if not data.startswith(settext.COOKIE):
        return [data]
    with open(program, "rb") as file:
        image = file.read()
    return [
        member.file
        for segment in settext.read(data).current()
        for member in segment.members
        if member.kind == "profile"
        and not member.series
        and member.file[12:20] in image  # the build-id
    ]


for data in (each for path in profiles for each in profiles_in(path)):
    for record in gmontext.decode(data, 64, "little").records:
        if isinstance(record, gmontext.Arc):
            if record.self_pc == 2**64 - 1:
                continue  # a note, no call
            calls[function(record.from_pc), function(record.self_pc)] += record.count
        elif isinstance(record, gmontext.Blocks):
            for address, count in record.pairs:
                blocks[address] += count

for (caller, callee), count in sorted(calls.items()):
    print(f"{caller} -> {callee} {count}")
for address, count in sorted(blocks.items()):
    print(f"block {function(address)} {count}")
