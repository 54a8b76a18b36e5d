"""Many processes add to one profile (add=1), and some of them are killed.

usage: additions.py PROGRAM PROCESSES AT_A_TIME

PROGRAM is additions.c. A tenth of the processes gets SIGKILL or SIGTERM at a random
moment, also while they add. Meanwhile llvm-gprof, the reader of utils/ and GNU gprof, if
it is installed, read the profile again and again: it must be whole. In the end it must
have exactly the calls of the processes that ended, and of each killed one all or nothing,
where SIGTERM is an end, too: the process writes its profile. What a process counted it
says itself, in a shared page.
"""

from __future__ import annotations

import collections
import json
import os
import pathlib
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "utils"))

import gmontext  # noqa: E402
import stackstext  # noqa: E402

BRANCHES = ("branch_of_ending", "branch_of_killed")
RUNS = "[runs]"
NO_FUNCTION, NOTE_RUNS = 2**64 - 1, 1  # gmon/format.h


class NotWhole(Exception):
    """A profile that is not whole."""


def check_whole(calls: dict[str, int], reader: str) -> None:
    """A process is in the profile with all its calls, or not at all."""
    if calls.get("twig_of_ending", 0) != 7 * calls.get("branch_of_ending", 0):
        raise NotWhole(f"{reader}: {calls}")
    # SIGTERM may end a process in the middle of seven calls.
    missing = 7 * calls.get("branch_of_killed", 0) - calls.get("twig_of_killed", 0)
    if not 0 <= missing <= 7 * calls["main"]:
        raise NotWhole(f"{reader}: {calls}")


class Readers:
    """Threads that read the profile as long as the processes run."""

    def __init__(self, program: str):
        self.program = program
        self.symbols = gmontext.Symbols(program)
        self.numbers: collections.Counter = collections.Counter()
        self.failures: list[str] = []
        self.done = threading.Event()
        readers = [self.with_llvm_gprof, self.with_utils]
        if shutil.which("gprof"):
            readers.append(self.with_gnu_gprof)
        self.threads = [
            threading.Thread(target=self.loop, args=(each,)) for each in readers
        ]

    def loop(self, read) -> None:
        while not self.done.is_set() and not self.failures:
            if os.path.exists("gmon.out"):
                try:
                    check_whole(read(), read.__name__)
                    self.numbers[read.__name__] += 1
                except Exception as error:
                    self.failures.append(f"{read.__name__}: {error!r}")
            time.sleep(0.05)

    def output_of(self, *command: str) -> str:
        done = subprocess.run(command, capture_output=True, text=True)
        # Two files cannot be renamed at one moment. llvm-gprof reads the next version.
        if done.returncode == 0 and "skipped stacks of another profile" in done.stderr:
            self.numbers["stacks of another sum"] += 1
        elif done.returncode or done.stderr:
            raise NotWhole(f"{command}: {done.stderr}")
        return done.stdout

    def with_llvm_gprof(self) -> dict[str, int]:
        text = self.output_of("llvm-gprof", "--format=json", self.program, "gmon.out")
        return {each["name"]: each["calls"] for each in json.loads(text)["functions"]}

    def with_utils(self) -> dict[str, int]:
        return calls_in(["gmon.out"], self.symbols)

    def with_gnu_gprof(self) -> dict[str, int]:
        text = self.output_of("gprof", "-b", "-p", self.program, "gmon.out")
        form = r"^ *[\d.]+ +[\d.]+ +[\d.]+ +(\d+) .*?(\w+)$"
        return {name: int(calls) for calls, name in re.findall(form, text, re.M)}


def calls_in(profiles: list[str], symbols: gmontext.Symbols) -> dict[str, int]:
    """The calls of each function, and the number of runs as those of RUNS."""
    calls: collections.Counter = collections.Counter()
    for profile in profiles:
        records = gmontext.decode(pathlib.Path(profile).read_bytes(), 64, "little").records
        for record in records:
            if isinstance(record, gmontext.Raw):
                raise NotWhole(f"{profile}: {record}")
            if not isinstance(record, gmontext.Arc):
                continue
            if record.self_pc == NO_FUNCTION:
                if record.from_pc == NOTE_RUNS:
                    calls[RUNS] += record.count
            else:
                name = (symbols.name(record.self_pc) or "?").split("+")[0]
                calls[name] += record.count
    return dict(calls)


