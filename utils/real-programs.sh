#!/usr/bin/env bash
# Builds bzip2 and Lua plain and profiled, runs both on the same work, and
# compares the profiles with gprof and callgrind. Then compares line counts of
# these, of gzip and of SQLite, optimized and not, with gcov.
#
# Usage: utils/real-programs.sh [BUILD [WORK]]
#
# BUILD is llvm-gprof's build or install tree (default: build/ of this source
# tree), WORK a folder for all generated files (default: one under /tmp; it is
# kept, and fetched sources are not fetched again). Prints a line for each check
# and exits with status 1 if one failed.
#
# Needs: clang-22, gcc and gcov, gprof, valgrind, python3, and apt-get with a
# source archive.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(cd "${1:-$here/../build}" && pwd)
mkdir -p "${2:-${TMPDIR:-/tmp}/llvm-gprof-real-programs}"
WORK=$(cd "${2:-${TMPDIR:-/tmp}/llvm-gprof-real-programs}" && pwd)
# shellcheck source=SCRIPTDIR/programs.sh
source "$here/programs.sh"

clang=${GMON_CLANG:-clang-22}
scale=4
passed=0
failed=0

# check WHAT COMMAND...: passes if the command succeeds; prints what it prints.
check() {
  local what=$1
  shift
  if "$@" >check.log 2>&1; then
    echo "ok    $what$(grep -v ' warning: ' check.log | tail -n 1 | sed 's/^/: /')"
    passed=$((passed + 1))
  else
    echo "FAIL  $what"
    head -n 100 check.log | sed 's/^/      /'
    failed=$((failed + 1))
  fi
}

# same_report FOLDER OPTION...: GNU gprof and llvm-gprof print the same bytes
# about the profiles in the folder.
same_report() {
  local profiles=$1
  shift
  gprof -b "$@" profiled "$profiles"/gmon.out.* >gnu.txt 2>gnu.err || {
    echo "gprof failed:"
    cat gnu.err
    return 1
  }
  "$build/libexec/llvm-gprof/gprof" -b "$@" profiled "$profiles"/gmon.out.* >ours.txt
  cmp gnu.txt ours.txt || {
    diff gnu.txt ours.txt | head -n 20
    return 1
  }
}

# GNU gprof has room for ten blocks of a line, and silently loses the others
# (docs/manual/compatibility.md). limit_blocks writes the blocks that it keeps to
# limited/; nothing_more checks that llvm-gprof lists as many of all blocks.
limit_blocks() {
  mkdir none limited
  "$here/limit-blocks.py" --no-blocks none gmon.out.* >/dev/null
  gprof -b -l -C -z profiled none/gmon.out.* >symbols.txt
  "$here/limit-blocks.py" symbols.txt limited gmon.out.*
}

nothing_more() {
  gprof -b -l -C profiled gmon.out.* >gnu.txt
  "$build/libexec/llvm-gprof/gprof" -b -l -C profiled gmon.out.* >ours.txt
  ! diff gnu.txt ours.txt | grep '^<'
}

# With --line-arcs functions have the same calls and times as without -l. Only
# the numbers of entries differ: by line, data_start is no symbol.
same_functions() {
  local place=' \([^()]*:[0-9]+ @ [0-9a-f]+\)' number=' ?[[(][0-9]+[])]'
  "$build/bin/llvm-gprof" -b -q profiled gmon.out.* |
    sed -E -e '/^Index/,$d' -e "s/$number *//g" >functions.txt
  "$build/bin/llvm-gprof" -b -l -q --line-arcs profiled gmon.out.* |
    sed -E -e '/^Index/,$d' -e "s/$place//; s/$number *//g" >carried.txt
  diff functions.txt carried.txt && wc -l <functions.txt
}

same_calls() {
  local tool=$1
  valgrind_counts
  "$tool" -b -q -z profiled gmon.out.* >graph.txt
  "$here/compare-callgrind.py" graph.txt callgrind.out.*
}

# callgrind's counts of the plain program, once.
valgrind_counts() {
  compgen -G 'callgrind.out.*' >/dev/null || run_build plain \
    valgrind -q --tool=callgrind --compress-strings=no --compress-pos=no \
    --callgrind-out-file=callgrind.out.%p >/dev/null
}

# gcov's counts of the program, in gcov.txt.
gcov_counts() {
  build_program "$name" covered gcc -O0 -g --coverage
  run_build covered >/dev/null
  gcov --stdout covered-*.gcda >gcov.txt
}

# same_counts REPORT_OPTIONS FLAG...: the line counts of a program built with these
# flags, optimized or not, equal gcov's.
same_counts() {
  local options=$1
  shift
  rm -f gmon.out.*
  build_program "$name" counted "$build/bin/gmon-clang" "$@"
  GMON_OUT_PREFIX=gmon.out run_build counted >/dev/null
  # shellcheck disable=SC2086 # options are a list
  "$build/bin/llvm-gprof" -b $options counted gmon.out.* >annotated.txt
  "$here/compare-gcov.py" annotated.txt gcov.txt "$here/gcov-differences.txt"
}

# run_build BUILD [COMMAND...]: runs that build, under the command if there is
# one. A link gives all builds the same name, which is part of their input.
run_build() {
  ln -f "$1" "$name"
  run_program "$name" $scale "${@:2}" "./$name"
}

fetch_programs bzip2 gzip lua sqlite
make_input 2000000
for name in bzip2 lua; do
  for level in -O0 -O2; do
    folder=$WORK/$name$level
    rm -rf "$folder"
    mkdir "$folder"
    cd "$folder"
    echo "== $name $level"
    # callgrind of Debian 12 reads DWARF 4.
    build_program "$name" plain "$clang" $level -gdwarf-4
    build_program "$name" profiled "$build/bin/gmon-clang" $level -g -a
    run_build plain >plain.txt
    GMON_OUT_PREFIX=gmon.out run_build profiled >profiled.txt
    check "same output and exit status" diff plain.txt profiled.txt
    for options in "" "-l -p" "-l -q" "-C" "-T"; do
      # shellcheck disable=SC2086 # options are a list
      check "gprof -b $options" same_report . $options
    done
    check "-l --line-arcs: functions as without -l" same_functions
    check "room for ten blocks a line" limit_blocks
    check "gprof -b -l -C, these blocks" same_report limited -l -C
    check "gprof -b -l -A -x, these blocks" same_report limited -l -A -x
    check "gprof -b -l -C has nothing more, all blocks" nothing_more
    if [[ $level == -O0 ]]; then
      check "llvm-gprof's calls are callgrind's" \
        same_calls "$build/bin/llvm-gprof"
      check "gprof's calls are callgrind's" same_calls gprof
    fi
  done
done
for name in bzip2 gzip lua sqlite; do
  folder=$WORK/$name-lines
  rm -rf "$folder"
  mkdir "$folder"
  cd "$folder"
  echo "== $name, counts of lines"
  gcov_counts 2>gcov.err
  check "-a -O0: gcov's" same_counts "-l -A -x" -a -O0 -g
  for level in -O0 -O2 -O3; do
    check "-a=source $level: gcov's" same_counts "-l -A" -a=source $level
  done
done
echo "$passed passed, $failed failed"
[[ $failed == 0 ]]
