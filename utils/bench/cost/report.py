"""The tables of docs/measurements/benchmarks.md and the data files beside it, from the
results."""

import csv
import os
import re
import statistics

import builds
import goals
import peers
import programs
from measure import geometric_mean

MISSING = "missing"
NOTHING = "Nothing was measured."
# The builds of the first table, and the kind of counts of each.
LEADING = (
    ("hooks", "calls"),
    ("hooks-machine", "calls, basic blocks"),
    ("hooks-source", "calls, source lines"),
    ("clang-pg", "calls; loses some of threads"),
    ("gcc-pg", "calls; loses some of threads"),
    ("coverage", "source lines; loses some of threads"),
    ("gcc-coverage", "source lines; loses some of threads"),
    ("instr-generate", "source regions; loses some of threads"),
)
# The programs whose tables have all peers.
SHOWN_PROGRAMS = {each.program for each in programs.WORKLOADS if each.group != "growth"}


def row(cells):
    return "| " + " | ".join(cells) + " |"


def table(head, rows, texts=1):
    """A Markdown table whose first TEXTS columns are text, the others numbers."""
    kinds = ["---"] * texts + ["---:"] * (len(head) - texts)
    return "\n".join([row(head), row(kinds), *(row(each) for each in rows)])


def ratio(value, digits=2):
    return MISSING if value is None else f"{value:.{digits}f}"


def number(value, digits=2):
    return "" if value is None else f"{value:.{digits}f}"


