"""Runs real programs with random inputs and checks rules about growth: see growth.sh."""

import itertools
import os
import pathlib
import random
import subprocess
import sys
from collections import Counter

LLVM_GPROF, WORK, SETS = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
NUM_SIZES = 6
# The share of the rules that are kept which may be unknown: a false alarm is a rule that failed.
MAX_UNKNOWN = 0.01

# Each algorithm in Lua: the script, the least size, its order, and a smaller order.
SCRIPTS = {
    "sort": ("table.sort(t)", 1000, "n*log(n)", "n^0.5"),
    "sum": ("local s = 0 for i = 1, n do s = s + t[i] end", 500, "n", "n^0.9"),
    "pairs": (
        "local s = 0 for i = 1, n do for j = 1, n do if t[i] < t[j] then s = s + 1 end end end",
        16,
        "n^2",
        "n*log(n)",
    ),
    "strings": (
        "local w = {} for i = 1, n do w[#w + 1] = tostring(t[i]) end local s = table.concat(w)",
        500,
        "n",
        "n^0.9",
    ),
    "keys": ("local k = {} for i = 1, n do k[t[i]] = i end", 500, "n", "log(n)"),
    "merge": (
        """local function sort(low, high)
             if high - low < 2 then return end
             local middle = (low + high) // 2
             sort(low, middle) sort(middle, high)
             local s, i, j = {}, low, middle
             for k = 1, high - low do
               if j == high or i < middle and t[i] < t[j] then s[k] = t[i] i = i + 1
               else s[k] = t[j] j = j + 1 end
             end
             table.move(s, 1, #s, low, t)
           end
           sort(1, n + 1)""",
        500,
        "n*log(n)",
        "n",
    ),
    "power": ("local s = 0 for i = 1, n ^ 1.1 do s = s + t[i % n + 1] end", 500, "n^1.1", "n"),
}
HEAD = "local n = {n} math.randomseed({seed}) local t = {{}} for i = 1, n do t[i] = math.random(1 << 30) end\n"


def run(command, name, **options):
    subprocess.run(
        command,
        env={**os.environ, "GMON_OPTIONS": f"sampler=off:out={name}"},
        stdout=subprocess.DEVNULL,
        check=True,
        **options,
    )


def doubled(least):
    return [least << i for i in range(NUM_SIZES)]


def run_lua(folder, chance):
    """Runs a random script in all sizes. Returns the rules that it keeps, rules that it
    does not keep, and the data files with their sizes.

    The work of table.sort varies by some percent, so four runs count together.
    """
    name = chance.choice(sorted(SCRIPTS))
    body, least, order, smaller = SCRIPTS[name]
    files = []
    for n, number in itertools.product(doubled(least), range(4 if name == "sort" else 1)):
        seed = chance.randrange(1 << 30)
        (folder / "script.lua").write_text(HEAD.format(n=n, seed=seed) + body)
        files.append((n, folder / f"gmon.{n}.{number}"))
        run([WORK / "growth-lua", folder / "script.lua"], files[-1][1])
    kept = [f"growth(instructions(), n) <= {order}", f"growth(luaV_execute, n) <= {order}"]
    # Its loop is in C, so luaV_execute only fills the table.
    function = "instructions()" if name == "sort" else "luaV_execute"
    return kept, [f"growth({function}, n) <= {smaller}"], files


def compress(program, least, num_texts, folder, chance):
    """Compresses random texts in all sizes. Returns the data files with their sizes."""
    words = [
        "".join(chance.choice("etaoinshr") for _ in range(chance.randint(1, 9)))
        for _ in range(chance.choice([20, 200, 2000]))
    ]
    files = []
    for n, number in itertools.product(doubled(least), range(num_texts)):
        text = " ".join(chance.choices(words, k=n))[:n]
        files.append((n, folder / f"gmon.{n}.{number}"))
        run([WORK / f"growth-{program}", "-9", "-c"], files[-1][1], input=text.encode())
    return files


def run_bzip2(folder, chance):
    # Blocks below 10000 bytes have another algorithm, and a table of 65537 numbers
    # dominates small ones. Rotations of a random text are sorted by n*log(n)
    # comparisons of log(n) bytes. Their number depends on the text by some percent.
    kept = [
        "growth(BZ2_blockSort, n) <= n*log(n)",
        "growth(BZ2_compressBlock, n) <= n",
        "growth(instructions(), n) <= n*log(n)^2",
    ]
    broken = ["growth(BZ2_compressBlock, n) <= n^0.75", "growth(instructions(), n) <= n^0.5"]
    return kept, broken, compress("bzip2", 25000, 3, folder, chance)


def run_gzip(folder, chance):
    # Matches are searched in the whole text until the window of 32 KB is full.
    kept = [
        "growth(deflate, n) <= n",
        "growth(longest_match, n) <= n",
        "growth(instructions(), n) <= n",
    ]
    broken = ["growth(deflate, n) <= n^0.75", "growth(longest_match, n) <= n^0.5*log(n)"]
    return kept, broken, compress("gzip", 50000, 1, folder, chance)


PROGRAMS = {"bzip2": run_bzip2, "gzip": run_gzip, "lua": run_lua}


def verdicts_of(program, rules, files, folder):
    """Checks rules. Returns the verdict on each, and what check prints."""
    (folder / "rules").write_text("\n".join(rules) + "\n")
    result = subprocess.run(
        [LLVM_GPROF, "check", "--cost=instructions", folder / "rules", WORK / f"growth-{program}"]
        + [f"{n}={file}" for n, file in files],
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode not in (0, 1) or "error:" in result.stderr:
        sys.exit(result.stderr)
    verdicts = ["holds"] * len(rules)
    for line in result.stdout.splitlines()[:-1]:
        place, verdict, _ = line.split(": ", 2)
        verdicts[int(place.rsplit(":", 1)[1]) - 1] = verdict
    return verdicts, result.stdout


def main():
    counts = {"kept": Counter(), "broken": Counter()}
    num_runs = 0
    folder = WORK / "growth"
    folder.mkdir(exist_ok=True)
    for number in range(SETS):
        program = sorted(PROGRAMS)[number % len(PROGRAMS)]
        kept, broken, files = PROGRAMS[program](folder, random.Random(number))
        num_runs += len(files)
        for kind, rules, expected in (("kept", kept, "holds"), ("broken", broken, "failed")):
            verdicts, text = verdicts_of(program, rules, files, folder)
            counts[kind].update(verdicts)
            if set(verdicts) != {expected}:
                print(f"set {number}, {program}, rules that are {kind}: {verdicts}\n{text}", end="")
    print(f"{SETS} sets, {num_runs} runs")
    for kind, found in counts.items():
        print(
            f"rules that are {kind}: {found['holds']} hold, {found['failed']} failed, "
            f"{found['unknown']} unknown"
        )
    kept, broken = counts["kept"], counts["broken"]
    is_right = (
        kept["failed"] == 0
        and kept["unknown"] <= MAX_UNKNOWN * kept.total()
        and broken["failed"] == broken.total()
    )
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
