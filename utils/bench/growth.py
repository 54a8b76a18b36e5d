"""Runs bzip2 and Lua with random inputs and checks rules about growth: see growth.sh."""

import os
import pathlib
import random
import subprocess
import sys

LLVM_GPROF, WORK, SETS = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
SIZES = [500, 1000, 2000, 4000, 8000, 16000]

# Each algorithm in Lua, the greatest size, and its order.
SCRIPTS = {
    "sort": ("table.sort(t)", 16000, "n*log(n)"),
    "sum": ("local s = 0 for i = 1, n do s = s + t[i] end", 16000, "n"),
    "pairs": (
        "local s = 0 for i = 1, n do for j = 1, n do if t[i] < t[j] then s = s + 1 end end end",
        500,
        "n^2",
    ),
    "strings": (
        "local w = {} for i = 1, n do w[#w + 1] = tostring(t[i]) end local s = table.concat(w)",
        16000,
        "n",
    ),
    "keys": ("local k = {} for i = 1, n do k[t[i]] = i end", 16000, "n"),
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


def run_lua(folder, chance):
    """Runs a random script in all sizes. Returns the rules and the sizes."""
    body, most, order = SCRIPTS[chance.choice(sorted(SCRIPTS))]
    seed = chance.randrange(1 << 30)
    sizes = [size * most // SIZES[-1] for size in SIZES]
    for n in sizes:
        (folder / "script.lua").write_text(HEAD.format(n=n, seed=seed) + body)
        run([WORK / "growth-lua", folder / "script.lua"], folder / f"gmon.{n}")
    return [f"growth(instructions(), n) <= {order}", f"growth(luaV_execute, n) <= {order}"], sizes


def run_bzip2(folder, chance):
    """Compresses a random text in all sizes. Returns the rules and the sizes."""
    words = [
        "".join(chance.choice("etaoinshr") for _ in range(chance.randint(1, 9)))
        for _ in range(chance.choice([20, 200, 2000]))
    ]
    text = " ".join(chance.choice(words) for _ in range(20 * SIZES[-1]))
    # Blocks below 10000 bytes have another algorithm.
    sizes = [20 * size for size in SIZES]
    for n in sizes:
        data = text[:n].encode().ljust(n, b".")
        run([WORK / "growth-bzip2", "-9", "-c"], folder / f"gmon.{n}", input=data)
    return [
        "growth(BZ2_blockSort, n) <= n*log(n)",
        "growth(BZ2_compressBlock, n) <= n",
        "growth(instructions(), n) <= n*log(n)",
    ], sizes


def main():
    num_rules = num_failed = num_runs = 0
    for number in range(SETS):
        chance = random.Random(number)
        folder = WORK / "growth"
        folder.mkdir(exist_ok=True)
        is_lua = number % 3 != 0
        rules, sizes = (run_lua if is_lua else run_bzip2)(folder, chance)
        num_runs += len(sizes)
        (folder / "rules").write_text("\n".join(rules) + "\n")
        result = subprocess.run(
            [LLVM_GPROF, "check", "--cost=instructions", folder / "rules"]
            + [WORK / ("growth-lua" if is_lua else "growth-bzip2")]
            + [f"{n}={folder}/gmon.{n}" for n in sizes],
            capture_output=True,
            text=True,
            check=False,
        )
        num_rules += len(rules)
        if result.returncode:
            failed = result.stdout.count(": failed: ") + result.stdout.count(": unknown: ")
            num_failed += max(failed, 1)
            print(f"set {number}: {result.stdout}{result.stderr}", end="")
    print(f"{num_rules} rules over {num_runs} runs: {num_failed} failed")
    return 1 if num_failed else 0


if __name__ == "__main__":
    sys.exit(main())
