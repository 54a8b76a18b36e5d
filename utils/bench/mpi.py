#!/usr/bin/env python3
"""Measures the profiles of MPI jobs.

usage: mpi.py [--build=BUILD] [--runs=N] [--hpcc=FILE] [--walks=N] equal|finalize|times MPI RANKS...

MPI is openmpi or mpich, and RANKS the numbers of ranks. Prints rows of a Markdown table.

equal: runs a halo exchange, an unbalanced program and, if --hpcc names one that gmon-clang has linked,
hpcc, with at most 16 ranks; compares the sum of the set with that of the single files in it, byte by
byte; and prints the rank that is found to have most of the planted work.

finalize: the elapsed time of MPI_Finalize, as the slowest rank measures it, the CPU time of all ranks
in it, and the elapsed time of the whole job. Three programs run in turn, N times (default: 5): a plain
one; one that writes as many bytes by MPI_Exscan, pwrite and MPI_Allreduce in front of MPI_Finalize;
and a profiled one. The segments have several sizes, or those of so many --walks of mpi.c. Prints
medians, the median of how many KiB more a profiled rank needs at most, and the load of the machine.
Files are written to the current folder.

times: the time in MPI, by function and size of the communicator, beside what MPI_Wtime around the
calls measures."""

import argparse
import filecmp
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
INPUTS = ROOT / "test" / "rt" / "mpi" / "Inputs"
sys.path.insert(0, str(ROOT / "utils"))
import settext

LAUNCH = {"openmpi": ["mpirun.openmpi", "--oversubscribe", "-x", "GMON_OPTIONS"], "mpich": ["mpirun.mpich"]}
# Walks of bench/mpi.c: segments of about 5 kB, 220 kB and 1 MB.
WALKS = ["0", "300", "3000"]


