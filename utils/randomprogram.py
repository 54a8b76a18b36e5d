"""Random programs for differential.py, all from one seed.

A program is assembled or compiled, but never run: profiles need its functions. There
are three kinds:

    assembly    symbols of every kind, in one object: bindings, types, names,
                several at an address, several sections; for machines of both
                widths and byte orders; executables, libraries and objects
    lines       assembly with a line table and functions in DWARF 4 or 5, or
                without some of the functions
    C           a few C files, by Clang or GCC, at -O0 to -O2

They avoid undefined behaviour of GNU gprof. It reads the end of the last symbol from
memory that it does not own: the last symbol is a weak one in .data, like data_start
of real programs. It searches for a function in front of a label: the first symbol is
a function. It checks a name with a suffix like .constprop.0 together with the next
name in the string table: the last name there has none.
"""

from __future__ import annotations

import dataclasses
import pathlib
import random
import re
import shutil
import subprocess

INIT, TEXT = 0x400000, 0x401000


@dataclasses.dataclass
class Program:
    path: pathlib.Path
    width: int
    byteorder: str
    kind: str
    symbols: list[tuple[int, str]]  # those before data_start, by address
    global_starts: set[int]  # addresses of those that are not local
    start: int  # of the part of the text that profiles cover
    end: int
    files: list[str]  # base names of the sources
    by_function: bool  # no options that imply -l

    @property
    def functions(self) -> list[tuple[int, str]]:
        return [s for s in self.symbols if self.start <= s[0] < self.end]


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


@dataclasses.dataclass(frozen=True)
class Machine:
    target: str
    width: int = 64
    byteorder: str = "little"


X86_64 = Machine("x86_64-linux-gnu")
MACHINES = (
    Machine("i386-linux-gnu", 32),
    Machine("aarch64-linux-gnu"),
    Machine("aarch64_be-linux-gnu", 64, "big"),
    Machine("riscv64-linux-gnu"),
    # Not ARM: the GNU gprof of another machine keeps the bit that marks Thumb code.
    Machine("riscv32-linux-gnu", 32),
    Machine("mips-linux-gnu", 32, "big"),
)


def make_program(rng: random.Random, work: pathlib.Path, tools: Tools) -> Program:
    """Makes WORK/a.out, and its sources if it has any."""
    kind = rng.choice(("assembly", "assembly", "lines", "c"))
    machine, linker, files = X86_64, tools.lld, []
    layout = rng.choice(
        (
            [f"-Ttext={TEXT:#x}", f"--section-start=.init={INIT:#x}"],
            ["-z", "separate-code"], ["-pie"], ["-shared"],
        )
    )  # fmt: skip
    if kind == "c":
        objects, files = _compile(rng, work, tools)
    else:
        if tools.ld and rng.random() < 0.25:
            linker = tools.ld
        elif rng.random() < 0.35:
            machine = rng.choice(MACHINES)
        debug = _DebugInfo(rng, work, machine) if kind == "lines" else None
        if debug:
            files = debug.sources
        (work / "a.s").write_text("\n".join(_assembly(rng, debug)) + "\n")
        target = f"--target={machine.target}"
        _run([tools.clang, target, "-c", "-w", "a.s"], work)
        objects = ["a.o"]
    link = [linker, "-e", "main", "--unresolved-symbols=ignore-all", "-o", "a.out"]
    link += layout
    if rng.random() < 0.1:
        link.append("--emit-relocs")  # brings symbols of sections in
    _run([*link, *objects], work)
    program = _program(rng, work, machine, kind, files, tools)
    _write_lists(rng, program, work)
    return program


def _program(
    rng: random.Random, work: pathlib.Path, machine: Machine, kind: str,
    files: list[str], tools: Tools,
) -> Program:
    """Describes WORK/a.out by its symbols."""
    listing = _run([tools.nm, "--format=posix", "a.out"], work)
    symbols, global_starts = [], set()
    for line in listing.splitlines():
        match = re.match(r"(.*) (\w) ([0-9a-f]+)( [0-9a-f]*)?$", line)
        if not match:
            continue
        name, letter, value, _ = match.groups()
        if letter in "tTwWV":
            symbols.append((int(value, 16), name))
        if letter in "TWV":
            global_starts.add(int(value, 16))
    start = next(value for value, name in symbols if name == "main")
    end = next(value for value, name in symbols if name == "zlast")
    data = next(value for value, name in symbols if name == "data_start")
    return Program(
        work / "a.out", machine.width, machine.byteorder, kind,
        sorted(s for s in symbols if s[0] < data), global_starts, start, end, files,
        kind == "assembly" and rng.random() < 0.3,
    )  # fmt: skip


