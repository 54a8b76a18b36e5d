#!/usr/bin/env python3
"""A random program of branches and loops, and its lines' counts in two tracefiles.

usage: random-lines.py SEED > program.c
       random-lines.py program.c EXPECTED.info TESTED.info

Fails if TESTED has another count than EXPECTED for a line of the program that the
optimizer can neither remove nor copy: it adds to a volatile variable, or calls a
function elsewhere. A line of TESTED without a count must have a 0.
"""

import random
import sys

HEAD = """volatile int sum, turns = 7;
unsigned state = 12345;
static inline int below(void) {
  state = state * 1103515245u + 12345u;
  return (state >> 16) & 7;
}
void elsewhere(void);"""


class Program:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines = HEAD.split("\n")

    def add(self, depth: int, text: str) -> None:
        self.lines.append("  " * depth + text)

    def statement(self, depth: int, left: int, in_loop: bool) -> None:
        kind = self.random.random()
        if left == 0 or kind < 0.35:
            self.add(depth, f"sum += {self.random.randint(1, 9)};")
        elif kind < 0.45:
            self.add(depth, "elsewhere();")
        elif kind < 0.75:
            self.add(depth, f"if (below() < {self.random.randint(1, 6)}) {{")
            self.block(depth + 1, left - 1, in_loop)
            self.add(depth, "}")
        elif kind < 0.85 and in_loop:
            leave = self.random.choice(["break", "continue"])
            self.add(depth, f"if (below() == {self.random.randint(0, 7)})")
            self.add(depth, f"  {leave};")
        else:
            name = f"i{len(self.lines)}"
            self.add(depth, f"for (int {name} = 0; {name} < turns; {name}++) {{")
            self.block(depth + 1, left - 1, True)
            self.add(depth, "}")

    def block(self, depth: int, left: int, in_loop: bool) -> None:
        for _ in range(self.random.randint(2, 4)):
            self.statement(depth, left, in_loop)

    def text(self) -> str:
        for name in "abcd":
            self.add(0, f"__attribute__((noinline)) void {name}(void) {{")
            self.block(1, 3, False)
            self.add(0, "}")
        calls = " ".join(f"{name}();" for name in "abcd")
        self.add(0, f"int main(void) {{ for (int i = 0; i < 50; i++) {{ {calls} }} return 0; }}")
        return "\n".join(self.lines)


def counts(tracefile: str, name: str) -> dict[int, int]:
    result: dict[int, int] = {}
    is_program = False
    with open(tracefile) as file:
        for line in file:
            key, _, value = line.strip().partition(":")
            if key == "SF":
                is_program = value.endswith(name)
            elif key == "DA" and is_program:
                number, count = value.split(",")[:2]
                result[int(number)] = int(count)
    return result


def compare(source: str, expected_file: str, tested_file: str) -> None:
    expected, tested = counts(expected_file, source), counts(tested_file, source)
    num_compared = 0
    wrong = []
    with open(source) as file:
        for number, text in enumerate(file, 1):
            if number not in expected or not text.strip().startswith(("sum", "else")):
                continue
            num_compared += 1
            if tested.get(number, 0) != expected[number]:
                wrong.append(
                    f"{source}:{number}: {tested.get(number)}, not {expected[number]}: "
                    + text.strip()
                )
    if wrong or num_compared < 20:
        sys.exit("\n".join(wrong + [f"{num_compared} lines"]))


if len(sys.argv) == 2:
    print(Program(int(sys.argv[1])).text())
else:
    compare(*sys.argv[1:])
