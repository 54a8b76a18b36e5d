#!/usr/bin/env bash
# Compares the cost of llvm-gprof's reports with GNU gprof's: makes big programs and
# profiles of them, once, and prints the tables of docs/measurements/benchmarks.md.
#
# Usage: utils/bench/analyzer.sh [BUILD [WORK [OPTION...]]]
#
# BUILD is llvm-gprof's build or install tree (default: build/ of this source
# tree), WORK a folder for all generated files (default: one under /tmp).
# OPTIONs are those of analyzer.py; --quick takes the small sizes only.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(cd "${1:-$here/../../build}" && pwd)
WORK=${2:-${TMPDIR:-/tmp}/llvm-gprof-real-programs}
mkdir -p "$WORK/analyzer"
WORK=$(cd "$WORK" && pwd)
# shellcheck source=SCRIPTDIR/../programs.sh
source "$here/../programs.sh"
folder=$WORK/analyzer
copies=24

# SQLite is compiled once. Each copy is the assembly with other names for SQLite's
# symbols and its source file.
make_copy() {
  local name=sqlit$1
  if [[ -s $folder/$name.o ]]; then return; fi
  ln -sf sqlite3.c "$folder/$name.c"
  sed "s/sqlite3/$name/g" "$folder/sqlite3.s" |
    clang-22 -c -x assembler - -o "$folder/$name.o"
}

# link NAME INPUT...: the program never runs, so it may be incomplete.
link() {
  local name=$1
  shift
  ld.lld-22 --noinhibit-exec --unresolved-symbols=ignore-all -z muldefs -e 0 \
    "$@" -o "$folder/$name" 2>/dev/null
}

# link_dwarf NAME COPIES
link_dwarf() {
  local objects=("$folder"/sqlit??.o)
  link "$1" "${objects[@]:0:$2}"
}

profile() {
  local name=$1 program=$2
  shift 2
  [[ -s $folder/$name.gmon ]] ||
    "$here/synthetic-profile.py" "$folder/$program" "$folder/$name.gmon" "$@"
}

if [[ ! -e $folder/programs-made ]]; then
  fetch_programs bzip2 sqlite
  cp "$WORK/sqlite/sqlite3.c" "$folder/sqlite3.c"
  # shellcheck disable=SC2086 # a list
  [[ -s $folder/sqlite3.s ]] ||
    (cd "$folder" && clang-22 -S -g -O2 ${flags[sqlite]} sqlite3.c -o sqlite3.s)
  for i in $(seq -w 1 $copies); do make_copy "$i"; done
  link_dwarf dwarf-1 $((copies / 4))
  link_dwarf dwarf-2 $((copies / 2))
  link_dwarf dwarf-3 $copies
  archives=$(llvm-config-22 --libdir)
  llvm=("$archives"/libLLVM*.a)
  # Without debug information, as programs are shipped.
  link big-1 -S --whole-archive "${llvm[@]:0:$((${#llvm[@]} / 3))}"
  link big-2 -S --whole-archive "${llvm[@]}"
  link big-3 -S --whole-archive "${llvm[@]}" "$archives"/libclang*.a \
    "$folder"/sqlit??.o
  build_program bzip2 "$folder/small" clang-22 -g -O2
  touch "$folder/programs-made"
fi
for i in 1 2 3; do
  profile "big-$i" "big-$i" --samples 1000000 --arcs 200000
  profile "dwarf-$i" "dwarf-$i" --samples 200000 --arcs 100000 --blocks 20000
done
profile big-few-arcs big-1 --samples 1000000 --arcs 20000
profile big-sparse big-3 --samples 100000 --arcs 200000 --sparse
profile big-arcs-1 big-3 --samples 100000 --arcs 100000 --sparse
profile big-arcs-3 big-3 --samples 100000 --arcs 400000 --sparse
profile small small --samples 1000 --arcs 100

exec "$here/analyzer.py" "$build/bin/llvm-gprof" "$folder" "${@:3}"
