"""Prints a profile, as text, with a sample in each 2 bytes of the sections of a
program whose names begin as those of procedure linkage tables do.

usage: stub-samples.py READELF PROGRAM
"""

import re
import subprocess
import sys

readelf, program = sys.argv[1:]
listing = subprocess.run(
    [readelf, "-SW", program], check=True, capture_output=True, text=True
).stdout
for line in listing.splitlines():
    found = re.search(r"\] \.i?plt\S* +PROGBITS +(\w+) \w+ (\w+)", line)
    if found:
        low, size = (int(field, 16) for field in found.groups())
        print(f"histogram {low:#x} {low + size:#x} {size // 2} 1")
        for place in range(size // 2):
            print("bin", place, 1)
