"""The goals of the project for cost, and whether it meets them.

A goal has a verdict only if every figure that it needs was measured."""

import dataclasses

import programs


@dataclasses.dataclass
class Goal:
    part: str
    text: str
    figure: str
    met: bool = None

    def verdict(self):
        return {None: "not measured", True: "met", False: "not met"}[self.met]


# The difference of two measurements of the same command on a quiet machine.
NOISE = 0.05


def missing(part, text, absent):
    """A goal without a figure: these programs were not measured."""
    names = f": {', '.join(sorted(absent))}" if absent else ""
    return Goal(part, text, "missing" + names)


def at_most(part, text, value, bound):
    """A goal whose figure must not exceed BOUND."""
    if value is None:
        return Goal(part, text, "missing")
    return Goal(part, text, f"{value:.3f}", value <= bound)


def mean_at_most(report, part, text, figure, names, peer, bound):
    absent = [name for name in names if figure(name, peer) is None]
    if absent:
        return missing(part, text, absent)
    return at_most(part, text, report.mean(figure, names, peer)[0], bound)


def worst(part, text, values, bound):
    """A goal whose figure is the greatest of named ones; none may exceed BOUND."""
    absent = [name for name, value in values.items() if value is None]
    if absent or not values:
        return missing(part, text, absent)
    name = max(values, key=values.get)
    return Goal(part, text, f"{values[name]:.3f} ({name})", values[name] <= bound)


ALL = [each.name for each in programs.WORKLOADS if each.group == "programs"]


def share_of_pg(report):
    """The time that hooks add over the time that clang -pg adds, where that is much."""
    part, text = "hooks", "added time at most a sixth of `clang -pg`'s where that is over 20%"
    shares = {}
    for name in ALL:
        ours, theirs = report.overhead(name, "hooks"), report.overhead(name, "clang-pg")
        if theirs is None or theirs > 1.2:
            known = ours is not None and theirs is not None
            shares[name] = (ours - 1) / (theirs - 1) if known else None
    return worst(part, text, shares, 1 / 6)


def hooks(report):
    yield mean_at_most(report, "hooks", "geometric mean of all programs at most 1.10",
                       report.overhead, ALL, "hooks", 1.10)
    for name, bound in (("lua", 1.15), ("sqlite", 1.15), ("bzip2", 1.03), ("zstd", 1.03)):
        yield at_most("hooks", f"{name} at most {bound:.2f}",
                      report.overhead(name, "hooks"), bound)
    yield share_of_pg(report)
    yield at_most("hooks", "Lua's instructions at most 1.12",
                  report.instructions("lua", "hooks"), 1.12)


def blocks(report):
    yield mean_at_most(report, "blocks", "machine counters: geometric mean at most 1.10",
                       report.overhead, ALL, "machine", 1.10)
    yield mean_at_most(report, "blocks", "with hooks: geometric mean at most 1.20",
                       report.overhead, ALL, "hooks-machine", 1.20)


def source(report):
    for peer, title in (("coverage", "clang --coverage"),
                        ("instr-generate", "clang -fprofile-instr-generate")):
        values = {}
        for name in ALL:
            ours, theirs = report.overhead(name, "source"), report.overhead(name, peer)
            values[name] = ours / theirs if ours and theirs else None
        yield worst("source", f"source counters at most `{title}`, each program",
                    values, 1.0)


def threads(report):
    for peer, title in (("hooks", "hooks"), ("machine", "machine counters"),
                        ("hooks-machine", "both")):
        one = report.least_overhead("threads-1", peer)
        eight = report.least_overhead("threads-8", peer)
        known = one is not None and eight is not None
        yield at_most("threads", f"{title}: 8 threads over plain, as a multiple of 1 "
                      f"thread over plain, at most {1 + NOISE:.2f}",
                      eight / one if known else None, 1 + NOISE)


def compiling(report):
    names = [each.name for each in programs.PROGRAMS if each.compile_timed]
    for peer, title, bound in (("hooks", "hooks", 1.10),
                               ("hooks-machine", "hooks and machine counters", 1.25),
                               ("hooks-source", "hooks and source counters", 1.25)):
        yield mean_at_most(report, "compiling", f"{title}: at most {bound:.2f}",
                           report.compile_ratio, names, peer, bound)


def all(report):
    return [goal for part in (hooks, blocks, source, threads, compiling)
            for goal in part(report)]
