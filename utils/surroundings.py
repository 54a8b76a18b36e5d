#!/usr/bin/env python3
"""Compares programs, plain and instrumented, in many environments.

usage: surroundings.py [--work FOLDER] [--modes MODE,...] [--ends END,...]
                       [--only TEXT] [--keep] [--list] [BUILD]
       surroundings.py [--work FOLDER] [--only TEXT] [--keep]
                       --command PLAIN INSTRUMENTED [ARGUMENT...]

An environment has unusual locales, descriptors (closed or full), limits, signals
(blocked or ignored), priorities, users, folders or settings of the runtime. In each,
both programs must end with the same status and print the same, except lines that begin
with "gmon: ". The counts must be those of the ordinary environment. If no file can be
written, there must be one line about it and no file.

Without --command the programs are utils/surroundings.c, compiled in each MODE, with
each END and each change that it makes itself: alternate stacks of eight kinds, filters
of system calls, handlers. With --command they are any two programs, whose runs must all
do the same. If a program prints its own name, both files must have one name.

BUILD is llvm-gprof's build or install tree (default: build/ of this source tree).
FOLDER (default: one under /tmp) keeps a folder for each failure. --only runs the
combinations with TEXT in their names. Prints failures and the number of combinations,
and exits with status 1 if anything failed. As root it tries other users and chroot,
too.
"""

import argparse
import collections
import dataclasses
import fcntl
import glob
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator

import gmontext

UTILS = pathlib.Path(__file__).resolve().parent
NOTE = 2**64 - 1  # the callee of arcs that are not calls
NOBODY = 65534
TIMEOUT = 60
MODES = {
    "hooks": ["-O2"],
    "unoptimized": ["-O0", "-a"],
    "source": ["-O2", "-a=source", "-fPIC"],
    "static": ["-O2", "-a", "-static"],
}
ENDS = ("return exit _exit exit-group quick abort term fault overflow thread thread-exit fork "
        "exec").split()


@dataclasses.dataclass
class Surrounding:
    """An environment."""

    name: str
    settings: str = ""  # GMON_OPTIONS
    environment: dict[str, str] = dataclasses.field(default_factory=dict)
    changes: list[str] = dataclasses.field(default_factory=list)  # surroundings.c
    prepare: Callable[[], None] | None = None  # in the process that executes
    ends: list[str] | None = None  # None: all
    writes: bool = True  # whether a profile can be written
    tells: bool = True  # whether the runtime can report a missing profile
    root: bool = False  # whether the environment needs root
    needs_static: bool = False
    new_root: bool = False  # the program must be in the folder
    # Ends at which the kernel kills the program at once, and ends that the environment
    # turns into others.
    lost: list[str] = dataclasses.field(default_factory=list)
    alike: dict[str, str] = dataclasses.field(default_factory=dict)
    read_only: bool = False  # nobody but root may write to the folder


def limit(which: int, soft: int) -> Callable[[], None]:
    def prepare() -> None:
        hard = resource.getrlimit(which)[1]
        most = soft if hard == resource.RLIM_INFINITY else min(soft, hard)
        resource.setrlimit(which, (most, hard))

    return prepare


def close(*descriptors: int) -> Callable[[], None]:
    return lambda: [os.close(each) for each in descriptors] and None


def block(signals: set[int]) -> Callable[[], None]:
    return lambda: signal.pthread_sigmask(signal.SIG_SETMASK, signals) and None


def ignore(*signals: int) -> Callable[[], None]:
    return lambda: [signal.signal(each, signal.SIG_IGN) for each in signals] and None


def fill_standard_error() -> None:
    reader, writer = os.pipe()
    os.set_inheritable(reader, True)
    fcntl.fcntl(writer, fcntl.F_SETFL, os.O_NONBLOCK)
    try:
        while True:
            os.write(writer, bytes(4096))
    except BlockingIOError:
        fcntl.fcntl(writer, fcntl.F_SETFL, 0)
    os.dup2(writer, 2)


def break_standard_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    os.dup2(writer, 2)


def use_up_descriptors() -> None:
    limit(resource.RLIMIT_NOFILE, 64)()
    taken = [0]
    try:
        while True:
            taken.append(os.dup(0))
            os.set_inheritable(taken[-1], True)
    except OSError:
        # The loader needs one descriptor at a time, and a profile needs another.
        os.close(taken[-1])
        os.close(taken[-2])


def delete_folder() -> None:
    os.mkdir("gone")
    os.chdir("gone")
    os.rmdir("../gone")


def change_root() -> None:
    os.chroot(".")


def be_nobody() -> None:
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


