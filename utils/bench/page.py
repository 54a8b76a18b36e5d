#!/usr/bin/env python3
"""Measures the pages of export in headless Chromium: the time until each view is shown, the
number of its elements, and the time to print it.

Usage: page.py [BUILD [WORK]]

BUILD is llvm-gprof's build tree (default: build/ of this source tree), WORK a folder for all
generated files (default: one under /tmp). There are two pages: a run of SQLite, which is
fetched and compiled once, and a profile of 20,000 functions that never ran. Prints a table in
Markdown for docs/measurements/benchmarks.md. Times are medians of five, each in a page that was
just loaded; the browser's main thread is measured in CPU time, which other programs hardly
change, and until the view is painted in elapsed time."""

import os
import pathlib
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "test/analyzer/formats/Inputs"))
from webdriver import browser  # noqa: E402

RUNS = 5
COUNT = 20_000

BUILD_SQLITE = r"""
. "$1/utils/programs.sh"
fetch_programs sqlite
build_program sqlite "$WORK/page/speedtest1" "$2/bin/gmon-clang" -a -O2 -g -w
cd "$WORK/page" && ./speedtest1 --size 60 :memory: >output
"""

SQLITE_VIEWS = {
    "Overview": "view=overview",
    "Functions": "view=functions",
    "Call graph of sqlite3VdbeExec": "view=graph&fn=sqlite3VdbeExec",
    "Flame": "view=flame",
    "Source, sqlite3.c": "view=source&file=sqlite3.c",
    "Assembly by line, sqlite3.c": "view=source&file=sqlite3.c&asm=lines",
    "Assembly by address, sqlite3VdbeExec": "view=source&asm=addresses&fn=sqlite3VdbeExec",
}
BIG_VIEWS = {
    "Overview": "view=overview",
    "Functions": "view=functions",
    "Functions, filtered": "view=functions&filter=function_1",
    "Call graph, 12,000 callees": "view=graph&fn=main",
    "Call graph, 12,000 callers": "view=graph&fn=function_13001",
    "Call graph, cycle of 3,000": "view=graph&cycle=1",
    "Flame": "view=flame",
    "Flame, inverted": "view=flame&shape=inverted",
}
SHOW = """
const done = arguments[arguments.length - 1];
history.pushState(null, '', arguments[0]);
const start = performance.now();
show();
requestAnimationFrame(() => {
  const painted = new MessageChannel();
  painted.port1.onmessage = () => done([performance.now() - start, document.querySelectorAll('*').length]);
  painted.port2.postMessage(0);
});"""


def make_sqlite_page(build, folder):
    if not (folder / "speedtest1").exists():
        subprocess.run(
            ["bash", "-euo", "pipefail", "-c", BUILD_SQLITE, "bash", str(ROOT), str(build)],
            env={**os.environ, "WORK": str(folder.parent)},
            check=True,
        )
    return write_page(build, folder / "sqlite.html", folder / "speedtest1", folder / "gmon.out")


