"""Line counts of a profile compared with llvm-cov's, and their referee.

Both count the lines of one run. llvm-cov infers the count of a line from the counters
of its regions, which has another meaning for some lines. There the referee decides:
callgrind's counts of the program's instructions. A difference has a reason, a word of
REASONS, or none.
"""

from __future__ import annotations

import collections
import dataclasses
import re

REASONS = {
    "left": "llvm-cov also counts code after a call that did not return, or the rest of "
    "a region that control left; llvm-gprof has the count of the line's code",
    "again": "control returned to the line without a counter of llvm-cov: a second "
    "return of setjmp, a computed goto; llvm-gprof has the count of the line's code",
    "region": "a region with another count begins on the line, but has no code there",
    "jump": "the line's other code has llvm-gprof's count; the code with the greater "
    "count is a jump that ends another line",
    "functions": "the line has code of several functions: llvm-gprof adds some of their "
    "counts up, and llvm-cov has the count of one",
    "several": "parts of the line's code have different counts, and llvm-cov has one "
    "of these, or the sum of all",
    "constant": "the program tests what is constant, or whether it is optimized, and the "
    "two ways to count keep different expressions constant",
    "undecided": "the program behaves differently under valgrind, which computes long "
    "double with 64 bits: there is no referee",
    "same name": "two files define a function of that name, and the linker keeps one: "
    "llvm-cov adds the counts of both names to both",
    "copies": "the program defines memcpy, and the compiler chooses when to call it",
    "dead calls": "the result of a const function is unused: llvm-gprof keeps its calls",
    "resumption": "llvm-cov also counts the end of a suspension",
    "pragma": "the line is a pragma; Clang assigns code of the following loop to it",
    "macro": "a macro of many statements: llvm-gprof counts how often it was reached, "
    "llvm-cov adds up its contents",
    "brace": "the line is a brace that an exception or a return passes",
    "nothing": "the line is unreachable, so the compiler emits no code for it, and "
    "llvm-gprof has no count",
}


@dataclasses.dataclass
class Counts:
    lines: dict[tuple[str, int], int]
    functions: dict[str, int]


def read_lcov(text: str) -> Counts:
    """The counts of a tracefile by (file, line) and by function."""
    counts = Counts({}, {})
    name = ""
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key == "SF":
            name = value
        elif key == "DA":
            number, count = value.split(",")[:2]
            counts.lines[name, int(number)] = int(count)
        elif key == "FNDA":
            count, function = value.split(",", 1)
            counts.functions[function.rpartition(":")[2]] = int(count)
    return counts


ANNOTATED = re.compile(r" *([0-9#,]+) -> ")
TITLE = re.compile(r"\*\*\* File (.*):$")


def read_annotated(text: str) -> dict[tuple[str, int], list[int]]:
    """All counts by (file without a folder, line) in the output of llvm-gprof -l -A
    -x. A list that is cut off there is omitted."""
    counts: dict[tuple[str, int], list[int]] = {}
    name, number = "", 0
    for line in text.splitlines():
        if title := TITLE.match(line):
            name, number = title[1].rpartition("/")[2], 0
            continue
        number += 1
        if match := ANNOTATED.match(line):
            words = [word for word in match[1].split(",") if word.isdecimal()]
            counts[name, number] = [int(word) for word in words]
    return counts


JUMP = re.compile(r" *([0-9a-f]+):\s+j\w+\s")
ROW = re.compile(r"0x([0-9a-f]+) +(\d+) +\d+ +(\d+) +\d+ +\d+(?: +\d+)?  ?(.*)")


def read_callgrind(text: str) -> dict[int, tuple[str, int]]:
    """Function and executions of each instruction of the program, of a profile
    with --dump-instr=yes and nothing compressed."""
    counts: dict[int, tuple[str, int]] = {}
    function, is_cost_of_call = "", False
    for line in text.splitlines():
        if line.startswith("fn="):
            function = line[3:].split("'")[0]
        elif line.startswith("calls="):
            is_cost_of_call = True
        elif line.startswith("0x"):
            if not is_cost_of_call:
                address, _, executions = line.split()[:3]
                before = counts.get(int(address, 16), (function, 0))[1]
                counts[int(address, 16)] = function, before + int(executions)
            is_cost_of_call = False
    return counts


