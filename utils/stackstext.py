"""Reads a sidecar file of stacks, for stacks-to-text.py and tests.

gmon/format.h, in rt/include, specifies the file. read() checks what it reads: a
file with an inconsistency raises StacksError.
"""

from __future__ import annotations

import bisect
import dataclasses
import pathlib
import shutil
import struct
import subprocess
import zlib

COOKIE = b"gmonstck"
VERSION = 1
NO_MODULE = 0xFFFFFFFF
NO_MODULE_NAME = "?"
FACTS, MODULES, CONTEXTS, THREADS, SAMPLES, PROFILES, CALLS, OUTGOING, RANKS, MPI = range(1, 11)
CHECKSUM = 32
FACT_NAMES = {
    1: "rate",
    2: "clock",
    32: "runs",
    33: "user",
    34: "system",
    35: "elapsed",
    36: "folded",
    37: "lost",
    38: "squares",
}
MARKS = {1: "[no table]", 2: "[unreadable]", 3: "[too deep]", 4: "[gone]"}
KINDS = {0: "running", 1: "waiting"}
RANK_TOTALS = {0: "[no module]", 1: "[program]", 2: "[MPI]"}


class StacksError(Exception):
    """A file that is not as format.h says."""


@dataclasses.dataclass
class Module:
    slide: int
    build_id: bytes
    path: str


@dataclasses.dataclass
class Context:
    caller: int
    module: int
    address: int


@dataclasses.dataclass
class Thread:
    id: int
    calls: int
    name: str


@dataclasses.dataclass
class Sample:
    context: int
    thread: int
    kind: str
    count: int


@dataclasses.dataclass
class Call:
    from_module: int
    self_module: int
    from_address: int
    self_address: int
    count: int


@dataclasses.dataclass
class OutgoingCall:
    module: int
    address: int
    name: str
    count: int


@dataclasses.dataclass
class Distribution:
    """A count over the processes of a job."""

    sum: int
    squares: int
    least: int
    greatest: int
    least_rank: int
    greatest_rank: int


@dataclasses.dataclass
class Ranked:
    """The counts of a function over the processes of a job."""

    module: int
    address: int
    samples: Distribution
    calls: Distribution


@dataclasses.dataclass
class MpiCall:
    """The calls of an MPI function over the processes of a job, or all calls."""

    name: str
    communicator: int
    calls: Distribution
    nanoseconds: Distribution
    bytes: Distribution


@dataclasses.dataclass
class Stacks:
    facts: dict[str, int] = dataclasses.field(default_factory=dict)
    modules: list[Module] = dataclasses.field(default_factory=list)
    contexts: list[Context] = dataclasses.field(default_factory=list)
    threads: list[Thread] = dataclasses.field(default_factory=list)
    samples: list[Sample] = dataclasses.field(default_factory=list)
    profiles: list[tuple[int, int]] = dataclasses.field(default_factory=list)
    calls: list[Call] = dataclasses.field(default_factory=list)
    outgoing: list[OutgoingCall] = dataclasses.field(default_factory=list)
    processes: int = 0
    lowest_rank: int = 0
    ranked: list[Ranked] = dataclasses.field(default_factory=list)
    mpi_processes: int = 0
    mpi_lowest_rank: int = 0
    mpi_calls: list[MpiCall] = dataclasses.field(default_factory=list)

    def stack(self, number: int) -> list[Context]:
        """The contexts on a stack, from the outermost on."""
        found = []
        while number:
            found.append(self.contexts[number - 1])
            number = found[-1].caller
        return found[::-1]


def check(condition: bool, text: str) -> None:
    if not condition:
        raise StacksError(text)


