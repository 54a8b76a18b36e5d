"""The programs and their workloads.

A Program is built once for each peer; a Workload is a command line of it, in four
sizes: full (a plain run takes about a second), quick, small (for peers that take
much longer) and count (for callgrind, which takes fifty times as long)."""

import dataclasses
import os
import subprocess
from typing import Callable

import inputs

SIZES = ("full", "quick", "small", "count")
EXAMPLES = os.path.join(os.path.dirname(inputs.UTILS), "examples")


@dataclasses.dataclass(frozen=True)
class Program:
    name: str
    # Whether utils/programs.sh fetches the program.
    fetched: bool = False
    source: Callable = None  # from the work folder to a path
    flags: tuple = ()
    libraries: tuple = ()
    # The compilation is short, so its time is measured more than once.
    compile_timed: bool = False
    # The peers that the program is built for; empty means all.
    peers: tuple = ()
    # The CMake target of this source tree, for a program without other sources.
    target: str = ""


@dataclasses.dataclass(frozen=True)
class Workload:
    name: str
    program: str
    group: str  # programs, micro or growth
    # From the work folder and a size to the arguments and the standard input.
    command: Callable
    # Millions of calls, or blocks, by size.
    operations: dict = None
    # The axis of the growth chart, and the position on it.
    grows: str = ""
    at: int = 0
    # The peers that get less of this work, besides those that always get less.
    slow_peers: tuple = ()

    def is_slow(self, peer):
        return peer.slow or peer.name in self.slow_peers

    def size_for(self, peer, size):
        """The size of PEER's work if others do SIZE."""
        return "small" if self.is_slow(peer) else size


def _sizes(full, quick, small, count):
    return dict(zip(SIZES, (full, quick, small, count)))


def _compressor(name, *sizes):
    sizes = _sizes(*sizes)
    return Workload(name, name, "programs",
                    lambda work, size: (["-9"], inputs.text(work, sizes[size])))


def _program(name, command, *sizes, program=None):
    sizes = _sizes(*sizes)
    return Workload(name, program or name, "programs",
                    lambda work, size: (command(work, sizes[size]), None))


def _micro(name, *arguments, program="micro", group="micro", full=100, small=None,
           **growth):
    sizes = _sizes(full, full / 4, small or full / 20, min(full / 40, small or full))
    return Workload(
        name, program, group,
        lambda work, size: ([a if a else str(sizes[size]) for a in arguments], None),
        operations=sizes, **growth,
    )


def llvm_gprof_input(work, arcs):
    """llvm-gprof reads a profile of itself."""
    program = os.path.join(work, "builds", "llvm-gprof", "plain", "program")
    return ["-b", program, inputs.profile(work, program, arcs)]


GROWTH_PEERS = ("plain", "gcc", "hooks", "machine", "hooks-machine", "source",
                "hooks-source", "clang-pg", "gcc-pg", "coverage", "gcc-coverage",
                "instr-generate")
CMAKE_PEERS = GROWTH_PEERS
# The number of functions, and the millions of calls, of all in turns, that take glibc's
# profiler seconds: it searches a list of all functions called from one call site.
FUNCTIONS = {50: 5, 500: 1, 5000: 0.1, 50000: 0.1}
BLOCKS = (10, 100, 1000, 10000)
CALLERS = (1, 2, 16, 256)
THREADS = (1, 2, 4, 8)

PROGRAMS = (
    Program("bzip2", fetched=True, compile_timed=True),
    Program("gzip", fetched=True, compile_timed=True),
    Program("lua", fetched=True, compile_timed=True),
    Program("sqlite", fetched=True),
    Program("zstd", fetched=True),
    Program("yaml", fetched=True),
    Program("raytracer", source=lambda work: os.path.join(EXAMPLES, "raytracer.cpp"),
            libraries=("-pthread",), compile_timed=True),
    Program("llvm-gprof", peers=CMAKE_PEERS, target="llvm-gprof"),
    Program("micro", source=lambda work: os.path.join(inputs.BENCH, "micro.c"),
            libraries=("-pthread",)),
    *(Program(f"functions-{n}", source=lambda work, n=n: inputs.many_functions(work, n),
              peers=GROWTH_PEERS) for n in FUNCTIONS),
    *(Program(f"blocks-{n}", source=lambda work, n=n: inputs.many_blocks(work, n),
              peers=GROWTH_PEERS) for n in BLOCKS),
)

WORKLOADS = (
    _compressor("bzip2", 10000, 2500, 1000, 900),
    _compressor("gzip", 12000, 3000, 1200, 900),
    _program("lua", lambda work, n: [os.path.join(inputs.UTILS, "mix.lua"), str(n)],
             60, 15, 6, 8),
    _program("sqlite", lambda work, n: ["--size", str(n), ":memory:"], 20, 6, 3, 1),
    _compressor("zstd", 24000, 6000, 2400, 1500),
    _program("yaml", lambda work, n: [inputs.yaml(work, n)], 9000, 2500, 1000, 200),
    _program("raytracer", lambda work, n: [str(n), "1"], 110, 55, 30, 15),
    _program("llvm-gprof", llvm_gprof_input, 100000, 30000, 10000, 3000),
    _micro("recursion", "recursion", ""),
    *(_micro(f"callers-{n}", f"callers-{n}", "", grows="callers", at=n) for n in CALLERS),
    _micro("indirect", "indirect", ""),
    _micro("loop", "loop", ""),
    *(_micro(f"threads-{n}", "threads", "", str(n), full=200 / n, grows="threads", at=n)
      for n in THREADS),
    *(_micro(f"functions-{n}", "", program=f"functions-{n}", group="growth", small=calls,
             slow_peers=("clang-pg", "gcc-pg"), grows="functions", at=n)
      for n, calls in FUNCTIONS.items()),
    # A block takes a small part of the time of a call.
    *(_micro(f"blocks-{n}", "", program=f"blocks-{n}", group="growth", full=1000,
             grows="blocks", at=n) for n in BLOCKS),
)

BY_NAME = {program.name: program for program in PROGRAMS}
WORKLOADS_BY_NAME = {workload.name: workload for workload in WORKLOADS}
# The default programs of --quick.
QUICK = ("bzip2", "lua", "raytracer", "micro")


def workloads_of(program):
    return [each for each in WORKLOADS if each.program == program.name]


def is_built_for(program, peer):
    return not program.peers or peer.name in program.peers


def _programs_sh(work, script, *arguments):
    """The output of SCRIPT, with utils/programs.sh loaded."""
    source = f'WORK=$0; source "{inputs.UTILS}/programs.sh"; {script}'
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", source, work, *arguments],
        check=True, stdout=subprocess.PIPE, text=True,
    ).stdout


def fetch(program, work):
    """Fetches the sources of PROGRAM, once."""
    mark = os.path.join(work, program.name, "fetched")
    if program.fetched and not os.path.exists(mark):
        _programs_sh(work, 'fetch_programs "$1" >&2', program.name)
        open(mark, "w").close()


def sources(program, work):
    """The files of PROGRAM, its flags, and its libraries."""
    if not program.fetched:
        return [program.source(work)], list(program.flags), list(program.libraries)
    script = """source_files "$1"; echo; echo ${flags[$1]}; echo ${libraries[$1]-}"""
    files, options = _programs_sh(work, script, program.name).split("\n\n", 1)
    flags, libraries, *_ = options.split("\n")
    return files.split("\n"), flags.split(), libraries.split()
