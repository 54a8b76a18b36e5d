"""The text form of gmon files, for text-to-gmon.py and gmon-to-text.py.

A profile data file is binary; tests contain theirs as text, beside their checks.
Each line is a statement, "#" starts a comment, numbers are decimal or 0x
hexadecimal. Settings come first:

    format gmon|bsd|bsd44|raw   default gmon; raw has no header
    byteorder little|big        default little
    width 32|64                 of addresses; default 64
    version N                   default 1; in version 0 block records differ
    build-id HEX                behind its mark; zeros follow, up to 8 bytes
    library-id HEX              the same behind the mark of a library
    spare HEX                   instead, the 12 bytes after the version as they
                                are; zeros follow

and the records, in the order of the file:

    histogram LOW HIGH BINS RATE [DIMENSION ABBREVIATION]
    bin INDEX COUNT             of the histogram above; the others are 0
    sample ADDRESS COUNT        adds to the bin that covers ADDRESS
    arc FROM SELF COUNT
    block ADDRESS COUNT         consecutive blocks form one record
    blocks                      starts a record of blocks
    raw HEX                     these bytes as they are
    truncate N                  keeps the first N bytes of the whole file, or
                                without its last -N

An ADDRESS may be SYMBOL or SYMBOL+N where a program is given. In the BSD
formats the histogram, which has no dimension, is the header; bsd has no rate.

gmon/format.h, in rt/include, specifies format gmon; the old BSD format is LOW,
HIGH, and the size of this header and the bins together in 32 bits; 4.4BSD adds
the magic number 0x51879, a rate and 12 spare bytes. Arcs follow, their count
as wide as an address.

Reading is the exact inverse: whatever the bytes are, text made from them gives
them back. What does not parse becomes raw lines.
"""

from __future__ import annotations

import bisect
import dataclasses
import re
import shutil
import struct
import subprocess
from typing import Iterable, Iterator

COOKIE = b"gmon"
HEADER_SIZE = 20
BUILD_ID_MARK = b"b-id"
LIBRARY_ID_MARK = b"l-id"
BUILD_ID_SIZE = 8
SPARE_SIZE = len(BUILD_ID_MARK) + BUILD_ID_SIZE
DIMENSION_SIZE = 15
TAG_HISTOGRAM, TAG_ARC, TAG_BLOCKS = range(3)
BSD44_MAGIC = 0x51879
RAW_BYTES_PER_LINE = 32


class TextError(Exception):
    """A malformed line of the text form."""


@dataclasses.dataclass
class Histogram:
    low: int
    high: int
    num_bins: int
    rate: int
    dimension: str = "seconds"
    abbreviation: str = "s"
    bins: dict[int, int] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Arc:
    from_pc: int
    self_pc: int
    count: int


@dataclasses.dataclass
class Blocks:
    pairs: list[tuple[int, int]] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Raw:
    data: bytes


Record = Histogram | Arc | Blocks | Raw


@dataclasses.dataclass
class GmonFile:
    format: str = "gmon"
    byteorder: str = "little"
    width: int = 64
    version: int = 1
    spare: bytes = b""  # in the header: a build-id behind its mark, or anything
    records: list[Record] = dataclasses.field(default_factory=list)
    truncate: int | None = None

    def packing(self, fields: str) -> struct.Struct:
        """A struct of FIELDS, in which P stands for an address."""
        order = "<" if self.byteorder == "little" else ">"
        return struct.Struct(order + fields.replace("P", "IQ"[self.width == 64]))


class Symbols:
    """The text symbols of a program, as llvm-nm lists them."""

    def __init__(self, program: str, nm: str | None = None):
        tool = nm or next(
            filter(shutil.which, ("llvm-nm", "llvm-nm-22", "nm")), "llvm-nm"
        )
        listing = subprocess.run(
            [tool, "--format=posix", "--no-sort", program],
            check=True, capture_output=True, text=True,
        ).stdout
        self._addresses: dict[str, set[int]] = {}
        sizes: dict[int, tuple[int, str]] = {}
        for line in listing.splitlines():
            # Names may contain spaces; the fields after them do not.
            fields = line.rsplit(" ", 3)
            if len(fields) != 4 or fields[1] not in "tTwWiVv" or not fields[2]:
                continue
            # Marks of code and data within it, on processors that have those:
            # readers of a profile pass them over.
            if re.match(r"\$[adtx](\.|rv|$)", fields[0]):
                continue
            address, size = int(fields[2], 16), int(fields[3] or "0", 16)
            self._addresses.setdefault(fields[0], set()).add(address)
            sizes.setdefault(address, (size, fields[0]))
        self._sorted = sorted(sizes)
        self._sizes = sizes

    def address(self, text: str) -> int:
        """The address of SYMBOL or SYMBOL+N."""
        name, offset = text, 0
        if name not in self._addresses and "+" in text:
            name, _, tail = text.rpartition("+")
            offset = int(tail, 0)
        found = self._addresses.get(name, set())
        if len(found) != 1:
            raise TextError(
                f"symbol '{name}' is " + ("ambiguous" if found else "unknown")
            )
        return min(found) + offset

    def name(self, address: int) -> str | None:
        """SYMBOL or SYMBOL+N for an ADDRESS in or just behind the symbol."""
        at = bisect.bisect_right(self._sorted, address) - 1
        if at < 0:
            return None
        start = self._sorted[at]
        size, name = self._sizes[start]
        if (size and address > start + size) or len(self._addresses[name]) != 1:
            return None
        if " " in name or "#" in name or (not size and at + 1 == len(self._sorted)):
            return None
        return name if address == start else f"{name}+{address - start:#x}"


