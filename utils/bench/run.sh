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

fetch_programs
make_input 12000000
for name in bzip2 lua; do
  folder=$WORK/bench-$name
  rm -rf "$folder"
  mkdir "$folder"
  cd "$folder"
  # name of the build = how it is compiled
  declare -A builds=(
    ["plain"]="$clang -O2"
    ["llvm-gprof"]="$build/bin/gmon-clang -O2"
    ["llvm-gprof -a"]="$build/bin/gmon-clang -O2 -a"
    ["clang -pg"]="$clang -O2 -pg"
    ["gcc -pg"]="gcc -O2 -pg"
    ["clang --coverage"]="$clang -O2 --coverage"
  )
  commands=()
  for how in plain llvm-gprof "llvm-gprof -a" "clang -pg" "gcc -pg" \
    "clang --coverage"; do
    directory=$folder/${how// /}
    mkdir "$directory"
    (
      cd "$directory"
      # shellcheck disable=SC2086 # a command and its options
      build_program "$name" "$directory/program" ${builds[$how]}
    )
    case $name in
    bzip2) work="./program -9 <'$WORK/input' >compressed" ;;
    lua) work="./program '$utils/mix.lua' 80 >output || [ \$? = 7 ]" ;;
    esac
    commands+=("$how=cd '$directory' && $work")
  done
  printf '\n%s\n\n' "$name -O2, user seconds of $rounds runs each:"
  echo "| build | least | median | most | least / plain's least |"
  echo "| --- | ---: | ---: | ---: | ---: |"
  "$here/measure.py" "$rounds" "${commands[@]}"
done
