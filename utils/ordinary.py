#!/usr/bin/env python3
"""Compares ordinary ways to run threads, children, handlers and timers, plain and profiled.

usage: ordinary.py [--work FOLDER] [--modes MODE,...] [--ways WAY,...] [--settings SETTING,...]
                   [--only TEXT] [--keep] [--list] [BUILD]

Runs each way of utils/ordinary.c in each MODE of building it and with each SETTING:
a value of GMON_OPTIONS, or orders of gmonctl before the way begins. Status and output
must be those of the plain program, the calls those that the program counted itself, and
the sampled time within 15% of the CPU time that it measured, and what chance explains.

BUILD is llvm-gprof's build or install tree (default: build/ of this source tree).
FOLDER (default: one under /tmp) keeps a folder for each failure with --keep. --only runs
the combinations with TEXT in their names. Prints failures and the number of
combinations, and exits with status 1 if anything failed.
"""

import argparse
import dataclasses
import glob
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = "ordinary.c", "ordinary-threads.c"
LIBRARY = "ordinary-library.c"
TIMEOUT = 60
SHARE = 0.15
HZ = 1000
MODES = {
    "hooks": ["-O2"],
    "openmp": ["-O2", "-fopenmp"],
    "unoptimized": ["-O0", "-a"],
    "source": ["-O2", "-a=source", "-fPIC"],
    "static": ["-O2", "-static"],
    "musl": ["-O2", "-fPIC", "--target=x86_64-linux-musl", "-nostdlibinc",
             "-isystem", "/usr/include/x86_64-linux-musl"],
    "aarch64": ["-O2", "--target=aarch64-linux-gnu", "-fuse-ld=lld"],
    "riscv64": ["-O2", "--target=riscv64-linux-gnu", "-fuse-ld=lld"],
}
# What links or runs the programs of such a mode, which is left out without it.
TOOLS = {"musl": "musl-gcc", "aarch64": "qemu-aarch64", "riscv64": "qemu-riscv64"}
ENDS_BY_SIGNAL = {"term", "abort"}
# What the runtime says in a way: docs/manual/reliability.md has the reason.
TOLD = {
    ("musl", "cancel"): ["gmon: sampling ended: the profiler's handler of a signal was "
                         "replaced by a system call"],
}
# Threads shorter than a tick of the kernel's clock, which meets fewer of them than their
# time demands if other programs compete for the processors.
SHORT_THREADS = {"many-threads"}
# A value of each setting that is not the default one.
VALUES = {
    "verbose": "1", "hz": "100", "sampler": "thread", "clock": "wall",
    "event": "page-faults", "every": "3", "bin": "64", "out": "here/%e.%p.gmon",
    "add": "1:out=sum.gmon", "label": "test:out=sum.gmon", "open": "start", "checkpoint": "1",
    "signals": "0", "fork": "0", "control": "1", "stacks": "0", "stack_memory": "1",
    "threads": "1",
}
ORDERS = ["stop start", "reset", "stop reset start", "dump", "stop dump start",
          "stop start stop start", "start"]


@dataclasses.dataclass
class Setting:
    """What differs between two runs of a way."""

    options: str  # GMON_OPTIONS
    orders: list[str] = dataclasses.field(default_factory=list)

    @property
    def name(self) -> str:
        return "gmonctl " + " ".join(self.orders) if self.orders else self.options

    def judges_time(self) -> bool:
        return not re.search("sampler=off|clock=wall|event=", self.options)


def all_settings() -> Iterator[Setting]:
    """The default ones, one for each of GMON_OPTIONS, and orders."""
    yield Setting("")
    text = (ROOT / "rt/settings/options.inc").read_text(encoding="utf-8")
    for name in re.findall(r"^GMON_[A-Z]+\((\w+), ", text, re.M):
        if name not in ("help", "name"):
            yield Setting(f"{name}={VALUES[name]}")
    for options in "sampler=off", "sampler=thread:threads=1", "hz=10000":
        yield Setting(options)
    for orders in ORDERS:
        yield Setting("control=1", orders.split())