# --- text to file -----------------------------------------------------------


class _Parser:
    def __init__(self, symbols: Symbols | None):
        self.file = GmonFile()
        self._symbols = symbols

    def statement(self, keyword: str, operands: list[str]) -> None:
        method = getattr(self, "_do_" + keyword.replace("-", "_"), None)
        if method is None:
            raise TextError(f"unknown statement '{keyword}'")
        try:
            method(*operands)
        except (TypeError, ValueError) as error:
            raise TextError(f"malformed '{keyword}': {error}") from error

    def _address(self, text: str) -> int:
        if self._symbols is None or text[0].isdigit():
            return int(text, 0)
        return self._symbols.address(text)

    def _do_format(self, name: str) -> None:
        if name not in ("gmon", "bsd", "bsd44", "raw"):
            raise ValueError(name)
        self.file.format = name

    def _do_byteorder(self, name: str) -> None:
        if name not in ("little", "big"):
            raise ValueError(name)
        self.file.byteorder = name

    def _do_width(self, bits: str) -> None:
        if bits not in ("32", "64"):
            raise ValueError(bits)
        self.file.width = int(bits)

    def _do_version(self, number: str) -> None:
        self.file.version = int(number, 0)

    def _do_library_id(self, digits: str = "") -> None:
        self._do_build_id(digits, LIBRARY_ID_MARK)

    def _do_build_id(self, digits: str = "", mark: bytes = BUILD_ID_MARK) -> None:
        build_id = bytes.fromhex(digits)
        if len(build_id) > BUILD_ID_SIZE:
            raise ValueError(f"more than {BUILD_ID_SIZE} bytes")
        self.file.spare = mark + build_id

    def _do_spare(self, digits: str) -> None:
        self.file.spare = bytes.fromhex(digits)
        if len(self.file.spare) > SPARE_SIZE:
            raise ValueError(f"more than {SPARE_SIZE} bytes")

    def _do_histogram(
        self, low: str, high: str, bins: str, rate: str,
        dimension: str = "seconds", abbreviation: str = "s",
    ) -> None:
        if len(dimension) > DIMENSION_SIZE or len(abbreviation) != 1:
            raise ValueError("dimension or abbreviation too long")
        self.file.records.append(
            Histogram(
                self._address(low), self._address(high),
                int(bins, 0), int(rate, 0), dimension, abbreviation,
            )
        )

    def _histogram(self) -> Histogram:
        last = self.file.records[-1] if self.file.records else None
        if not isinstance(last, Histogram):
            raise ValueError("no histogram stands before it")
        return last

    def _do_bin(self, index: str, count: str) -> None:
        histogram, at = self._histogram(), int(index, 0)
        if not 0 <= at < histogram.num_bins:
            raise ValueError(f"the histogram has {histogram.num_bins} bins")
        histogram.bins[at] = int(count, 0)

    def _do_sample(self, address: str, count: str) -> None:
        histogram, at = self._histogram(), self._address(address)
        if not histogram.low <= at < histogram.high:
            raise ValueError("address outside the histogram")
        offset, size = at - histogram.low, histogram.high - histogram.low
        index = offset * histogram.num_bins // size
        histogram.bins[index] = histogram.bins.get(index, 0) + int(count, 0)

    def _do_arc(self, from_pc: str, self_pc: str, count: str) -> None:
        self.file.records.append(
            Arc(self._address(from_pc), self._address(self_pc), int(count, 0))
        )

    def _do_blocks(self) -> None:
        self.file.records.append(Blocks())

    def _do_block(self, address: str, count: str) -> None:
        if not self.file.records or not isinstance(self.file.records[-1], Blocks):
            self._do_blocks()
        last = self.file.records[-1]
        assert isinstance(last, Blocks)
        last.pairs.append((self._address(address), int(count, 0)))

    def _do_raw(self, *digits: str) -> None:
        self.file.records.append(Raw(bytes.fromhex("".join(digits))))

    def _do_truncate(self, size: str) -> None:
        self.file.truncate = int(size, 0)


