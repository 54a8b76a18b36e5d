#!/usr/bin/env python3
"""Measures the profiles of MPI jobs.

usage: mpi.py [--build=BUILD] [--runs=N] [--hpcc=FILE] [--walks=N[,each]] equal|finalize|times MPI RANKS...

MPI is openmpi or mpich, and RANKS the numbers of ranks. Prints rows of a Markdown table.

equal: runs a halo exchange, an unbalanced program and, if --hpcc names one that gmon-clang has
linked, hpcc, with at most 16 ranks, all with keep=1; compares the job's profile with the sum of the ranks' files by
llvm-gprof merge, byte by byte; and prints the rank that is found to have most of the planted work.

finalize: the elapsed time of MPI_Finalize, as the slowest rank measures it, the CPU time of all ranks in it,
and how much memory a rank needs in it at most, by the kernel's high-water mark. A plain program and a profiled one run in turn, N
times (default: 5), with profiles of several sizes, or, with --walks, of those that so many walks of mpi.c make; with ",each", each rank
walks elsewhere. Prints medians.

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

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
INPUTS = ROOT / "test" / "rt" / "mpi" / "Inputs"
LAUNCH = {"openmpi": ["mpirun.openmpi", "--oversubscribe", "-x", "GMON_OPTIONS"], "mpich": ["mpirun.mpich"]}
# Walks of bench/mpi.c, and whether each rank walks elsewhere.
SIZES = ["0", "30", "300", "300,each", "3000"]


class Bench:
    def __init__(self, build, mpi, runs, hpcc, sizes):
        self.bin, self.mpi, self.runs, self.hpcc, self.sizes = build / "bin", mpi, runs, hpcc, sizes
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
            timeout=600,
        )
        if done.returncode:
            reason = re.search(r"mpirun has exited .*\n.*|.+", done.stderr)
            print(f"{command[0]}: status {done.returncode}: {reason and reason[0]}", file=sys.stderr)
        return done.stdout

    def llvm_gprof(self, folder, *arguments):
        command = [str(self.bin / "llvm-gprof"), *arguments]
        return subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout

    def equal(self, all_ranks):
        print("| MPI | ranks | program | gmon.out | stacks | equal to merge | ranks with most |")
        print("| --- | ---: | --- | ---: | ---: | --- | --- |")
        for ranks in all_ranks:
            with tempfile.TemporaryDirectory() as folder:
                self.row_of_equal(ranks, "halo exchange", [self.profiled(folder, INPUTS / "job.c", "job")])
            with tempfile.TemporaryDirectory() as folder:
                job = self.profiled(folder, INPUTS / "unbalanced.c", "unbalanced")
                self.row_of_equal(ranks, "unbalanced", [job, "20", "2"], "unbalanced")
            if self.hpcc and ranks <= 16:
                self.row_of_equal(ranks, "hpcc", [self.hpcc])

    def row_of_equal(self, ranks, title, command, function=None):
        with tempfile.TemporaryDirectory() as folder:
            if title == "hpcc":
                self.write_hpcc_input(folder, ranks)
            self.run(folder, ranks, command, "keep=1:hz=1000")
            names = [f"gmon.out.rank{rank}" for rank in range(ranks)]
            missing = [name for name in names if not os.path.exists(os.path.join(folder, name))]
            sizes = is_equal = ["-", "-"]
            most = "-"
            if not missing:
                self.llvm_gprof(folder, "merge", "-o", "merged", *names)
                files = [pathlib.Path(folder, name) for name in ("gmon.out", "stacks.gmon.out")]
                others = [pathlib.Path(folder, name) for name in ("merged", "stacks.merged")]
                sizes = [file.stat().st_size for file in files]
                is_equal = [filecmp.cmp(*pair, shallow=False) for pair in zip(files, others)]
                table = self.llvm_gprof(folder, "report", "--ranks", command[0])
                for line in table.splitlines():
                    if function and re.search(rf" {function}$", line):
                        most = f"{line.split()[-2]} has {line.split()[1]} times the mean"
            else:
                most = f"{len(missing)} ranks left no file"
            print(f"| {self.mpi} | {ranks} | {title} | {sizes[0]} | {sizes[1]} |", end="")
            print(f" {'yes' if all(x is True for x in is_equal) else 'NO'} | {most} |", flush=True)

    def write_hpcc_input(self, folder, ranks):
        """A small problem for as many ranks."""
        text = pathlib.Path(self.hpcc).parent.joinpath("_hpccinf.txt").read_text().splitlines()
        rows = max(p for p in range(1, ranks + 1) if ranks % p == 0 and p * p <= ranks)
        for number, line in (5, "1"), (6, "300"), (7, "1"), (8, "40"), (10, "1"), (11, str(rows)), (12, str(ranks // rows)):
            text[number - 1] = line
        pathlib.Path(folder, "hpccinf.txt").write_text("\n".join(text) + "\n")

    def finalize(self, all_ranks):
        print("| MPI | ranks | walks | elsewhere | profile of a rank | of the job | plain s | profiled s | difference s | plain CPU s | profiled CPU s | leaf KiB | inner KiB | root KiB |")
        print("| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
        with tempfile.TemporaryDirectory() as folder:
            plain = self.compile(folder, HERE / "mpi.c", "plain", os.environ.get("GMON_CLANG", "clang-22"))
            profiled = self.profiled(folder, HERE / "mpi.c", "profiled")
            for ranks in all_ranks:
                for size in self.sizes:
                    walks, _, each = size.partition(",")
                    self.row_of_finalize(ranks, plain, profiled, (walks, "1" if each else "0"))

    def row_of_finalize(self, ranks, plain, profiled, walks):
        with tempfile.TemporaryDirectory() as folder:
            self.run(folder, ranks, [profiled, *walks], "keep=1")
            own = self.size_of(folder, ".rank1")
            whole = self.size_of(folder, "")
            pairs = [
                tuple(self.lines_of(folder, ranks, [program, *walks]) for program in (plain, profiled))
                for _ in range(self.runs)
            ]
        seconds = [[max(line[0] for line in run.values()) for run in pair] for pair in pairs]
        before, after = (statistics.median(column) for column in zip(*seconds))
        more = statistics.median(b - a for a, b in seconds)
        cpu = [[sum(line[2] for line in run.values()) for run in pair] for pair in pairs]
        cpu_before, cpu_after = (statistics.median(column) for column in zip(*cpu))

        def memory(which):
            """The most that a rank of these needed, beyond a plain one."""
            return round(statistics.median(
                max(run[1][rank][1] - max(0, run[0][rank][1]) for rank in which if rank in run[1] and rank in run[0]) for run in pairs))

        inner = [rank for rank in range(2, ranks, 2)] or [0]
        print(
            f"| {self.mpi} | {ranks} | {walks[0]} | {'yes' if walks[1] == '1' else 'no'} | {own} | {whole} |"
            f" {before:.3f} | {after:.3f} | {more:.3f} | {cpu_before:.3f} | {cpu_after:.3f} |"
            f" {memory(range(1, ranks, 2))} | {memory(inner)} | {memory([0])} |",
            flush=True,
        )

    @staticmethod
    def size_of(folder, suffix):
        return sum(os.path.getsize(os.path.join(folder, f"{name}gmon.out{suffix}")) for name in ("", "stacks."))

    def lines_of(self, folder, ranks, command):
        """For each rank: seconds in MPI_Finalize, KiB, and CPU seconds."""
        lines = [line.split() for line in self.run(folder, ranks, command).splitlines()]
        return {int(line[0]): (float(line[1]), int(line[2]), float(line[3])) for line in lines}

    def times(self, all_ranks):
        print("| MPI | ranks | function | size | calls | MPI_Wtime s | measured s | ratio |")
        print("| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |")
        for ranks in all_ranks:
            with tempfile.TemporaryDirectory() as folder:
                program = self.profiled(folder, INPUTS / "timed.c", "timed")
                own = self.run(folder, ranks, [program, "20"])
                text = subprocess.run(
                    [sys.executable, str(ROOT / "utils" / "stacks-to-text.py"), "--mpi", os.path.join(folder, "stacks.gmon.out")],
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
    bench = Bench(chosen.build.resolve(), chosen.mpi, chosen.runs, chosen.hpcc, chosen.walks or SIZES)
    getattr(bench, chosen.what)(chosen.ranks)


if __name__ == "__main__":
    main()
