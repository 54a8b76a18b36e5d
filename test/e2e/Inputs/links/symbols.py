# Checks that PROGRAM has no symbols in FUNCTIONs but the names of these functions,
# as READELF shows them.
#
# Usage: symbols.py READELF PROGRAM FUNCTION...

import subprocess
import sys

text = subprocess.run(
    [sys.argv[1], "-sW", sys.argv[2]], stdout=subprocess.PIPE, text=True, check=True
).stdout
symbols = []
for line in text.splitlines():
    fields = line.split()
    if len(fields) < 8 or not fields[0].rstrip(":").isdigit():
        continue
    address, size, kind, name = fields[1], int(fields[2], 0), fields[3], fields[7]
    if kind not in ("SECTION", "FILE") and fields[6] != "UND":
        symbols.append((int(address, 16), size, name.split("@")[0]))
functions = set(sys.argv[3:])
bodies = [(start, size) for start, size, name in symbols if name in functions]
if missing := functions - {name for _, _, name in symbols}:
    sys.exit(f"no symbol for {missing}")
for address, _, name in symbols:
    if name not in functions and any(start <= address < start + size for start, size in bodies):
        sys.exit(f"{name} in a function")
