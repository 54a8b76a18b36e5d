# Checks that PROGRAM's symbols for the second entries of FUNCTIONs are labels of
# no size at the first bytes of these functions, as READELF shows them.
#
# Usage: symbols.py READELF PROGRAM FUNCTION...

import subprocess
import sys

text = subprocess.run(
    [sys.argv[1], "-sW", sys.argv[2]], stdout=subprocess.PIPE, text=True, check=True
).stdout
functions, labels = set(), {}
for line in text.splitlines():
    fields = line.split()
    if len(fields) < 8 or not fields[0].rstrip(":").isdigit():
        continue
    address, size, kind, name = fields[1], int(fields[2], 0), fields[3], fields[7]
    if kind == "FUNC" and size:
        functions.add(address)
    if name.endswith(".hook.gmon"):
        labels[name] = (address, size, kind)
for name in sys.argv[3:]:
    if name + ".hook.gmon" not in labels:
        sys.exit(f"no label for {name}")
for name, (address, size, kind) in labels.items():
    if size or kind != "NOTYPE" or address not in functions:
        sys.exit(f"{name}: {kind} of size {size} at {address}")
