#!/usr/bin/env bash
# Makes the documents into a site: HTML that works from a folder and from a server.
#
# Usage: utils/build-site.sh FOLDER [BUILD WORK]
#
# Debian's packages: python3-sphinx, python3-myst-parser, and furo for the theme. A
# warning of Sphinx, such as one about a dead link, is an error.
#
# With BUILD, a build of llvm-gprof, the site has a live page: the profile of SQLite's
# speedtest1. utils/programs.sh fetches and builds SQLite in the folder WORK.

set -euo pipefail

if (($# != 1 && $# != 3)); then
  sed -n 's/^# Usage: /usage: /p' "$0" >&2
  exit 1
fi
# Debian's Python has Debian's packages, whichever is first in PATH.
for python in python3 /usr/bin/python3 ''; do
  if [[ -z $python ]]; then
    echo "no Sphinx here: install python3-sphinx and python3-myst-parser" >&2
    exit 1
  fi
  "$python" -c 'import sphinx, myst_parser' 2>/dev/null && break
done

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mkdir -p "$1"
site=$(cd "$1" && pwd)
staged=$(mktemp -d)
trap 'rm -rf "$staged"' EXIT

# The live page, with the sources of SQLite that were sampled or executed.
live_page() {
  local build=$1
  export WORK=$2
  # shellcheck source=utils/programs.sh
  . "$root/utils/programs.sh"
  fetch_programs sqlite
  build_program sqlite "$WORK/speedtest1" "$build/bin/gmon-clang" -O2 -g -a=source
  (cd "$WORK" && GMON_OPTIONS=hz=1000:out=speedtest1.gmon ./speedtest1 --size 100 :memory: >/dev/null)
  "$build/bin/llvm-gprof" export -o "$staged/extra/sqlite.html" "$WORK/speedtest1" \
    "$WORK/speedtest1.gmon"
}

mkdir -p "$staged/extra/rt/include"
cp "$root"/{README,CHANGELOG,CONTRIBUTING}.md "$root/docs/site/conf.py" "$staged"
cp -r "$root/docs" "$staged"
rm -r "$staged/docs/site"
cp -r "$root/examples" "$staged/extra"
cp -r "$root/rt/include/gmon" "$staged/extra/rt/include"
if (($# == 3)); then
  live_page "$(cd "$2" && pwd)" "$(mkdir -p "$3" && cd "$3" && pwd)"
fi

"$python" -m sphinx -W --keep-going -q -b html -d "$staged/doctrees" "$staged" "$site"
cp "$site/README.html" "$site/index.html"
