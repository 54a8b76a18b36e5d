"""Runs the commands that a document shows, and compares what they print with what it shows.

usage: console.py DOCUMENT FOLDER

The commands are the lines with "$ " of its ```console blocks. They run in FOLDER, in one shell. Times and shares,
which differ from run to run, are left out of the comparison, and so are the order of lines and the lines that a
document leaves out ("..."). Each line that it shows must be there, numbers without a fraction as they are. Prints
the number of commands and of lines, or the lines that are missing; these are an error.
"""

import pathlib
import re
import subprocess
import sys

VARYING = re.compile(r"(>=)?\b\d+\.\d+( [munM]?s)?\b( ns| us| ms)?|\b\d+ M times|\b\d+ more\b|\b0x[0-9a-f]+\b")


def shape(line: str) -> str:
    """LINE without what varies from run to run: a line of source may have no time."""
    return " ".join(VARYING.sub(" ", line).split())


def commands(text: str) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"^```console\n(.*?)^```", text, re.S | re.M):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif line.strip() not in ("", "..."):
                found[-1][1].append(line)
    return found


def main(document: str, folder: str) -> None:
    missing, number = [], 0
    for command, lines in commands(pathlib.Path(document).read_text()):
        # A table of few rows has others in another run.
        command = re.sub(r" --top=\d+", " --all", command)
        done = subprocess.run(command, shell=True, cwd=folder, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            missing.append(f"$ {command}: status {done.returncode}")
        printed = {shape(line) for line in done.stdout.splitlines()}
        # The first line of a report names the modules with time.
        wanted = [line for line in lines if not re.match(r"[\d.]+ s CPU|\d+ more$", line)]
        missing += [f"$ {command}: {line}" for line in wanted if shape(line) not in printed]
        number += len(wanted)
        print(f"$ {command}: {len(wanted)} lines")
    if missing:
        sys.exit("missing:\n" + "\n".join(missing))
    print(f"{number} lines are there")


if __name__ == "__main__":
    main(*sys.argv[1:])
