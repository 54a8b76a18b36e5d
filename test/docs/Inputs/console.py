"""Runs the commands that a document shows, and compares what they print with what it shows.

usage: console.py DOCUMENT [OLD=NEW...]

The commands are the lines with "$ " of its ```console blocks, and the lines with "> " that continue them. One Bash runs
them in order, on a terminal, in the current folder, with NEW in place of each OLD of the document. It ends at a command
that fails, unless the next one is "echo $?". Times and shares, which differ from run to run, are left out of the
comparison, and so are the order of lines and the lines that a document leaves out ("..."). Each line that it shows
must be there, numbers without a fraction as they are. Prints the number of commands and of lines, or the lines that
are missing; these are an error.
"""

import os
import pathlib
import re
import subprocess
import sys

ON_TERMINAL = pathlib.Path(__file__).parents[2] / "analyzer/Inputs/on-terminal.py"
# A time, a share, a difference.
VARYING = re.compile(
    r"(>=|<|[-+](?=\d))?\b\d+\.\d+( [munM]?s)?\b( ns| us| ms)?|\b\d+(?=%)|\b\d+ M times|\b\d+ more\b|\b0x[0-9a-f]+\b"
    r"|\b\d+(?= functions changed)"
)
# The first line of a report names the modules with time. Advice depends on the number of samples, and on a busy machine
# the times of runs differ so much that a difference is not significant.
OPTIONAL = re.compile(
    r"[\d.]+ s CPU|\d+ more$|  There are only \d+ samples|  .*:\s+fewer calls\.|In all [\d.]+ s and [\d.]+ s of a run,"
)
# A row of a few samples, which may be none in another run. A summary leaves out such rows.
RARE = re.compile(r" +[0-9]\.\d +\d+\.\d\d ")
END = "end of command, status "


def shape(line: str) -> str:
    """LINE without what varies from run to run: a line of source may have no time."""
    return " ".join(VARYING.sub(" ", line).split())


def is_there(line: str, printed: list[str]) -> bool:
    """Whether LINE is one of those PRINTED. A hot path may go on; a row without a sample has other columns empty."""
    if line in printed or (" > " in line and any(other.startswith(line) for other in printed)):
        return True
    words = line.split()
    counts = [word for word in words if word.isdigit()]
    return bool(counts) and any(
        words[-1] == row[-1] and all(count in row for count in counts) and len(row) <= len(words) + 1
        for row in map(str.split, printed)
        if row
    )


def sentences(lines: list[str]) -> list[str]:
    """LINES, each sentence of a report as one line: where it is broken depends on its numbers."""
    joined: list[str] = []
    for line in lines:
        if joined and re.match(r" {4}[^\s\d]", line) and re.match(r"  [^\s\d]", joined[-1]):
            joined[-1] += line
        else:
            joined.append(line)
    return joined


def commands(text: str) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"^```console\n(.*?)^```", text, re.S | re.M):
        for line in block.splitlines():
            if line.startswith("$ "):
                # A table of few rows has others in another run.
                found.append((re.sub(r" --top=\d+", " --all", line[2:]), []))
            elif line.startswith("> "):
                found[-1] = (found[-1][0] + "\n" + line[2:], [])
            elif line.strip() not in ("", "..."):
                found[-1][1].append(line)
    return found


def run(shown: list[str]) -> tuple[list[str], int]:
    """What each command prints, up to one that fails, and the last status."""
    script = "trap 'kill $(jobs -p) 2>/dev/null' EXIT\n"
    for command, following in zip(shown, shown[1:] + [""]):
        fails = "true" if following == "echo $?" else "exit $__status"
        script += f"{command}\n__status=$?; echo; echo '{END}'$__status; ((__status == 0)) || {fails}; (exit $__status)\n"
    done = subprocess.run(
        [sys.executable, str(ON_TERMINAL), "0", "bash", "-c", script],
        env={**os.environ, "NO_COLOR": "1", "PAGER": ""},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    return re.split(rf"\n{END}\d+\n", done.stdout)[:-1], done.returncode


def main(document: str, *replacements: str) -> None:
    text = pathlib.Path(document).read_text()
    for replacement in replacements:
        text = text.replace(*replacement.split("=", 1))
    shown = commands(text)
    printed, status = run([command for command, _ in shown])
    missing, number = [], 0
    for (command, lines), output in zip(shown, printed):
        there = [shape(line) for line in sentences(output.splitlines())]
        wanted = [
            line
            for line in sentences(lines)
            if not OPTIONAL.match(line)
            and not (RARE.match(line) and not any(other.endswith(" " + line.split()[-1]) for other in there))
        ]
        missing += [f"$ {command}: {line}" for line in wanted if not is_there(shape(line), there)]
        number += len(wanted)
        print(f"$ {command}: {len(wanted)} lines")
    if status:
        missing.append(f"$ {shown[len(printed) - 1][0]}: status {status}")
    if missing:
        sys.exit("missing:\n" + "\n".join(missing))
    print(f"{number} lines are there")


if __name__ == "__main__":
    main(*sys.argv[1:])