def leave_namespaces() -> None:
    os.unshare(os.CLONE_NEWUSER | os.CLONE_NEWNET | os.CLONE_NEWIPC)


def unshare_available() -> bool:
    return hasattr(os, "unshare")


def surroundings() -> Iterator[Surrounding]:
    """All environments; the first is the ordinary one."""
    every_signal = set(signal.valid_signals())
    yield Surrounding("nothing")
    for locale in "C.UTF-8", "de_DE.UTF-8", "xx_XX":
        yield Surrounding("locale " + locale,
                          environment={"LC_ALL": locale, "LANGUAGE": "de:fr"})
    # Descriptors.
    yield Surrounding("no standard input", prepare=close(0))
    yield Surrounding("no standard output", prepare=close(1))
    yield Surrounding("no standard error", prepare=close(2))
    yield Surrounding("no standard files", prepare=close(0, 1, 2))
    yield Surrounding("full standard error", prepare=fill_standard_error)
    yield Surrounding("broken standard error", prepare=break_standard_error)
    yield Surrounding("two descriptors left", prepare=use_up_descriptors)
    yield Surrounding("all closed", changes=["close-all"])
    yield Surrounding("standard files closed", changes=["close-standard"])
    # Limits.
    yield Surrounding("three descriptors", writes=False, needs_static=True,
                      prepare=limit(resource.RLIMIT_NOFILE, 3))
    yield Surrounding("files of no bytes", writes=False,
                      prepare=limit(resource.RLIMIT_FSIZE, 0))
    yield Surrounding("files of 100 bytes", writes=False,
                      prepare=limit(resource.RLIMIT_FSIZE, 100))
    yield Surrounding("stack of 256 KiB", prepare=limit(resource.RLIMIT_STACK, 1 << 18))
    yield Surrounding("no pending signals", prepare=limit(resource.RLIMIT_SIGPENDING, 0))
    yield Surrounding("no locked memory", prepare=limit(resource.RLIMIT_MEMLOCK, 0))
    yield Surrounding("address space of 1 GiB", prepare=limit(resource.RLIMIT_AS, 1 << 30))
    yield Surrounding("data of 512 MiB", prepare=limit(resource.RLIMIT_DATA, 1 << 29))
    # Signals.
    faults = ["fault", "overflow"]
    yield Surrounding("all signals blocked", prepare=block(every_signal), lost=faults,
                      alike={"term": "return"})
    yield Surrounding("SIGPROF blocked", prepare=block({signal.SIGPROF}))
    yield Surrounding("SIGPROF ignored", prepare=ignore(signal.SIGPROF))
    yield Surrounding("SIGCHLD ignored", prepare=ignore(signal.SIGCHLD))
    yield Surrounding("SIGABRT ignored", prepare=ignore(signal.SIGABRT))
    yield Surrounding("SIGTERM ignored", prepare=ignore(signal.SIGTERM),
                      alike={"term": "return"})
    yield Surrounding("SIGSEGV ignored", prepare=ignore(signal.SIGSEGV),
                      lost=faults)
    # Priorities.
    yield Surrounding("least nice", prepare=lambda: os.nice(19) and None)
    yield Surrounding("one processor", prepare=lambda: os.sched_setaffinity(0, {0}))
    yield Surrounding("batch", prepare=lambda: os.sched_setscheduler(
        0, os.SCHED_BATCH, os.sched_param(0)))
    yield Surrounding("real time", root=True, prepare=lambda: os.sched_setscheduler(
        0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(1)))
    # Files.
    for umask in 0, 0o77, 0o777:
        yield Surrounding(f"umask {umask:o}", prepare=lambda mask=umask: os.umask(mask)
                          and None)
    yield Surrounding("deleted folder", prepare=delete_folder, writes=False)
    yield Surrounding("chroot", root=True, prepare=change_root, needs_static=True,
                      new_root=True,
                      ends=[each for each in ENDS if each != "exec"])
    yield Surrounding("another user", root=True, prepare=be_nobody)
    yield Surrounding("another user, folder of root", root=True, prepare=be_nobody,
                      writes=False, read_only=True)
    yield Surrounding("folder of root, stopped standard error", root=True,
                      read_only=True, writes=False, tells=False,
                      prepare=lambda: (be_nobody(), fill_standard_error()) and None)
    if unshare_available():
        yield Surrounding("namespaces", prepare=leave_namespaces)
    # The environment.
    yield Surrounding("large environment",
                      environment={f"V{i}": "x" * 1000 for i in range(100)})
    yield Surrounding("no environment", changes=["clear-environment"])
    yield Surrounding("undumpable", changes=["undumpable"])
    # What the program does with stacks, filters and handlers.
    for kind in ("disabled 2k 4k 64k 8m autodisarm unmapped protected").split():
        yield Surrounding(
            "stack " + kind, changes=["stack-" + kind],
            lost=faults if kind in ("2k", "unmapped", "protected") else [])
    for kind in "disabled", "64k", "8m":
        yield Surrounding(f"stack {kind}, handler there",
                          changes=["stack-" + kind, "handler-onstack"])
    yield Surrounding("handler", changes=["handler"])
    for kind in "kill", "errno", "trap":
        yield Surrounding("filter " + kind, changes=["filter-" + kind],
                          ends=["return", "exit", "_exit"])
    yield Surrounding("filter strict", changes=["filter-strict"], ends=["raw-exit"])
    # Settings.
    for settings in ("hz=10000", "sampler=thread", "clock=wall:hz=1000", "sampler=off",
                     "signals=0", "checkpoint=1", "threads=1", "open=start",
                     "control=1", "bin=64"):
        yield Surrounding(settings, settings=settings,
                          ends=[each for each in ENDS if settings != "signals=0" or
                                each not in ("abort", "term", "fault", "overflow")])
    yield Surrounding("open=start, all closed", settings="open=start",
                      changes=["close-all"])
    yield Surrounding("open=start, three descriptors", settings="open=start",
                      writes=False, needs_static=True, prepare=limit(resource.RLIMIT_NOFILE, 3))


