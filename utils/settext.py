"""Reads and writes sets of profiles, for set-to-text.py, text-to-set.py and tests.

gmon/format.h, in rt/include, specifies the file. read() finds the segments as readers
do: it verifies checksums, and behind damaged bytes goes on at the next cookie.
"""

from __future__ import annotations

import dataclasses
import pathlib
import struct
import zlib

COOKIE = b"gmonsegm"
VERSION = 1
HEAD_SIZE = 104  # without the texts
MEMBER_SIZE = 24  # without the texts and the file
CHECKED_OFFSET = 20
NO_RANK = 0xFFFFFFFF
STATES = {0: "valid", 1: "dropped"}
ENDINGS = {0: "running", 1: "exited", 2: "exec", 3: "signal", 4: "label"}
ENDINGS |= {255: "different"}
ENDINGS |= {number | 256: f"{name}+label" for number, name in ENDINGS.items()}
KINDS = {1: "profile", 2: "stacks"}
PREFIXES = {"profile": "", "stacks": "stacks."}


class SetError(Exception):
    """A set, or a description of one, with an inconsistency."""


@dataclasses.dataclass
class Member:
    kind: str  # of KINDS, or a number
    file: bytes
    series: str = ""
    library: str = ""

    def name(self) -> str:
        """The name of such a file of a program whose profile is gmon.out."""
        parts = ("gmon.out", self.series, self.library)
        return PREFIXES.get(self.kind, self.kind + ".") + ".".join(filter(None, parts))


@dataclasses.dataclass
class Segment:
    state: str = "valid"
    rank: int | None = None
    image: bytes = bytes(16)
    number: int = 0
    process: int = 1
    start: int = 0  # nanoseconds
    end: int = 0
    ending: str = "exited"
    signal: int = 0
    host: str = ""
    program: str = ""
    label: str = ""
    processes: int = 1
    members: list[Member] = dataclasses.field(default_factory=list)
    offset: int = 0  # in the set that was read
    size: int = 0

    def file(self, name: str = "gmon.out") -> bytes:
        """The member of this name."""
        for member in self.members:
            if member.name() == name:
                return member.file
        raise SetError(f"no member '{name}' in the segment at {self.offset}")


@dataclasses.dataclass
class ProfileSet:
    segments: list[Segment]
    damaged: list[tuple[int, int]]  # offset and size of bytes that are no segments

    def current(self) -> list[Segment]:
        """The last segment of each image, as format.h defines it."""
        last: dict[bytes, Segment] = {}
        for segment in self.segments:
            known = last.get(segment.image)
            if segment.state == "valid" and (
                known is None or segment.number >= known.number
            ):
                last[segment.image] = segment
        return sorted(last.values(), key=lambda segment: segment.offset)


def padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 8)


def name_of(number: int, names: dict[int, str]) -> str:
    return names.get(number, str(number))


def number_of(name: str, names: dict[int, str]) -> int:
    for number, known in names.items():
        if known == name:
            return number
    return int(name, 0)


def read_texts(data: bytes, at: int, sizes: list[int]) -> list[str]:
    """Texts of these sizes, one behind another."""
    texts = []
    for size in sizes:
        if at + size > len(data):
            raise SetError("a text is cut off")
        texts.append(data[at : at + size].decode(errors="surrogateescape"))
        at += size
    return texts


def read_members(data: bytes) -> list[Member]:
    members, at = [], 0
    while at < len(data):
        if at + MEMBER_SIZE > len(data):
            raise SetError("a member is cut off")
        kind, series_size, library_size, reserved, size = struct.unpack_from(
            "<IIIIQ", data, at
        )
        if reserved:
            raise SetError("a reserved field of a member")
        sizes = [series_size, library_size]
        series, library = read_texts(data, at + MEMBER_SIZE, sizes)
        at += MEMBER_SIZE + sum(sizes) + -sum(sizes) % 8
        if at + size > len(data):
            raise SetError("the file of a member is cut off")
        file = data[at : at + size]
        members.append(Member(name_of(kind, KINDS), file, series, library))
        at += size + -size % 8
    return members


def read_segment(data: bytes, at: int) -> Segment:
    """The segment at this offset. Raises SetError if there is none."""
    if data[at : at + 8] != COOKIE or at + HEAD_SIZE > len(data):
        raise SetError("no segment")
    version, state, check, head_size, size, checksum = struct.unpack_from(
        "<IIIIQI", data, at + 8
    )
    if version != VERSION or head_size < HEAD_SIZE or head_size % 8:
        raise SetError("the head")
    head = data[at : at + head_size]
    if len(head) < head_size or zlib.crc32(head[CHECKED_OFFSET:]) != check:
        raise SetError("the head's checksum")
    if size % 8 or size < head_size or at + size > len(data):
        raise SetError("the size")
    (rank, image, number, process, start, end, ending, signal, *sizes,
     processes) = struct.unpack_from("<I16sIIQQIIIIII", head, 36)
    host, program, label = read_texts(head, HEAD_SIZE, sizes)
    segment = Segment(
        name_of(state, STATES), None if rank == NO_RANK else rank, image, number,
        process, start, end, name_of(ending, ENDINGS), signal, host, program, label,
        processes, [], at, size)
    if segment.state == "dropped":
        return segment
    body = data[at + head_size : at + size]
    if zlib.crc32(body) != checksum:
        raise SetError("the checksum")
    segment.members = read_members(body)
    return segment


def read(data: bytes) -> ProfileSet:
    """The segments of a set, and what is not one."""
    segments, damaged, at = [], [], 0
    while at < len(data):
        try:
            segments.append(read_segment(data, at))
            at += segments[-1].size
        except SetError:
            next_one = data.find(COOKIE, at + 1)
            if next_one < 0:
                next_one = len(data)
            if damaged and sum(damaged[-1]) == at:
                damaged[-1] = (damaged[-1][0], damaged[-1][1] + next_one - at)
            else:
                damaged.append((at, next_one - at))
            at = next_one
    return ProfileSet(segments, damaged)


def read_file(path: str) -> ProfileSet:
    return read(pathlib.Path(path).read_bytes())


def encode_member(member: Member) -> bytes:
    series, library = member.series.encode(), member.library.encode()
    head = struct.pack(
        "<IIIIQ", number_of(member.kind, KINDS), len(series), len(library), 0,
        len(member.file))
    return padded(head + series + library) + padded(member.file)


def encode(segment: Segment) -> bytes:
    """The bytes of a segment."""
    body = b"".join(map(encode_member, segment.members))
    texts = [text.encode(errors="surrogateescape")
             for text in (segment.host, segment.program, segment.label)]
    fixed = struct.pack(
        "<I16sIIQQIIIIII", NO_RANK if segment.rank is None else segment.rank,
        segment.image, segment.number, segment.process, segment.start, segment.end,
        number_of(segment.ending, ENDINGS), segment.signal, *map(len, texts),
        segment.processes)
    rest = fixed + b"".join(texts)
    rest += bytes(-(36 + len(rest)) % 8)
    head_size = 36 + len(rest)
    checked = struct.pack("<IQI", head_size, head_size + len(body), zlib.crc32(body))
    checked += rest
    state = number_of(segment.state, STATES)
    return COOKIE + struct.pack("<III", VERSION, state, zlib.crc32(checked)) + (
        checked + body)
