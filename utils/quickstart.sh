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

# show TEXT COMMAND...: says what is run, and runs it.
show() {
  printf '\n=== %s\n$ %s\n\n' "$1" "${*:2}"
  "${@:2}" || status=$?
}

PATH=$root/build/bin:$PATH
status=0
rm -f gmon.out
show "Compile for profiling: -g for lines, -a for counts of basic blocks" \
  $compiler -g -a "$source" -o program
[[ $status == 0 ]] || exit $status
show "Run, which writes gmon.out" ./program "$@"
[[ $status == 0 ]] || echo "(exit status $status)"
show "Flat profile: where the time went" llvm-gprof -b -p program
show "Call graph: who called whom, and what it cost" llvm-gprof -b -q program
show "Flat profile by line" llvm-gprof -b -l -p program
show "Annotated source: how often each line ran" \
  llvm-gprof -b -l -A -x program
printf '\nEverything is in %s\n' "$PWD"