@dataclasses.dataclass
class Result:
    """The outcome of a run."""

    status: int
    output: bytes
    errors: list[str]
    complaints: list[str]
    counts: collections.Counter
    files: list[str]


def read_counts(files: list[str]) -> collections.Counter:
    """Calls and blocks of all files, by address."""
    counts: collections.Counter = collections.Counter()
    for name in files:
        with open(name, "rb") as file:
            records = gmontext.decode(file.read(), 64, "little").records
        for record in records:
            if isinstance(record, gmontext.Arc) and record.self_pc != NOTE:
                counts["call", record.from_pc, record.self_pc] += record.count
            elif isinstance(record, gmontext.Blocks):
                for address, count in record.pairs:
                    counts["block", address] += count
    return counts


def calls_of(counts: collections.Counter) -> collections.Counter:
    return collections.Counter(
        {key: count for key, count in counts.items() if key[0] == "call"})


class Runner:
    """Runs programs, each in its own folder."""

    def __init__(self, work: pathlib.Path):
        self.work = work
        self.folder = work / "run"

    def run(self, where: Surrounding, program: str, arguments: list[str]) -> Result:
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.folder.chmod(0o755 if where.read_only else 0o777)
        if where.new_root:
            shutil.copy(program, self.folder / "program")
            program = "/program"
        environment = {**os.environ, **where.environment}
        environment.pop("GMON_OUT_PREFIX", None)
        environment["GMON_OPTIONS"] = where.settings
        try:
            done = subprocess.run(
                [program, *arguments], cwd=self.folder, env=environment,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, preexec_fn=where.prepare, timeout=TIMEOUT,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            return Result(-1000, error.stdout or b"", ["hangs"], [],
                          collections.Counter(), [])
        lines = done.stderr.decode(errors="replace").splitlines()
        files = glob.glob(f"{self.folder}/**/gmon.out*", recursive=True)
        return Result(
            done.returncode, done.stdout,
            [line for line in lines if not line.startswith("gmon: ")],
            [line for line in lines if line.startswith("gmon: ")],
            read_counts([name for name in files if os.path.getsize(name)]),
            files,
        )


def differences(where: Surrounding, plain: Result, profiled: Result,
                expected: collections.Counter | None) -> Iterator[str]:
    """The failure, as text."""
    if plain.status != profiled.status:
        yield f"status {plain.status}, instrumented {profiled.status}"
    if plain.output != profiled.output:
        yield f"printed {plain.output!r}, instrumented {profiled.output!r}"
    if plain.errors != profiled.errors:
        yield f"said {plain.errors!r}, instrumented {profiled.errors!r}"
    if expected is None:
        return
    if where.writes:
        if profiled.complaints:
            yield f"complains: {profiled.complaints}"
        if profiled.counts != expected:
            wrong = {key for key in profiled.counts | expected
                     if profiled.counts[key] != expected[key]}
            yield (f"{len(wrong)} counts differ, of {len(expected)}; files "
                   f"{[os.path.basename(file) for file in profiled.files]}")
        return
    if any(os.path.getsize(file) for file in profiled.files):
        yield f"left {profiled.files}"
    if where.tells and not profiled.complaints:
        yield "no line about it"


def build_programs(build: pathlib.Path, work: pathlib.Path,
                   modes: list[str]) -> dict[str, tuple[str, str]]:
    programs = {}
    for mode in modes:
        pair = str(work / f"plain-{mode}"), str(work / f"instrumented-{mode}")
        optimization = [flag for flag in MODES[mode] if not flag.startswith("-a")]
        source = str(UTILS / "surroundings.c")
        common = ["-pthread", "-w", source, "-o"]
        subprocess.run(["clang-22", *optimization, *common, pair[0]], check=True)
        subprocess.run([f"{build}/bin/gmon-clang", *MODES[mode], *common, pair[1]],
                       check=True)
        programs[mode] = pair
    return programs


class Comparison:
    """Runs all combinations and counts what failed."""

    def __init__(self, work: pathlib.Path, only: str, keep: bool):
        self.runner = Runner(work)
        self.only = only
        self.keep = keep
        self.num_tried = self.num_failed = self.num_skipped = 0
        self.expected: dict[tuple, collections.Counter] = {}
        self.end: tuple[int, list[str]] | None = None

    def expect(self, key: tuple, program: str, arguments: list[str]
               ) -> collections.Counter:
        """The counts in the ordinary environment."""
        if key not in self.expected:
            nothing = next(surroundings())
            self.expected[key] = self.runner.run(nothing, program, arguments).counts
            assert self.expected[key], f"{key}: nothing was counted"
        return self.expected[key]

    def usual(self, program: str, arguments: list[str]) -> tuple[int, list[str]]:
        """The program's end in the ordinary environment."""
        if not self.end:
            result = self.runner.run(next(surroundings()), program, arguments)
            self.end = result.status, result.errors
        return self.end

    def compare(self, where: Surrounding, mode: str, pair: tuple[str, str],
                arguments: list[str]) -> None:
        name = ", ".join([where.name, mode, *arguments])
        if self.only not in name:
            return
        if (where.root and os.geteuid() != 0) or (
                where.needs_static and mode != "static"):
            self.num_skipped += 1
            return
        plain = self.runner.run(where, pair[0], arguments)
        expected = None
        if not set(arguments) & set(where.lost):
            usual = [where.alike.get(each, each) for each in arguments]
            expected = self.expect((mode, *usual), pair[1], usual)
        # A program that behaves differently has different counts.
        if mode == "command" and (plain.status, plain.errors) != self.usual(
                pair[0], arguments):
            expected = None
        profiled = self.runner.run(where, pair[1], arguments)
        # The path to this end executes other blocks.
        if expected and usual != arguments:
            expected = calls_of(expected)
            profiled.counts = calls_of(profiled.counts)
        self.num_tried += 1
        wrong = list(differences(where, plain, profiled, expected))
        if not wrong:
            return
        self.num_failed += 1
        print(f"{name}: {'; '.join(wrong)}", flush=True)
        if self.keep:
            self.runner.folder.rename(self.runner.work / f"failed-{self.num_failed}")


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Runs programs plain and instrumented in many environments.")
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--ends", default=",".join(ENDS))
    parser.add_argument("--only", default="", help="combinations with this text in their names")
    parser.add_argument("--keep", action="store_true", help="keep folders that failed")
    parser.add_argument("--list", action="store_true", help="list the environments")
    parser.add_argument("--command", nargs=argparse.REMAINDER)
    parser.add_argument("build", nargs="?", type=pathlib.Path,
                        default=UTILS.parent / "build")
    options = parser.parse_args()
    if options.list:
        print("\n".join(each.name for each in surroundings()))
        return 0

    work = options.work or pathlib.Path(tempfile.mkdtemp(prefix="surroundings-"))
    work = work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    work.chmod(0o755)
    comparison = Comparison(work, options.only, options.keep)
    if options.command:
        plain, profiled, *arguments = options.command
        pair = os.path.abspath(plain), os.path.abspath(profiled)
        for where in surroundings():
            if not where.changes and not where.needs_static:
                comparison.compare(where, "command", pair, arguments)
    else:
        programs = build_programs(options.build.resolve(), work,
                                  options.modes.split(","))
        for where in surroundings():
            ends = [each for each in where.ends or ENDS
                    if each in options.ends.split(",") or where.ends]
            for mode, pair in programs.items():
                for end in ends:
                    comparison.compare(where, mode, pair, [end, *where.changes])
    print(f"{comparison.num_tried} combinations, {comparison.num_failed} differ, "
          f"{comparison.num_skipped} take root or a static program")
    if not options.work and not options.keep:
        shutil.rmtree(work)
    return comparison.num_failed != 0


if __name__ == "__main__":
    sys.exit(main())