class Bench:
    def __init__(self, build, mpi, runs, hpcc, walks):
        self.bin, self.mpi, self.runs, self.hpcc, self.walks = build / "bin", mpi, runs, hpcc, walks
        self.environment = {
            **os.environ,
            "OMPI_ALLOW_RUN_AS_ROOT": "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        }

    def compile(self, folder, source, name, compiler):
        program = os.path.join(folder, name)
        environment = {**self.environment, "OMPI_CC": compiler, "MPICH_CC": compiler}
        command = [f"mpicc.{self.mpi}", "-O2", "-g", str(source), "-o", program]
        subprocess.run(command, env=environment, check=True)
        return program

    def profiled(self, folder, source, name):
        return self.compile(folder, source, name, str(self.bin / "gmon-clang"))

    def run(self, folder, ranks, command, options=""):
        """Returns the standard output, and whether the launcher was satisfied."""
        done = subprocess.run(
            [*LAUNCH[self.mpi], "-n", str(ranks), *command],
            cwd=folder,
            env={**self.environment, "GMON_OPTIONS": options},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            timeout=1800,
        )
        if done.returncode:
            reason = re.search(r"mpirun has exited .*\n.*|.+", done.stderr)
            print(f"{command[0]}: status {done.returncode}: {reason and reason[0]}", file=sys.stderr)
        return done.stdout

    def llvm_gprof(self, folder, *arguments):
        command = [str(self.bin / "llvm-gprof"), *arguments]
        return subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout

    def equal(self, all_ranks):
        print("| MPI | ranks | program | gmon.set | gmon.out | stacks | equal to single files | rank with most |")
        print("| --- | ---: | --- | ---: | ---: | ---: | --- | --- |")
        for ranks in all_ranks:
            with tempfile.TemporaryDirectory() as folder:
                self.row_of_equal(ranks, "halo exchange", [self.profiled(folder, INPUTS / "job.c", "job")])
            with tempfile.TemporaryDirectory() as folder:
                job = self.profiled(folder, INPUTS / "unbalanced.c", "unbalanced")
                self.row_of_equal(ranks, "unbalanced", [job, "20", "2"], "unbalanced")
            if self.hpcc and ranks <= 16:
                self.row_of_equal(ranks, "hpcc", [self.hpcc])

    def segments(self, folder, ranks):
        """The last segments of a job's set. All ranks must be there."""
        found = settext.read_file(os.path.join(folder, "gmon.set"))
        segments = found.current()
        if found.damaged or sorted(segment.rank for segment in segments) != list(range(ranks)):
            print(f"{folder}: {len(segments)} segments, damaged: {found.damaged}", file=sys.stderr)
        return segments

    def row_of_equal(self, ranks, title, command, function=None):
        with tempfile.TemporaryDirectory() as folder:
            if title == "hpcc":
                self.write_hpcc_input(folder, ranks)
            self.run(folder, ranks, command, "hz=1000")
            segments = self.segments(folder, ranks)
            for segment in segments:
                pathlib.Path(folder, str(segment.rank)).mkdir()
                for member in segment.members:
                    pathlib.Path(folder, str(segment.rank), member.name()).write_bytes(member.file)
            self.llvm_gprof(folder, "merge", "-o", "single", *[f"{segment.rank}/gmon.out" for segment in segments])
            self.llvm_gprof(folder, "merge", "-o", "sum", "gmon.set")
            pairs = [(pathlib.Path(folder, name + "sum"), pathlib.Path(folder, name + "single")) for name in ("", "stacks.")]
            equal = all(filecmp.cmp(*pair, shallow=False) for pair in pairs)
            most = "-"
            for line in self.llvm_gprof(folder, "report", "--ranks", command[0], "gmon.set").splitlines():
                if function and re.search(rf" {function}$", line):
                    most = f"{line.split()[-2]} has {line.split()[1]} times the mean"
            sizes = [os.path.getsize(path) for path in (os.path.join(folder, "gmon.set"), *(pair[0] for pair in pairs))]
            print(f"| {self.mpi} | {ranks} | {title} | {' | '.join(map(str, sizes))} | {'yes' if equal else 'NO'} | {most} |", flush=True)

    def write_hpcc_input(self, folder, ranks):
        """A small problem for as many ranks."""
        text = pathlib.Path(self.hpcc).parent.joinpath("_hpccinf.txt").read_text().splitlines()
        rows = max(p for p in range(1, ranks + 1) if ranks % p == 0 and p * p <= ranks)
        for number, line in (5, "1"), (6, "300"), (7, "1"), (8, "40"), (10, "1"), (11, str(rows)), (12, str(ranks // rows)):
            text[number - 1] = line
        pathlib.Path(folder, "hpccinf.txt").write_text("\n".join(text) + "\n")

    def finalize(self, all_ranks):
        names = [f"{name} {unit}" for unit in ("s", "CPU s", "job s") for name in ("plain", "Exscan", "set")]
        print("| MPI | ranks | segment | " + " | ".join(names) + " | KiB | load |")
        print("| --- |" + " ---: |" * (len(names) + 4))
        with tempfile.TemporaryDirectory(dir=".") as folder:
            plain = self.compile(folder, HERE / "mpi.c", "plain", os.environ.get("GMON_CLANG", "clang-22"))
            profiled = self.profiled(folder, HERE / "mpi.c", "profiled")
            for ranks in all_ranks:
                for walks in self.walks:
                    self.row_of_finalize(ranks, os.path.abspath(plain), os.path.abspath(profiled), walks)

    def row_of_finalize(self, ranks, plain, profiled, walks):
        with tempfile.TemporaryDirectory(dir=".") as folder:
            self.run(folder, ranks, [profiled, walks])
            size = statistics.median(segment.size for segment in self.segments(folder, ranks))
            commands = [plain, walks], [plain, walks, str(int(size))], [profiled, walks]
            runs = [[self.measure(folder, ranks, command) for command in commands] for _ in range(self.runs)]
        medians = [
            statistics.median(run[column][field] for run in runs) for field in range(3) for column in range(3)
        ]
        more = statistics.median(run[2][3] - run[0][3] for run in runs)
        print(
            f"| {self.mpi} | {ranks} | {int(size)} | "
            + " | ".join(f"{median:.3f}" for median in medians)
            + f" | {more:.0f} | {os.getloadavg()[0]:.1f} |",
            flush=True,
        )

    def measure(self, folder, ranks, command):
        """The seconds of the slowest rank, the CPU seconds of all, the seconds of the job, and the most KiB of a rank."""
        for name in ("gmon.set", "by-mpi"):
            pathlib.Path(folder, name).unlink(missing_ok=True)
        start = time.monotonic()
        lines = [list(map(float, line.split())) for line in self.run(folder, ranks, command).splitlines()]
        _, seconds, memory, cpu = zip(*lines)
        return max(seconds), sum(cpu), time.monotonic() - start, max(memory)

    def times(self, all_ranks):
        print("| MPI | ranks | function | size | calls | MPI_Wtime s | measured s | ratio |")
        print("| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |")
        for ranks in all_ranks:
            with tempfile.TemporaryDirectory() as folder:
                program = self.profiled(folder, INPUTS / "timed.c", "timed")
                own = self.run(folder, ranks, [program, "20"])
                self.llvm_gprof(folder, "merge", "-o", "sum", "gmon.set")
                text = subprocess.run(
                    [sys.executable, str(ROOT / "utils" / "stacks-to-text.py"), "--mpi", os.path.join(folder, "stacks.sum")],
                    check=True,
                    stdout=subprocess.PIPE,
                    text=True,
                ).stdout
            found = {
                (match[1], match[2]): (int(match[3]), 1e-9 * int(match[4]))
                for match in re.finditer(r"called (\S+) (\d+) calls (\d+) .*; nanoseconds (\d+) ", text)
            }
            for line in own.splitlines():
                name, size, calls, seconds = line.split()
                my_calls, mine = found[name, size]
                assert my_calls == int(calls), f"{name} {size}: {my_calls} calls, not {calls}"
                seconds = float(seconds)
                print(f"| {self.mpi} | {ranks} | {name} | {size} | {calls} | {seconds:.4f} | {mine:.4f} | {mine / seconds:.4f} |")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    arguments.add_argument("--runs", type=int, default=5)
    arguments.add_argument("--hpcc")
    arguments.add_argument("--walks", action="append")
    arguments.add_argument("what", choices=("equal", "finalize", "times"))
    arguments.add_argument("mpi", choices=sorted(LAUNCH))
    arguments.add_argument("ranks", type=int, nargs="+")
    chosen = arguments.parse_args()
    bench = Bench(chosen.build.resolve(), chosen.mpi, chosen.runs, chosen.hpcc, chosen.walks or WALKS)
    getattr(bench, chosen.what)(chosen.ranks)


if __name__ == "__main__":
    main()