class Body:
    """The body of a section."""

    def __init__(self, data: bytes):
        self.data = data
        self.at = 0

    def __bool__(self) -> bool:
        return self.at < len(self.data)

    def take(self, layout: str) -> tuple[int, ...]:
        size = struct.calcsize("<" + layout)
        check(self.at + size <= len(self.data), "an entry is cut off")
        values = struct.unpack_from("<" + layout, self.data, self.at)
        self.at += size
        return values

    def text(self, *sizes: int) -> list[bytes]:
        """Texts of these sizes, and the padding behind them."""
        total = sum(sizes)
        padded = total + -total % 8
        check(self.at + padded <= len(self.data), "a text is cut off")
        check(not any(self.data[self.at + total : self.at + padded]), "padding")
        texts = []
        for size in sizes:
            texts.append(self.data[self.at : self.at + size])
            self.at += size
        self.at += padded - total
        return texts


def read(data: bytes) -> Stacks:
    check(data[:8] == COOKIE, "no sidecar file of stacks")
    check(struct.unpack_from("<II", data, 8) == (VERSION, 0), "the version")
    result = Stacks()
    at, seen = 16, set()
    while at < len(data):
        check(at + 16 <= len(data), "a section is cut off")
        tag, reserved, size = struct.unpack_from("<IIQ", data, at)
        check(reserved == 0 and size % 8 == 0, f"section {tag}")
        check(at + 16 + size <= len(data), f"section {tag} is cut off")
        check(tag not in seen, f"two sections {tag}")
        seen.add(tag)
        if tag == CHECKSUM:
            (checksum,) = struct.unpack_from("<I", data, at + 16)
            check(at + 24 == len(data), "something is behind the checksum")
            check(checksum == zlib.crc32(data[:at]), "the checksum")
        body = Body(data[at + 16 : at + 16 + size])
        at += 16 + size
        while body and tag in SECTIONS:
            SECTIONS[tag](result, body)
    check_numbers(result)
    return result


def read_fact(to: Stacks, body: Body) -> None:
    key, value = body.take("QQ")
    to.facts[FACT_NAMES.get(key, str(key))] = value


def read_module(to: Stacks, body: Body) -> None:
    slide, id_size, path_size = body.take("QII")
    build_id, path = body.text(id_size, path_size)
    to.modules.append(Module(slide, build_id, path.decode()))


def read_context(to: Stacks, body: Body) -> None:
    context = Context(*body.take("IIQ"))
    check(context.caller <= len(to.contexts), "a caller is behind its context")
    to.contexts.append(context)


def read_thread(to: Stacks, body: Body) -> None:
    number, calls, size, reserved = body.take("QQII")
    check(reserved == 0, "a thread")
    to.threads.append(Thread(number, calls, body.text(size)[0].decode()))


def read_sample(to: Stacks, body: Body) -> None:
    context, thread, kind, reserved, count = body.take("IIIIQ")
    check(reserved == 0 and kind in KINDS and count > 0, "a sample")
    to.samples.append(Sample(context, thread, KINDS[kind], count))


def read_profile(to: Stacks, body: Body) -> None:
    size, checksum, reserved = body.take("QII")
    check(reserved == 0, "a profile")
    to.profiles.append((size, checksum))


def read_call(to: Stacks, body: Body) -> None:
    call = Call(*body.take("IIQQQ"))
    check(call.count > 0 and call.from_module != call.self_module, "a call")
    to.calls.append(call)


def read_outgoing(to: Stacks, body: Body) -> None:
    module, size, address, count = body.take("IIQQ")
    check(count > 0 and size > 0, "an outgoing call")
    name = body.text(size)[0].decode()
    to.outgoing.append(OutgoingCall(module, address, name, count))


def read_distribution(body: Body, processes: int, lowest_rank: int) -> Distribution:
    total, low, high, *extremes = body.take("QQQQQII")
    found = Distribution(total, high << 64 | low, *extremes)
    check(
        found.least * processes <= total <= found.greatest * processes
        and total**2 <= found.squares * processes
        and min(found.least_rank, found.greatest_rank) >= lowest_rank,
        "a distribution",
    )
    return found


def read_ranked(to: Stacks, body: Body) -> None:
    if not to.processes:
        to.processes, to.lowest_rank, reserved = body.take("QII")
        check(to.processes > 0 and reserved == 0, "the header of the ranks")
        return
    module, reserved, address = body.take("IIQ")
    check(reserved == 0, "a function of ranks")
    if to.ranked:
        last = to.ranked[-1]
        check((last.module, last.address) < (module, address), "the order of ranks")
    distributions = [
        read_distribution(body, to.processes, to.lowest_rank) for _ in range(2)
    ]
    to.ranked.append(Ranked(module, address, *distributions))