@dataclasses.dataclass
class Result:
    """The outcome of a run: status and output, calls, CPU time, processes."""

    status: int
    output: bytes
    errors: list[str]
    processes: list[tuple[int, float, bool]]


def is_emulated(mode: str) -> bool:
    return TOOLS.get(mode, "").startswith("qemu-")


class Matrix:
    """Runs all combinations and counts what failed."""

    def __init__(self, build: pathlib.Path, work: pathlib.Path, keep: bool):
        self.build, self.work, self.keep = build, work, keep
        self.folder = work / "run"
        self.num_tried = self.num_failed = 0
        self.plain: dict[tuple[str, ...], Result] = {}

    def compile(self, mode: str) -> None:
        flags = [flag for flag in MODES[mode] if not flag.startswith("-a")]
        # Both have one name, in two folders.
        for kind, command in (("plain", ["clang-22", *flags]),
                              ("profiled", [f"{self.build}/bin/gmon-clang", *MODES[mode]])):
            program = self.program(mode, kind)
            program.parent.mkdir(parents=True, exist_ok=True)
            self.link(mode, kind, command, ["-pthread"], SOURCES, program)
            if mode != "static":
                self.link(mode, kind, [*command, "-fPIC"], ["-shared"], [LIBRARY],
                          program.with_suffix(".so"))

    def link(self, mode: str, kind: str, compiler: list[str], flags: list[str],
             sources: Iterable[str], output: pathlib.Path) -> None:
        names = [str(ROOT / "utils" / name) for name in sources]
        if mode == "musl":
            objects = [str(output.parent / pathlib.Path(name).stem) + ".o" for name in names]
            for name, compiled in zip(names, objects):
                subprocess.run([*compiler, "-c", name, "-o", compiled], check=True)
            runtime = f"{self.build}/lib/x86_64-linux-musl/libgmon_rt.a"
            names = [*objects, *([runtime] if kind == "profiled" else [])]
            compiler = [TOOLS[mode]]
        subprocess.run([*compiler, *flags, *names, "-o", str(output)], check=True)

    def command(self, mode: str, kind: str) -> list[str]:
        """What runs the program."""
        program = str(self.program(mode, kind))
        if not is_emulated(mode):
            return [program]
        return [TOOLS[mode], "-L", f"/usr/{mode}-linux-gnu", program]

    def program(self, mode: str, kind: str) -> pathlib.Path:
        return self.work / mode / kind / "ordinary"

    def ways(self, mode: str) -> list[str]:
        return subprocess.run(self.command(mode, "plain"), stdout=subprocess.PIPE,
                              text=True, check=True).stdout.split()

    def run(self, mode: str, kind: str, way: str, setting: Setting) -> Result:
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / "here").mkdir(parents=True)
        options = setting.options
        if "out=" not in options:
            options = ":".join([*filter(None, [options]), "out=%p.gmon"])
        if "hz=" not in options:
            options += f":hz={HZ}"
        control = f"{self.build}/bin/gmonctl" if kind == "profiled" else ""
        log = self.folder / "log"
        environment = {**os.environ, "GMON_OPTIONS": options, "ORDINARY_LOG": str(log),
                       "ORDINARY_GMONCTL": control}
        environment.pop("GMON_OUT_PREFIX", None)
        try:
            done = subprocess.run(
                [*self.command(mode, kind), way, *setting.orders], cwd=self.folder,
                env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, timeout=TIMEOUT, check=False)
        except subprocess.TimeoutExpired as error:
            return Result(-1000, error.stdout or b"", ["hangs"], [])
        errors = done.stderr.decode(errors="replace").splitlines()
        if "verbose=1" in options or "event=" in options:
            errors = [line for line in errors if not line.startswith("gmon: ")]
        lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        processes = [(int(calls), float(seconds), child == "1")
                     for calls, seconds, child in map(str.split, lines)]
        return Result(done.returncode, done.stdout, errors, processes)

    def read_profile(self, program: pathlib.Path) -> tuple[int, float]:
        """The calls of spin and all seconds of all files."""
        files = [name for name in glob.glob(f"{self.folder}/**/*.gmon*", recursive=True)
                 if not os.path.basename(name).startswith("stacks.")
                 and not name.endswith(".so")]
        if not files:
            return 0, 0
        done = subprocess.run([f"{self.build}/bin/llvm-gprof", "export", "--format=json", program,
                               *files], stdout=subprocess.PIPE, check=True)
        report = json.loads(done.stdout)
        calls = sum(function["calls"] + function["self_calls"]
                    for function in report["functions"] if function["name"] == "spin")
        return calls, report["run"].get("seconds", 0)

    def differences(self, mode: str, way: str, setting: Setting) -> Iterator[str]:
        key = mode, way, *setting.orders
        if key not in self.plain:
            self.plain[key] = self.run(mode, "plain", way, setting)
        plain = self.plain[key]
        profiled = self.run(mode, "profiled", way, setting)
        if profiled.errors == TOLD.get((mode, way)):
            profiled.errors = plain.errors
        for name in "status", "output", "errors":
            one, other = getattr(plain, name), getattr(profiled, name)
            if one != other:
                yield f"{name} {one!r}, profiled {other!r}"
        processes = profiled.processes
        if "signals=0" in setting.options and way in ENDS_BY_SIGNAL:
            processes = []
        if "fork=0" in setting.options:
            processes = [process for process in processes if not process[2]]
        calls, seconds = self.read_profile(self.program(mode, "profiled"))
        expected = sum(process[0] for process in processes)
        if calls != expected:
            yield f"{expected} calls, profiled {calls}"
        busy = os.getloadavg()[0] > 1
        if setting.judges_time() and not (busy and way in SHORT_THREADS):
            spent = sum(process[1] for process in processes)
            hz = int((re.findall(r"hz=(\d+)", setting.options) or [HZ])[0])
            # Samples that chance gives or takes: three deviations of so many.
            chance = 3 * max(spent / hz, 1 / hz**2) ** 0.5
            if abs(seconds - spent) > SHARE * spent + chance:
                yield f"{spent:.2f} s of CPU time, profiled {seconds:.2f} s"

    def compare(self, mode: str, way: str, setting: Setting) -> None:
        self.num_tried += 1
        wrong = list(self.differences(mode, way, setting))
        if not wrong:
            return
        self.num_failed += 1
        print(f"{mode}, {way}, {setting.name}: {'; '.join(wrong)}", flush=True)
        if self.keep:
            self.folder.rename(self.work / f"failed-{self.num_failed}")


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Runs threads, children, handlers and timers plain and profiled.")
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--ways", help="all by default")
    parser.add_argument("--settings", help="those with these names; all by default")
    parser.add_argument("--only", default="", help="combinations with this text in their names")
    parser.add_argument("--keep", action="store_true", help="keep folders that failed")
    parser.add_argument("--list", action="store_true", help="list the settings")
    parser.add_argument("build", nargs="?", type=pathlib.Path, default=ROOT / "build")
    options = parser.parse_args()
    settings = list(all_settings())
    if options.settings is not None:
        names = options.settings.split(",")
        settings = [setting for setting in settings if setting.name in names]
        assert len(settings) == len(names), "no such setting; see --list"
    if options.list:
        print("\n".join(setting.name for setting in settings))
        return 0

    work = options.work or pathlib.Path(tempfile.mkdtemp(prefix="ordinary-"))
    work = work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    matrix = Matrix(options.build.resolve(), work, options.keep)
    for mode in options.modes.split(","):
        if mode in TOOLS and not shutil.which(TOOLS[mode]):
            continue
        matrix.compile(mode)
        for way in options.ways.split(",") if options.ways else matrix.ways(mode):
            for setting in settings:
                if setting.orders and is_emulated(mode):
                    continue  # gmonctl does not find emulated programs
                if options.only in f"{mode}, {way}, {setting.name}":
                    matrix.compare(mode, way, setting)
    print(f"{matrix.num_tried} combinations, {matrix.num_failed} differ")
    if not options.work and not options.keep:
        shutil.rmtree(work)
    return matrix.num_failed != 0


if __name__ == "__main__":
    sys.exit(main())
