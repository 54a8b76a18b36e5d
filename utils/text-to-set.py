#!/usr/bin/env python3
"""Makes a set of profiles from text and files.

usage: text-to-set.py [-o SET] [TEXT]

Without TEXT, or with "-", standard input is read; without -o, standard output is
written. Each line is a statement, "#" starts a comment:

    segment [FIELD=VALUE...]    begins a segment. Fields: pid, rank, label, host,
                                program, image (a number, or 32 hexadecimal digits;
                                without it, the number of the segment, from 1 on),
                                number, start and end (nanoseconds), ending (running,
                                exited, exec, signal, label), signal, processes, state
                                (valid, dropped). VALUE may contain Python's escapes
    profile FILE [FIELD=VALUE...]
    stacks FILE [FIELD=VALUE...]
                                a member of the segment. Fields: library, series
    flip OFFSET                 inverts the byte at this offset of the segment, or from
                                its end if it is negative
    cut N                       keeps the first N bytes of the segment
    zero OFFSET                 the bytes from this offset of the segment on are 0
    bytes HEX                   these bytes behind the segment
"""

import argparse
import pathlib
import sys

import settext

NUMBERS = {"pid": "process", "number": "number", "rank": "rank", "start": "start",
           "end": "end", "signal": "signal", "processes": "processes"}
TEXTS = ("label", "host", "program", "ending", "state")


def fields_of(words: list[str]) -> dict[str, str]:
    fields = {}
    for word in words:
        key, mark, value = word.partition("=")
        if not mark:
            raise ValueError(f"expected FIELD=VALUE, found '{word}'")
        fields[key] = value.encode().decode("unicode_escape")
    return fields


def image_of(text: str) -> bytes:
    return bytes.fromhex(text) if len(text) == 32 else int(text, 0).to_bytes(16, "big")


class Writer:
    def __init__(self) -> None:
        self.data = b""
        self.num_segments = 0
        self.segment: settext.Segment | None = None
        self.changes: list[tuple[str, str]] = []

    def end_segment(self) -> None:
        if self.segment is None:
            return
        data = bytearray(settext.encode(self.segment))
        for change, operand in self.changes:
            if change == "bytes":
                data += bytes.fromhex(operand)
                continue
            at = int(operand, 0)
            if change == "flip":
                data[at] ^= 0xFF
            elif change == "cut":
                del data[at:]
            else:
                data[at:] = bytes(len(data) - at)
        self.data += data
        self.segment, self.changes = None, []

    def begin_segment(self, fields: dict[str, str]) -> None:
        self.end_segment()
        self.num_segments += 1
        self.segment = settext.Segment(image=image_of(str(self.num_segments)))
        for key, value in fields.items():
            if key == "image":
                self.segment.image = image_of(value)
            elif key in NUMBERS:
                setattr(self.segment, NUMBERS[key], int(value, 0))
            elif key in TEXTS:
                setattr(self.segment, key, value)
            else:
                raise ValueError(f"unknown field '{key}'")

    def statement(self, keyword: str, operands: list[str]) -> None:
        if keyword == "segment":
            self.begin_segment(fields_of(operands))
        elif self.segment is None:
            raise ValueError(f"'{keyword}' before the first segment")
        elif keyword in ("profile", "stacks"):
            file = pathlib.Path(operands[0]).read_bytes()
            member = settext.Member(keyword, file, **fields_of(operands[1:]))
            self.segment.members.append(member)
        elif keyword in ("flip", "cut", "zero", "bytes"):
            self.changes.append((keyword, operands[0]))
        else:
            raise ValueError(f"unknown statement '{keyword}'")


def encode(lines) -> bytes:
    writer = Writer()
    for number, line in enumerate(lines, 1):
        words = line.split("#", 1)[0].split()
        try:
            if words:
                writer.statement(words[0], words[1:])
        except (ValueError, TypeError, IndexError) as error:
            raise settext.SetError(f"line {number}: {error}") from error
    writer.end_segment()
    return writer.data


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("text", nargs="?", default="-")
    parser.add_argument("-o", "--output", default="-")
    options = parser.parse_args()
    try:
        if options.text == "-":
            data = encode(sys.stdin)
        else:
            with open(options.text, encoding="utf-8") as text:
                data = encode(text)
        if options.output == "-":
            sys.stdout.buffer.write(data)
        else:
            pathlib.Path(options.output).write_bytes(data)
    except (settext.SetError, OSError) as error:
        print(f"text-to-set: {options.text}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
