#!/usr/bin/env python3
"""Makes a sidecar file with the stacks of samples from text.

usage: text-to-stacks.py [-o STACKS] [TEXT]

Without TEXT, or with "-", standard input is read; without -o, standard output is
written. Each line is a statement, "#" starts a comment, numbers are decimal or 0x
hexadecimal:

    rate N, clock cpu|elapsed, runs N, user N, system N, elapsed N, folded N, lost N
                                facts; the defaults are rate 100, clock cpu, runs 1
    fact KEY VALUE              a fact by its number
    no-facts                    omits the defaults
    module NAME PATH [SETTING...]
                                NAME stands for the module below; PATH becomes
                                absolute, unless it starts with "["; "-": none. Settings:
                                id=HEX or id=FILE, the build-id, or that of an
                                ELF file; symbols=FILE, its symbols; elf=FILE,
                                both; slide=N
    thread ID [CALLS [NAME...]] the samples below are of this thread; without this
                                line, of a thread 1 without a name; NAME may contain
                                Python's escapes
    stack COUNT [FRAME...]      samples that were running; outermost frame first
    wait COUNT [FRAME...]       samples that were waiting
    profile FILE                the digest of a profile
    digest SIZE CHECKSUM        a digest by its numbers
    calls COUNT FRAME FRAME     calls between modules: the call site and the called
                                function; without any, the section is omitted
    ranks LOWEST                the ranks of a job, from LOWEST on; then for functions,
                                in any order:
    ranked PLACE SAMPLES CALLS  the samples and calls of each rank, as "1,0,5" or, all
                                equal, "1*3"; PLACE is a FRAME, program or mpi
    called NAME SIZE CALLS NANOSECONDS BYTES
                                MPI calls of each of these ranks, likewise; NAME is all
                                for all calls
    outgoing COUNT FRAME NAME   calls by name: the call site and the name; likewise

A FRAME is MODULE!ADDRESS, MODULE!SYMBOL or MODULE!SYMBOL+N; or ADDRESS, of no
module; or no-table, unreadable, too-deep or gone, the marks. Without frames the
stack is unknown. For malformed files there are also:

    version N
    context CALLER MODULE ADDRESS
                                one entry, MODULE by number
    sample CONTEXT THREAD KIND COUNT
    call FROM-MODULE SELF-MODULE FROM SELF COUNT
    processes N                 number of processes in the section of ranks
    distributed MODULE ADDRESS (SUM SQUARES LEAST GREATEST LEAST-RANK GREATEST-RANK)...
                                one entry of that section, behind those of "ranked";
                                two sixes of numbers, of samples and of calls
    measured NAME SIZE (SUM SQUARES LEAST GREATEST LEAST-RANK GREATEST-RANK)...
                                one MPI call, behind those of "called", with three sixes
    section TAG [HEX...]        a section with these bytes, behind the others; with
                                "without" for HEX, omits the section TAG
    size TAG N                  says that the section TAG has N bytes
    truncate N                  keeps the first N bytes, or without the last -N
"""

import argparse
import os
import pathlib
import re
import struct
import subprocess
import sys
import zlib

import gmontext

COOKIE = b"gmonstck"
FACTS, MODULES, CONTEXTS, THREADS, SAMPLES, PROFILES, CALLS, OUTGOING, RANKS, MPI = range(
    1, 11)
NO_MODULE = 0xFFFFFFFF
CHECKED_OFFSET = 41
FACT_KEYS = {"rate": 1, "clock": 2, "runs": 32, "user": 33, "system": 34,
             "elapsed": 35, "folded": 36, "lost": 37}
CLOCKS = {"cpu": 0, "elapsed": 1}
MARKS = {"no-table": 1, "unreadable": 2, "too-deep": 3, "gone": 4}
KINDS = {"stack": 0, "wait": 1}
RANK_TOTALS = {"program": 1, "mpi": 2}


def build_id_of(elf: str) -> bytes:
    """The build-id of an ELF file; empty if it has none."""
    notes = subprocess.run(["llvm-readelf", "-n", elf], check=True,
                           capture_output=True, text=True).stdout
    found = re.search(r"Build ID: ([0-9a-f]+)", notes)
    return bytes.fromhex(found.group(1)) if found else b""


def padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 8)


def values_of(text: str) -> list[int]:
    """The numbers of "1,2,3" or "1*3"."""
    value, times, number = text.partition("*")
    if times:
        return [int(value, 0)] * int(number, 0)
    return [int(value, 0) for value in text.split(",")]


def packed(total: int, squares: int, *extremes: int) -> bytes:
    """The bytes of a distribution."""
    return struct.pack("<QQQQQII", total, squares % 2**64, squares >> 64, *extremes)


