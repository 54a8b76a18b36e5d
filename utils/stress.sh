#!/usr/bin/env bash
# Runs test/rt/Inputs/stress in full: 20,000 threads, 200 at a time, with 200
# children, signals, and libraries that are loaded and unloaded. Checks all counts.
#
# Usage: utils/stress.sh [RUNS [BUILD [THREADS [AT_A_TIME [CHILDREN]]]]]
#
# RUNS is the number of runs (default: 50), BUILD llvm-gprof's build or install tree
# (default: build/ of this source tree). A run of more than ten minutes is a hang.
# Stops at the first failure, and keeps its folder.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
runs=${1:-50}
build=$(cd "${2:-$here/../build}" && pwd)
size=("${3:-20000}" "${4:-200}" "${5:-200}")
inputs=$here/../test/rt/Inputs
clang=${GMON_CLANG:-clang-22}

folder=$(mktemp -d)
cd "$folder"
"$build/bin/gmon-clang" -O1 -a -fPIC -c "$inputs/stress/library.c"
"$clang" -shared library.o "$build/lib/libgmon_rt.a" -o libgone.so
"$build/bin/gmon-clang" -O1 -a -fPIC -shared "$inputs/stress/library.c" \
  -o libstay.so
"$build/bin/gmon-clang" -O1 -a -pthread "$inputs/stress/program.c" -o program
for ((run = 1; run <= runs; ++run)); do
  rm -f gmon.out* gone.* expected*
  printf 'run %d: ' "$run"
  if ! timeout 600 ./program "${size[@]}" ||
    ! sh "$inputs/stress/check.sh" "python3 '$inputs/calls.py'" program; then
    echo "stress: run $run failed in $folder" >&2
    exit 1
  fi
done
rm -rf "$folder"
echo "$runs runs, all counts exact"
