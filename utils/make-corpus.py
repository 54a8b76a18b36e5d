#!/usr/bin/env python3
"""Writes the same text-like bytes on every machine: words of a small language
with Zipf-like frequencies, numbers, long runs and some noise, so that each
stage of a compressor has work. Usage: make-corpus.py BYTES FILE"""

import random
import sys


def corpus(size):
    rng = random.Random(1982)
    letters = "etaoinshrdlucmfwypvbgkjqxz"
    words = [
        "".join(rng.choices(letters, range(26, 0, -1), k=rng.randint(1, 9)))
        for _ in range(2000)
    ]
    frequencies = [1 / rank for rank in range(1, len(words) + 1)]
    out = bytearray()
    while len(out) < size:
        kind = rng.random()
        if kind < 0.94:
            line = " ".join(rng.choices(words, frequencies, k=rng.randint(3, 14)))
            out += line.encode() + b"\n"
        elif kind < 0.97:
            out += b"%d,%.6f\n" % (rng.randrange(10**9), rng.random())
        elif kind < 0.98:
            out += bytes([rng.randrange(256)]) * rng.randint(10, 2000)
        else:
            out += rng.randbytes(rng.randint(1, 300))
    return bytes(out[:size])


def main():
    with open(sys.argv[2], "wb") as out:
        out.write(corpus(int(sys.argv[1])))


if __name__ == "__main__":
    main()
