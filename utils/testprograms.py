"""The programs of compiler-tests.py: GCC's run tests and csmith's.

GCC's tests come from Debian's source package gcc-12, whose tarball contains GCC's. They
are fetched once, by a separate list of package sources: the machine's settings stay as
they are. A number determines each of csmith's programs.
"""

from __future__ import annotations

import dataclasses
import pathlib
import re
import shlex
import shutil
import subprocess

# Folders of gcc/testsuite, and whether every file in them is a run test; in the
# others a directive says so.
FOLDERS = (
    ("gcc.c-torture/execute", True),
    ("g++.dg", False),
    ("gcc.dg", False),
    ("c-c++-common", False),
)
RUNS = re.compile(r"\{\s*dg-do\s+run\b([^\n]*)")
OPTIONS = re.compile(r'\{\s*dg-(?:additional-)?options\s+(?:"([^"\n]*)"|\{([^}\n]*)\})')
MORE_SOURCES = re.compile(r'\{\s*dg-additional-sources\s+"?([^"}\n]*)')
# Flags that change the meaning of a test. Levels, warnings, dumps and GCC's own
# optimizations are omitted.
MEANINGFUL = re.compile(
    r"-(std=|ansi|D|U|lm$|pthread|msse|mavx|mfma|mbmi|mno-sse|mcx16|maes|x$|fwrapv"
    r"|ftrapv|ffast-math|ffinite-math|fno-math|fmath|frounding|fsigned-zeros"
    r"|fno-signed-zeros|fno-inline$|f(no-)?common|f(no-)?exceptions|fnon-call"
    r"|f(un)?signed-|fshort-|fpack-struct|f(no-)?strict|fsanitize|fno-sanitize"
    r"|f(no-)?rtti|fcf-protection|fstack-protector|fopenmp|f(no-)?builtin|fgnu89"
    r"|finput-charset|fexec-charset|f(no-)?delete-null|f(no-)?omit-frame"
    r"|f(no-)?optimize-sibling|fms-extensions|fplan9|f(no-)?access-control"
    r"|faligned-new|f(no-)?sized-deallocation|fchar8_t|f(no-)?threadsafe"
    r"|fno-elide|fno-use-cxa|ftls-model|fvisibility|finstrument-functions)"
)
STANDARD = re.compile(r"c\+\+(\d\w)(_only|_down)?")
# The standard for tests of C++ that need a later one than Clang's default, C++17.
NEWER = {"20": "20", "2a": "20", "23": "23", "2b": "23", "26": "26"}
# C as GCC 12 accepts it, without warnings.
LENIENT = (
    "-w -Wno-implicit-int -Wno-implicit-function-declaration -Wno-int-conversion"
    " -Wno-incompatible-pointer-types -Wno-incompatible-function-pointer-types"
    " -Wno-return-mismatch"
).split()


# Programs of GCC whose status with Clang is random: each was checked by hand.
BY_CHANCE = {
    "gcc.dg/sibcall-2.c": "it asks where on the stack functions run",
    "gcc.dg/split-3.c": "it needs split stacks, and its stack is small",
    "gcc.dg/asan/use-after-scope-5.c": "it reads a variable that is gone",
    "g++.dg/asan/use-after-scope-types-4.C": "it reads a variable that is gone",
    "c-c++-common/ubsan/null-9.c": "it returns what is at a null reference",
    "gcc.dg/20070507-1.c": "it reads what was not written",
    "gcc.dg/di-sync-multithread.c": "its threads race",
    "gcc.dg/pr78185.c": "it runs until an alarm",
}

# Why lines of other programs differ from llvm-cov's: each was checked by hand.
LOOKED_AT = {
    "gcc.dg/special/weak-1.c": "same name",
    "gcc.dg/special/weak-2.c": "same name",
    "gcc.dg/localalias.c": "same name",
    "g++.dg/special/conpr-3.C": "same name",
    "g++.dg/opt/temp1.C": "copies",
    "gcc.dg/pr38245-3.c": "dead calls",
    "g++.dg/coroutines/torture/pr98704.C": "resumption",
    "g++.dg/asan/pr85081.C": "pragma",
    "gcc.c-torture/execute/pr53645-2.c": "macro",
    "gcc.c-torture/execute/20090113-3.c": "brace",
    "g++.dg/eh/forced1.C": "brace",
    "g++.dg/tls/thread_local4.C": "brace",
    "c-c++-common/ubsan/float-cast-overflow-8.c": "macro",
}


@dataclasses.dataclass(frozen=True)
class Program:
    name: str  # unique; what the command line calls it
    sources: tuple[pathlib.Path, ...]
    flags: tuple[str, ...]  # that it needs
    is_cxx: bool


def run_quietly(*command, cwd=None):
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL)


