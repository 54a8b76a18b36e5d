#!/usr/bin/env bash
# What profiling costs: builds bzip2 and Lua at -O2 in six ways, runs them in
# turns, and prints the tables of docs/benchmarks.md.
#
# Usage: utils/bench/run.sh [BUILD [WORK [ROUNDS]]]
#
# BUILD is llvm-gprof's build or install tree (default: build/ of this source
# tree), WORK a folder for everything that is made (default: one under /tmp),
# ROUNDS how often each program runs (default: 9).

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(cd "${1:-$here/../../build}" && pwd)
mkdir -p "${2:-${TMPDIR:-/tmp}/llvm-gprof-real-programs}"
WORK=$(cd "${2:-${TMPDIR:-/tmp}/llvm-gprof-real-programs}" && pwd)
rounds=${3:-9}
# shellcheck source=SCRIPTDIR/../programs.sh
source "$here/../programs.sh"
clang=${GMON_CLANG:-clang-22}

fetch_programs bzip2 lua
make_input 12000000
for name in bzip2 lua; do
  folder=$WORK/bench-$name
  rm -rf "$folder"
  mkdir "$folder"
  names=(plain llvm-gprof "llvm-gprof -a" "clang -pg" "gcc -pg"
    "clang --coverage")
  compilers=("$clang" "$build/bin/gmon-clang" "$build/bin/gmon-clang" "$clang"
    gcc "$clang")
  options=("" "" -a -pg -pg --coverage)
  folders=()
  for i in "${!names[@]}"; do
    mkdir "$folder/$i"
    # shellcheck disable=SC2086 # an option or none
    (cd "$folder/$i" &&
      build_program "$name" "$folder/$i/program" "${compilers[i]}" -O2 \
        ${options[i]})
    folders+=("${names[i]}=$folder/$i")
  done
  case $name in
  bzip2)
    work="\$RUN ./program -9 <'$WORK/input' >output"
    less_work="head -c 1000000 '$WORK/input' | \$RUN ./program -9 >output"
    ;;
  lua)
    # The script exits with status 7.
    work="\$RUN ./program '$utils/mix.lua' 80 >output; [ \$? = 7 ]"
    less_work="\$RUN ./program '$utils/mix.lua' 4 >output; [ \$? = 7 ]"
    ;;
  esac
  printf '\n%s -O2, %s rounds:\n\n' "$name" "$rounds"
  echo "| build | least s | median s | most s | least | instructions |"
  echo "| --- | ---: | ---: | ---: | ---: | ---: |"
  "$here/measure.py" "$rounds" "$work" "$less_work" "${folders[@]}"
done
