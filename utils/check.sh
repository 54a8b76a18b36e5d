#!/usr/bin/env bash
# Installs missing packages, builds llvm-gprof and runs its tests. The last lines
# are "N skipped" and "N passed, N failed". The exit status is 0 if tests ran and
# none failed.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

utils/install-packages.sh --tests
cmake --preset release
cmake --build --preset release

results=$PWD/build/test-results.json
rm -f "$results"
# The results say more than lit's exit status.
LIT_OPTS="${LIT_OPTS-} --output='$results'" \
  cmake --build --preset release --target check || true

python3 - "$results" <<'EOF'
import collections, json, sys

with open(sys.argv[1]) as file:
    codes = collections.Counter(test["code"] for test in json.load(file)["tests"])
passed = codes["PASS"] + codes["FLAKYPASS"]
# A test that is expected to fail is for something unfinished.
skipped = sum(codes[c] for c in ("UNSUPPORTED", "SKIPPED", "EXCLUDED", "XFAIL"))
failed = codes.total() - passed - skipped
print(f"{skipped} skipped")
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0 or passed == 0)
EOF
