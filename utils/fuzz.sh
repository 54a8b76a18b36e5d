#!/usr/bin/env bash
# Builds the fuzzers of the analyzer and runs each.
#
#   utils/fuzz.sh [SECONDS [FUZZER...]]
#
# SECONDS, 900 unless told, is how long each runs; FUZZERs, all unless told, are
# names of test/fuzz without "Fuzzer.cpp". What is found lies in
# build-fuzz/findings/, with the log of each; the exit status is 1 if anything
# was found. Seeds are the corpus in test/fuzz/corpus/ and what make-seeds.py
# makes; what the fuzzers learn stays in build-fuzz/corpus/ for the next time.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=${1:-900}
shift || true
if [ $# -eq 0 ]; then
  for source in test/fuzz/*Fuzzer.cpp; do
    set -- "$@" "$(basename "$source" Fuzzer.cpp)"
  done
fi
build=$PWD/build-fuzz

cmake --preset fuzz
cmake --build --preset fuzz --target fuzzers llvm-gprof

tools=$(llvm-config-22 --bindir)
PATH=$tools:$PATH

# Each test calls a script in place of llvm-gprof, which keeps the call as a
# seed. Whether the tests pass is no matter here.
rm -rf "$build/seeds"
mkdir -p "$build/seeds/bin" "$build/findings" "$build/scratch"
cat > "$build/seeds/bin/llvm-gprof" <<END
#!/bin/sh
exec python3 '$PWD/test/fuzz/make-seeds.py' record '$build/seeds' '$build/bin/llvm-gprof' "\$@"
END
chmod +x "$build/seeds/bin/llvm-gprof"
"$tools/lit" -q --param gmon_site_config="$build/test/lit.site.cfg.py" \
  --param first_in_path="$build/seeds/bin" test/analyzer > /dev/null || true
python3 test/fuzz/make-seeds.py compile "$build/seeds"

# The memory of a run is bounded by its input; a single run by its time.
export GPROF_PATH=$PWD/test/fuzz
# Debian's LLVM is built without sanitizers, and does not unpoison what it takes
# from a BumpPtrAllocator of ours. What was freed is kept for a while, by default
# 256 MB of it, which would count against the bound on memory.
export ASAN_OPTIONS=detect_leaks=1:max_allocation_size_mb=256:allow_user_poisoning=0:quarantine_size_mb=64
status=0
for name in "$@"; do
  fuzzer=${name}Fuzzer
  corpora=("$build/corpus/$fuzzer")
  for folder in "$PWD/test/fuzz/corpus/$name" "$build/seeds/$fuzzer"; do
    if [ -d "$folder" ]; then corpora+=("$folder"); fi
  done
  mkdir -p "${corpora[0]}"
  echo "== $fuzzer, $seconds seconds"
  (cd "$build/scratch" &&
    "$build/bin/$fuzzer" -max_total_time="$seconds" -timeout=10 \
      -rss_limit_mb=512 -malloc_limit_mb=64 -max_len=49152 -print_final_stats=1 \
      -artifact_prefix="$build/findings/$name-" "${corpora[@]}" \
      > "$build/findings/$name.log" 2>&1) || { status=1; echo "found something"; }
  grep -E 'cov: .*DONE|DONE .*cov:|stat::|SUMMARY' "$build/findings/$name.log" || true
done
exit $status