def parse(lines: Iterable[str], symbols: Symbols | None = None) -> GmonFile:
    """Reads the text form; raises TextError, which names the line."""
    parser = _Parser(symbols)
    for number, line in enumerate(lines, 1):
        words = line.split("#", 1)[0].split()
        if words:
            try:
                parser.statement(words[0], words[1:])
            except TextError as error:
                raise TextError(f"line {number}: {error}") from error
    return parser.file


def encode(file: GmonFile) -> bytes:
    """The bytes of FILE; raises struct.error if a number does not fit."""
    data = bytearray()
    if file.format == "gmon":
        data += COOKIE + file.packing("I").pack(file.version)
        data += file.spare.ljust(SPARE_SIZE, b"\0")
    for record in file.records:
        if isinstance(record, Raw):
            data += record.data
        elif file.format in ("bsd", "bsd44"):
            data += _encode_bsd(file, record)
        else:
            data += _encode_record(file, record)
    return bytes(data if file.truncate is None else data[: file.truncate])


def _encode_bins(file: GmonFile, histogram: Histogram) -> bytes:
    counts = [histogram.bins.get(i, 0) for i in range(histogram.num_bins)]
    return file.packing(f"{histogram.num_bins}H").pack(*counts)


def _encode_record(file: GmonFile, record: Record) -> bytes:
    if isinstance(record, Histogram):
        header = file.packing("BPPII15sc").pack(
            TAG_HISTOGRAM, record.low, record.high, record.num_bins, record.rate,
            record.dimension.encode("ascii"), record.abbreviation.encode("ascii"),
        )
        return header + _encode_bins(file, record)
    if isinstance(record, Arc):
        return file.packing("BPPI").pack(
            TAG_ARC, record.from_pc, record.self_pc, record.count
        )
    assert isinstance(record, Blocks)
    data = file.packing("BI").pack(TAG_BLOCKS, len(record.pairs))
    if file.version == 0:
        # One name of the file's, then for each block its count first and two
        # names and a line behind; the names are empty here.
        pairs = [file.packing("QQ2si").pack(c, a, b"", 0) for a, c in record.pairs]
        return data + b"\0" + b"".join(pairs)
    return data + b"".join(file.packing("PP").pack(a, c) for a, c in record.pairs)


def _encode_bsd(file: GmonFile, record: Record) -> bytes:
    if isinstance(record, Histogram):
        prefix = file.packing("PPI")
        suffix = file.packing("II12s" if file.format == "bsd44" else "")
        size = prefix.size + suffix.size + 2 * record.num_bins
        tail = (BSD44_MAGIC, record.rate, b"") if suffix.size else ()
        header = prefix.pack(record.low, record.high, size) + suffix.pack(*tail)
        return header + _encode_bins(file, record)
    if isinstance(record, Arc):
        return file.packing("PPP").pack(record.from_pc, record.self_pc, record.count)
    raise TextError(f"format {file.format} has no blocks")


# --- file to text -----------------------------------------------------------


class _Reader:
    """Reads structs from the front of some bytes."""

    def __init__(self, file: GmonFile, data: bytes, at: int = 0):
        self.file, self.data, self.at = file, data, at

    def take(self, fields: str) -> tuple:
        """The next struct; raises struct.error at the end of the data."""
        packing = self.file.packing(fields)
        values = packing.unpack_from(self.data, self.at)
        self.at += packing.size
        return values


def decode(
    data: bytes, width: int = 64, byteorder: str | None = None
) -> GmonFile:
    """Reads a profile data file of any format; the rest after an error is raw."""
    file = GmonFile(width=width, byteorder=byteorder or "little")
    if data.startswith(COOKIE) and len(data) >= HEADER_SIZE:
        if byteorder is None and data[4:8] in (b"\0\0\0\1", b"\0\0\0\0"):
            file.byteorder = "little" if data[7] == 0 else "big"
        reader = _Reader(file, data, len(COOKIE))
        file.version, spare = reader.take(f"I{SPARE_SIZE}s")
        file.spare = spare.rstrip(b"\0")
        take_record = _decode_record
    else:
        file.format = "bsd"
        reader = _Reader(file, data)
        take_record = _decode_bsd_record
        try:
            file.records.append(_decode_bsd_header(reader))
        except (struct.error, ValueError):
            reader.at = 0
            file.format, file.records = "raw", []
    while reader.at < len(data):
        at = reader.at
        try:
            if file.format == "raw":
                raise ValueError("no header")
            record = take_record(reader)
            _require_same(file, record, data[at : reader.at])
            file.records.append(record)
        except (struct.error, ValueError, UnicodeDecodeError):
            file.records.append(Raw(data[at:]))
            break
    return file


