"""The inputs of the programs: the same bytes on every machine."""

import os
import random
import subprocess

UTILS = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
BENCH = os.path.join(UTILS, "bench")


def _path(work, name):
    os.makedirs(os.path.join(work, "inputs"), exist_ok=True)
    return os.path.join(work, "inputs", name)


def text(work, kilobytes):
    """Text for compressors."""
    path = _path(work, f"text-{kilobytes}")
    if not os.path.exists(path):
        make = os.path.join(UTILS, "make-corpus.py")
        subprocess.run(["python3", make, str(kilobytes * 1000), path], check=True)
    return path


def yaml(work, number):
    """This many records in YAML: maps and lists in two styles, anchors, quotes."""
    path = _path(work, f"yaml-{number}")
    if not os.path.exists(path):
        rng = random.Random(1982)
        with open(path + ".new", "w") as out:
            out.write("defaults: &defaults\n  colour: red\n  size: 3\nrecords:\n")
            for i in range(number):
                out.write(
                    f"  - name: record {i}\n"
                    f'    text: "{rng.randbytes(8).hex()}\\n"\n'
                    "    <<: *defaults\n"
                    f"    place: {{x: {rng.random():.6f}, y: {rng.randrange(9999)}}}\n"
                    f"    list: [{', '.join(str(rng.randrange(99)) for _ in range(6))}]\n"
                )
        os.replace(path + ".new", path)
    return path


def profile(work, program, arcs):
    """A profile of PROGRAM with this many arcs."""
    path = _path(work, f"profile-{arcs}")
    if not os.path.exists(path):
        make = os.path.join(BENCH, "synthetic-profile.py")
        subprocess.run(
            [make, program, path, "--samples", str(arcs), "--arcs", str(arcs)], check=True
        )
    return path


def many_functions(work, number):
    """A program of this many functions. It calls them in turns, argv[1] million
    calls in all."""
    path = _path(work, f"functions-{number}.c")
    if not os.path.exists(path):
        names = [f"f{i}" for i in range(number)]
        with open(path + ".new", "w") as out:
            out.write("#include <stdio.h>\n#include <stdlib.h>\n")
            for i, name in enumerate(names):
                out.write(
                    f"__attribute__((noinline)) static unsigned {name}(unsigned x)"
                    f" {{ return x * 5 + {i}; }}\n"
                )
            out.write("static unsigned (*const all[])(unsigned) = {\n")
            out.writelines(f"{name},\n" for name in names)
            out.write(
                "};\nint main(int argc, char **argv) {\n"
                f"  long left = argc > 1 ? atof(argv[1]) * 1e6 / {number} : 0;\n"
                "  unsigned x = 1;\n"
                "  for (; left > 0; --left)\n"
                f"    for (unsigned i = 0; i != {number}; ++i)\n"
                "      x = all[i](x);\n"
                '  printf("%u\\n", x);\n  return 0;\n}\n'
            )
        os.replace(path + ".new", path)
    return path


def many_blocks(work, number):
    """A function of this many branches, some of them taken. It executes argv[1]
    million branches in all."""
    path = _path(work, f"blocks-{number}.c")
    if not os.path.exists(path):
        with open(path + ".new", "w") as out:
            out.write(
                "#include <stdio.h>\n#include <stdlib.h>\n"
                '#define BRANCH(n) if (x & 1u << n % 32) __asm__ volatile("" : "+r"(y));'
                " else y += n;\n"
                "__attribute__((noinline)) static unsigned work(unsigned x, unsigned y)"
                " {\n"
            )
            out.writelines(f"  BRANCH({i})\n" for i in range(number))
            out.write(
                "  return y;\n}\nint main(int argc, char **argv) {\n"
                f"  long left = argc > 1 ? atof(argv[1]) * 1e6 / {number} : 0;\n"
                "  unsigned x = 0x5a3c96e1, y = 0;\n"
                "  for (; left > 0; --left)\n"
                "    y = work(x, y);\n"
                '  printf("%u\\n", y);\n  return 0;\n}\n'
            )
        os.replace(path + ".new", path)
    return path
