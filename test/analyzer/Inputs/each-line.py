"""Runs a command once for each line of a file. The line is in the file "line".

usage: each-line.py FILE COMMAND...

Prints the command's output. The command must fail with one line on standard error.
"""

import pathlib
import subprocess
import sys

for line in pathlib.Path(sys.argv[1]).read_text().splitlines():
    pathlib.Path("line").write_text(line + "\n")
    done = subprocess.run([*sys.argv[2:], "line"], capture_output=True, text=True)
    if done.returncode != 1 or done.stdout or done.stderr.count("\n") != 1:
        sys.exit(f"{line}: status {done.returncode}\n{done.stdout}{done.stderr}")
    print(done.stderr.removeprefix("llvm-gprof: error: "), end="")