def _require_same(file: GmonFile, record: Record, data: bytes) -> None:
    """Raises ValueError if the text form cannot express these bytes."""
    again = dataclasses.replace(file, records=[record], spare=b"")
    if not encode(again).endswith(data):
        raise ValueError("not expressible")


def _decode_bins(reader: _Reader, histogram: Histogram) -> Histogram:
    counts = reader.take(f"{histogram.num_bins}H")
    histogram.bins = {i: count for i, count in enumerate(counts) if count}
    return histogram


def _decode_record(reader: _Reader) -> Record:
    (tag,) = reader.take("B")
    if tag == TAG_HISTOGRAM:
        *numbers, dimension, abbreviation = reader.take(f"PPII{DIMENSION_SIZE}s1s")
        words = [dimension.rstrip(b"\0").decode("ascii"), abbreviation.decode("ascii")]
        if any(len(word.split("#")[0].split()) != 1 for word in words):
            raise ValueError("dimension is no word")
        return _decode_bins(reader, Histogram(*numbers, *words))
    if tag == TAG_ARC:
        return Arc(*reader.take("PPI"))
    if tag != TAG_BLOCKS or reader.file.version == 0:
        raise ValueError("unknown record")
    (num_blocks,) = reader.take("I")
    if num_blocks > len(reader.data):
        raise ValueError("more blocks than bytes")
    return Blocks([reader.take("PP") for _ in range(num_blocks)])


def _decode_bsd_header(reader: _Reader) -> Histogram:
    low, high, size = reader.take("PPI")
    rate = 0
    try:
        magic, rate44, spare = reader.take("II12s")
        if magic != BSD44_MAGIC:
            raise ValueError("not 4.4BSD")
        if any(spare):
            raise ValueError("spare bytes in use")
        reader.file.format, rate = "bsd44", rate44
    except (struct.error, ValueError):
        reader.at = reader.file.packing("PPI").size
    num_bins, odd = divmod(size - reader.at, 2)
    if num_bins < 0 or odd:
        raise ValueError("impossible size")
    return _decode_bins(reader, Histogram(low, high, num_bins, rate))


def _decode_bsd_record(reader: _Reader) -> Record:
    return Arc(*reader.take("PPP"))


def lines(file: GmonFile, symbols: Symbols | None = None) -> Iterator[str]:
    """The text form of FILE, line by line."""

    def address(value: int) -> str:
        return (symbols and symbols.name(value)) or f"{value:#x}"

    if file.format != "gmon":
        yield f"format {file.format}"
    if file.byteorder != "little":
        yield f"byteorder {file.byteorder}"
    if file.width != 64:
        yield f"width {file.width}"
    if file.format == "gmon":
        yield f"version {file.version}"
        if file.spare.startswith(BUILD_ID_MARK):
            yield f"build-id {file.spare[len(BUILD_ID_MARK):].hex()}".rstrip()
        elif file.spare.startswith(LIBRARY_ID_MARK):
            yield f"library-id {file.spare[len(LIBRARY_ID_MARK):].hex()}".rstrip()
        elif file.spare:
            yield f"spare {file.spare.hex()}"
    previous: Record | None = None
    for record in file.records:
        if isinstance(record, Histogram):
            yield (
                f"histogram {address(record.low)} {address(record.high)}"
                f" {record.num_bins} {record.rate}"
                + f" {record.dimension} {record.abbreviation}"
                * (file.format == "gmon")
            )
            for index, count in sorted(record.bins.items()):
                yield f"bin {index} {count}"
        elif isinstance(record, Arc):
            yield (
                f"arc {address(record.from_pc)} {address(record.self_pc)}"
                f" {record.count}"
            )
        elif isinstance(record, Blocks):
            if not record.pairs or isinstance(previous, Blocks):
                yield "blocks"
            for value, count in record.pairs:
                yield f"block {address(value)} {count}"
        else:
            for at in range(0, len(record.data), RAW_BYTES_PER_LINE):
                yield "raw " + record.data[at : at + RAW_BYTES_PER_LINE].hex()
        previous = record
