"""Measures the cost of profiling: builds programs in many ways, runs them, writes tables.

The work folder keeps sources, builds, and the results in results.json. An interrupted
run continues where it stopped; existing builds and measurements are reused unless the
compiler or the runtime changed. So runs of some programs with the same results file add
up to a full run."""

import argparse
import fcntl
import os
import platform
import resource
import signal
import subprocess
import sys
import time

import builds
import charts
import inputs
import peers
import programs
import report
import results
import runs

PHASES = ("build", "check", "count", "time", "compile")
SECONDS_PER_RUN = 600


def chosen(text, known, what):
    """The items of KNOWN with the names in a list."""
    if text is None:
        return list(known)
    names = text.split(",")
    unknown = set(names) - {item.name for item in known}
    if unknown:
        sys.exit(f"unknown {what}: {', '.join(sorted(unknown))}; known are "
                 + ", ".join(item.name for item in known))
    return [item for item in known if item.name in names]


def parse():
    parser = argparse.ArgumentParser(
        prog="run.sh", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--build", default=os.path.join(builds.SOURCE_ROOT, "build"),
                        help="llvm-gprof's build or install tree (default: build/)")
    parser.add_argument("--work", default="/tmp/llvm-gprof-bench",
                        help="folder for all generated files")
    parser.add_argument("--quick", action="store_true",
                        help="a few programs, less work, two rounds")
    parser.add_argument("--rounds", type=int, help="runs of each build (default: 9)")
    parser.add_argument("--programs", help="names, separated by commas")
    parser.add_argument("--peers", help="names, separated by commas")
    parser.add_argument("--only", metavar="PHASES",
                        help="no tables, only these phases of " + ",".join(PHASES))
    parser.add_argument("--again", action="store_true", help="forget all times")
    parser.add_argument("--results", help="another file than WORK/results.json")
    parser.add_argument("--tables-only", action="store_true",
                        help="measure nothing, write the tables")
    parser.add_argument("--document", help="where tables go, between marks; charts go "
                        "beside it (default: docs/measurements/benchmarks.md, but the terminal "
                        "with --quick, --programs or --peers)")
    return parser.parse_args()


def say(text):
    print(time.strftime("%H:%M:%S"), text, file=sys.stderr, flush=True)


def first_line(*command):
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError:
        return "missing"
    return (done.stdout + done.stderr).splitlines()[0].strip()


def machine():
    """The conditions of the measurement, besides the programs."""
    with open("/proc/cpuinfo") as info:
        models = [line.split(":")[1].strip() for line in info if "model name" in line]
    return {
        "processor": models[0] if models else platform.machine(),
        "cores": os.cpu_count(),
        "kernel": platform.release(),
        "clang": first_line(os.environ.get("GMON_CLANG", "clang-22"), "--version"),
        "gcc": first_line("gcc", "--version"),
        "libc": " ".join(platform.libc_ver()),
        "uftrace": first_line("uftrace", "--version"),
        "valgrind": first_line("valgrind", "--version"),
        "load": round(os.getloadavg()[0], 1),
        "date": time.strftime("%Y-%m-%d"),
    }


def measure_all(options, found, chosen_programs, chosen_peers):
    phases = options.only.split(",") if options.only else PHASES
    rounds = options.rounds or (2 if options.quick else 9)
    size = "quick" if options.quick else "full"
    work = [each for each in programs.WORKLOADS
            if programs.BY_NAME[each.program] in chosen_programs]
    runner = runs.Runner(options.work, found)
    if "build" in phases:
        for program in chosen_programs:
            say(f"building {program.name}")
            programs.fetch(program, options.work)
            builds.build_all(program, chosen_peers, options.work, options.build, found)
            found.save()
    steps = (
        ("check", lambda each: runner.check(each, chosen_peers)),
        ("count", lambda each: runner.count(each, chosen_peers)),
        ("time", lambda each: runner.time_all(each, chosen_peers, size, rounds)),
    )
    for name, step in steps:
        if name not in phases:
            continue
        if name == "time":
            found.data["machine"] = machine()
            if options.again:
                found.data["times"].pop(size, None)
                found.data["times"].pop("small", None)
        for each in work:
            say(f"{name} {each.name}")
            step(each)
            found.save()
    if "compile" in phases and not options.quick:
        for program in chosen_programs:
            if program.compile_timed:
                say(f"compile {program.name}")
                if options.again:
                    builds.forget_compilation(program, found)
                builds.time_compilation(program, chosen_peers, options.work,
                                        options.build, 3, found)


def main():
    options = parse()
    options.work = os.path.realpath(options.work)
    options.build = os.path.realpath(options.build)
    os.makedirs(options.work, exist_ok=True)
    # glibc restores this handler when it stops profiling. In valgrind its timer may
    # still expire later.
    signal.signal(signal.SIGPROF, signal.SIG_IGN)
    most = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_PER_RUN, most))

    all_programs = options.programs is None and options.peers is None
    names = options.programs or (",".join(programs.QUICK) if options.quick else None)
    chosen_programs = chosen(names, programs.PROGRAMS, "program")
    chosen_peers = chosen(options.peers, peers.PEERS, "peer")
    if peers.BY_NAME["plain"] not in chosen_peers:
        chosen_peers.insert(0, peers.BY_NAME["plain"])
    alone = open(os.path.join(options.work, "lock"), "w")
    try:
        fcntl.flock(alone, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        sys.exit(f"another run works in {options.work}")
    path = options.results or os.path.join(options.work, "results.json")
    found = results.Results(path)
    if not options.tables_only:
        measure_all(options, found, chosen_programs, chosen_peers)
        if options.only:
            return

    view = report.Report(found, "quick" if options.quick else "full")
    document = options.document
    if not document and all_programs and not options.quick:
        document = os.path.join(builds.SOURCE_ROOT, "docs", "measurements", "benchmarks.md")
    if not document:
        print(view.everything())
        return
    view.write(document)
    charts.write(view, os.path.dirname(document))


if __name__ == "__main__":
    main()