def _write_lists(rng: random.Random, program: Program, work: pathlib.Path) -> None:
    """Writes the inputs of -R and -S: a map of functions to object files, and the
    symbols of a part of the program. Both have the symbols behind all samples."""
    # GNU gprof's result for further functions of a file is undefined.
    lines = [
        f"x{number * 37 % 1009}.o:0000000000000000 T {name}"
        for number, (_, name) in enumerate(program.symbols)
        if rng.random() < 0.9
    ]
    for _ in range(rng.randint(0, 3)):
        at = rng.randint(0, len(lines))
        lines[at:at] = [rng.choice(("No symbols in q.o", "w.o:00000000 T nosuch"))]
    lines.append("data.o:0000000000000000 W data_start")
    (work / "objects.map").write_text("\n".join(lines) + "\n")
    # Without a global symbol, the one before it has more blocks than GNU keeps.
    lines = [
        f"{address:016x} {rng.choice('tT' if is_global else 'tTTTtd')} "
        f"{name.replace(' ', '')}"
        for address, name in program.symbols
        if (is_global := address in program.global_starts) or rng.random() < 0.8
    ]
    if rng.random() < 0.3:
        rng.shuffle(lines)
    lines.append(f"{program.end + 0x100000:016x} T behind")
    (work / "symbols").write_text("\n".join(lines) + "\n")


def _run(command: list[str], work: pathlib.Path) -> str:
    done = subprocess.run(command, cwd=work, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr}")
    return done.stdout


# --- assembly ---------------------------------------------------------------

_SUFFIXES = (
    ".part.0", ".constprop.0", ".cold", ".isra.0", ".clone.3", ".123", ".1.2",
    ".x1", ".constprop.0.isra.1", "$x", ".", ".clone.", ".constprop.1.clone.2",
    ".llvm.77", ".0.", "..1", ".constprop.0.1.22", " with space",
)  # fmt: skip
# Further contents of a symbol table. Sections of a kind are adjacent, so each names
# the code before or after the rest.
_SECTIONS = (".init", ".fini", ".text.hot", ".text.unlikely", ".code", ".plt.own")


def _name(rng: random.Random, number: int) -> str:
    scrambled = number * 37 % 1009  # the order of names is not that of addresses
    name = rng.choice(("", "", "", "_", "__", "___")) + f"f{scrambled:03}"
    if rng.random() < 0.03:
        name = rng.choice(("__gnu_compiled_", "___gnu_compiled", ".")) + name
    return name + (rng.choice(_SUFFIXES) if rng.random() < 0.15 else "")


def _symbol(rng: random.Random, name: str, place: str = "") -> list[str]:
    """The directives for one symbol, its label or its value last."""
    binding = rng.choices(("global", "local", "weak"), (6, 5, 1))[0]
    kinds = ("function", "notype", "object", "gnu_indirect_function",
             "gnu_unique_object")  # fmt: skip
    kind = rng.choices(kinds, (40, 8, 4, 1, 1))[0]
    lines = [f'        .type "{name}", %{kind}']
    if binding != "local" and kind != "gnu_unique_object":
        lines.append(f'        .{binding} "{name}"')
        if rng.random() < 0.1:
            lines.append(f'        .{rng.choice(("hidden", "protected"))} "{name}"')
    return [*lines, f'        "{name}" = {place}' if place else f'"{name}":']


def _elsewhere(rng: random.Random) -> list[str]:
    """Symbols that are not in .text: in other code, data, or nowhere."""
    text = []
    for number, section in enumerate(rng.sample(_SECTIONS, rng.randint(0, 3))):
        text.append(f'        .section {section},"ax",%progbits')
        for part in range(rng.choice((1, 1, 3))):
            text += _symbol(rng, f"{_name(rng, 900 + number)}_{part}")
            text.append(f"        .fill {rng.choice((4, 20, 64))}, 1, 0x90")
    if rng.random() < 0.3:
        text.append("        .data")
        for number in range(rng.randint(1, 4)):
            text += [*_symbol(rng, _name(rng, 800 + number) + "_d"), "        .long 0"]
    if rng.random() < 0.3:
        for number in range(rng.randint(1, 3)):
            value = rng.choice((0, 16, TEXT, TEXT + 8, 0x7FFFFFF0))
            text += _symbol(rng, _name(rng, 700 + number) + "_a", f"{value:#x}")
    if rng.random() < 0.2:
        text += ['        .section .tdata,"awT",%progbits', "thread1: .long 0"]
        text += ["        .weak thread2", "thread2: .long 0"]
    if rng.random() < 0.2:
        text += ["        .comm common1, 8, 8", "        .local common2"]
        text += ["        .comm common2, 8, 8", '        .file "name.c"']
    return text


