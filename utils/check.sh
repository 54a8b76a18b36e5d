#!/usr/bin/env bash
# Installs missing packages, builds llvm-gprof and runs its tests: all of them with
# the newest supported LLVM, and those of compiled programs with the oldest one,
# too. The last lines are "N skipped" and "N passed, N failed". The exit status is 0
# if tests ran and none failed.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

utils/install-packages.sh --tests

results=()
# check PRESET FOLDER [LIT'S OPTIONS]: builds in FOLDER, and runs the tests there.
check() {
  echo "--- preset $1"
  cmake --preset "$1"
  cmake --build --preset "$1"
  results+=("$PWD/$2/test-results.json")
  rm -f "${results[-1]}"
  # The results say more than lit's exit status.
  LIT_OPTS="${LIT_OPTS-} --output='${results[-1]}' ${3-}" \
    cmake --build --preset "$1" --target check || true
}

check release build
oldest=19
if [[ -e /usr/lib/llvm-$oldest/lib/cmake/llvm/LLVMConfig.cmake ]]; then
  # What depends on the version; the runtime of both is one source, and what else remains is about
  # profiles that are there already.
  check release-llvm-$oldest build-llvm-$oldest "--filter=':: (clang-driver|e2e|pass)/|/(samples|handlers-and-callbacks)[.]'"
else
  echo "LLVM $oldest is not installed: its tests are skipped"
fi

python3 - "${results[@]}" <<'EOF'
import collections, json, sys

codes = collections.Counter()
for name in sys.argv[1:]:
    with open(name) as file:
        codes.update(test["code"] for test in json.load(file)["tests"])
passed = codes["PASS"] + codes["FLAKYPASS"]
# A test that is expected to fail is for something unfinished.
skipped = sum(codes[c] for c in ("UNSUPPORTED", "SKIPPED", "EXCLUDED", "XFAIL"))
failed = codes.total() - passed - skipped
print(f"{skipped} skipped")
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0 or passed == 0)
EOF
