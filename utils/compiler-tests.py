#!/usr/bin/env python3
"""Profiles GCC's run tests and csmith's programs in random ways, and checks them.

usage: compiler-tests.py [--build DIR] [--work DIR] [--seed N] [--gcc N]
                         [--csmith N] [--all] [--jobs N] [NAME...]

Clang and gmon-clang compile each program: with hooks, -a or -a=source, at a random
level and with random flags, which depend only on the seed and the name of the
program. Both programs must print the same and end in the same way. The profile must
exist, llvm-gprof and GNU gprof must read it, and lines must have llvm-cov's counts,
or one of the reasons of linecounts.py for another count. Programs that Clang cannot
compile, and those of which two plain runs differ, are skipped and counted.

By default the script draws 440 of GCC's programs and 60 of csmith's; --all runs all
of GCC's and 300 of csmith's. With NAMEs, as the script prints them, it runs only
these. Failed programs stay in the work folder, with their commands in a file. Exit
status 1 if a program failed. Needs csmith, valgrind and Debian's source package
gcc-12.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time

import linecounts
import testprograms

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 10  # limit for a plain program; others have ten times as long
COMPILE_SECONDS = 120
BYTES = 4 << 30
LEVELS = ("-O0", "-O0", "-O1", "-O2", "-O2", "-O3", "-Os")
MODES = ((), ("-a", "-g"), ("-a", "-g"), ("-a=source",), ("-a=source", "-g"))
LINKS = (
    *[()] * 6,
    ("-flto",),
    ("-flto=thin",),
    ("-static",),
    ("-static-pie",),
    ("-no-pie",),
    ("-no-pie", "-fno-pic"),
    ("-fPIC",),
    ("-ffunction-sections", "-Wl,--gc-sections"),
    ("-fuse-ld=lld",),
    ("-fuse-ld=gold",),
    ("-fuse-ld=bfd", "-no-pie"),
    ("-fuse-ld=bfd", "-static"),
    ("-fuse-ld=lld", "-no-pie"),
)  # fmt: skip
OTHERS = (*[()] * 5, ("-fno-omit-frame-pointer",), ("-fno-plt",), ("-fno-inline",))
CXX = (*[()] * 3, ("-fno-exceptions",), ("-fno-rtti",))
C = (*[()] * 4, ("-fexceptions",), ("-fno-strict-aliasing",))

# Features of code whose effect depends on counters or optimization.
ASKING = (b"__builtin_constant_p", b"__OPTIMIZE__", b"__builtin_object_size")


class Skipped(Exception):
    """The program says nothing about profiling. The text is the reason."""


class Failed(Exception):
    """A failure: its name, and details in further lines."""


@dataclasses.dataclass(frozen=True)
class Outcome:
    status: int
    out: bytes
    err: bytes


@dataclasses.dataclass
class Result:
    name: str
    flags: str
    skipped: str = ""
    failed: str = ""
    lines: int = 0  # the number of compared lines
    # Lines that differ: the reason, or an empty text, and the counts.
    differences: list[tuple[str, str]] = dataclasses.field(default_factory=list)


def limits(seconds: float):
    def set_limits():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (BYTES // 16, BYTES // 16))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))

    return set_limits


def run(command, cwd, seconds=COMPILE_SECONDS, env=None) -> Outcome | None:
    """The outcome of a command, or None after a timeout; ends its processes."""
    process = subprocess.Popen(
        [str(word) for word in command], cwd=cwd, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        preexec_fn=limits(seconds), env=env,
    )  # fmt: skip
    try:
        out, err = process.communicate(timeout=seconds)
        return Outcome(process.returncode, out, err)
    except subprocess.TimeoutExpired:
        return None
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


class Trial:
    """One program, built and run in one way."""

    def __init__(self, program: testprograms.Program, tools: Tools, seed: int):
        self.program, self.tools = program, tools
        rng = random.Random(f"{seed} {program.name}")
        self.level, self.mode = rng.choice(LEVELS), rng.choice(MODES)
        self.links = rng.choice(LINKS)
        others = rng.choice(OTHERS) + rng.choice(CXX if program.is_cxx else C)
        self.common = [self.level, *program.flags, *others]
        self.folder = tools.folder_of(program.name)
        self.commands: list[str] = []
        told = [*self.mode, *self.links, *self.common]
        told = [flag for flag in told if flag not in testprograms.LENIENT]
        self.result = Result(program.name, shlex.join(told))

    def command(self, words, seconds=COMPILE_SECONDS, env=None) -> Outcome | None:
        words = [str(word) for word in words]
        settings = [f"{name}={value}" for name, value in (env or {}).items()]
        self.commands.append(shlex.join([*settings, *words]))
        return run(words, self.folder, seconds, {**self.tools.env, **(env or {})})

    def compile(self, compiler, flags, output) -> Outcome | None:
        if self.program.is_cxx:
            compiler += "++"
        sources = self.program.sources
        return self.command([compiler, *flags, *sources, "-o", output, "-lm", "-pthread"])

    def expect(self, done: Outcome | None, what: str) -> Outcome:
        """The outcome, if it is one without an error."""
        if done is None:
            raise Failed(f"{what} takes too long")
        if done.status:
            tail = done.err.decode(errors="replace")[-1500:]
            raise Failed(f"{what} ends with {done.status}\n{tail}")
        return done

    def plain(self) -> Outcome:
        """The outcome of the program without profiling."""
        if why := testprograms.BY_CHANCE.get(self.program.name):
            raise Skipped(why)
        flags = [*self.links, *self.common]
        done = self.compile(self.tools.clang, flags, "plain")
        if done is None or done.status:
            raise Skipped("Clang does not compile it")
        self.warnings = done.err
        first = self.command(["./plain"], SECONDS)
        if first is None:
            raise Skipped("it takes too long")
        if first != self.command(["./plain"], SECONDS):
            raise Skipped("two runs differ")
        if first.status:
            raise Skipped("it fails with Clang")
        if re.search(rb"0x0000[0-9a-f]{8}", first.out + first.err):
            raise Skipped("it prints addresses")
        self.outcome = first
        return first

    def profile(self, plain: Outcome) -> None:
        flags = [*self.mode, *self.links, *self.common]
        built = self.expect(
            self.compile(self.tools.gmon_clang, flags, "profiled"), "gmon-clang"
        )
        if without_places(built.err) != without_places(self.warnings):
            text = built.err.decode(errors="replace")[-1500:]
            raise Failed(f"gmon-clang has something to say\n{text}")
        (self.folder / "gmon.out").unlink(missing_ok=True)
        done = self.command(["./profiled"], 10 * SECONDS)
        if done is None:
            raise Failed("with a profile, the program hangs")
        if done != plain:
            raise Failed(f"another outcome: {done} instead of {plain}"[:1500])
        if not (self.folder / "gmon.out").exists():
            raise Failed("lost profile")
        self.read_profile()

    def read_profile(self) -> None:
        self.expect(self.command([self.tools.llvm_gprof, "-b", "profiled"]), "llvm-gprof")
        self.expect(self.command(["gprof", "-b", "--no-demangle", "profiled"]), "gprof")

    def compare_lines(self) -> None:
        """Compares line counts with llvm-cov's."""
        if "-a=source" not in self.mode and not ("-a" in self.mode and self.level == "-O0"):
            return
        show = [self.tools.llvm_gprof, "export", "--format=lcov", "profiled"]
        ours = self.expect(self.command(show), "llvm-gprof export --format=lcov")
        cover = ["-fprofile-instr-generate", "-fcoverage-mapping", *self.common]
        built = self.compile(self.tools.clang, cover, "covered")
        env = {"LLVM_PROFILE_FILE": "covered.profraw"}
        if built is None or built.status:
            return
        self.command(["./covered"], 10 * SECONDS, env)
        if not (self.folder / "covered.profraw").exists():
            return
        merge = ["llvm-profdata", "merge", "covered.profraw", "-o", "covered.profdata"]
        export = ["llvm-cov", "export", "covered", "-instr-profile=covered.profdata"]
        self.command(merge)
        theirs = self.command([*export, "-format=lcov"])
        if theirs is None or theirs.status:
            return
        sources = {source.name for source in self.program.sources}
        mine = in_files(linecounts.read_lcov(ours.out.decode()), sources)
        other = in_files(linecounts.read_lcov(theirs.out.decode()), sources)
        self.result.lines = len(mine.keys() & other.keys())
        differ = [at for at in mine.keys() & other.keys() if mine[at] != other[at]]
        if differ:
            regions = self.read_regions(export)
            self.explain(sorted(differ), mine, other, regions)

    def read_regions(self, export):
        """The counts of the regions of each line, by the file's name and line."""
        done = self.command([*export, "-format=text"])
        regions = {}
        if done and not done.status:
            for file in json.loads(done.out)["data"][0]["files"]:
                name = pathlib.Path(file["filename"]).name
                counts = linecounts.region_counts(file["segments"])
                regions |= {(name, line): some for line, some in counts.items()}
        return regions

    def explain(self, differ, mine, other, regions) -> None:
        executions = self.executions()
        show = [self.tools.llvm_gprof, "-b", "-l", "-A", "-x", "profiled"]
        annotated = self.expect(self.command(show), "llvm-gprof -A")
        pieces = linecounts.read_annotated(annotated.out.decode(errors="replace"))
        for at in differ:
            executed = None
            if executions is not None:
                executed = executions.get(at, linecounts.NO_CODE)
            reason = linecounts.reason_for(
                mine[at],
                other[at],
                executed,
                regions.get(at, set()),
                pieces.get(at, []),
            )
            if not reason and executed is None and self.mentions(b"long double", b"LDBL"):
                reason = "undecided"
            if not reason and self.mentions(*ASKING):
                reason = "constant"
            reason = reason or testprograms.LOOKED_AT.get(self.program.name, "")
            seen = f"{at[0]}:{at[1]}: {mine[at]} for llvm-cov's {other[at]}"
            if executed is not None:
                seen += f", executed {executed.all}"
            self.result.differences.append((reason, seen))

    def mentions(self, *words: bytes) -> bool:
        texts = [source.read_bytes() for source in self.program.sources]
        return any(word in text for word in words for text in texts)

    def executions(self):
        """How often the code of each line is executed, in a plain program at the
        lowest level; None if the plain program behaves differently."""
        flags = ["-g", "-no-pie", *self.common]
        # At -O0 C's inline functions may have no definition, and calls that only an
        # optimizer removes no callee. Then a program fails only if it calls them.
        missing = "-Wl,--unresolved-symbols=ignore-all"
        for more in (["-O0"], ["-O0", missing], [self.level]):
            built = self.compile(self.tools.clang, [*flags, *more], "referee")
            if built and not built.status and self.run_referee():
                return self.read_referee()
        return None

    def run_referee(self) -> bool:
        """Whether the referee behaved like the program."""
        (self.folder / "callgrind.out").unlink(missing_ok=True)
        # A PLT stub's instructions would be added to those of the call.
        done = self.command(
            ["valgrind", "-q", "--tool=callgrind", "--dump-instr=yes", "--compress-strings=no",
             "--compress-pos=no", "--skip-plt=no", "--callgrind-out-file=callgrind.out",
             "./referee"],
            20 * SECONDS,
        )  # fmt: skip
        if done is None or (done.status, done.out) != (self.outcome.status, self.outcome.out):
            return False
        return (self.folder / "callgrind.out").exists()

    def read_referee(self):
        table = self.command(["llvm-dwarfdump", "--debug-line", "referee"])
        code = self.command(["llvm-objdump", "-d", "--no-show-raw-insn", "referee"])
        if not table or table.status or not code or code.status:
            return None
        text = (self.folder / "callgrind.out").read_text(errors="replace")
        return linecounts.read_executions(
            text, table.out.decode(errors="replace"), code.out.decode(errors="replace")
        )

    def run(self) -> Result:
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        try:
            self.profile(self.plain())
            self.compare_lines()
        except Skipped as why:
            self.result.skipped = str(why)
        except Failed as what:
            self.result.failed = str(what)
        if self.result.failed or any(not why for why, _ in self.result.differences):
            (self.folder / "commands").write_text("\n".join(self.commands) + "\n")
        else:
            shutil.rmtree(self.folder, ignore_errors=True)
        return self.result


