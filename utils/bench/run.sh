#!/usr/bin/env bash
# What profiling costs: builds real programs and small ones plain, by llvm-gprof
# and by its peers, runs all of them in turns, and writes the tables and charts of
# docs/measurements/benchmarks.md.
#
# Usage: utils/bench/run.sh [--quick] [OPTION...]; --help explains the options.
#
# Needs clang-22, gcc, Debian's package sources within apt-get's reach, cmake and
# ninja for llvm-gprof itself, valgrind, and, for the charts, python3-matplotlib.
# Of the peers, uftrace and clang's runtimes (libclang-rt-22-dev) may be missing;
# the tables say so.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python=python3
# Debian's packages are for Debian's Python, which need not be the first.
"$python" -c 'import matplotlib' 2>/dev/null || ! [[ -x /usr/bin/python3 ]] ||
  python=/usr/bin/python3
exec "$python" -B "$here/cost" "$@"
