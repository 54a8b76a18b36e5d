#!/usr/bin/env bash
# Makes a program faster by its profile, and prints how many instructions that saves.
#
# usage: utils/pgo-example.sh BUILD [SOURCE [ARGUMENT...]]
#
# BUILD is the build folder of llvm-gprof, or its installation; SOURCE is a C program in one
# file (default: examples/pgo.c), which runs with the ARGUMENTs. Needs valgrind.
set -euo pipefail

build=$(realpath "$1")/bin
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source=$(realpath -e "${2:-$root/examples/pgo.c}")
arguments=("${@:3}")
[[ $# -gt 1 ]] || arguments=('1 + 20 * 300' '4000 * 5')
clang=${CLANG:-clang-22}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$build/gmon-clang" -O2 -gmon-pgo "$source" -o counted
GMON_OPTIONS='' ./counted "${arguments[@]}" >output
"$build/llvm-gprof" pgo -o app.prof counted
"$clang" -O2 "$source" -o plain
"$clang" -O2 -fpseudo-probe-for-profiling -funique-internal-linkage-names \
  -fprofile-sample-use=app.prof "$source" -o faster

# instructions PROGRAM: prints how many it executes. Its output must be that of the
# counted program.
instructions() {
  valgrind -q --tool=callgrind --callgrind-out-file="$1.counts" "./$1" \
    "${arguments[@]}" 2>/dev/null | cmp - output
  sed -n 's/^totals: //p' "$1.counts"
}
before=$(instructions plain)
after=$(instructions faster)
printf 'plain  %12d instructions\nfaster %12d, %+.1f%%\n' "$before" "$after" \
  "$(python3 -c "print(100 * ($after - $before) / $before)")"