class Report:
    """Figures of one size of the work, and the tables that show them."""

    def __init__(self, results, size):
        self.results = results
        self.size = size

    # Figures: None if missing.

    def seconds(self, workload, peer):
        """All user times of PEER in a workload."""
        size = self.size_for(workload, peer)
        return self.results.get("times", size, workload, peer) and [
            user for user, _ in self.results.get("times", size, workload, peer)
        ]

    def size_for(self, workload, peer):
        known = programs.WORKLOADS_BY_NAME[workload]
        return known.size_for(peers.BY_NAME[peer], self.size)

    def of_times(self, choose, workload, peer):
        """CHOOSE of the times of PEER, and CHOOSE of its baseline's times for the same
        work."""
        size = self.size_for(workload, peer)
        times = [self.results.get("times", size, workload, name)
                 for name in (peer, peers.BY_NAME[peer].baseline)]
        return [choose(user for user, _ in each) if each else None for each in times]

    def overhead(self, workload, peer):
        """The median time as a multiple of the baseline's."""
        mine, base = self.of_times(statistics.median, workload, peer)
        return mine / base if mine and base else None

    def least_overhead(self, workload, peer):
        """The least time as a multiple of the baseline's."""
        mine, base = self.of_times(min, workload, peer)
        return mine / base if mine and base else None

    def instructions(self, workload, name):
        counts = self.results.get("counts", workload) or {}
        mine, base = counts.get(name), counts.get(peers.BY_NAME[name].baseline)
        return mine / base if mine and base else None

    def size_ratio(self, program, name, what):
        mine = self.results.get("builds", program, name)
        base = self.results.get("builds", program, peers.BY_NAME[name].baseline)
        return mine[what] / base[what] if mine and base else None

    def compile_ratio(self, program, name):
        """The least CPU seconds of a compilation with one job, over the baseline's."""
        mine = self.results.get("builds", program, name, "compile")
        base = self.results.get(
            "builds", program, peers.BY_NAME[name].baseline, "compile"
        )
        return min(mine) / min(base) if mine and base else None

    def mean(self, figure, names, peer):
        """The geometric mean over those of NAMES with a figure, and their number."""
        values = [value for value in (figure(name, peer) for name in names) if value]
        return (geometric_mean(values) if values else None), len(values)

    def added_per_operation(self, workload, peer):
        """Nanoseconds that PEER adds to each call or block."""
        mine, base = self.of_times(min, workload.name, peer)
        if mine is None or base is None:
            return None
        threads = workload.at if workload.grows == "threads" else 1
        operations = workload.operations[self.size_for(workload.name, peer)]
        return (mine - base) * 1e3 / (operations * threads)

    # Workloads and peers with results.

    def workloads(self, group):
        """The workloads of a group with times or counts."""
        timed = self.results.get("times", self.size) or {}
        counted = self.results.get("counts") or {}
        return [
            each.name
            for each in programs.WORKLOADS
            if each.group == group and (timed.get(each.name) or counted.get(each.name))
        ]

    def is_timed(self):
        return bool(self.results.get("times", self.size))

    def shown_peers(self):
        return [peer for peer in peers.PEERS if not peer.is_baseline]

    # Tables.

    def _mean_of(self, figure, names, peer):
        mean, found = self.mean(figure, names, peer)
        return ratio(mean) + (f" of {found}" if 0 < found < len(names) else "")

    def _over_plain(self, figure, names, with_mean, choose=lambda peer: True):
        head = ["build", *names] + (["geometric mean"] if with_mean else [])
        rows = []
        for peer in filter(choose, self.shown_peers()):
            cells = [ratio(figure(name, peer.name)) for name in names]
            # Not run; it may have a build.
            if all(cell == MISSING for cell in cells):
                continue
            if with_mean:
                cells.append(self._mean_of(figure, names, peer.name))
            rows.append([peer.title, *cells])
        return table(head, rows) if rows else NOTHING

    def goals(self):
        rows = [
            [goal.part, goal.text, goal.figure, goal.verdict()] for goal in goals.all(self)
        ]
        return table(["part", "goal", "figure", "verdict"], rows, texts=4)

    def overview(self):
        names = self.workloads("programs")
        rows = []
        for name, counts in LEADING:
            figures = [self._mean_of(figure, names, name)
                       for figure in (self.overhead, self.instructions)]
            if figures != [MISSING, MISSING]:
                rows.append([peers.BY_NAME[name].title, counts, *figures])
        head = ["build", "counts", "time", "instructions"]
        return table(head, rows, texts=2) if rows else NOTHING

    def times(self):
        return self._over_plain(self.overhead, self.workloads("programs"), True,
                                lambda peer: not peer.slow)

    def chart(self):
        what = "Time" if self.is_timed() else "Instructions"
        return f"![{what} over plain](benchmarks.svg)"

    def instruction_counts(self):
        return self._over_plain(
            self.instructions, self.workloads("programs"), True, lambda peer: peer.counted
        )

    def compile_times(self):
        names = [each.name for each in programs.PROGRAMS if each.compile_timed]
        return self._over_plain(self.compile_ratio, names, True,
                                lambda peer: peer.compile_timed)

    def growth(self):
        return "![How cost grows](benchmarks-growth.svg)" if self.is_timed() else NOTHING

    # Data: rows of numbers, empty if missing.

    def program_rows(self):
        """Each build of each program."""
        yield ["program", "build", "least_s", "median_s", "most_s", "least_over_plain",
               "instructions_over_plain", "text_over_plain", "data_kB", "files_kB",
               "compiling_over_plain"]
        for workload in self.workloads("programs"):
            program = next(w.program for w in programs.WORKLOADS if w.name == workload)
            for peer in peers.PEERS:
                if self.results.is_missing(program, workload, peer.name):
                    yield [workload, peer.title] + [""] * 9
                    continue
                times = self.seconds(workload, peer.name)
                count = self.instructions(workload, peer.name) if peer.counted else None
                if not times and not count:
                    continue
                built = self.results.get("builds", program, peer.name)
                left = self.results.get(
                    "outputs", self.size_for(workload, peer.name), workload, peer.name)
                spread = min(times), statistics.median(times), max(times)
                yield [workload, peer.title,
                       *map(number, spread if times else [None] * 3),
                       number(self.least_overhead(workload, peer.name)),
                       number(count, 3),
                       number(self.size_ratio(program, peer.name, "text")),
                       number(built and built["data"] / 1e3, 1),
                       number(None if left is None else left / 1e3, 1),
                       number(self.compile_ratio(program, peer.name))]

    def micro_rows(self):
        yield ["figure", "build", "workload", "value"]
        for name, figure in (("least_over_plain", self.least_overhead),
                             ("instructions_over_plain", self.instructions)):
            for peer in self.shown_peers():
                for workload in self.workloads("micro"):
                    value = figure(workload, peer.name)
                    if value and (peer.counted or figure == self.least_overhead):
                        yield [name, peer.title, workload, number(value)]

    def growth_rows(self):
        yield ["axis", "at", "build", "added_ns"]
        for step in (each for each in programs.WORKLOADS if each.grows):
            for name in programs.GROWTH_PEERS:
                value = self.added_per_operation(step, name)
                if value is not None and not peers.BY_NAME[name].is_baseline:
                    yield [step.grows, step.at, peers.BY_NAME[name].title, number(value)]

    def missing(self):
        """The reasons for missing figures, each once."""
        where = {}
        for place, reasons in self.results.data["missing"].items():
            for peer, reason in reasons.items():
                if reason == builds.NOT_ASKED and place not in SHOWN_PROGRAMS:
                    continue
                # Without the id of the build that failed.
                reason = re.sub(r" \([0-9a-f]{16}\)$", "", reason)
                key = peers.BY_NAME[peer].title, reason
                where.setdefault(key, []).append(place)
        rows = [
            [title, self._places(places), reason.replace("|", "\\|")]
            for (title, reason), places in where.items()
        ]
        if not rows:
            return "Nothing is missing."
        return table(["build", "of", "why"], sorted(rows), texts=3)

    @staticmethod
    def _places(places):
        everything = {each.name for each in programs.PROGRAMS}
        return "all" if everything <= set(places) else ", ".join(places)

    def machine(self):
        about = self.results.get("machine")
        if not about:
            return "No times were measured."
        rounds = [
            len(taken)
            for name in self.workloads("programs")
            for peer, taken in self.results.table("times", self.size, name).items()
        ]
        return (
            f"Measured on {about['date']} with {about['clang']}, {about['gcc']}, "
            f"{about['libc']}, {about['uftrace']} and {about['valgrind']} on "
            f"{about['cores']} cores of {about['processor']}, kernel {about['kernel']}, "
            f"the load {about['load']} before it began; {self._range(rounds)} rounds, "
            f"{self.size} work."
        )

    @staticmethod
    def _range(numbers):
        least, most = min(numbers, default=0), max(numbers, default=0)
        return f"{least}" if least == most else f"{least} to {most}"

    SECTIONS = ("overview", "machine", "chart", "times", "instruction_counts",
                "compile_times", "growth", "goals", "missing")
    DATA = ("program", "micro", "growth")

    def everything(self):
        return "\n\n".join(
            f"## {name.replace('_', ' ')}\n\n{getattr(self, name)()}"
            for name in self.SECTIONS
        )

    def write(self, document):
        """Writes each section between its marks in DOCUMENT, and data files beside it."""
        with open(document) as file:
            text = file.read()
        for name in self.SECTIONS:
            begin, end = f"<!-- bench {name} -->\n", "<!-- end -->"
            if begin not in text:
                raise SystemExit(f"{document} has no mark {begin.strip()}")
            before, rest = text.split(begin, 1)
            _, after = rest.split(end, 1)
            text = f"{before}{begin}\n{getattr(self, name)()}\n\n{end}{after}"
        with open(document, "w") as file:
            file.write(text)
        folder = os.path.join(os.path.dirname(document), "data")
        os.makedirs(folder, exist_ok=True)
        for name in self.DATA:
            with open(os.path.join(folder, f"{name}.csv"), "w") as file:
                rows = getattr(self, f"{name}_rows")()
                csv.writer(file, lineterminator="\n").writerows(rows)
