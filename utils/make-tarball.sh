#!/usr/bin/env bash
# Packs a build into one file that works wherever it is unpacked: on Debian 12 and
# later, with Clang 22.
#
# Usage: utils/make-tarball.sh [BUILD [FOLDER]]
#
# BUILD is a built tree (default: build/ of this source tree), FOLDER the place of the
# file (default: the current folder). Prints the name of the file. Equal builds make
# equal files. The programs contain LLVM; the plugin uses that of its compiler.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(realpath -e "${1:-$root/build}")
folder=$(realpath -e "${2:-.}")

version=$(sed -n 's/^CMAKE_PROJECT_VERSION:.*=//p' "$build/CMakeCache.txt")
llvm=$(basename "$build"/lib/pkgconfig/gmon-*.pc .pc)
name=llvm-gprof-$version-llvm${llvm#gmon-}-$(uname -m)-linux
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --strip --prefix "$work/$name" >"$work/install.txt"

# Refuses what Debian 12, with these C and C++ libraries, could not load.
files=("$work/$name"/bin/* "$work/$name/lib/libgmonpass.so")
for newest in GLIBC_2.36 GLIBCXX_3.4.30 CXXABI_1.3.13; do
  needed=$(grep -shaoE "${newest%_*}_[0-9.]*[0-9]" "${files[@]}" | sort -V | tail -n 1) || true
  if [[ $(printf '%s\n' "$needed" "$newest" | sort -V | tail -n 1) != "$newest" ]]; then
    echo "$(grep -slaF "$needed" "${files[@]}" | head -n 1) needs $needed: build it on Debian 12" >&2
    exit 1
  fi
done

# gzip: every system has it.
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
  --mtime="@${SOURCE_DATE_EPOCH:-0}" -c "$name" | gzip -n >"$work/$name.tar.gz"
mv "$work/$name.tar.gz" "$folder"
echo "$folder/$name.tar.gz"
