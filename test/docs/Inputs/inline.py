"""Tries the commands of llvm-gprof that documents name: whether their options exist.

usage: inline.py DOCUMENT...

The commands are code that begins with "llvm-gprof", or with a command and an option. They run in the current folder,
which is empty: each may find that a file or an argument is missing. Prints the number of commands, or other errors.
"""

import pathlib
import re
import shlex
import subprocess
import sys

MISSING = r"[Nn]o such file|: no set,|no profile in|expects two profiles|expects --format=NAME|needs '-o"
COMMAND = r"(?:llvm-gprof +(?=\S)|(?:check|diff|export|list|merge|report|sets|tests) +(?=-))"
# Code in a line of text, in the markup of Markdown and of reStructuredText; a line of a block.
CODE = re.compile(rf"(?:`|\*\*){COMMAND}[^`*]+|^(?: +(?:\$ )?|\$ |// RUN: (?:not )?)?{COMMAND}.*", re.M)


def commands(text: str) -> set[str]:
    found = set()
    for code in CODE.findall(re.sub(r"\\\n\s*", "", text)):
        # Not what follows the command; not an argument that the reader chooses.
        code = re.split(r"\s#|\s[>|&<;]|;|…|\.\.\.", code[re.search(COMMAND, code).start() :])[0]
        code = re.sub(r"=(NAME|FUNCTION|FILE)\b", "=json", code.removeprefix("llvm-gprof"))
        if re.search(r"(^|\s)-", code):
            found.add(" ".join(code.split()))
    return found


def main(*documents: str) -> None:
    number, errors = 0, []
    for document in documents:
        for command in sorted(commands(pathlib.Path(document).read_text())):
            done = subprocess.run(
                ["llvm-gprof", *shlex.split(command)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
            number += 1
            if done.returncode and not re.search(MISSING, done.stderr):
                errors.append(f"{document}: llvm-gprof {command}: {done.stderr}")
    if errors:
        sys.exit("\n".join(errors))
    print(f"{number} commands")


if __name__ == "__main__":
    main(*sys.argv[1:])