class Sidecar:
    def __init__(self, nm: str | None):
        self.nm = nm
        self.version = 1
        self.facts: dict[int, int] = {1: 100, 2: 0, 32: 1}
        self.bodies: dict[int, bytes | bytearray] = {
            tag: bytearray() for tag in range(1, 7)}
        self.extra: list[tuple[int, bytes]] = []
        self.sizes: dict[int, int] = {}
        self.truncate: int | None = None
        self.modules: dict[str, int] = {}
        self.symbols: dict[str, gmontext.Symbols] = {}
        self.contexts: dict[tuple[int, int, int], int] = {}
        self.num_threads = 0
        self.lowest_rank: int | None = None
        self.processes: int | None = None
        self.ranked: dict[tuple[int, int], list[list[int]]] = {}
        self.distributed = b""
        self.called: dict[tuple[bytes, int], list[list[int]]] = {}
        self.measured = b""

    def statement(self, keyword: str, operands: list[str]) -> None:
        if keyword in FACT_KEYS:
            value = operands[0]
            self.facts[FACT_KEYS[keyword]] = CLOCKS.get(value) if (
                value in CLOCKS) else int(value, 0)
            return
        if keyword in KINDS:
            self.stack(KINDS[keyword], *operands)
            return
        method = getattr(self, "do_" + keyword.replace("-", "_"), None)
        if method is None:
            raise gmontext.TextError(f"unknown statement '{keyword}'")
        method(*operands)

    def do_version(self, number: str) -> None:
        self.version = int(number, 0)

    def do_fact(self, key: str, value: str) -> None:
        self.facts[int(key, 0)] = int(value, 0)

    def do_no_facts(self) -> None:
        self.facts = {}

    def do_module(self, name: str, path: str, *settings: str) -> None:
        if path == "-":
            path = ""
        elif not path.startswith("["):
            path = os.path.abspath(path)
        build_id, slide = b"", 0
        for setting in settings:
            key, _, value = setting.partition("=")
            if key == "id" and re.fullmatch("([0-9a-f]{2})*", value):
                build_id = bytes.fromhex(value)
            elif key == "slide":
                slide = int(value, 0)
            elif key in ("id", "symbols", "elf"):
                if key != "symbols":
                    build_id = build_id_of(value)
                if key != "id":
                    self.symbols[name] = gmontext.Symbols(value, self.nm)
            else:
                raise ValueError(f"unknown setting '{key}'")
        self.modules[name] = len(self.modules)
        encoded = path.encode()
        self.bodies[MODULES] += padded(
            struct.pack("<QII", slide, len(build_id), len(encoded))
            + build_id + encoded)

    def do_thread(self, number: str, calls: str = "0", *name: str) -> None:
        encoded = " ".join(name).encode().decode("unicode_escape").encode()
        self.bodies[THREADS] += padded(
            struct.pack("<QQII", int(number, 0), int(calls, 0), len(encoded), 0)
            + encoded)
        self.num_threads += 1

    def place(self, frame: str) -> tuple[int, int]:
        """The module and address of FRAME."""
        if frame in MARKS:
            return NO_MODULE, MARKS[frame]
        module, mark, place = frame.partition("!")
        if not mark:
            return NO_MODULE, int(frame, 0)
        if module not in self.modules:
            raise ValueError(f"unknown module '{module}'")
        if place[0].isdigit():
            return self.modules[module], int(place, 0)
        if module not in self.symbols:
            raise ValueError(f"module '{module}' has no symbols")
        return self.modules[module], self.symbols[module].address(place)

    def stack(self, kind: int, count: str, *frames: str) -> None:
        context = 0
        for frame in frames:
            key = (context, *self.place(frame))
            if key not in self.contexts:
                self.bodies[CONTEXTS] += struct.pack("<IIQ", *key)
                self.contexts[key] = len(self.bodies[CONTEXTS]) // 16
            context = self.contexts[key]
        if not self.num_threads:
            self.do_thread("1")
        self.bodies[SAMPLES] += struct.pack(
            "<IIIIQ", context, self.num_threads - 1, kind, 0, int(count, 0))

    def do_profile(self, path: str) -> None:
        data = pathlib.Path(path).read_bytes()
        self.bodies[PROFILES] += struct.pack(
            "<QII", len(data), zlib.crc32(data[CHECKED_OFFSET:]), 0)

    def do_digest(self, size: str, checksum: str) -> None:
        self.bodies[PROFILES] += struct.pack(
            "<QII", int(size, 0), int(checksum, 0), 0)

    def do_context(self, caller: str, module: str, address: str) -> None:
        self.bodies[CONTEXTS] += struct.pack(
            "<IIQ", int(caller, 0), int(module, 0), int(address, 0))

    def do_sample(self, *numbers: str) -> None:
        context, thread, kind, count = (int(number, 0) for number in numbers)
        self.bodies[SAMPLES] += struct.pack(
            "<IIIIQ", context, thread, kind, 0, count)

    def do_calls(self, count: str, caller: str, callee: str) -> None:
        from_module, from_address = self.place(caller)
        self_module, self_address = self.place(callee)
        self.do_call(*map(str, (from_module, self_module, from_address,
                                self_address, count)))

    def do_call(self, *numbers: str) -> None:
        self.bodies[CALLS] = self.bodies.get(CALLS, b"") + struct.pack(
            "<IIQQQ", *(int(number, 0) for number in numbers))

    def do_outgoing(self, count: str, caller: str, name: str) -> None:
        module, address = self.place(caller)
        self.bodies[OUTGOING] = self.bodies.get(OUTGOING, b"") + padded(
            struct.pack("<IIQQ", module, len(name), address, int(count, 0))
            + name.encode())

    def do_ranks(self, lowest: str) -> None:
        self.lowest_rank = int(lowest, 0)

    def do_processes(self, number: str) -> None:
        self.processes = int(number, 0)

    def do_ranked(self, place: str, *counts: str) -> None:
        if place in RANK_TOTALS:
            key = (NO_MODULE, RANK_TOTALS[place])
        else:
            key = self.place(place)
        self.ranked[key] = [values_of(each) for each in counts]

    def do_distributed(self, module: str, address: str, *numbers: str) -> None:
        values = [int(number, 0) for number in numbers]
        self.distributed += struct.pack("<IIQ", int(module, 0), 0, int(address, 0))
        for distribution in (values[:6], values[6:]):
            self.distributed += packed(*distribution)

    def do_called(self, name: str, size: str, *counts: str) -> None:
        key = (b"" if name == "all" else name.encode(), int(size, 0))
        self.called[key] = [values_of(each) for each in counts]

    def do_measured(self, name: str, size: str, *numbers: str) -> None:
        values = [int(number, 0) for number in numbers]
        self.measured += struct.pack("<32sQ", name.encode(), int(size, 0))
        for at in range(0, len(values), 6):
            self.measured += packed(*values[at : at + 6])

    def encode_over_ranks(self, layout: str, entries: dict, others: bytes) -> bytes:
        """A section of counts over ranks."""
        assert self.lowest_rank is not None
        processes, data = 0, b""
        for key, counts in sorted(entries.items()):
            data += struct.pack(layout, *key)
            for values in counts:
                processes = len(values)
                ranks = [values.index(end(values)) for end in (min, max)]
                data += packed(
                    sum(values), sum(value**2 for value in values), min(values),
                    max(values), *(self.lowest_rank + rank for rank in ranks))
        if self.processes is not None:
            processes = self.processes
        header = struct.pack("<QII", processes, self.lowest_rank, 0)
        return header + data + others

    def do_section(self, tag: str, *digits: str) -> None:
        if digits == ("without",):
            del self.bodies[int(tag, 0)]
        else:
            self.extra.append((int(tag, 0), bytes.fromhex("".join(digits))))

    def do_size(self, tag: str, size: str) -> None:
        self.sizes[int(tag, 0)] = int(size, 0)

    def do_truncate(self, size: str) -> None:
        self.truncate = int(size, 0)

    def encode(self) -> bytes:
        if FACTS in self.bodies:
            self.bodies[FACTS] = b"".join(
                struct.pack("<QQ", *fact) for fact in self.facts.items())
        if self.lowest_rank is not None:
            self.bodies[RANKS] = self.encode_over_ranks(
                "<I4xQ", self.ranked, self.distributed)
        if self.called or self.measured:
            self.bodies[MPI] = self.encode_over_ranks(
                "<32sQ", self.called, self.measured)
        data = COOKIE + struct.pack("<II", self.version, 0)
        for tag, body in [*self.bodies.items(), *self.extra]:
            size = self.sizes.get(tag, len(body))
            data += struct.pack("<IIQ", tag, 0, size) + body
        return data if self.truncate is None else data[: self.truncate]


def parse(lines, nm: str | None) -> bytes:
    """The bytes of the sidecar that LINES describe."""
    sidecar = Sidecar(nm)
    for number, line in enumerate(lines, 1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        try:
            sidecar.statement(words[0], words[1:])
        except (gmontext.TextError, TypeError, ValueError, IndexError, KeyError,
                struct.error) as error:
            raise gmontext.TextError(f"line {number}: {error}") from error
    return sidecar.encode()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("text", nargs="?", default="-")
    parser.add_argument("--nm", help="the llvm-nm to use")
    parser.add_argument("-o", "--output", default="-")
    options = parser.parse_args()
    try:
        if options.text == "-":
            data = parse(sys.stdin, options.nm)
        else:
            with open(options.text, encoding="utf-8") as text:
                data = parse(text, options.nm)
        if options.output == "-":
            sys.stdout.buffer.write(data)
        else:
            pathlib.Path(options.output).write_bytes(data)
    except (gmontext.TextError, OSError, subprocess.CalledProcessError) as error:
        print(f"text-to-stacks: {options.text}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
