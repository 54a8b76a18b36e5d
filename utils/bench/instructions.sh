#!/bin/bash
# Compares counted instructions with callgrind's on real programs.
#
# usage: utils/bench/instructions.sh BUILD WORK PROGRAM... [-- LEVEL...]
#
# BUILD is the build folder of llvm-gprof; WORK keeps sources, programs and profiles.
# A PROGRAM is a name of utils/programs.sh; the levels are -O0, -O2 and -O3 by default.
# One run under callgrind gives both its counts and our profile. Prints a row for each
# program and level; WORK/costs has the details (see utils/compare-instructions.py).
# Exit status 1 if a function differs.
set -u
build=$(realpath "$1")
export WORK
mkdir -p "$2" && WORK=$(realpath "$2")
shift 2
programs=() levels=()
while [[ $# -gt 0 && $1 != -- ]]; do programs+=("$1") && shift; done
[[ $# -gt 0 ]] && shift
levels=("${@:--O0}")
[[ $# -gt 0 ]] || levels=(-O0 -O2 -O3)

# shellcheck source=utils/programs.sh
. "$(dirname "${BASH_SOURCE[0]}")/../programs.sh"
fetch_programs "${programs[@]}"
[[ -s $WORK/input ]] || make_input 100000
[[ -s $WORK/input.yaml ]] || for ((i = 0; i < 300; ++i)); do
  printf -- '- name: item %d\n  list: [1, 2.5, "x\\ty"]\n  map: {a: &a%d b, c: *a%d}\n' \
    "$i" "$i" "$i"
done >"$WORK/input.yaml"

# run_counted NAME FOLDER PROGRAM: leaves gmon.* and callgrind.* in FOLDER.
run_counted() (
  cd "$2" || return
  rm -f gmon.* callgrind.*
  export GMON_OUT_PREFIX=gmon GMON_OPTIONS=
  set -- "$1" "$2" valgrind --tool=callgrind --dump-instr=yes --compress-strings=no \
    --compress-pos=no --skip-plt=no --callgrind-out-file=callgrind.%p \
    --log-file=valgrind.%p "$3"
  case $1 in
  yaml) "${@:3}" <"$WORK/input.yaml" ;;
  lua) run_program "$1" "${SCALE:-2}" "${@:3}" ;;
  *) run_program "$1" "${SCALE:-1}" "${@:3}" ;;
  esac >output 2>&1
)

status=0
printf '%-6s %-4s %9s %6s %6s %8s %14s %9s\n' \
  program level functions exact wrong marked instructions error
for name in "${programs[@]}"; do
  for level in "${levels[@]}"; do
    folder=$WORK/costs/$name$level
    mkdir -p "$folder"
    compiler=gmon-clang
    [[ $name = yaml ]] && compiler=gmon-clang++
    # The input of the build decides whether it is still good.
    if [[ ! -e $folder/$name || $build/lib/libgmonpass.so -nt $folder/$name ||
      $build/lib/libgmon_rt.a -nt $folder/$name ]]; then
      build_program "$name" "$folder/$name" "$build/bin/$compiler" -a "$level" \
        -w >"$folder/build" 2>&1 || { echo "$name $level: see $folder/build" && continue; }
    fi
    if [[ $folder/$name -nt $folder/output ]]; then
      run_counted "$name" "$folder" "$folder/$name"
    fi
    python3 "$utils/compare-instructions.py" --gprof "$build/bin/llvm-gprof" --row \
      "$folder/$name" "$folder"/gmon.* "$folder"/callgrind.* \
      >"$folder/differences" || status=1
    printf '%-6s %-4s %s\n' "$name" "$level" "$(tail -n 1 "$folder/differences")"
  done
done
exit "$status"
