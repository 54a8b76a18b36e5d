"""Many processes append to one set (add=1), and some of them are killed.

usage: sets.py PROGRAM PROCESSES AT_A_TIME

PROGRAM is sets.c. A tenth of the processes gets SIGKILL or SIGTERM at a random moment,
also while they append. Meanwhile llvm-gprof and the reader of utils/ read the set again
and again: all that they find must be whole. In the end the set must have exactly the
calls of the processes that ended, and of each killed one all or nothing, where SIGTERM
is an end, too: the process appends its profile. What a process counted it says itself,
in a shared page.
"""

from __future__ import annotations

import collections
import json
import os
import pathlib
import random
import signal
import struct
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "utils"))

import gmontext  # noqa: E402
import settext  # noqa: E402

BRANCHES = ("branch_of_ending", "branch_of_killed")
NO_FUNCTION = 2**64 - 1  # of a note; gmon/format.h


class NotWhole(Exception):
    """A set, or a profile in it, that is not whole."""


def check_whole(calls: dict[str, int], reader: str) -> None:
    """A process is in the profile with all its calls, or not at all."""
    if calls.get("twig_of_ending", 0) != 7 * calls.get("branch_of_ending", 0):
        raise NotWhole(f"{reader}: {calls}")
    # SIGTERM may end a process in the middle of seven calls.
    missing = 7 * calls.get("branch_of_killed", 0) - calls.get("twig_of_killed", 0)
    if not 0 <= missing <= 7 * calls["main"]:
        raise NotWhole(f"{reader}: {calls}")


def calls_in(profile: bytes, symbols: gmontext.Symbols) -> collections.Counter:
    """The calls of each function."""
    calls: collections.Counter = collections.Counter()
    for record in gmontext.decode(profile, 64, "little").records:
        if isinstance(record, gmontext.Raw):
            raise NotWhole(f"{record}")
        if isinstance(record, gmontext.Arc) and record.self_pc != NO_FUNCTION:
            name = (symbols.name(record.self_pc) or "?").split("+")[0]
            calls[name] += record.count
    return calls


class Readers:
    """Threads that read the set as long as the processes run."""

    def __init__(self, program: str):
        self.program = program
        self.symbols = gmontext.Symbols(program)
        self.numbers: collections.Counter = collections.Counter()
        self.failures: list[str] = []
        self.done = threading.Event()
        self.threads = [
            threading.Thread(target=self.loop, args=(each,))
            for each in (self.with_llvm_gprof, self.with_utils)
        ]

    def loop(self, read) -> None:
        while not self.done.is_set() and not self.failures:
            if os.path.exists("gmon.set"):
                try:
                    check_whole(read(), read.__name__)
                    self.numbers[read.__name__] += 1
                except Exception as error:
                    self.failures.append(f"{read.__name__}: {error!r}")
            time.sleep(0.05)

    def with_llvm_gprof(self) -> dict[str, int]:
        command = ["llvm-gprof", "export", "--format=json", self.program, "gmon.set"]
        done = subprocess.run(command, capture_output=True, text=True)
        # The last segment may be a part of one that is being written.
        if done.returncode or (done.stderr and "damaged" not in done.stderr):
            raise NotWhole(f"{command}: {done.stderr}")
        functions = json.loads(done.stdout)["functions"]
        return {each["name"]: each["calls"] for each in functions}

    def with_utils(self) -> dict[str, int]:
        found = settext.read_file("gmon.set")
        calls: collections.Counter = collections.Counter()
        for segment in found.current():
            calls += calls_in(segment.file(), self.symbols)
        return calls


class Process:
    def __init__(self, program: str, number: int):
        self.counts = pathlib.Path(f"counts/{number}")
        self.counts.write_bytes(bytes(4096))
        self.is_killed = random.random() < 0.1
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

    for started in range(number):
        running.append(Process(program, started))
        wait_for_fewer(at_a_time)
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

    if errors := pathlib.Path("errors").read_text():
        sys.exit(errors)
    found = settext.read_file("gmon.set")
    # The kernel stops writing when it kills a process.
    if len(found.damaged) > codes[-signal.SIGKILL] or list(pathlib.Path().glob("gmon.set.*")):
        sys.exit(f"damaged {found.damaged}, or sets of processes of their own")
    calls: collections.Counter = collections.Counter()
    endings: collections.Counter = collections.Counter()
    for segment in found.current():
        of_segment = calls_in(segment.file(), readers.symbols)
        check_whole(of_segment, f"segment at {segment.offset}")
        calls += of_segment
        endings[segment.ending] += 1
    for name, (low, high) in bounds.items():
        if not low <= calls[name] <= high:
            sys.exit(f"{name}: found {calls[name]}, expected {low} to {high}")
    # SIGTERM may end a process in front of main(), without a call, or before the runtime
    # starts.
    terminated, killed = codes[-signal.SIGTERM], codes[-signal.SIGKILL]
    if not codes[0] <= endings["exited"] <= codes[0] + killed + terminated:
        sys.exit(f"{codes[0]} processes ended, but {endings}")
    if endings["signal"] > terminated or endings["running"]:
        sys.exit(f"{terminated} got SIGTERM, but {endings}")
    size = os.path.getsize("gmon.set")
    names = {0: "ended", -signal.SIGKILL: "got SIGKILL", -signal.SIGTERM: "got SIGTERM"}
    print(
        f"{number} processes in {seconds:.0f} s: "
        + ", ".join(f"{codes[code]} {name}" for code, name in names.items())
        + f"; {endings.total()} in the set of {size / 1e6:.1f} MB"
    )
    for name, (low, high) in bounds.items():
        print(f"{name}: {calls[name]} calls, expected {low} to {high}")
    print(", ".join(f"{name} {count} times" for name, count in readers.numbers.items()))


if __name__ == "__main__":
    main()
