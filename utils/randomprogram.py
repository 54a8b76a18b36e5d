"""Random programs and profiles for differential.py, all from one seed.

A program is assembled or compiled, but never run: its functions are there to be
counted. Three kinds are made:

    assembly    symbols of every kind, in one object: local, global and weak;
                functions, labels and objects in text; several at an address;
                suffixes, underscores; for x86-64 and i386, lld and GNU ld
    lines       assembly with a line table and functions in DWARF 4 or 5
    C           a few C files, by Clang or GCC, at -O0 to -O2

They keep off what GNU gprof leaves undefined. It takes the end of the last
symbol from memory that it does not own, so a weak symbol in .data is last, as
data_start is in real programs. A function stands first, since it looks for one
in front of a label. A suffix like .constprop.0 is looked at together with the
name behind it in the string table, so that one is plain.
"""

from __future__ import annotations

import dataclasses
import pathlib
import random
import shutil
import subprocess

import gmontext

INIT, TEXT = 0x400000, 0x401000


@dataclasses.dataclass
class Program:
    path: pathlib.Path
    width: int
    kind: str
    symbols: list[tuple[int, str]]  # of text, by address
    global_starts: set[int]  # addresses of those that are not local
    end: int  # of the part of the text that profiles are about
    files: list[str]  # base names of the sources

    @property
    def functions(self) -> list[tuple[int, str]]:
        return [s for s in self.symbols if s[0] < self.end]


@dataclasses.dataclass
class Tools:
    clang: str
    lld: str
    nm: str
    gcc: str | None
    ld: str | None

    @classmethod
    def find(cls) -> Tools:
        def one(*names: str) -> str | None:
            return next(filter(None, map(shutil.which, names)), None)

        clang, lld = one("clang-22", "clang"), one("ld.lld-22", "ld.lld")
        nm = one("llvm-nm", "llvm-nm-22", "nm")
        if not clang or not lld or not nm:
            raise FileNotFoundError("clang, ld.lld and nm are needed")
        return cls(clang, lld, nm, one("gcc"), one("ld.bfd"))


def make_program(rng: random.Random, work: pathlib.Path, tools: Tools) -> Program:
    """Makes WORK/a.out, and its sources if it has any."""
    kind = rng.choice(("assembly", "assembly", "lines", "c"))
    width, link = 64, [tools.lld]
    if kind == "c":
        objects, files = _compile(rng, work, tools)
    else:
        plain = kind == "lines"
        if tools.ld and rng.random() < 0.25:
            link, plain = [tools.ld], True
        elif kind == "assembly" and rng.random() < 0.15:
            width, link = 32, [tools.lld, "-m", "elf_i386"]
        text, files = _assembly(rng, plain, kind == "lines", work)
        (work / "a.s").write_text(text)
        target = "x86_64" if width == 64 else "i386"
        _run([tools.clang, f"--target={target}-linux-gnu", "-c", "a.s"], work)
        objects = ["a.o"]
    _run(
        [*link, f"-Ttext={TEXT:#x}", f"--section-start=.init={INIT:#x}"]
        + ["-e", "main", "--unresolved-symbols=ignore-all", "-o", "a.out", *objects],
        work,
    )
    listing = _run([tools.nm, "--format=posix", "a.out"], work)
    symbols, global_starts = [], set()
    for line in listing.splitlines():
        name, letter, value, *_ = line.split(" ")
        if letter in "tTwWV":
            symbols.append((int(value, 16), name))
        if letter in "TWV":
            global_starts.add(int(value, 16))
    end = next(value for value, name in symbols if name == "zlast")
    symbols = sorted(s for s in symbols if s[0] <= end)
    path = work / "a.out"
    return Program(path, width, kind, symbols, global_starts, end, files)


def _run(command: list[str], work: pathlib.Path) -> str:
    done = subprocess.run(command, cwd=work, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr}")
    return done.stdout


# --- assembly ---------------------------------------------------------------

_SUFFIXES = (".part.0", ".constprop.0", ".cold", ".isra.0", ".clone.3", ".123",
             ".1.2", ".x1", ".constprop.0.isra.1", "$x", ".")  # fmt: skip


