#!/usr/bin/env bash
# Runs test/rt/Inputs/stress in full: 20,000 threads, 200 at a time, with 200
# children, signals, and libraries that are loaded and unloaded. Checks all counts.
#
# Usage: utils/stress.sh [RUNS [BUILD [THREADS [AT_A_TIME [CHILDREN]]]]]
#        utils/stress.sh stacks [MINUTES [BUILD]]
#        utils/stress.sh sets [PROCESSES [BUILD [AT_A_TIME]]]
#
# With "stacks", takes 10,000 samples a second for that long (default: 60 minutes)
# in 64 threads whose stacks are hard to follow: test/rt/Inputs/stress/stacks.cpp.
# Each run of a minute has other damages in the unwind table of a library. LuaJIT
# (libluajit-5.1-dev) takes part if it is installed.
#
# With "sets", that many processes (default: 10,000), 100 at a time, append to one
# set, a tenth of them is killed at random, and readers look at the profile all the
# time: test/rt/Inputs/stress/sets.py.
#
# RUNS is the number of runs (default: 50), BUILD llvm-gprof's build or install tree
# (default: build/ of this source tree). A run of more than ten minutes is a hang.
# Stops at the first failure, and keeps its folder.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
inputs=$here/../test/rt/Inputs
clang=${GMON_CLANG:-clang-22}

stress_stacks() {
  local minutes=$1 build=$2 lua=() minute
  if [ -e /usr/include/luajit-2.1/lua.hpp ]; then
    lua=(-DWITH_LUA -lluajit-5.1)
  fi
  folder=$(mktemp -d)
  cd "$folder"
  "$build/bin/gmon-clang++" -std=c++20 -O1 -pthread \
    "$inputs/stress/stacks.cpp" -o stacks "${lua[@]}"
  "$build/bin/gmon-clang" -O2 -fPIC -shared "$inputs/stress/stacks-library.c" \
    -o libprofiled.so
  "$clang" -O2 -fPIC -shared "$inputs/stress/stacks-library.c" -o libplain.so
  for ((minute = 1; minute <= minutes; ++minute)); do
    rm -f -- *gmon.out*
    local library=libprofiled.so
    if ((minute % 3)); then
      library=libdamaged.so
      cp libplain.so $library
      if ((minute % 3 == 1)); then
        python3 "$inputs/stress/damage.py" $library "$minute"
      fi
    fi
    printf 'minute %d, %s: ' "$minute" "$library"
    if ! GMON_OPTIONS=hz=10000 timeout 180 ./stacks 60 64 "./$library" ||
      ! python3 "$inputs/stacks.py" stacks.gmon.out belongs=gmon.out; then
      echo "stress: minute $minute failed in $folder" >&2
      exit 1
    fi
  done
  rm -rf "$folder"
  echo "$minutes minutes, no crash"
}

stress_sets() {
  local processes=$1 build=$2 at_a_time=$3
  folder=$(mktemp -d)
  cd "$folder"
  "$build/bin/gmon-clang" -O1 "$inputs/stress/sets.c" -o sets
  if ! PATH=$build/bin:$PATH python3 "$inputs/stress/sets.py" \
    ./sets "$processes" "$at_a_time"; then
    echo "stress: failed in $folder" >&2
    exit 1
  fi
  rm -rf "$folder"
}

if [ "${1:-}" = sets ]; then
  stress_sets "${2:-10000}" "$(cd "${3:-$here/../build}" && pwd)" "${4:-100}"
  exit
fi

if [ "${1:-}" = stacks ]; then
  stress_stacks "${2:-60}" "$(cd "${3:-$here/../build}" && pwd)"
  exit
fi

runs=${1:-50}
build=$(cd "${2:-$here/../build}" && pwd)
size=("${3:-20000}" "${4:-200}" "${5:-200}")

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
