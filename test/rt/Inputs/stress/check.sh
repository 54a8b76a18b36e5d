#!/bin/sh
# Compares what program.c, run in this folder, expects with its profiles.
#
# usage: check.sh CALLS PROGRAM, where CALLS is the command for calls.py
calls=$1
program=$2

# compare EXPECTED BLOCK MODULE PROFILE...: callers that are not counted
# themselves are all the same.
compare() {
  expected=$1 block=$2 module=$3
  shift 3
  eval "$calls" "$module" "$@" >calls.txt || exit 1
  awk -v block="$block" '
    NR == FNR { if ($2 == "->") counted[$3] = 1; next }
    $2 == "->" { calls[(counted[$1] ? $1 : "<other>") " -> " $3] += $4 }
    $1 == "block" && $2 == block { blocks[$3] = 1 }
    END {
      for (arc in calls) printf "%s %.0f\n", arc, calls[arc]
      for (count in blocks) print "block", block, count
    }' calls.txt calls.txt | LC_ALL=C sort >found.txt
  LC_ALL=C sort "$expected" | diff -u - found.txt || {
    echo "stress: counts of $module differ from $expected" >&2
    status=1
  }
}

status=0
compare expected leaf "$program" gmon.out
compare expected.children leaf "$program" 'gmon.out.*[0-9]'
compare expected.stay step libstay.so 'gmon.out*.libstay.so'
compare expected.gone step libgone.so 'gone.*'
exit $status
