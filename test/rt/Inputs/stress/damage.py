"""Changes random bytes of a file's .eh_frame, beyond its first entry.

usage: damage.py FILE SEED
"""

import random
import subprocess
import sys

path, seed = sys.argv[1:]
random.seed(int(seed))
sections = subprocess.run(
    ["readelf", "-SW", path], check=True, capture_output=True, text=True
).stdout
(line,) = (each for each in sections.splitlines() if " .eh_frame " in each)
words = line.split("]", 1)[1].split()
offset, size = int(words[3], 16), int(words[4], 16)
with open(path, "r+b") as file:
    for _ in range(max(size // 40, 1)):
        file.seek(offset + random.randrange(24, size - 4))
        file.write(bytes([random.randrange(256)]))