def fetch_tests(work: pathlib.Path) -> pathlib.Path:
    """Unpacks GCC's tests below the folder, unless they are there, and returns
    gcc/testsuite."""
    done = work / "testsuite"
    if done.is_dir():
        return done
    apt = work / "apt"
    (apt / "lists/partial").mkdir(parents=True, exist_ok=True)
    (apt / "sources").mkdir(exist_ok=True)
    for path in ("sources.list", "sources.list.d/debian.sources"):
        file = pathlib.Path("/etc/apt", path)
        if file.is_file():
            text = re.sub(r"(?m)^Types:.*", "Types: deb-src", file.read_text())
            text = re.sub(r"(?m)^deb ", "deb-src ", text)
            (apt / "sources" / file.name).write_text(text)
    options = ["-qq"]
    for setting in (
        "Dir::Etc::sourcelist=/dev/null",
        f"Dir::Etc::sourceparts={apt}/sources",
        f"Dir::State::lists={apt}/lists",
        "APT::Sandbox::User=root",
        "Dir::Cache::pkgcache=",
        "Dir::Cache::srcpkgcache=",
    ):
        options += ["-o", setting]
    print("fetching gcc-12's source package", flush=True)
    run_quietly("apt-get", *options, "update")
    run_quietly("apt-get", *options, "source", "--download-only", "gcc-12", cwd=apt)
    (outer,) = apt.glob("gcc-12_*.orig.tar.*")
    run_quietly("tar", "-xf", outer, "--wildcards", "*/gcc-1*-dfsg.tar.*", cwd=apt)
    (inner,) = apt.glob("*/gcc-1*-dfsg.tar.*")
    run_quietly("tar", "-xf", inner, "--wildcards", "*/gcc/testsuite/*", cwd=apt)
    (suite,) = apt.glob("*/gcc/testsuite")
    suite.rename(done)
    shutil.rmtree(apt)
    return done


def flags_of(text: str, target: str, is_cxx: bool) -> tuple[str, ...]:
    """The flags that a test needs, by its directives."""
    flags: list[str] = []
    for match in OPTIONS.finditer(text):
        try:
            words = shlex.split((match[1] or match[2] or "").replace("\\", ""))
        except ValueError:
            continue
        for previous, word in zip([""] + words, words):
            if MEANINGFUL.match(word) or previous == "-x":
                flags.append(word)
    if is_cxx and not any(flag.startswith("-std=") for flag in flags):
        standard = STANDARD.search(target)
        if standard and standard[2]:
            flags.append(f"-std=gnu++{standard[1]}")
        elif standard and standard[1] in NEWER:
            flags.append(f"-std=gnu++{NEWER[standard[1]]}")
        elif "dg-options" not in text and "coroutine" in text:
            flags.append("-std=gnu++20")
    return tuple(flags)


def gcc_program(suite: pathlib.Path, path: pathlib.Path, always: bool):
    """The run test of the file, or None."""
    text = path.read_text(encoding="latin-1")
    runs = RUNS.search(text)
    if not always and not runs:
        return None
    is_cxx = path.suffix in (".C", ".cpp", ".cc")
    sources = [path]
    if always and "builtins" in path.parts:
        # A test, the functions that it replaces, and the main of all of them.
        library = path.with_name(path.stem + "-lib.c")
        if not library.exists():
            return None
        sources += [library, path.parent / "lib/main.c"]
    if more := MORE_SOURCES.search(text):
        sources += [path.parent / word for word in more[1].split()]
    flags = flags_of(text, runs[1] if runs else "", is_cxx)
    return Program(
        str(path.relative_to(suite)),
        tuple(sources),
        (*LENIENT, *flags),
        is_cxx,
    )


def gcc_programs(work: pathlib.Path) -> list[Program]:
    suite = fetch_tests(work)
    programs = []
    for folder, always in FOLDERS:
        for path in sorted((suite / folder).rglob("*.[cC]")):
            if always and ("lib" in path.parts or path.stem.endswith("-lib")):
                continue
            if program := gcc_program(suite, path, always):
                programs.append(program)
    return programs


def csmith_program(work: pathlib.Path, number: int) -> Program:
    """csmith's program of that number; makes it unless it is there."""
    folder = work / "csmith"
    folder.mkdir(exist_ok=True)
    path = folder / f"{number}.c"
    if not path.exists():
        # Programs that are read in a second and mostly run as fast.
        command = (
            f"csmith --seed {number} --max-funcs 6 --max-block-depth 3"
            f" --max-expr-complexity 6 --max-array-dim 2 --max-array-len-per-dim 6"
        )
        made = subprocess.run(
            command.split(), check=True, stdout=subprocess.PIPE, timeout=60
        )
        path.write_bytes(made.stdout)
    return Program(
        f"csmith/{number}", (path,), (*LENIENT, "-I/usr/include/csmith"), False
    )
