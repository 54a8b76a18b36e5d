"""Prints a profile, as text, with a sample per 2 bytes of a program's procedure linkage
tables: the sections with the prefixes of their names.

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
