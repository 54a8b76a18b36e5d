#!/usr/bin/env python3
"""Measures what a profile costs a server that forks for each connection.

usage: postgresql.py [--rounds N] [--connections N] SOURCES CLANG NAME=COMMAND...

Builds PostgreSQL from the folder SOURCES with CLANG and with each COMMAND, a compiler with
options, such as now=build/bin/gmon-clang, at -O2, starts a server of each for each way of
writing profiles, and connects to them in turn (pgbench -S -C -c 1): in each of N rounds
(default: 6) N times to each (default: 500). Prints the CPU time of the server for a
connection in milliseconds, and over plain CLANG, as medians of the rounds with the least
and the greatest. Ways: files, add=1, out=/dev/null, fork=0.

SOURCES: postgresql-15.18, unpacked; or that of Debian: apt-get source postgresql-15.
Needs bison, flex, make, perl. As root, the servers run as the user nobody.
"""

import argparse
import os
import pathlib
import shlex
import statistics
import subprocess
import tempfile
import time

WAYS = {"files": "", "add=1": "add=1", "out=/dev/null": "out=/dev/null", "fork=0": "fork=0:out=/dev/null"}


def as_user(command: list[str]) -> list[str]:
    """A server of PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return command
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", *command]


def build(sources: pathlib.Path, folder: pathlib.Path, command: str) -> pathlib.Path:
    """Returns the folder of the programs."""
    tree, prefix = folder / "tree", folder / "installed"
    tree.mkdir(parents=True)
    quiet = {"cwd": tree, "check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    # What configure runs shall write no profiles, and measure nothing.
    environment = dict(os.environ, CC=command, CFLAGS="-O2", GMON_OPTIONS="out=/dev/null")
    subprocess.run([sources.resolve() / "configure", f"--prefix={prefix}", "--without-readline", "--without-zlib",
                    "--without-icu"], env=environment, **quiet)
    subprocess.run(["make", "-s", f"-j{os.cpu_count()}", "install"], env=environment, **quiet)
    return prefix / "bin"


class Server:
    """A server with a database of its own."""

    def __init__(self, programs: pathlib.Path, folder: pathlib.Path, options: str, port: int):
        self.programs, self.port, self.folder = programs, port, folder
        folder.mkdir()
        folder.chmod(0o777)
        quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        discard = dict(os.environ, GMON_OPTIONS="out=/dev/null")
        data = folder / "data"
        subprocess.run(as_user([programs / "initdb", "-D", data, "-A", "trust", "-U", "bench"]), env=discard, **quiet)
        self.process = subprocess.Popen(
            as_user([programs / "postgres", "-D", data, "-k", folder, "-p", str(port), "-c", "listen_addresses=",
                     "-c", "autovacuum=off"]),
            env=dict(os.environ, GMON_OPTIONS=options), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while subprocess.run(self.client("pg_isready"), stdout=subprocess.DEVNULL, check=False).returncode:
            time.sleep(0.1)
        subprocess.run(self.client("pgbench", "-i", "-q"), env=discard, **quiet)

    def client(self, program: str, *options: str) -> list[str]:
        last = [] if program == "pg_isready" else ["postgres"]
        return [self.programs / program, *options, "-h", self.folder, "-p", str(self.port), "-U", "bench", *last]

    def cpu_time(self) -> float:
        """Seconds of the server and of its children that have ended."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def connect(self, number: int) -> float:
        """Returns milliseconds of CPU time of the server for a connection."""
        before = self.cpu_time()
        subprocess.run(self.client("pgbench", "-n", "-S", "-C", "-c", "1", "-t", str(number)), check=True,
                       env=dict(os.environ, GMON_OPTIONS="out=/dev/null"), stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        used = self.cpu_time() - before
        for profile in (self.folder / "data").glob("*gmon*"):
            profile.unlink()
        return 1000 * used / number

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--connections", type=int, default=500)
    parser.add_argument("sources", type=pathlib.Path)
    parser.add_argument("clang")
    parser.add_argument("commands", nargs="+", metavar="NAME=COMMAND")
    options = parser.parse_args()
    commands = dict(each.split("=", 1) for each in options.commands)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        servers: dict[tuple[str, str], Server] = {}
        for each, command in ({"plain": options.clang} | commands).items():
            programs = build(options.sources, folder / each, " ".join(shlex.split(command)))
            for way, setting in WAYS.items() if each != "plain" else [("", "")]:
                servers[each, way] = Server(programs, folder / f"server-{len(servers)}", setting,
                                            port=6000 + len(servers))
        times: dict[tuple[str, str], list[float]] = {key: [] for key in servers}
        for _ in range(options.rounds):
            for key, server in servers.items():
                times[key].append(server.connect(options.connections))
        for server in servers.values():
            server.stop()
    plain = statistics.median(times["plain", ""])
    print("| | way | ms | over plain | least | greatest |\n| --- | --- | ---: | ---: | ---: | ---: |")
    for (each, way), all_times in times.items():
        median = statistics.median(all_times)
        print(f"| {each} | {way} | {median:.2f} | {median / plain:.2f} | {min(all_times) / plain:.2f} "
              f"| {max(all_times) / plain:.2f} |")


if __name__ == "__main__":
    main()
