"""Links and runs a program for each name that the runtime refers to or defines.

usage: names-of-the-program.py ARCHIVE CLANG GMON_CLANG CALLS

Each program defines one name as a function that ends the program.
"""

import concurrent.futures
import os
import re
import shlex
import subprocess
import sys

PROGRAM = """
#include <pthread.h>
#include <stdio.h>
#ifdef MOCK
void mock(void) __asm__(MOCK);
void mock(void) { __builtin_trap(); }
#else
__attribute__((noinline)) void leaf(void) { __asm__ volatile(""); }
static void *work(void *argument) {
  leaf();
  return argument;
}
int main(void) {
  pthread_t thread;
  printf("%d\\n", THREAD && pthread_create(&thread, 0, work, 0));
  if (THREAD)
    pthread_join(thread, 0);
  for (int i = 0; i != 3; ++i)
    leaf();
  return 0;
}
#endif
"""

archive, *commands = sys.argv[1:]
clang, gmon_clang, calls = map(shlex.split, commands)


def run(command: list, **options) -> subprocess.CompletedProcess:
    return subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options
    )


def names() -> list:
    listed = run(["llvm-nm", "--format=posix", "--quiet", "--extern-only", archive])
    found = {line.split()[0] for line in listed.stdout.splitlines() if " " in line}
    # The runtime's own names are no identifiers or have its prefix. Linkers define
    # some names, and a sanitizer one that is called.
    of_others = {"_DYNAMIC", "__ehdr_start", "__sanitizer_set_death_callback"}
    return sorted(
        name
        for name in found - of_others
        if re.fullmatch(r"\w+", name) and "gmon" not in name
    )


def compile_main(compiler: list, thread: int) -> str:
    name = f"{os.path.basename(compiler[0])}{thread}.o"
    flags = ["-O1", "-w", f"-DTHREAD={thread}", "-c", "program.c", "-o", name]
    subprocess.run([*compiler, *flags], check=True)
    return os.path.abspath(name)


def link_and_run(compiler: list, objects: list, flags: list, folder: str) -> tuple:
    """Returns the output and the status, and the calls that were counted."""
    os.makedirs(folder)
    linked = run([*compiler, *flags, *objects, "-pthread", "-o", "p"], cwd=folder)
    if linked.returncode:
        return (None, linked.stdout), ""
    environment = dict(os.environ, GMON_OPTIONS="checkpoint=60")
    ended = run(["./p"], cwd=folder, env=environment)
    counted = ""
    if os.path.exists(f"{folder}/gmon.out"):
        counted = run([*calls, "p", "gmon.out"], cwd=folder).stdout
    return (ended.returncode, ended.stdout), counted


def check(name: str) -> list:
    mock = os.path.abspath(f"{name}.mock.o")
    flags = ["-O1", "-w", "-ffreestanding", f'-DMOCK="{name}"', "-c", "program.c"]
    subprocess.run([*clang, *flags, "-o", mock], check=True)
    # The program calls functions of threads, unless it defines them.
    thread = not name.startswith(("pthread", "__pthread"))
    # A static program must leave the C library its reserved names. glibc's functions
    # of threads are linked with timer_create.
    kinds = ["dynamic", "static"]
    if name.startswith("__") or name in ("_dl_find_object", "_dl_auxv", "timer_create"):
        kinds.remove("static")
    errors = []
    for kind in kinds:
        flags = ["-static"] if kind == "static" else []
        plain, _ = link_and_run(clang, [mains[0][thread], mock], flags, f"plain-{kind}-{name}")
        if plain[0] != 0:
            continue
        profiled, counted = link_and_run(
            gmon_clang, [mains[1][thread], mock], flags, f"gmon-{kind}-{name}"
        )
        if profiled != plain:
            errors.append(f"{kind}: {name}: {profiled[0]}: {profiled[1].strip()}")
        elif "main -> leaf 3" not in counted:
            errors.append(f"{kind}: {name}: calls: {counted.strip()}")
    return errors


with open("program.c", "w") as file:
    file.write(PROGRAM)
mains = [[compile_main(compiler, thread) for thread in (0, 1)] for compiler in (clang, gmon_clang)]
listed = names()
assert len(listed) > 60, listed
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    errors = [error for found in pool.map(check, listed) for error in found]
if errors:
    sys.exit("\n".join(errors))
