#!/usr/bin/env python3
"""Compares gprof's estimates with measured stacks.

usage: compare-estimates.py [--factor F] [--limit N] LLVM_GPROF PROGRAM [PROFILE...]

gprof assumes that all calls of a function take equally long. Prints the rows of a
Markdown table for the arcs of the call graph whose time in the callee and its children,
as gprof estimates it, and as stacks measure it, differ by more than the factor F
(default: 2) and by more than three standard errors: caller, callee, calls, the caller's
share of the callee's calls, both times, and the factor. The profiles need sidecar files
of stacks. Samples outside of the program do not exist for gprof, so the measured time of
an arc counts only samples whose innermost frame is in the program.
"""

import argparse
import collections
import json
import math
import subprocess


def read(command: list[str]) -> dict:
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    return json.loads(output)


def estimates(profile: dict) -> dict:
    """(seconds, calls) of each arc, by the indices of its functions in `functions`.
    Seconds are None within a cycle, where gprof makes no estimate."""
    entries = profile["call_graph"]["entries"]
    cycle_of = {
        member: each["cycle"]
        for each in entries
        for member in each.get("members", [])
    }
    result = {}
    for each in entries:
        if "function" not in each:  # a cycle as a whole
            continue
        callee = each["function"]
        for arc in each["callers"]:
            if "function" not in arc:
                continue
            caller = arc["function"]
            cycle = cycle_of.get(caller)
            seconds = None
            if cycle is None or cycle != cycle_of.get(callee):
                parts = ("self_seconds", "children_seconds")
                seconds = sum(arc.get(part, 0) for part in parts)
            result[caller, callee] = (seconds, arc["calls"])
    return result


def measured(profile: dict) -> collections.Counter:
    """Samples of each arc, by the indices of its functions in `functions`."""
    stacks = profile["stacks"]
    nodes, functions = stacks["nodes"], stacks["functions"]
    program = {each["id"] for each in stacks["modules"] if each["is_program"]}
    arcs_of_node: list[set] = []
    for node in nodes:
        arcs = set()
        caller = node.get("caller")
        if caller is not None:
            arcs = set(arcs_of_node[caller])
            ends = tuple(
                functions[end["function"]].get("function")
                for end in (nodes[caller], node)
            )
            if None not in ends:
                arcs.add(ends)
        arcs_of_node.append(arcs)
    result: collections.Counter = collections.Counter()
    for sample in stacks["samples"]:
        if sample["module"] in program and not sample["is_waiting"]:
            for arc in arcs_of_node[sample["node"]]:
                result[arc] += sample["samples"]
    return result


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--factor", type=float, default=2)
    parser.add_argument("--limit", type=int, default=25)
    parser.add_argument("llvm_gprof")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    profile = read([options.llvm_gprof, "export", "--format=json", *options.files])
    run = profile["run"]
    # One interrupt may take several samples, which are then one observation.
    group = max(1, run["samples_per_interrupt"] or 1)
    rate = run["samples_per_second"]
    samples = measured(profile)
    calls_of = collections.Counter()
    arcs = estimates(profile)
    for (_, callee), (_, calls) in arcs.items():
        calls_of[callee] += calls
    rows, large, cyclic = [], 0, 0
    for (caller, callee), (estimate, calls) in arcs.items():
        count = samples[caller, callee]
        seconds = count / rate
        name = profile["functions"][caller]["name"]
        if caller == callee or name == "<spontaneous>":
            continue
        if max(estimate or 0, seconds) < 0.01 * run["seconds"]:
            continue
        large += 1
        if estimate is None:
            cyclic += 1
            continue
        error = math.sqrt(max(estimate * rate, count, 1) * group) / rate
        low, high = sorted((estimate, seconds))
        if high <= options.factor * low or high - low <= 3 * error:
            continue
        names = (profile["functions"][index]["name"] for index in (caller, callee))
        factor = f"{high / low:.1f}" if low else "all"
        rows.append(
            (high - low, f"| {' | '.join(names)} | {calls:,} "
             f"| {100 * calls / calls_of[callee]:.1f}% | {estimate:.3f} "
             f"| {seconds:.3f} | {factor} |")
        )  # fmt: skip
    for _, row in sorted(rows, reverse=True)[: options.limit]:
        print(row)
    print(
        f"{large} arcs with at least 1% of the program's time: {cyclic} in cycles, "
        f"without an estimate; {len(rows)} wrong by more than {options.factor:g}"
    )


main()
