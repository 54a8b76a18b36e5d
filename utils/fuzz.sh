#!/usr/bin/env bash
# Builds the fuzzers of the analyzer and of the runtime's unwinder, and runs each.
#
#   utils/fuzz.sh [SECONDS [FUZZER...]]
#
# Each fuzzer runs for SECONDS (default: 900). FUZZERs (default: all) are names of
# test/fuzz without "Fuzzer.cpp". Findings and logs are in build-fuzz/findings/;
# the exit status is 1 if there are findings. Seeds are the corpus in
# test/fuzz/corpus/ and the output of make-seeds.py. New inputs of the fuzzers stay
# in build-fuzz/corpus/ for the next run.

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

# Each test calls a script in place of llvm-gprof, which records the call as a
# seed. The tests need not pass.
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

# The input bounds the memory of a run. A time limit bounds a single run.
export GPROF_PATH=$PWD/test/fuzz
# Debian's LLVM is built without sanitizers, and does not unpoison memory that it
# takes from our BumpPtrAllocator. The sanitizer keeps freed memory for a while, by
# default 256 MB, which would count against the bound on memory.
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
