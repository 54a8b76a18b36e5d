# Builds a program plain and profiled, edits the symbols of both in the ways in
# which builds replace functions, links with one linker, and checks that both
# print the same or that neither links. Also checks that linkers name the caller of
# a missing function.
#
# Usage: edit-symbols.py LINKER OBJCOPY PLAIN PROFILED, compilers with their options

import pathlib
import shlex
import subprocess
import sys

SOURCES = {
    "main": """#include <stdio.h>
int fetch(int), use(int);
int main(void) { printf("main %d %d\\n", fetch(1), use(2)); }""",
    "lib": """int fetch(int x) { return x; }
__attribute__((noinline)) int inside(int x) { return fetch(x + 1); }
int use(int x) { return inside(x) + fetch(x); }""",
    "mock": "int fetch(int x) { return x + 100; }",
    "other": "int other(int x) { return x + 200; }",
    "wrap": "int __real_fetch(int); int __wrap_fetch(int x) { return 300 + __real_fetch(x); }",
    "tests": """#include <stdio.h>
int real_main(void);
int main(void) { printf("tests\\n"); return real_main(); }""",
    "address": """int fetch(int x) { return x + 400; }
int (*volatile pointer)(int) = fetch;""",
    "variadic": "int fetch(int x, ...) { return x + 500; }",
    "excluded": "__attribute__((no_instrument_function)) int fetch(int x) { return x + 600; }",
    "weak": "__attribute__((weak)) int fetch(int x) { return x + 700; }",
}
# Each edit: the objects that objcopy edits, its options, and what is linked.
EDITS = {
    "defined twice": (None, "", "main mock lib -Wl,-z,muldefs"),
    "weakened": ("lib", "--weaken-symbol=fetch", "main lib mock"),
    "all weakened": ("lib", "--weaken", "main lib mock"),
    "made local": ("lib", "--localize-symbol=fetch", "main lib mock"),
    "others made local": ("lib", "--keep-global-symbol=use", "main lib mock"),
    "renamed by callers": ("main", "--redefine-sym=fetch=other", "main lib other"),
    "renamed": ("lib", "--redefine-sym=fetch=old_fetch", "main lib mock"),
    "assigned": (None, "", "main lib other -Wl,--defsym=fetch=other"),
    "wrapped": (None, "", "main lib wrap -Wl,--wrap=fetch"),
    "main renamed": ("main", "--redefine-sym=main=real_main", "main lib tests"),
    "undefined": (None, "", "main other"),
    "duplicate": (None, "", "main lib mock"),
    "assigned by a script": (None, "", "main lib other script.ld"),
    "weak": (None, "", "main weak lib"),
}
MOCKS = ["mock", "address", "variadic", "excluded"]


def run(command, **options):
    return subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options
    )


def build(folder, compiler, mock, edit, linker, objcopy):
    """What the linked program prints, or the linker's errors."""
    edited, how, link = EDITS[edit]
    objects = {}
    for word in link.split():
        if word.startswith("-") or word.endswith(".ld"):
            objects[word] = word
            continue
        source = mock if word == "mock" else word
        objects[word] = f"{source}.o"
        if word == edited:
            objects[word] = "edited.o"
            run([objcopy, how, f"{source}.o", "edited.o"], cwd=folder, check=True)
    command = [*compiler, f"-fuse-ld={linker}", *objects.values(), "-o", "program"]
    linked = run(command, cwd=folder)
    if linked.returncode:
        return None, linked.stdout
    return run(["./program"], cwd=folder).stdout, ""


linker, objcopy, plain, profiled = sys.argv[1:]
compilers = {"plain": shlex.split(plain), "profiled": shlex.split(profiled)}
for name, compiler in compilers.items():
    folder = pathlib.Path(name)
    folder.mkdir(exist_ok=True)
    (folder / "script.ld").write_text("fetch = other;\n")
    for source, text in SOURCES.items():
        (folder / f"{source}.c").write_text(text + "\n")
    command = [*compiler, "-c", *(f"{source}.c" for source in SOURCES)]
    subprocess.run(command, cwd=folder, check=True)

failures = 0
linked = 0
for edit in EDITS:
    for mock in MOCKS if "mock" in EDITS[edit][2] else MOCKS[:1]:
        output, errors = {}, {}
        for name, compiler in compilers.items():
            output[name], errors[name] = build(
                name, compiler, mock, edit, linker, objcopy
            )
        linked += output["plain"] is not None
        if output["plain"] != output["profiled"]:
            failures += 1
            print(f"{edit}, {mock}: {output} {errors['profiled']}")
        if edit == "undefined" and "main" not in errors["profiled"]:
            failures += 1
            print(f"{edit}: the caller is not named: {errors['profiled']}")
print(f"{linked} linked, {failures} differ")
sys.exit(failures != 0 or linked < 20)