def _name(rng: random.Random, number: int) -> str:
    scrambled = number * 37 % 1009  # the order of names is not that of addresses
    return rng.choice(("", "", "", "_", "__")) + f"f{scrambled:03}"


def _symbol(rng: random.Random, name: str) -> list[str]:
    """The directives for one symbol, its label last."""
    binding = rng.choices(("global", "local", "weak"), (6, 5, 1))[0]
    kind = rng.choices(("function", "notype", "object"), (12, 2, 1))[0]
    lines = [f'        .type "{name}", @{kind}', f'"{name}":']
    if binding != "local":
        lines.insert(0, f'        .{binding} "{name}"')
    return lines


def _assembly(
    rng: random.Random, plain: bool, lines: bool, work: pathlib.Path
) -> tuple[str, list[str]]:
    """An assembly file of random symbols; returns it and the source files."""
    text = ["        .text"]
    if rng.random() < 0.3:
        text += ['        .section .init,"ax",@progbits', "        .globl _init"]
        text += ["        .type _init, @function", "_init:  .fill 20, 1, 0x90"]
        text += ["        .text"]
    debug = _DebugInfo(rng, work) if lines else None
    text += debug.files() if debug else []
    text += ["        .globl main", "        .type main, @function", "main:"]
    count = rng.choice((3, 8, 20, 60))
    sizes = rng.choice(((16,), (16, 32, 48), (1, 2, 3, 7, 20, 60)))
    suffixed = False
    for number in range(count):
        if debug:
            text += debug.function(f"function{number}", rng.choice(sizes) + 1)
        else:
            text.append(f"        .fill {rng.choice(sizes)}, 1, 0x90")
        # Later ones at the same address compete for it.
        for alias in range(rng.choices((1, 2, 3), (10, 2, 1))[0]):
            name = _name(rng, number) + "a" * alias
            if not plain and not suffixed and rng.random() < 0.12:
                name, suffixed = name + rng.choice(_SUFFIXES), True
            else:
                suffixed = False
            text += _symbol(rng, name)
    text += debug.function("padding", 16) if debug else ["        .fill 16, 1, 0x90"]
    text += ["        .globl zlast", "        .type zlast, @function", "zlast:"]
    text += debug.function("zlast", 16) if debug else ["        .fill 16, 1, 0x90"]
    text += debug.sections() if debug else []
    text += ["        .data", "        .weak data_start", "data_start: .quad 0"]
    return "\n".join(text) + "\n", debug.sources if debug else []


class _DebugInfo:
    """Line tables with returns to earlier lines and several files in a function;
    and a unit with a subprogram for each function."""

    def __init__(self, rng: random.Random, work: pathlib.Path):
        self.rng, self.work = rng, work
        self.version = rng.choice((4, 5))
        self.first_file = {4: 1, 5: 0}[self.version]
        self.sources = ["x.c", "y.h"][: rng.choice((1, 2))]
        self.length = rng.choice((12, 60))
        self.names: list[str] = []
        for source in self.sources:
            made = (f"line {n} of {source}\n" for n in range(1, self.length + 1))
            (work / source).write_text("".join(made))

    def files(self) -> list[str]:
        return [
            f'        .file {number} "{self.work}" "{source}"'
            for number, source in enumerate(self.sources, self.first_file)
        ]

    def function(self, name: str, size: int) -> list[str]:
        rng = self.rng
        out = [f".Lbegin_{name}:"]
        line, left = rng.randint(1, self.length), size
        while left > 0:
            if rng.random() < 0.8:
                weights = (9, 1)[: len(self.sources)]
                (file,) = rng.choices(range(len(self.sources)), weights)
                if not self.names:
                    file = 0  # GNU gprof mistakes the table's first in DWARF 5
                line = max(1, min(self.length, line + rng.choice((-2, 0, 1, 1, 2))))
                out.append(f"        .loc {self.first_file + file} {line} {rng.randint(0, 9)}")
            step = min(left, rng.choice((1, 2, 4, 8)))
            out += ["        nop"] * step
            left -= step
        self.names.append(name)
        return out + [f".Lend_{name}:"]

    def sections(self) -> list[str]:
        dwarf5 = self.version == 5
        unit = ["        .short 5", "        .byte 1, 8", "        .long .debug_abbrev"]
        if not dwarf5:
            unit = ["        .short 4", "        .long .debug_abbrev", "        .byte 8"]
        out = ['        .section .debug_abbrev,"",@progbits']
        # compile_unit: name, comp_dir, stmt_list, language C99, low_pc, high_pc
        out += ["        .byte 1, 0x11, 1, 3, 8, 0x1b, 8, 0x10, 0x17, 0x13, 5"]
        out += ["        .byte 0x11, 1, 0x12, 6, 0, 0"]
        # subprogram: name, external, low_pc, high_pc
        out += ["        .byte 2, 0x2e, 0, 3, 8, 0x3f, 0x19, 0x11, 1, 0x12, 6, 0, 0, 0"]
        out += ['        .section .debug_info,"",@progbits']
        out += ["        .long .Lunit_end - .Lunit", ".Lunit:", *unit, "        .byte 1"]
        out += [f'        .asciz "{self.sources[0]}"', f'        .asciz "{self.work}"']
        out += ["        .long .Lline_table", "        .short 12"]
        out += ["        .quad main", "        .long .Lend_zlast - main"]
        for name in self.names:
            out += ["        .byte 2", f'        .asciz "{name}"']
            out += [f"        .quad .Lbegin_{name}"]
            out += [f"        .long .Lend_{name} - .Lbegin_{name}"]
        out += ["        .byte 0", ".Lunit_end:"]
        out += ['        .section .debug_line,"",@progbits', ".Lline_table:"]
        return out


