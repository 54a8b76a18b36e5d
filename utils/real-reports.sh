#!/usr/bin/env bash
# Builds bzip2, gzip, Lua, SQLite and zstd with `gcc -pg -g` and `clang -pg -g`,
# runs them, and compares every report of llvm-gprof with GNU gprof's.
#
# Usage: utils/real-reports.sh [BUILD [WORK [NAME...]]]
#
# BUILD is llvm-gprof's build or install tree (default: build/ of this source
# tree), WORK a folder for all generated files (default: one under /tmp; it is
# kept, and fetched sources are not fetched again), NAME a program (default: all).
# Prints a row for each program, and exits with status 1 if a report differed;
# WORK/reports/ has the differences.
#
# Needs: clang-22, gcc, gprof, python3, tclsh, make, and apt-get with a source
# archive.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(cd "${1:-$here/../build}" && pwd)
mkdir -p "${2:-${TMPDIR:-/tmp}/llvm-gprof-real-programs}"
WORK=$(cd "${2:-${TMPDIR:-/tmp}/llvm-gprof-real-programs}" && pwd)
names=("${@:3}")
((${#names[@]})) || names=(bzip2 gzip lua sqlite zstd)
# shellcheck source=SCRIPTDIR/programs.sh
source "$here/programs.sh"

clang=${GMON_CLANG:-clang-22}
failed=0

# GNU gprof names the wrong file for code of a header at the start of a line table
# of DWARF 5 (docs/manual/compatibility.md). gzip and zstd have such code.
declare -A debug_flags=([gzip]=-gdwarf-4 [zstd]=-gdwarf-4)

# compare NAME COMPILER LEVEL: builds and runs the program; prints its row.
compare() {
  local name=$1 compiler=$2 level=$3 debug=${debug_flags[$1]--g} verdict
  local folder=$WORK/reports/$name-${compiler##*/}$level
  rm -rf "$folder"
  mkdir -p "$folder"
  cd "$folder"
  build_program "$name" "$name" "$compiler" -pg "$debug" "$level" -w
  GMON_OUT_PREFIX=gmon.out run_program "$name" 2 "./$name" >run.txt
  # The file of a function, as nm prints it, replaces its object file. Functions of
  # one name in two files are omitted: GNU gprof assigns both to one file.
  nm -l --defined-only "$name" | sed -nE \
    's/^([0-9a-f]+ [Tt] [^\t]+)\t.*\/([^:]+):[0-9]+$/\2.o: \1/p' |
    uniq -f 3 -u >objects.map
  verdict=$("$here/compare-reports.py" --map objects.map \
    "$build/bin/llvm-gprof" "$name" gmon.out.* | tee differences.txt |
    tail -n 1) || failed=1
  printf '| %s | %s | %s | %s | %s |\n' \
    "$name" "${compiler##*/}" "$debug" "$level" "$verdict"
}

fetch_programs "${names[@]}"
make_input 2000000
echo "| program | compiler | debug | level | |"
echo "| --- | --- | --- | --- | --- |"
for name in "${names[@]}"; do
  for compiler in gcc "$clang"; do
    for level in -O0 -O2; do
      compare "$name" "$compiler" "$level"
    done
  done
done
exit $failed
