# Compares what llvm-cov says of clang.out with what llvm-gprof says of gmon.out.elf.
# usage: compare.sh LLVM-COV LLVM-GPROF [FILTER]: both pass through FILTER
set -e
cov=$1
gprof=$2
filter=${3-cat}

# same VERB [OPTION...]
same() {
  verb=$1
  shift
  "$cov" "$verb" clang.out -instr-profile=clang.profdata "$@" > cov.text
  "$gprof" coverage gmon.out.elf "$verb" "$@" > gprof.text
  test -s cov.text
  $filter < cov.text > expected
  $filter < gprof.text > seen
  diff expected seen
}

same report --show-mcdc-summary
same export -format=lcov
# JSON is one line, so no filter makes up for another order of functions.
if [ "$filter" = cat ]; then
  same export
else
  same export -summary-only
fi
same show --show-branches=count --show-mcdc --show-expansions --show-instantiations
