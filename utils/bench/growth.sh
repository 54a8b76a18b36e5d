#!/bin/bash
# Checks that rules about growth raise no false alarm on real programs with random
# inputs.
#
#   utils/bench/growth.sh BUILD WORK [SETS]
#
# BUILD is a folder with this project's build; WORK gets the sources of bzip2 and Lua
# and the runs. Each of the SETS (100) sets consists of runs with six sizes of one
# random input, under rules that the algorithm keeps. Prints the failures, and
# exits with 1 if there are any.
set -euo pipefail
build=$(realpath "$1")
WORK=$2
sets=${3-100}
mkdir -p "$WORK"
# shellcheck source=utils/programs.sh
. "$(dirname "${BASH_SOURCE[0]}")/../programs.sh"
fetch_programs bzip2 lua
for name in bzip2 lua; do
  [[ -x $WORK/growth-$name ]] ||
    build_program "$name" "$WORK/growth-$name" "$build/bin/gmon-clang" -O2 -a -w
done
exec python3 "$utils/bench/growth.py" "$build/bin/llvm-gprof" "$WORK" "$sets"
