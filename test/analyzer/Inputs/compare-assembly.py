"""Compares `llvm-gprof list --assembly` with llvm-objdump.

usage: compare-assembly.py PROGRAM DATA

All functions are listed. Texts of instructions must be equal, names of operands too,
except for names that only llvm-objdump has: of the profiler's labels, of sections, and of
symbols that are absolute or not in the file, which are far from any address. Prints what differs, or how many hundred functions and
thousand instructions are the same at least.
"""

import re
import subprocess
import sys


def run(*command: str) -> list[str]:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def read_objdump(program: str) -> dict[int, str]:
    found: dict[int, str] = {}
    last = 0
    for line in run("llvm-objdump", "-d", "-C", "--no-show-raw-insn", program):
        if match := re.match(r"\s*([0-9a-f]+):\s*(.*)", line):
            last = int(match[1], 16)
            found[last] = " ".join(match[2].split())
        elif line.strip().startswith("#"):  # more lines of a comment
            found[last] += " " + " ".join(line.split()[1:])
    return found


def absolute_symbols(program: str) -> set[str]:
    lines = [line.split() for line in run("llvm-nm", program)]
    return {words[2] for words in lines if len(words) == 3 and words[1] in "aA"}


def is_odd(name: str, absolute: set[str]) -> bool:
    return (".gmon" in name or "@GLIBC" in name or name.startswith(".")
            or name.split("+")[0] in absolute)


def main() -> int:
    program, data = sys.argv[1:]
    theirs = read_objdump(program)
    absolute = absolute_symbols(program)
    functions = instructions = 0
    for line in run("llvm-gprof", "list", "--assembly", "--full-names", "--width=0", "/./", program, data):
        functions += bool(re.search(r" calls?$", line))
        match = re.search(r"(?:^|  )(?:\* |  )([0-9a-f]+): (.*)$", line)
        if not match or int(match[1], 16) not in theirs:
            continue
        ours = " ".join(match[2].split())
        other = theirs[int(match[1], 16)]
        name = re.search(r" <(.*)>$", other)
        if name and is_odd(name[1], absolute):
            ours, other = (re.sub(r" <.*>$", "", text) for text in (ours, other))
        instructions += 1
        if ours != other:
            print(f"{match[1]}: '{ours}', not '{other}'")
    print(f"{functions // 100} hundred functions, {instructions // 1000} thousand instructions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
