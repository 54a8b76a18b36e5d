"""Checks what %samples prints: for each NAME, that it has so many samples.

Usage: between.py NAME LEAST:MOST [NAME LEAST:MOST]... < samples
"""

import sys

samples = {name: int(count) for name, count in map(str.split, sys.stdin)}
wrong = False
for name, bounds in zip(sys.argv[1::2], sys.argv[2::2]):
    least, most = map(int, bounds.split(":"))
    if not least <= samples.get(name, 0) <= most:
        print(f"{name}: {samples.get(name, 0)}, expected {bounds}", file=sys.stderr)
        wrong = True
sys.exit(wrong)
