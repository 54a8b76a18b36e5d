"""Checks what %samples prints: that functions have as many samples as they should.

Usage: rate.py HZ SECONDS [SLACK] < samples

The file SECONDS has the time of some functions, NAME SECONDS each. They began and
ended when what had been used until then was counted (see burn.h), or up to SLACK
seconds later, which is by default a tick of the kernel's clock.
"""

import sys

rate = int(sys.argv[1])
# A period is not counted at either end.
most = 2 + rate * float((sys.argv[3:] or [0.01])[0])
samples = {name: int(count) for name, count in map(str.split, sys.stdin)}
wrong = False
with open(sys.argv[2], encoding="ascii") as file:
    times = file.read().split()
for name, seconds in zip(times[::2], map(float, times[1::2])):
    expected = rate * seconds
    if not abs(samples.get(name, 0) - expected) <= most:
        print(f"{name}: {samples.get(name, 0)}, expected {expected}", file=sys.stderr)
        wrong = True
sys.exit(wrong or not times)
