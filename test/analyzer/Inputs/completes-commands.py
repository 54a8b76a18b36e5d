"""Compares the shells' completions after each command with its --help.

usage: completes-commands.py BASH_SCRIPT ZSH_SCRIPT FOLDER < HELP

HELP is the output of llvm-gprof --help, FOLDER the folder of the tests.
"""

import pathlib
import re
import shutil
import subprocess
import sys

bash, zsh, folder = sys.argv[1:]


def output(*command: str, text: str = "") -> str:
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, check=True
    )
    return done.stdout


commands = re.search(r"command \[options\] \.\.\.\n\n((?:  .*\n)+)", sys.stdin.read())[1]
names = [line.split()[0] for line in commands.splitlines()]
for name in names:
    text = output("llvm-gprof", name, "--help")
    options = output(sys.executable, f"{folder}/Inputs/options-of.py", "help", text=text)
    wanted = set(options.split())
    words = output("bash", f"{folder}/Inputs/complete.sh", bash, "llvm-gprof", name, "-")
    if {word.rstrip("=") for word in words.split()} != wanted:
        sys.exit(f"bash, {name}: {words}")
    part = pathlib.Path(zsh).read_text().split(f"\n  {name})\n")[1].split(";;")[0]
    specs = set(re.findall(r"'\*(-[\w-]*[\w])(?:=|\+|-)*-?\[", part))
    if specs != wanted:
        sys.exit(f"zsh, {name}: {specs ^ wanted}")
if shutil.which("zsh"):
    output("zsh", "-n", zsh)
print(*names, "are complete")
