"""The charts of docs/measurements/benchmarks.md: the cost of all builds, and its growth."""

import os
import sys

import peers
import programs

try:
    import matplotlib
    matplotlib.use("svg")
    # Text instead of outlines, and the same bytes for the same figures.
    matplotlib.rcParams.update({
        "svg.fonttype": "none", "svg.hashsalt": "llvm-gprof",
        "font.family": "sans-serif", "font.size": 9,
        "axes.spines.top": False, "axes.spines.right": False,
    })
    from matplotlib import pyplot
except ImportError:
    pyplot = None

OURS, THEIRS = "#c8102e", "#8a8f98"
GROWTH_COLOURS = {
    "hooks": "#c8102e", "machine": "#f28e2b", "hooks-machine": "#8c1d40",
    "source": "#e5b700", "hooks-source": "#6b4c9a", "clang-pg": "#1f77b4",
    "gcc-pg": "#17becf", "coverage": "#2ca02c", "gcc-coverage": "#7fbf7b",
    "instr-generate": "#555555",
}
AXES = (("functions", "functions", "call"), ("callers", "places that call", "call"),
        ("threads", "threads", "call"),
        ("blocks", "blocks of a function", "block"))


def _colour(peer):
    return OURS if peer.compiler == "gmon-clang" else THEIRS


def _bars(view):
    """Each build's geometric mean, and a dot for each program: of median times or, if
    there are none, of instructions. Omits builds that write a record at each call."""
    names = view.workloads("programs")
    cost = view.overhead if view.is_timed() else view.instructions
    what = "median user CPU time" if view.is_timed() else "instructions"
    shown = []
    for peer in view.shown_peers():
        if peer.slow:
            continue
        mean, _ = view.mean(cost, names, peer.name)
        if mean:
            shown.append((peer, mean))
    shown.reverse()
    figure, axis = pyplot.subplots(figsize=(8, 0.28 * len(shown) + 1.1))
    for place, (peer, mean) in enumerate(shown):
        axis.barh(place, mean - 1, left=1, height=0.62, color=_colour(peer), alpha=0.85)
        dots = [cost(name, peer.name) for name in names]
        dots = [value for value in dots if value]
        axis.plot(dots, [place] * len(dots), "o", markersize=3, color="black", alpha=0.5)
        axis.annotate(f"{mean:.2f}", (max([mean, *dots]), place), xytext=(6, 0),
                      textcoords="offset points", va="center")
    axis.set_xscale("log")
    ticks = [each for each in (1, 1.2, 1.5, 2, 3, 5, 10, 20, 50)
             if each <= 1.3 * max([mean for _, mean in shown], default=1) + 1]
    axis.set_xticks(ticks, [f"{each:g}" for each in ticks])
    axis.xaxis.set_minor_locator(matplotlib.ticker.NullLocator())
    axis.axvline(1, color="black", linewidth=0.8)
    axis.set_yticks(range(len(shown)), [peer.title for peer, _ in shown])
    axis.set_xlabel(f"{what} over the plain build's: geometric mean (bar), "
                    "programs (dots)")
    return figure


def _growth(view):
    figure, axes = pyplot.subplots(2, 2, figsize=(8, 6.4), layout="constrained")
    lines = {}
    for axis, (name, label, unit) in zip(axes.flat, AXES):
        steps = [each for each in programs.WORKLOADS if each.grows == name]
        for peer in programs.GROWTH_PEERS:
            points = [(step.at, view.added_per_operation(step, peer)) for step in steps]
            points = [(at, value) for at, value in points if value is not None]
            if points and not peers.BY_NAME[peer].is_baseline:
                lines[peers.BY_NAME[peer].title], = axis.plot(
                    *zip(*points), "o-", color=GROWTH_COLOURS[peer], markersize=3,
                    linewidth=1.8 if peers.BY_NAME[peer].compiler == "gmon-clang" else 1)
        axis.set_xscale("log")
        axis.set_xticks([step.at for step in steps], [f"{step.at:,}" for step in steps])
        axis.xaxis.set_minor_locator(matplotlib.ticker.NullLocator())
        # Linear near zero, where differences are noise; logarithmic above.
        axis.set_yscale("symlog", linthresh=1)
        axis.set_ylim(bottom=-0.2)
        axis.yaxis.set_major_formatter(matplotlib.ticker.FormatStrFormatter("%g"))
        axis.set_xlabel(label)
        axis.set_ylabel(f"ns added to a {unit}")
        axis.grid(axis="y", linewidth=0.3)
    figure.legend(lines.values(), lines.keys(), loc="upper center",
                  bbox_to_anchor=(0.5, 0), ncols=3, frameon=False)
    return figure


def write(view, folder):
    """Writes benchmarks.svg and benchmarks-growth.svg, if they have data."""
    if not pyplot:
        print("no charts: python3-matplotlib is not installed", file=sys.stderr)
        return
    for name, draw, measured in (
        ("benchmarks.svg", _bars, view.workloads("programs")),
        ("benchmarks-growth.svg", _growth, view.is_timed()),
    ):
        if not measured:
            continue
        figure = draw(view)
        path = os.path.join(folder, name)
        figure.savefig(path, metadata={"Date": None}, bbox_inches="tight")
        # matplotlib ends lines with spaces.
        with open(path) as file:
            text = "\n".join(line.rstrip() for line in file)
        with open(path, "w") as file:
            file.write(text + "\n")
        pyplot.close(figure)
