"""Prints how often each function of the program was sampled: FUNCTION COUNT.

The runtime's own functions are left out: on a busy machine a tick falls on one now and then.

usage: samples.py PROGRAM GMON
"""

import collections
import os
import sys

root = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(root, "..", "..", "..", "utils"))

import gmontext

program, gmon = sys.argv[1:]
symbols = gmontext.Symbols(program)
with open(gmon, "rb") as file:
    records = gmontext.decode(file.read(), 64, "little").records

samples: collections.Counter = collections.Counter()
for record in records:
    if isinstance(record, gmontext.Histogram):
        bytes_per_bin = (record.high - record.low) // record.num_bins
        for index, count in record.bins.items():
            address = record.low + index * bytes_per_bin
            samples[(symbols.name(address) or "?").split("+")[0]] += count
for function, count in sorted(samples.items()):
    if "gmon$rt" in function:
        continue
    print(f"{function} {count}")