def without_places(warnings: bytes) -> set[bytes]:
    """The messages, without the files and sections that linkers name."""
    said = {line.rpartition(b": ")[2] for line in warnings.splitlines()}
    return {words for words in said if b"in function" not in words}


def in_files(counts: linecounts.Counts, names: set[str]) -> dict[tuple[str, int], int]:
    """The counts of the lines of these files, by the file's name and line."""
    found = {}
    for (path, line), count in counts.lines.items():
        name = pathlib.Path(path).name
        if name in names:
            found[name, line] = count
    return found


class Tools:
    def __init__(self, build: pathlib.Path, work: pathlib.Path):
        self.work = work
        self.gmon_clang = str(build / "bin/gmon-clang")
        self.llvm_gprof = str(build / "bin/llvm-gprof")
        self.clang = shutil.which("clang") or shutil.which("clang-22") or "clang"
        self.env = {k: v for k, v in os.environ.items() if k != "GMON_OPTIONS"}
        self.env["PATH"] += ":/usr/lib/llvm-22/bin"
        self.env["LC_ALL"] = "C"

    def folder_of(self, name: str) -> pathlib.Path:
        return self.work / "trials" / name.replace("/", "_")


def choose(arguments, work: pathlib.Path) -> list[testprograms.Program]:
    if arguments.names:
        wanted = [name for name in arguments.names if name.startswith("csmith/")]
        chosen = [testprograms.csmith_program(work, int(name[7:])) for name in wanted]
        if len(chosen) < len(arguments.names):
            everything = testprograms.gcc_programs(work)
            chosen += [each for each in everything if each.name in arguments.names]
        return chosen
    rng = random.Random(arguments.seed)
    programs = testprograms.gcc_programs(work) if arguments.gcc or arguments.all else []
    num_csmith = 300 if arguments.all else arguments.csmith
    if not arguments.all:
        programs = rng.sample(programs, min(arguments.gcc, len(programs)))
    first = 1 if arguments.all else rng.randrange(1, 1_000_000)
    for number in range(first, first + num_csmith):
        programs.append(testprograms.csmith_program(work, number))
    return programs