def read_mpi_call(to: Stacks, body: Body) -> None:
    if not to.mpi_processes:
        to.mpi_processes, to.mpi_lowest_rank, reserved = body.take("QII")
        check(to.mpi_processes > 0 and reserved == 0, "the header of MPI calls")
        return
    name, _, padding = body.text(32)[0].partition(b"\0")
    (communicator,) = body.take("Q")
    check(len(name) < 32 and not any(padding), "the name of an MPI call")
    key = (name.decode(), communicator)
    if to.mpi_calls:
        last = to.mpi_calls[-1]
        check((last.name, last.communicator) < key, "the order of MPI calls")
    distributions = [
        read_distribution(body, to.mpi_processes, to.mpi_lowest_rank)
        for _ in range(3)
    ]
    to.mpi_calls.append(MpiCall(*key, *distributions))


SECTIONS = {
    FACTS: read_fact,
    MODULES: read_module,
    CONTEXTS: read_context,
    THREADS: read_thread,
    SAMPLES: read_sample,
    PROFILES: read_profile,
    CALLS: read_call,
    OUTGOING: read_outgoing,
    RANKS: read_ranked,
    MPI: read_mpi_call,
}


def check_numbers(of: Stacks) -> None:
    """Whether what refers to entries of other sections finds them."""
    for context in of.contexts:
        check(
            context.module in (*range(len(of.modules)), NO_MODULE),
            f"module {context.module}",
        )
    for sample in of.samples:
        check(sample.context <= len(of.contexts), f"context {sample.context}")
        check(sample.thread < len(of.threads), f"thread {sample.thread}")
    for call in of.calls:
        for module in (call.from_module, call.self_module):
            check(module < len(of.modules), f"module {module} of a call")
    for outgoing in of.outgoing:
        check(outgoing.module < len(of.modules), f"module {outgoing.module}")
    for ranked in of.ranked:
        known = RANK_TOTALS if ranked.module == NO_MODULE else None
        check(
            ranked.address in known if known else ranked.module < len(of.modules),
            f"module {ranked.module} of ranks",
        )


class Names:
    """The names of functions in the modules' files."""

    def __init__(self, nm: str | None = None):
        self.nm = nm or shutil.which("llvm-nm") or "nm"
        self.tables: dict[str, tuple[list[int], list[tuple[int, str]]]] = {}

    def symbols(self, path: str, *options: str) -> set[tuple[int, int, str]]:
        """The functions of a file: address, size and name."""
        output = subprocess.run(
            [self.nm, "--defined-only", "--quiet", "-S", *options, path],
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        found = set()
        for line in output.splitlines():
            words = line.split()
            if len(words) == 4 and words[2] in "tTwWi":
                # A hook's part of a function has a symbol, too.
                name = words[3].split("@")[0]
                found.add((int(words[0], 16), int(words[1], 16), name))
        return found

    def table(self, path: str) -> tuple[list[int], list[tuple[int, str]]]:
        """The functions in order: their addresses; their sizes and names."""
        if path not in self.tables:
            symbols = set()
            if pathlib.Path(path).is_file():
                symbols = self.symbols(path) or self.symbols(path, "--dynamic")
            ordered = sorted(symbols)
            self.tables[path] = (
                [address for address, _, _ in ordered],
                [(size, name) for _, size, name in ordered],
            )
        return self.tables[path]

    def name(self, of: Stacks, context: Context) -> str:
        if context.module == NO_MODULE:
            return MARKS.get(context.address, hex(context.address))
        path = of.modules[context.module].path
        addresses, symbols = self.table(path)
        at = bisect.bisect_right(addresses, context.address) - 1
        if at >= 0:
            size, name = symbols[at]
            if size == 0 or context.address - addresses[at] < size:
                return name
        return path if path.startswith("[") else f"[{pathlib.Path(path).name}]"