# --- C ----------------------------------------------------------------------


def _compile(
    rng: random.Random, work: pathlib.Path, tools: Tools
) -> tuple[list[str], list[str]]:
    """Writes and compiles C files; returns the objects and the sources."""
    compiler = rng.choice([c for c in (tools.clang, tools.gcc) if c])
    flags = ["-c", "-g", rng.choice(("-O0", "-O1", "-O2")), "-ffreestanding"]
    flags += ["-fno-pic", "-fcf-protection=none", f"-gdwarf-{rng.choice('45')}"]
    files = ["a.c", "sub/b.c"][: rng.choice((1, 2))]
    (work / "sub").mkdir(exist_ok=True)
    names: list[str] = []
    for file in files:
        text = ["volatile int sink;" if file == "a.c" else "extern volatile int sink;"]
        text += [f"int {name}(int);" for name in names]
        callees = list(names)
        for number in range(rng.choice((2, 5, 12))):
            name = f"{file[-3]}{number * 37 % 101}"
            static = rng.random() < 0.4
            text += _c_function(rng, name, static, callees)
            callees.append(name)
            if not static:
                names.append(name)
        if file == files[-1]:
            text += [f"int main(void) {{ return {callees[-1]}(3); }}"]
        (work / file).write_text("\n".join(text) + "\n")
    (work / "z.s").write_text(
        "        .text\n        .globl zlast\n        .type zlast, @function\n"
        "zlast:  .fill 16, 1, 0x90\n"
        "        .data\n        .weak data_start\ndata_start: .quad 0\n"
    )
    _run([compiler, *flags, *files], work)
    _run([tools.clang, "-c", "z.s"], work)
    objects = [pathlib.Path(file).stem + ".o" for file in files]
    return [*objects, "z.o"], [pathlib.Path(file).name for file in files]


def _c_function(
    rng: random.Random, name: str, static: bool, callees: list[str]
) -> list[str]:
    out = [("static " if static else "") + f"int {name}(int n)", "{"]
    out += ["  int r = n;"]
    for _ in range(rng.randint(1, 4)):
        call = f"{rng.choice(callees)}(n - 1)" if callees else "sink"
        out += rng.choice(
            (
                ["  for (int i = 0; i < n; i++)", f"    r += {call};"],
                ["  if (n > 3) r *= 2; else r -= sink;"],
                ["  while (r > 100)", "  {", "    r /= 2;", "    sink = r;", "  }"],
                [f"  r += {call};", ""],
                [f"  r ^= n ? {call} : sink;"],
            )
        )
    return out + ["  return r;", "}", ""]