def read_line_table(text: str) -> list[tuple[int, tuple[str, int] | None]]:
    """Start, file (without a folder) and line of each range of code, from the output
    of llvm-dwarfdump --debug-line."""
    rows: list[tuple[int, tuple[str, int] | None]] = []
    files: dict[int, str] = {}
    number = 0
    for line in text.splitlines():
        if line.startswith("debug_line["):
            files = {}
        elif line.startswith("file_names["):
            number = int(line[11:].partition("]")[0])
        elif line.startswith("           name: "):
            files[number] = line.split('"')[1].rpartition("/")[2]
        elif match := ROW.match(line):
            file = files.get(int(match[3]), "")
            key = (file, int(match[2]))
            rows.append(
                (int(match[1], 16), None if "end_sequence" in match[4] else key)
            )
    return rows


@dataclasses.dataclass
class Executions:
    """How often the instructions of a line were executed."""

    # By function, the greatest count of all its instructions, and of those that
    # are no jumps.
    all: dict[str, int]
    no_jumps: dict[str, int]
    has_code: bool = True

    def allows(self, count: int) -> bool:
        return count in both_sums(self.all)

    def allows_without_jumps(self, count: int) -> bool:
        return count in both_sums(self.no_jumps)


NO_CODE = Executions({}, {}, has_code=False)


def both_sums(by_function: dict[str, int]) -> tuple[int, int]:
    """The sum over the functions of a line, or the greatest of them."""
    return sum(by_function.values()), max(by_function.values(), default=0)


def read_executions(callgrind: str, line_table: str, code: str):
    """Executions by (file without a folder, line), and 0 where a line has code
    that was not executed."""
    counts = read_callgrind(callgrind)
    jumps = {int(match[1], 16) for match in map(JUMP.match, code.splitlines()) if match}
    lines: dict[tuple[str, int], Executions] = {}
    rows = sorted(read_line_table(line_table), key=lambda row: row[0])
    addresses = sorted(counts)
    position = 0
    for (start, key), (end, _) in zip(rows, rows[1:]):
        if key is None:
            continue
        line = lines.setdefault(key, Executions({}, {}))
        while position < len(addresses) and addresses[position] < start:
            position += 1
        at = position
        while at < len(addresses) and addresses[at] < end:
            function, count = counts[addresses[at]]
            line.all[function] = max(line.all.get(function, 0), count)
            if addresses[at] not in jumps:
                line.no_jumps[function] = max(line.no_jumps.get(function, 0), count)
            at += 1
    return lines


def region_counts(segments) -> dict[int, set[int]]:
    """The counts of all regions on each line, from the segments of one file in the
    output of llvm-cov export."""
    counts: dict[int, set[int]] = collections.defaultdict(set)
    for (line, _, count, has_count, *_), after in zip(segments, segments[1:]):
        if has_count:
            for number in range(line, after[0] + 1):
                counts[number].add(count)
    return counts


def reason_for(ours: int, theirs: int, executions, regions, pieces) -> str:
    """Why the counts of a line differ, a word of REASONS, or an empty string. There
    are no executions if the referee did not run."""
    if len(pieces) > 1 and (theirs in pieces or theirs == sum(pieces)):
        return "several"
    if executions is None:
        return ""
    if ours == 0 and not executions.has_code:
        return "nothing"
    if ours and not any(executions.all.values()):
        return "region" if ours in regions else ""
    counts = executions.all.values()
    if theirs in counts and max(counts) < ours <= sum(counts):
        return "functions"
    if executions.allows(ours):
        if ours > theirs:
            return "again"
        return "region" if ours in regions else "left"
    return "jump" if executions.allows_without_jumps(ours) else ""