def _assembly(rng: random.Random, debug: _DebugInfo | None) -> list[str]:
    """The lines of an assembly file of random symbols."""

    def code(name: str, size: int) -> list[str]:
        return debug.function(name, size) if debug else [f"        .fill {size}, 1, 0x90"]

    text = _elsewhere(rng) if rng.random() < 0.5 else []
    text += ["        .text", *(debug.files() if debug else [])]
    text += ["        .globl main", "        .type main, %function", "main:"]
    count = rng.choice((3, 8, 20, 60))
    sizes = rng.choice(((16,), (16, 32, 48), (1, 2, 3, 7, 20, 60)))
    for number in range(count):
        text += code(f"function{number}", rng.choice(sizes) + bool(debug))
        # Later ones at the same address compete for it.
        for alias in range(rng.choices((1, 2, 3), (10, 2, 1))[0]):
            text += _symbol(rng, "a" * alias + _name(rng, number))
        if rng.random() < 0.5:
            text.append(f"        .size {text[-1][:-1]}, {rng.choice(sizes)}")
    text += code("padding", 16)
    text += ["        .globl zlast", "        .type zlast, %function", "zlast:"]
    text += code("zlast", 16)
    text += debug.sections() if debug else []
    return [*text, "        .data", "        .weak data_start", "data_start: .quad 0"]


class _DebugInfo:
    """Line tables with returns to earlier lines and several files in a function;
    and a unit with a subprogram for each function."""

    def __init__(self, rng: random.Random, work: pathlib.Path, machine: Machine):
        self.rng, self.work = rng, work
        self.address = {32: ".long", 64: ".quad"}[machine.width]
        self.version = rng.choice((4, 5))
        self.first_file = {4: 1, 5: 0}[self.version]
        self.sources = ["x.c", "y.h"][: rng.choice((1, 2))]
        self.length = rng.choice((12, 60))
        self.names: list[str] = []
        self.has_rows = False  # in the line table
        # The number of functions in the debug information.
        self.told = rng.choice((1, 1, 1, 0.5, 0))
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
                if not self.has_rows:
                    file = 0  # GNU gprof mistakes the table's first in DWARF 5
                self.has_rows = True
                line = max(1, min(self.length, line + rng.choice((-2, 0, 1, 1, 2))))
                out.append(f"        .loc {self.first_file + file} {line} {rng.randint(0, 9)}")
            step = min(left, rng.choice((1, 2, 4, 8)))
            out += ["        nop"] * step
            left -= step
        self.names.append(name)
        return out + [f".Lend_{name}:"]

    def sections(self) -> list[str]:
        dwarf5 = self.version == 5
        size = 8 if self.address == ".quad" else 4
        unit = ["        .short 5", f"        .byte 1, {size}", "        .long .debug_abbrev"]
        if not dwarf5:
            unit = ["        .short 4", "        .long .debug_abbrev", f"        .byte {size}"]
        out = ['        .section .debug_abbrev,"",%progbits']
        # compile_unit: name, comp_dir, stmt_list, language C99, low_pc, high_pc
        out += ["        .byte 1, 0x11, 1, 3, 8, 0x1b, 8, 0x10, 0x17, 0x13, 5"]
        out += ["        .byte 0x11, 1, 0x12, 6, 0, 0"]
        # subprogram: name, external, low_pc, high_pc
        out += ["        .byte 2, 0x2e, 0, 3, 8, 0x3f, 0x19, 0x11, 1, 0x12, 6, 0, 0, 0"]
        out += ['        .section .debug_info,"",%progbits']
        out += ["        .long .Lunit_end - .Lunit", ".Lunit:", *unit, "        .byte 1"]
        out += [f'        .asciz "{self.sources[0]}"', f'        .asciz "{self.work}"']
        out += ["        .long .Lline_table", "        .short 12"]
        out += [f"        {self.address} main", "        .long .Lend_zlast - main"]
        for name in self.names:
            if self.rng.random() >= self.told:
                continue
            out += ["        .byte 2", f'        .asciz "{name}"']
            out += [f"        {self.address} .Lbegin_{name}"]
            out += [f"        .long .Lend_{name} - .Lbegin_{name}"]
        out += ["        .byte 0", ".Lunit_end:"]
        out += ['        .section .debug_line,"",%progbits', ".Lline_table:"]
        return out


# --- C ----------------------------------------------------------------------


def _compile(
    rng: random.Random, work: pathlib.Path, tools: Tools
) -> tuple[list[str], list[str]]:
    """Writes and compiles C files; returns the objects and the sources."""
    compiler = rng.choice([c for c in (tools.clang, tools.gcc) if c])
    flags = ["-c", "-g", rng.choice(("-O0", "-O1", "-O2")), "-ffreestanding"]
    flags += ["-fpic", "-fcf-protection=none", f"-gdwarf-{rng.choice('45')}"]
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
        "        .text\n        .globl zlast\n        .type zlast, %function\n"
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
