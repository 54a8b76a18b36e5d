"""The tables of docs/measurements/benchmarks.md, from what was measured."""

import re
import statistics

import builds
import goals
import peers
import programs
from measure import geometric_mean

MISSING = "missing"
# A figure that is not asked for: callgrind's of what runs tools of its own.
NONE = "–"
NOTHING = "Nothing was measured."
# Those of which a table has all peers.
SHOWN_PROGRAMS = {each.program for each in programs.WORKLOADS if each.group != "growth"}


def row(cells):
    return "| " + " | ".join(cells) + " |"


def table(head, rows, texts=1):
    """A Markdown table whose first TEXTS columns are text, the others numbers."""
    kinds = ["---"] * texts + ["---:"] * (len(head) - texts)
    return "\n".join([row(head), row(kinds), *(row(each) for each in rows)])


def ratio(value, digits=2):
    return MISSING if value is None else f"{value:.{digits}f}"


class Report:
    """Figures of one size of the work, and the tables that show them."""

    def __init__(self, results, size):
        self.results = results
        self.size = size

    # Figures: None where there is none.

    def seconds(self, workload, peer):
        """All user times of PEER in a workload."""
        size = self.size_for(workload, peer)
        return self.results.get("times", size, workload, peer) and [
            user for user, _ in self.results.get("times", size, workload, peer)
        ]

    def size_for(self, workload, peer):
        known = programs.WORKLOADS_BY_NAME[workload]
        return known.size_for(peers.BY_NAME[peer], self.size)

    def least(self, workload, peer):
        """The least time, and that of the baseline with as much work."""
        size = self.size_for(workload, peer)
        times = [self.results.get("times", size, workload, name)
                 for name in (peer, peers.BY_NAME[peer].baseline)]
        return [min(user for user, _ in each) if each else None for each in times]

    def overhead(self, workload, peer):
        """The least time as a multiple of the baseline's."""
        mine, base = self.least(workload, peer)
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
        """Least CPU seconds of compilations, one job, over the baseline's."""
        mine = self.results.get("builds", program, name, "compile")
        base = self.results.get(
            "builds", program, peers.BY_NAME[name].baseline, "compile"
        )
        return min(mine) / min(base) if mine and base else None

    def mean(self, figure, names, peer):
        """The geometric mean over those of NAMES that have a figure, and how many."""
        values = [value for value in (figure(name, peer) for name in names) if value]
        return (geometric_mean(values) if values else None), len(values)

    def added_per_operation(self, workload, peer):
        """Nanoseconds that PEER adds to each call or block."""
        mine, base = self.least(workload.name, peer)
        if mine is None or base is None:
            return None
        threads = workload.at if workload.grows == "threads" else 1
        operations = workload.operations[self.size_for(workload.name, peer)]
        return (mine - base) * 1e3 / (operations * threads)

    # What there is to show.

    def workloads(self, group):
        """Those that were run or should have been, of a group."""
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

    def _over_plain(self, figure, names, with_mean, choose=lambda peer: True):
        head = ["build", *names] + (["geometric mean"] if with_mean else [])
        rows = []
        for peer in filter(choose, self.shown_peers()):
            cells = [ratio(figure(name, peer.name)) for name in names]
            # Not run, though it may have been built.
            if all(cell == MISSING for cell in cells):
                continue
            if with_mean:
                mean, number = self.mean(figure, names, peer.name)
                text = ratio(mean) + (f" of {number}" if 0 < number < len(names) else "")
                cells.append(text)
            rows.append([peer.title, *cells])
        return table(head, rows) if rows else NOTHING

    def goals(self):
        rows = [
            [goal.part, goal.text, goal.figure, goal.verdict()] for goal in goals.all(self)
        ]
        return table(["part", "goal", "figure", "verdict"], rows, texts=4)

    def summary(self):
        return self._over_plain(self.overhead, self.workloads("programs"), True)

    def chart(self):
        what = "Time" if self.is_timed() else "Instructions"
        return f"![{what} over plain](benchmarks.svg)"

    def instruction_summary(self):
        return self._over_plain(
            self.instructions, self.workloads("programs"), True, lambda peer: peer.counted
        )

    def micro(self):
        return self._over_plain(self.overhead, self.workloads("micro"), False)

    def micro_instructions(self):
        return self._over_plain(self.instructions, self.workloads("micro"), False,
                                lambda peer: peer.counted)

    def compile_times(self):
        names = [each.name for each in programs.PROGRAMS if each.compile_timed]
        return self._over_plain(self.compile_ratio, names, True,
                                lambda peer: peer.compile_timed)

    def growth(self):
        parts = []
        for axis, unit in (("functions", "call"), ("callers", "call"),
                           ("threads", "call"), ("blocks", "block")):
            steps = [each for each in programs.WORKLOADS if each.grows == axis]
            rows = [
                [peers.BY_NAME[name].title]
                + [ratio(self.added_per_operation(step, name)) for step in steps]
                for name in programs.GROWTH_PEERS
                if not peers.BY_NAME[name].is_baseline
            ]
            head = [f"{axis}; ns a {unit}", *(f"{step.at:,}" for step in steps)]
            parts.append(table(head, rows))
        if not self.is_timed():
            return NOTHING
        return "![How cost grows](benchmarks-growth.svg)\n\n" + "\n\n".join(parts)

    def _details_of(self, workload):
        program = next(w.program for w in programs.WORKLOADS if w.name == workload)
        rows = []
        for peer in peers.PEERS:
            if self.results.is_missing(program, workload, peer.name):
                rows.append([peer.title, MISSING] + [NONE] * 8)
                continue
            times = self.seconds(workload, peer.name)
            built = self.results.get("builds", program, peer.name)
            size = self.size_for(workload, peer.name)
            left = self.results.get("outputs", size, workload, peer.name)
            cells = [MISSING] * 3
            if times:
                cells = [
                    f"{each:.2f}"
                    for each in (min(times), statistics.median(times), max(times))
                ]
            count = self.instructions(workload, peer.name) if peer.counted else None
            if not times and not count:
                continue
            rows.append([
                peer.title + ("" if size == self.size else " (less work)"), *cells,
                ratio(self.overhead(workload, peer.name)),
                ratio(count, 3) if peer.counted else NONE,
                ratio(self.size_ratio(program, peer.name, "text")),
                f"{built['data'] / 1e3:.1f}" if built else MISSING,
                MISSING if left is None else f"{left / 1e3:.1f}",
                ratio(self.compile_ratio(program, peer.name))
                if self.compile_ratio(program, peer.name) else NONE,
            ])
        head = ["build", "least s", "median s", "most s", "least", "instructions",
                "text", "data kB", "files kB", "compiling"]
        return f"### {workload}\n\n" + table(head, rows)

    def details(self):
        return "\n\n".join(map(self._details_of, self.workloads("programs")))

    def missing(self):
        """Why there is no figure, for each reason once."""
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

    SECTIONS = ("machine", "goals", "chart", "summary", "instruction_summary", "details",
                "compile_times", "micro", "micro_instructions", "growth", "missing")

    def everything(self):
        return "\n\n".join(
            f"## {name.replace('_', ' ')}\n\n{getattr(self, name)()}"
            for name in self.SECTIONS
        )

    def write(self, document):
        """Puts each section between its marks in DOCUMENT."""
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
