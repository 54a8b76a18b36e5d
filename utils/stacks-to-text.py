#!/usr/bin/env python3
"""Prints a sidecar file of stacks, with the names of functions.

usage: stacks-to-text.py [--times] [--modules] [--calls] [--outgoing] [--ranks] [--mpi] STACKS

After the facts come the threads, the modules, and the samples: the count, the kind,
the thread, and the functions from the outermost to the innermost. Functions of modules
without symbols are [MODULE]. The times of the process are printed only with --times.
With --modules, each function is printed as MODULE:FUNCTION. With --calls, the calls
between modules follow: the count, the functions that made them and were called, of
all call sites together. With --outgoing, the calls of functions that may have no
hook follow: the count, the functions that made them, and the name. With --ranks, the
counts of functions over the ranks of a job follow: a function; the sum, the sum of
squares, and least and greatest number of its samples with their ranks; and the same of
its calls. With --mpi, the MPI calls of such a job follow: the function and the size of
the communicator; the same of the number of calls, the nanoseconds, and the bytes.
"""

import argparse
import collections
import pathlib
import sys

import stackstext

TIMES = ("user", "system", "elapsed")


def text_of(each: stackstext.Distribution) -> str:
    least = f"{each.least} at {each.least_rank}"
    greatest = f"{each.greatest} at {each.greatest_rank}"
    return f"{each.sum} squares {each.squares} from {least} to {greatest}"


def print_ranks(of: stackstext.Stacks, name_of) -> None:
    """Prints the counts of functions over ranks."""
    print("ranks", of.processes, "from", of.lowest_rank)
    for each in of.ranked:
        if each.module == stackstext.NO_MODULE:
            name = stackstext.RANK_TOTALS[each.address]
        else:
            name = name_of(stackstext.Context(0, each.module, each.address))
        print(f"ranked {name} samples {text_of(each.samples)}", end="; ")
        print(f"calls {text_of(each.calls)}")


def print_mpi(of: stackstext.Stacks) -> None:
    """Prints the MPI calls over ranks."""
    print("mpi", of.mpi_processes, "from", of.mpi_lowest_rank)
    for each in of.mpi_calls:
        print("called", each.name or "[all]", each.communicator, end=" ")
        print(f"calls {text_of(each.calls)}", end="; ")
        print(f"nanoseconds {text_of(each.nanoseconds)}", end="; ")
        print(f"bytes {text_of(each.bytes)}")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("stacks")
    parser.add_argument("--times", action="store_true")
    parser.add_argument("--modules", action="store_true")
    parser.add_argument("--calls", action="store_true")
    parser.add_argument("--outgoing", action="store_true")
    parser.add_argument("--ranks", action="store_true")
    parser.add_argument("--mpi", action="store_true")
    parser.add_argument("--nm", help="the llvm-nm to use")
    options = parser.parse_args()
    try:
        of = stackstext.read(pathlib.Path(options.stacks).read_bytes())
    except (stackstext.StacksError, OSError) as error:
        print(f"stacks-to-text: {options.stacks}: {error}", file=sys.stderr)
        return 1
    for name, value in of.facts.items():
        if options.times or name not in TIMES:
            print("fact", name, value)
    for module in of.modules:
        print("module", module.path, module.build_id.hex() or "-")
    for thread in of.threads:
        print("thread", thread.id, thread.calls, thread.name)
    for size, checksum in of.profiles:
        print("profile", size, f"{checksum:#010x}")
    names = stackstext.Names(options.nm)

    def name_of(place: stackstext.Context) -> str:
        name = names.name(of, place)
        if options.modules and place.module != stackstext.NO_MODULE:
            path = pathlib.Path(of.modules[place.module].path)
            name = f"{path.name}:{name}"
        return name

    counts: collections.Counter[tuple[str, int, str]] = collections.Counter()
    for sample in of.samples:
        stack = map(name_of, of.stack(sample.context))
        counts[
            sample.kind, of.threads[sample.thread].id, " > ".join(stack)
        ] += sample.count
    print("total", sum(counts.values()))
    for (kind, thread, text), count in counts.most_common():
        print("sample", count, kind, thread, text)
    calls: collections.Counter[str] = collections.Counter()
    for call in of.calls if options.calls else []:
        caller = stackstext.Context(0, call.from_module, call.from_address)
        callee = stackstext.Context(0, call.self_module, call.self_address)
        calls[f"{name_of(caller)} > {name_of(callee)}"] += call.count
    for text, count in sorted(calls.items()):
        print("calls", count, text)
    outgoing: collections.Counter[str] = collections.Counter()
    for each in of.outgoing if options.outgoing else []:
        caller = stackstext.Context(0, each.module, each.address)
        outgoing[f"{name_of(caller)} > {each.name}"] += each.count
    for text, count in sorted(outgoing.items()):
        print("outgoing", count, text)
    if options.ranks:
        print_ranks(of, name_of)
    if options.mpi:
        print_mpi(of)
    return 0


if __name__ == "__main__":
    sys.exit(main())
