#!/usr/bin/env bash
# Measures the cost of profiling: builds real and small programs plain, by
# llvm-gprof and by its peers, runs all of them in turns, and writes the tables,
# charts and data of docs/measurements/.
#
# Usage: utils/bench/run.sh [--quick] [OPTION...]; --help explains the options.
#
# Needs clang-22, gcc, Debian's package sources, cmake and ninja for llvm-gprof
# itself, valgrind, and python3-matplotlib for the charts. uftrace and clang's
# runtimes (libclang-rt-22-dev) may be missing; the tables say so.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python=python3
# Debian's packages are for Debian's Python, which may not be the first on PATH.
"$python" -c 'import matplotlib' 2>/dev/null || ! [[ -x /usr/bin/python3 ]] ||
  python=/usr/bin/python3
exec "$python" -B "$here/cost" "$@"
