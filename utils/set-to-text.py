#!/usr/bin/env python3
"""Prints a set of profiles.

usage: set-to-text.py [--current] [--times] [--extract FOLDER] SET

A line for each segment and each of its members, in the order of the file, and a line
for damaged bytes. An image, which is random, is the number of its first segment in the
file. Times are printed with --times: when the image began, and how many nanoseconds
later the segment was written. With --current, only the last segment of each image is
printed. With --extract, the members of the segment N, from 0 on, become the files
FOLDER/N/gmon.out, FOLDER/N/stacks.gmon.out and so on.
"""

import argparse
import pathlib
import sys

import settext


def head_of(segment: settext.Segment, image: int, with_times: bool) -> str:
    """The line of a segment. Fields that a segment has not are omitted."""
    fields = {
        "image": image,
        "number": segment.number,
        "pid": segment.process,
        "ending": segment.ending,
        "signal": segment.signal or None,
        "rank": segment.rank,
        "label": segment.label or None,
        "host": segment.host or None,
        "program": segment.program or None,
        "processes": segment.processes if segment.processes != 1 else None,
        "state": segment.state if segment.state != "valid" else None,
    }
    if with_times:
        fields |= {"start": segment.start, "elapsed": segment.end - segment.start}
    words = [f"{key}={value}" for key, value in fields.items() if value is not None]
    return " ".join(["segment", *words])


def extract(segment: settext.Segment, folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for member in segment.members:
        (folder / member.name().replace("/", "_")).write_bytes(member.file)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("set")
    parser.add_argument("--current", action="store_true")
    parser.add_argument("--times", action="store_true")
    parser.add_argument("--extract", metavar="FOLDER", type=pathlib.Path)
    options = parser.parse_args()
    try:
        found = settext.read_file(options.set)
    except OSError as error:
        print(f"set-to-text: {options.set}: {error}", file=sys.stderr)
        return 1
    images: dict[bytes, int] = {}
    for segment in found.segments:
        images.setdefault(segment.image, len(images))
    chosen = found.current() if options.current else found.segments
    for number, segment in enumerate(chosen):
        print(head_of(segment, images[segment.image], options.times))
        for member in segment.members:
            print("  member", member.name(), "size", len(member.file))
        if options.extract:
            extract(segment, options.extract / str(number))
    for offset, size in found.damaged:
        print(f"damaged {size} bytes at {offset}")
    print(f"total {len(chosen)} segments, {len({s.image for s in chosen})} images")
    return 0


if __name__ == "__main__":
    sys.exit(main())
