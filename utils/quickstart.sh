#!/usr/bin/env bash
# Builds llvm-gprof, profiles a program with it, and prints its reports.
#
# Usage: utils/quickstart.sh [SOURCE [ARGUMENT...]]
#
# SOURCE is a C or C++ program in one file (default: examples/raytracer.cpp).
# The program runs with the ARGUMENTs. The script installs the Debian packages
# that are missing. If llvm-gprof is installed, and not built here, it uses the
# installation. Its exit status is that of the first command that fails.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source=$(realpath -e "${1:-$root/examples/raytracer.cpp}")
shift || true
case $source in
*.c) compiler=gmon-clang ;;
*) compiler=gmon-clang++ ;;
esac

# step TEXT: names the step that begins.
steps=6
number=0
step() {
  printf '\n=== %d/%d %s\n' $((++number)) $steps "$1"
}

# show LINES COMMAND...: prints the command, runs it, and prints the first LINES of
# its output. Its status is the command's.
show() {
  local status=0
  printf '$ %s\n' "${*:2}"
  "${@:2}" >output || status=$?
  head -n "$1" output
  local more=$(($(wc -l <output) - $1))
  ((more <= 0)) || echo "[... $more more lines]"
  return "$status"
}

cd "$root"
if [[ ! -e build/CMakeCache.txt ]] && command -v gmon-clang gmon-clang++ llvm-gprof; then
  echo "Using this installation; a build would be in $root/build"
  steps=4
else
  step "Install the packages that are missing"
  utils/install-packages.sh
  step "Build the compiler plugin, the runtime and llvm-gprof: about 5 minutes of CPU time"
  cmake --preset release
  cmake --build --preset release --target gmonpass gmon_rt gmon-clang gmon-clang++ llvm-gprof
  PATH=$root/build/bin:$PATH
fi

mkdir -p build/quickstart
cd build/quickstart
unset GMON_OPTIONS GMON_OUT_PREFIX
rm -f gmon.out

step "Compile: -g for source lines, -a=source for their execution counts"
show 0 $compiler -O2 -g -a=source "$source" -o program
step "Run the program: it writes gmon.out"
show 10 ./program "$@" || echo "(exit status $?)"
step "Print reports"
printf '\nThe functions that took the time:\n\n'
show 12 llvm-gprof report program
printf '\nThe call graph:\n\n'
show 30 llvm-gprof -b -q program
# The linkage name of the function of SOURCE with the most time.
hottest=$(llvm-gprof export --format=csv --demangle=none program 2>/dev/null |
  awk -F, -v file="$source" '$3 == file && !name { name = $1 } END { print name }')
if [[ -n $hottest ]]; then
  printf '\nThe lines of the hottest function, with time and exact execution counts:\n\n'
  show 40 llvm-gprof list -I "${source%/*}" "$hottest" program
fi
step "Write the page: reports, call graph and source, for a browser"
show 0 llvm-gprof export -o profile.html -I "${source%/*}" program

printf '\nAll this took %d s; CPU time, of users and of the kernel: ' "$SECONDS"
times >times.txt
tail -n 1 times.txt
printf '\nOpen the page:\n\n  xdg-open %s\n\n' "$PWD/profile.html"