# --- profiles ---------------------------------------------------------------


def make_profiles(rng: random.Random, program: Program) -> list[gmontext.GmonFile]:
    """One or two random profiles of PROGRAM that mostly add up."""
    histograms = _Histograms(rng, program)
    kinds = rng.choices(("hab", "ha", "h", "a", "b"), (7, 7, 1, 1, 1))[0]
    profiles = []
    for _ in range(rng.choice((1, 1, 1, 2))):
        if rng.random() < 0.02:
            histograms = _Histograms(rng, program)
        file = gmontext.GmonFile(width=program.width)
        if "h" in kinds:
            file.records += histograms.make()
        if "a" in kinds:
            file.records += _arcs(rng, program)
        if "b" in kinds:
            file.records += _blocks(rng, program)
        if rng.random() < 0.3:
            rng.shuffle(file.records)
        profiles.append(file)
    return profiles


class _Histograms:
    """Ranges of one scale, which cover the text or a part of it."""

    def __init__(self, rng: random.Random, program: Program):
        self.rng = rng
        low = min(address for address, _ in program.functions) & ~3
        size = program.end - low
        pieces = rng.choice((1, 1, 1, 2, 3)) if 64 < size < TEXT - INIT else 1
        piece = size // pieces & ~3 if pieces > 1 else size
        self.ranges = [(low + n * piece, low + (n + 1) * piece) for n in range(pieces)]
        # Bins of 2 or 4 bytes, or of a size that divides nothing.
        odd = rng.randint(1, piece // 2 + 1)
        self.num_bins = max(rng.choice((piece // 2, piece // 4, odd)), 1)
        self.rate = rng.choice((100, 100, 1000, 60))

    def make(self) -> list[gmontext.Record]:
        rng = self.rng
        records: list[gmontext.Record] = []
        for low, high in self.ranges:
            for _ in range(rng.choice((1, 1, 2))):
                record = gmontext.Histogram(low, high, self.num_bins, self.rate)
                # Few enough for what -s adds up to fit into GNU gprof's bins.
                for _ in range(rng.choice((0, 3, 10, self.num_bins))):
                    at = rng.randrange(self.num_bins)
                    record.bins[at] = rng.choice((1, 1, 2, 10, 100, 16000))
                records.append(record)
        return records


def _arcs(rng: random.Random, program: Program) -> list[gmontext.Record]:
    functions = [address for address, _ in program.functions]
    forward_only = rng.random() < 0.3  # no cycles
    counts = rng.choice(((1,), (1, 2, 3), (0, 1, 10, 1000, 4000000)))
    records: list[gmontext.Record] = []
    for _ in range(rng.choice((1, 5, 20, 3 * len(functions)))):
        parent, child = (rng.randrange(len(functions)) for _ in range(2))
        if forward_only and parent > child:
            parent, child = child, parent
        from_pc = functions[parent] + rng.randint(0, 15)
        if rng.random() < 0.03:
            from_pc = rng.choice((0, 16, program.end + 0x100000))
        self_pc = functions[child] + (rng.random() < 0.1)
        records.append(gmontext.Arc(from_pc, self_pc, rng.choice(counts)))
    return records


def _blocks(rng: random.Random, program: Program) -> list[gmontext.Record]:
    pairs = []
    # GNU gprof has room for ten blocks a symbol, and loses the others; there may
    # be two profiles. With -a, local symbols are part of the global one in front.
    room = 0
    starts = sorted({address for address, _ in program.functions})
    for address, behind in zip(starts, [*starts[1:], program.end]):
        if address in program.global_starts:
            room = 5
        wanted = min(rng.choice((0, 0, 1, 3, 6)), room)
        room -= wanted
        for _ in range(wanted):
            at = address + rng.choice((0, 1, 2, 4, rng.randint(0, 40)))
            if at < behind:
                pairs.append((at, rng.choice((0, 1, 2, 7, 1000))))
    if rng.random() < 0.7:
        pairs.sort()
    half = len(pairs) // 2
    if rng.random() < 0.3:
        return [gmontext.Blocks(pairs[:half]), gmontext.Blocks(pairs[half:])]
    return [gmontext.Blocks(pairs)]
