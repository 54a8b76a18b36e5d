#!/bin/bash
# Checks rules about growth on real programs with random inputs: rules that the
# algorithm keeps hold, and rules that it does not keep fail.
#
#   utils/bench/growth.sh BUILD WORK [SETS]
#
# BUILD is a folder with this project's build; WORK gets the sources of bzip2, gzip and
# Lua and the runs. Each of the SETS (100) sets consists of runs of one program with
# random inputs of six sizes. Prints the rules with another verdict, and how many rules
# hold, fail and are unknown. Exits with 1 if there is a false alarm, a violation was
# not found, or more than 1% of the rules that the algorithm keeps are unknown.
set -euo pipefail
build=$(realpath "$1")
WORK=$2
sets=${3-100}
mkdir -p "$WORK"
# shellcheck source=utils/programs.sh
. "$(dirname "${BASH_SOURCE[0]}")/../programs.sh"
fetch_programs bzip2 gzip lua
for name in bzip2 gzip lua; do
  [[ -x $WORK/growth-$name ]] ||
    build_program "$name" "$WORK/growth-$name" "$build/bin/gmon-clang" -O2 -a -w
done
exec python3 "$utils/bench/growth.py" "$build/bin/llvm-gprof" "$WORK" "$sets"
