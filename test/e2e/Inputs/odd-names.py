"""A program of functions whose names need quotes in assembly, and its counts.

odd-names.py write [MORE]          writes callees.cpp, main.cpp and plain.cpp
odd-names.py check [MORE] < JSON   checks the calls in llvm-gprof's output

MORE is "unprintable": also names that LLVM assembles, but prints as assembly that
does not mean them; "outgoing": optimized code counts calls of other functions;
"unescaped": assembly reads and prints no escaped characters in names.
"""

import json
import re
import sys

NAMES = ["$foo", "%rax", "rax", "a b", "a\\b", "q\\", 'a"b', "\xe4\xf6\xfc", "a\tb", "a#b;c", "a,b", "a+1",
         "a/*b", "(x)", "[q]", "{x}", "x=y", "it's", "a.b$c", "\1escaped"]
UNPRINTABLE = ["a\nb", "1", "1a", "$$", "$1", "..", "a|b", "a\\nb"]
NUM_CALLS = 10


def symbol(prefix, name):
    """A symbol with that name; the escape in front of a whole name is not part of it."""
    return name if not prefix else prefix + name.lstrip("\1")


def label(prefix, name):
    """The attribute of a declaration."""
    octal = "".join(f"\\{byte:03o}" for byte in symbol(prefix, name).encode())
    return f'__asm__("{octal}")'


def has_plain_name(name):
    """Whether assembly can name the function without escaped characters, as section
    directives name its group."""
    return '"' not in name and not name.endswith("\\")


if "unprintable" in sys.argv[2:]:
    names = NAMES + UNPRINTABLE
elif "unescaped" in sys.argv[2:]:
    names = list(filter(has_plain_name, NAMES))
else:
    names = NAMES


def write():
    declarations, callees, main, plain = [], [], [], []
    for i, name in enumerate(names):
        declarations += [
            f"int called{i}(int) {label('', name)};",
            f"int outside{i}(int) {label('out', name)};",
            f"int grouped{i}(int) {label('inl', name)};",
            f"__attribute__((noinline)) inline int grouped{i}(int x) {{ return outside{i}(x) + 1; }}",
        ]
        callees += [
            f"static int local{i}(int) {label('loc', name)};",
            f"__attribute__((noinline)) static int local{i}(int x) {{ __asm__ volatile(\"\"); return x * 3; }}",
            f"__attribute__((noinline)) int called{i}(int x) {{ return local{i}(x) + local{i}(x + 1) + grouped{i}(x); }}",
        ]
        main.append(f"for (int i = 0; i != {NUM_CALLS}; ++i) sum += called{i}(i) + grouped{i}(i);")
        plain.append(f'__attribute__((noinline, no_instrument_function)) int outside{i}(int x) {{ __asm__ volatile(\"\"); return x + 1; }}')
    header = ['extern "C" {', *declarations, "}"]
    files = {
        "callees.cpp": [*header, *callees],
        "main.cpp": [*header, "int main() {", "int sum = 0;", *main, "return sum == -1;", "}"],
        "plain.cpp": [*header, *plain],
    }
    for path, lines in files.items():
        with open(path, "w") as file:
            file.write("\n".join(lines) + "\n")


def check():
    profile = json.load(sys.stdin)
    counted = {}
    for function in profile["functions"]:
        # ThinLTO renames local functions.
        name = re.sub(r"\.llvm\.\d+$", "", function["linkage_name"])
        counted[name] = counted.get(name, 0) + function["calls"] + function["self_calls"]
    calls_out = {}
    for function in profile.get("stacks", {}).get("functions", []):
        if function.get("calls") is not None:
            calls_out[function.get("linkage_name", function["name"])] = function["calls"]
    wrong = []
    for name in names:
        is_named = has_plain_name(name) or "unescaped" not in sys.argv[2:]
        expected = {
            symbol("", name).lstrip("\1"): NUM_CALLS if is_named else 0,
            symbol("loc", name): 2 * NUM_CALLS if is_named else 0,
            symbol("inl", name): 2 * NUM_CALLS if has_plain_name(name) else 0,
        }
        wrong += [(each, counted.get(each, 0)) for each in expected if counted.get(each, 0) != expected[each]]
        # Unoptimized code does not count calls of other functions; grouped functions
        # without counters do not either.
        outside = symbol("out", name)
        if "outgoing" in sys.argv[2:] and has_plain_name(name) and calls_out.get(outside) != 2 * NUM_CALLS:
            wrong.append((outside, calls_out.get(outside)))
    print(f"{len(names)} names", *wrong)


write() if sys.argv[1] == "write" else check()