def report(results: list[Result], seconds: float) -> bool:
    """Prints the totals; returns whether there were no failures."""
    skipped = collections.Counter(each.skipped for each in results if each.skipped)
    failed = [each for each in results if each.failed]
    reasons = collections.Counter(
        why for each in results for why, _ in each.differences
    )
    unexplained = reasons.pop("", 0)
    tried = len(results) - sum(skipped.values())
    print(f"{tried} programs tried in {seconds:.0f} s, {len(failed)} failed")
    for why, number in skipped.most_common():
        print(f"  {number} passed over: {why}")
    num_lines = sum(each.lines for each in results)
    print(f"{num_lines} lines compared, {unexplained} differ for no known reason")
    for why, number in reasons.most_common():
        print(f"  {number} differ ({why}): {linecounts.REASONS[why]}")
    return not failed and not unexplained


def show(result: Result, tools: Tools) -> None:
    """Prints the failures of a program, if any."""
    title = f"{result.name} [{result.flags}]"
    if result.failed:
        print(f"FAIL {title}: {result.failed}", flush=True)
    lines = [seen for why, seen in result.differences if not why]
    for seen in lines:
        print(f"LINE {title}: {seen}", flush=True)
    if result.failed or lines:
        print(f"     in {tools.folder_of(result.name)}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", type=pathlib.Path, default=HERE.parent / "build")
    parser.add_argument(
        "--work", type=pathlib.Path, default=pathlib.Path("/tmp/llvm-gprof-compiler-tests")
    )
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--gcc", type=int, default=440)
    parser.add_argument("--csmith", type=int, default=60)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("names", nargs="*", metavar="NAME")
    arguments = parser.parse_args()
    if arguments.seed is None:
        arguments.seed = random.randrange(1_000_000)
    print(f"seed {arguments.seed}", flush=True)
    work = arguments.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    tools = Tools(arguments.build.resolve(), work)
    programs = choose(arguments, work)
    start = time.monotonic()
    results: list[Result] = []
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        trials = [
            pool.submit(Trial(program, tools, arguments.seed).run)
            for program in programs
        ]
        try:
            for trial in concurrent.futures.as_completed(trials):
                results.append(trial.result())
                show(results[-1], tools)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            print(f"stopped: {len(programs) - len(results)} were not tried")
    return 0 if report(results, time.monotonic() - start) else 1


if __name__ == "__main__":
    sys.exit(main())
