"""Prints the calls that profiles hold, by function: CALLER -> CALLEE COUNT.

usage: calls.py PROGRAM GMON...

Calls of several sites are added up. Blocks follow, in the order of their
addresses: block FUNCTION COUNT.
"""

import collections
import os
import sys

root = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(root, "..", "..", "..", "utils"))

import gmontext


def print_profile(symbols: gmontext.Symbols, gmon: str) -> None:
    with open(gmon, "rb") as file:
        records = gmontext.decode(file.read(), 64, "little").records

    def function(address: int) -> str:
        return (symbols.name(address) or "?").split("+")[0]

    calls: collections.Counter = collections.Counter()
    for record in records:
        if isinstance(record, gmontext.Arc):
            calls[function(record.from_pc), function(record.self_pc)] += record.count
    for (caller, callee), count in sorted(calls.items()):
        print(f"{caller} -> {callee} {count}")
    for record in records:
        if isinstance(record, gmontext.Blocks):
            for address, count in record.pairs:
                print(f"block {function(address)} {count}")


program, *profiles = sys.argv[1:]
for profile in profiles:
    print_profile(gmontext.Symbols(program), profile)
