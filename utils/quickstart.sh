#!/usr/bin/env bash
# Shows llvm-gprof at work: builds it, profiles a program, prints four reports.
#
# Usage: utils/quickstart.sh [SOURCE [ARGUMENT...]]
#
# SOURCE is a C or C++ program in one file (default: examples/raytracer.cpp),
# the rest its arguments. What is missing on a Debian machine is installed.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source=$(realpath "${1:-$root/examples/raytracer.cpp}")
shift || true

"$root/utils/install-packages.sh"
echo "Building llvm-gprof ..."
mkdir -p "$root/build/quickstart"
log=$root/build/quickstart/build.log
(cd "$root" && cmake --preset release && cmake --build --preset release) \
  >"$log" 2>&1 || {
  cat "$log"
  exit 1
}

cd "$root/build/quickstart"
case $source in
*.c) compiler=gmon-clang ;;
*) compiler=gmon-clang++ ;;
esac

# show LINES TEXT COMMAND...: says what is run, runs it, and prints so many lines
# of its output.
show() {
  printf '\n=== %s\n$ %s\n\n' "$2" "${*:3}"
  "${@:3}" >output || status=$?
  head -n "$1" output
  local more=$(($(wc -l <output) - $1))
  if ((more > 0)); then
    echo "[... $more more lines]"
  fi
}

PATH=$root/build/bin:$PATH
status=0
rm -f gmon.out
show 50 "Compile for profiling, optimized; -g for lines" \
  $compiler -O1 -g "$source" -o program
[[ $status == 0 ]] || exit "$status"
show 50 "Run, which writes gmon.out" ./program "$@"
[[ $status == 0 ]] || echo "(exit status $status)"
show 30 "Flat profile: where the time went" llvm-gprof -b -p program
show 60 "Call graph: who called whom, and what it cost" llvm-gprof -b -q program
show 30 "The flat profile by line" llvm-gprof -b -l -p program

status=0
export GMON_OUT_PREFIX=counts
rm -f counts.*
show 50 "Again unoptimized, true to the source; -a counts basic blocks" \
  $compiler -g -a "$source" -o counted
./counted "$@" >/dev/null || status=$?
show 400 "Annotated source: how often each line ran" \
  llvm-gprof -b -l -x "-A${source##*/}" counted counts.*
printf '\nAll of it is in %s\n' "$PWD"