class Process:
    def __init__(self, program: str, number: int, may_be_killed: bool):
        self.counts = pathlib.Path(f"counts/{number}")
        self.counts.write_bytes(bytes(4096))
        self.is_killed = may_be_killed and random.random() < 0.1
        self.signal = random.choice((signal.SIGKILL, signal.SIGTERM))
        self.command = [
            program, str(self.counts), str(random.randrange(1, 5000)),
            "killed" if self.is_killed else "ends",
        ]
        self.child = subprocess.Popen(self.command, stderr=open("errors", "ab"))
        # Three quarters of a process's life, on an idle machine, is its end.
        self.kill_at = time.monotonic() + random.expovariate(1 / 0.04)

    def poll(self) -> bool:
        """Whether the process has ended."""
        if self.child.poll() is not None:
            return True
        if self.is_killed and time.monotonic() > self.kill_at:
            self.child.send_signal(self.signal)
            self.kill_at = float("inf")
        return False

    def counted(self) -> tuple[int, int]:
        """The least and the greatest number of calls that the profile may have."""
        begun, ended, has_ended = struct.unpack("<QQQ", self.counts.read_bytes()[:24])
        self.counts.unlink()
        code = self.child.returncode
        if code == -signal.SIGKILL:
            return 0, begun
        if code == -signal.SIGTERM:
            # Before the runtime starts, the signal ends the process without a profile.
            return ended, begun
        if code or not has_ended or begun != ended:
            raise NotWhole(f"{self.command} ended with {code}")
        return begun, begun


def run_all(program: str, number: int, at_a_time: int, readers: Readers):
    running: list[Process] = []
    bounds = {name: [0, 0] for name in BRANCHES}
    codes: collections.Counter = collections.Counter()

    def wait_for_fewer(than: int) -> None:
        while len(running) >= than and not readers.failures:
            for process in [each for each in running if each.poll()]:
                running.remove(process)
                codes[process.child.returncode] += 1
                low, high = process.counted()
                bound = bounds[BRANCHES[process.is_killed]]
                bound[0] += low
                bound[1] += high
            time.sleep(0.001)

    for started in range(number - 1):
        running.append(Process(program, started, may_be_killed=True))
        wait_for_fewer(at_a_time)
    wait_for_fewer(1)
    # One that is killed between its renames leaves the second to the next process.
    running.append(Process(program, number - 1, may_be_killed=False))
    wait_for_fewer(1)
    return bounds, codes


def main() -> None:
    program, number, at_a_time = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    random.seed(1)
    os.makedirs("counts", exist_ok=True)
    os.environ["GMON_OPTIONS"] = "add=1"
    readers = Readers(program)
    for thread in readers.threads:
        thread.start()
    start = time.monotonic()
    try:
        bounds, codes = run_all(program, number, at_a_time, readers)
    finally:
        readers.done.set()
        for thread in readers.threads:
            thread.join()
    if readers.failures:
        sys.exit(f"not whole: {readers.failures}")
    seconds = time.monotonic() - start

    # Processes that got no turn, most of them killed, have files of their own.
    own = [str(path) for path in pathlib.Path().glob("gmon.out.[0-9]*")]
    own = [name for name in own if not name.endswith(".tmp")]
    lines = pathlib.Path("errors").read_text().splitlines()
    lines = [line for line in lines if not line.endswith("; this process has counted nothing")]
    named = {line.rpartition("/")[2] for line in lines if "; see " in line}
    if len(lines) != len(own) or named != set(own):
        sys.exit(f"own files {own}, lines {lines}")
    calls = calls_in(["gmon.out", *own], readers.symbols)
    check_whole(calls, "the end")
    for name, (low, high) in bounds.items():
        found = calls.get(name, 0)
        if not low <= found <= high:
            sys.exit(f"{name}: found {found}, expected {low} to {high}")
    files = ["stacks.gmon.out", *(name.replace("gmon.", "stacks.gmon.", 1) for name in own)]
    stacks = [stackstext.read(pathlib.Path(name).read_bytes()) for name in files]
    runs = calls[RUNS]
    # SIGTERM may end a process in front of main(), without a call: its profile has no note
    # of a run.
    without_calls = sum(each.facts["runs"] for each in stacks) - runs
    if not 0 <= without_calls <= codes[-signal.SIGTERM]:
        sys.exit(f"{runs} processes, but {without_calls} more in the stacks")
    if not 0 <= runs - calls["main"] <= codes[-signal.SIGTERM]:
        sys.exit(f"{runs} processes, but {calls['main']} calls of main")
    names = {0: "ended", -signal.SIGKILL: "got SIGKILL", -signal.SIGTERM: "got SIGTERM"}
    print(
        f"{number} processes in {seconds:.0f} s: "
        + ", ".join(f"{codes[code]} {name}" for code, name in names.items())
        + f"; {runs} in the profile, {len(own)} of them in files of their own"
    )
    for name, (low, high) in bounds.items():
        print(f"{name}: {calls.get(name, 0)} calls, expected {low} to {high}")
    print(", ".join(f"{name} {count} times" for name, count in readers.numbers.items()))


if __name__ == "__main__":
    main()