def make_big_page(build, folder):
    """Of 20,000 functions main calls 12,000, each of which calls one; 3,000 are a cycle."""

    def address(i):
        return 0x1000 + 16 * i

    symbols = "".join(
        f'  - {{ Name: "{f"function_{i}" if i else "main"}", Section: .text, Type: STT_FUNC,'
        f" Value: {address(i):#x}, Binding: STB_GLOBAL }}\n"
        for i in range(COUNT)
    )
    (folder / "big.yaml").write_text(
        "--- !ELF\nFileHeader: { Class: ELFCLASS64, Data: ELFDATA2LSB, Type: ET_EXEC,"
        " Machine: EM_X86_64 }\nSections:\n  - { Name: .text, Type: SHT_PROGBITS, Flags:"
        f" [ SHF_ALLOC, SHF_EXECINSTR ], Address: 0x1000, Size: {16 * COUNT} }}\nSymbols:\n" + symbols
    )
    arcs = [f"arc 0x1004 {address(i):#x} {i}" for i in range(1, 12_001)]
    arcs += [f"arc {address(i) + 4:#x} {address(13_001):#x} {2 * i}" for i in range(1, 12_001)]
    arcs += [f"arc {address(i) + 4:#x} {address(i + 1):#x} {i}" for i in range(15_000, 17_999)]
    arcs += [f"arc {address(17_999) + 4:#x} {address(15_000):#x} 3", f"arc 0x1004 {address(15_000):#x} 1"]
    samples = [f"sample {address(i):#x} {7919 * i % 53 + 1}" for i in range(COUNT)]
    head = f"histogram 0x1000 {address(COUNT):#x} {8 * COUNT} 100"
    (folder / "big.txt").write_text("\n".join([head, *samples, *arcs]) + "\n")
    subprocess.run(["yaml2obj-22", folder / "big.yaml", "-o", folder / "big"], check=True)
    subprocess.run(
        [sys.executable, ROOT / "utils/text-to-gmon.py", "--program", folder / "big", folder / "big.txt", "-o", folder / "big.gmon"],
        check=True,
    )
    return write_page(build, folder / "big.html", folder / "big", folder / "big.gmon")


def write_page(build, page, program, data):
    subprocess.run([build / "bin/llvm-gprof", "export", "--format=html", "-o", page, program, data], check=True, stderr=subprocess.DEVNULL)
    return page


def browser_seconds():
    """The CPU time of the browser's processes, which descend from this one."""
    children, seconds = {}, {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text()
        except OSError:
            continue  # it has ended
        fields = text[text.rindex(")") + 2 :].split()
        process = int(stat.parent.name)
        children.setdefault(int(fields[1]), []).append(process)
        seconds[process] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    found = [os.getpid()]
    for process in found:
        found += children.get(process, [])
    return sum(seconds[process] for process in found[1:])


def load(page, path):
    page.open(os.devnull)
    page.open(path, (1600, 900))


def measure_view(page, path, address):
    """Milliseconds until the view is painted, CPU milliseconds, and elements."""
    runs = []
    for _ in range(RUNS):
        load(page, path)
        before = page.cpu_seconds()
        elapsed, elements = page.ask("POST", "/execute/async", args=["#" + address], script=SHOW)
        runs.append((elapsed, 1000 * (page.cpu_seconds() - before), elements))
    return [statistics.median(column) for column in zip(*runs)]


def measure_print(page, path, address):
    """Seconds to print the view, CPU seconds of the browser, and kilobytes of PDF."""
    load(page, path)
    page.run("location.hash = arguments[0]", "#" + address)
    page.wait("document.querySelector('.rows .row, .rows .line')")
    start, before = time.monotonic(), browser_seconds()
    size = len(page.print())
    return time.monotonic() - start, browser_seconds() - before, size / 1000


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build").resolve()
    work = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "/tmp/llvm-gprof-real-programs").resolve()
    folder = work / "page"
    folder.mkdir(parents=True, exist_ok=True)
    pages = [
        ("SQLite", make_sqlite_page(build, folder), SQLITE_VIEWS, "view=source&file=sqlite3.c"),
        ("20,000 functions", make_big_page(build, folder), BIG_VIEWS, "view=functions"),
    ]
    with browser() as page:
        for name, path, views, printed in pages:
            print(f"| {name}, {path.stat().st_size / 1e6:.1f} MB | ms | CPU ms | elements |\n| --- | ---: | ---: | ---: |")
            for view, address in views.items():
                elapsed, cpu, elements = measure_view(page, path, address)
                print(f"| {view} | {elapsed:.0f} | {cpu:.0f} | {elements:.0f} |", flush=True)
            seconds, cpu, size = measure_print(page, path, printed)
            rows = page.run("return VirtualList.all[0].count")
            print(f"\nPrinting {rows:,} rows takes {seconds:.1f} s, {cpu:.1f} s of CPU time, and makes {size:,.0f} kB of PDF.\n", flush=True)


if __name__ == "__main__":
    main()
