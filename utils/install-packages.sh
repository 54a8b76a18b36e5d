#!/usr/bin/env bash
# Installs the Debian packages that are missing. Asks nothing.
#
# Usage: utils/install-packages.sh [--tests]
#
# Without --tests, the packages for building and using llvm-gprof; with it, also
# those of the test suite. A package of the test suite that cannot be installed is
# only reported: the tests that need it are unsupported then.

set -euo pipefail

build_packages=(
  cmake ninja-build python3 clang-22 llvm-22-dev llvm-22-tools libclang-22-dev
  libclang-rt-22-dev lld-22 zlib1g-dev libzstd-dev libxml2-dev
  libcurl4-openssl-dev libprotozero-dev
)
test_packages=(
  autoconf automake binutils catch2 clang-format-14 g++ gcc lib32gcc-12-dev libc6-dev libc6-dev-i386 libgtest-dev libomp-22-dev
  linux-perf meson mold musl-tools python3-docutils python3-psutil strace valgrind
  # Debug information that programs share.
  dwz
  # Programs that utils/compiler-tests.py profiles.
  csmith libcsmith-dev
  # Readers of the formats and the completion of llvm-gprof.
  golang-go graphviz lcov zsh
  # Build systems of examples/.
  bazel-bootstrap bazel-rules-cc bazel-rules-java bazel-rules-proto
  # A browser for the page of llvm-gprof --html.
  chromium chromium-driver
  # Jobs of several processes.
  libmpich-dev libopenmpi-dev mpich openmpi-bin parallel
  # The site of the documents.
  furo python3-myst-parser python3-sphinx
  # Programs for AArch64 and RISC-V, built by Clang and run by QEMU.
  binutils-aarch64-linux-gnu libstdc++-12-dev-arm64-cross
  binutils-riscv64-linux-gnu libstdc++-12-dev-riscv64-cross qemu-user
)
# The oldest LLVM that is supported: whole, or not at all.
oldest_llvm=(
  clang-19 libclang-19-dev libclang-rt-19-dev lld-19 llvm-19-dev llvm-19-tools
)

if ! command -v apt-get >/dev/null; then
  echo "no apt-get here: CMake names missing packages" >&2
  exit 0
fi

# missing PACKAGE...: prints those that are not installed.
missing() {
  local package
  for package; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == \
      installed ]] || echo "$package"
  done
}

apt() {
  local sudo=()
  [[ $EUID == 0 ]] || sudo=(sudo -n)
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o \
    Dpkg::Use-Pty=0 "$@" </dev/null
}

updated=
install() {
  if [[ -z $updated ]]; then
    # The present package lists may suffice, which saves time.
    if apt install -y --no-install-recommends "$@" >/dev/null 2>&1; then
      return
    fi
    apt update
    updated=yes
  fi
  apt install -y --no-install-recommends "$@" >/dev/null
}

mapfile -t packages < <(missing "${build_packages[@]}")
if ((${#packages[@]})); then
  echo "installing ${packages[*]}"
  install "${packages[@]}"
fi

[[ ${1-} == --tests ]] || exit 0
mapfile -t packages < <(missing "${test_packages[@]}")
for package in "${packages[@]}"; do
  echo "installing $package"
  install "$package" || echo "cannot install $package: tests that need it" \
    "are unsupported"
done
mapfile -t packages < <(missing "${oldest_llvm[@]}")
if ((${#packages[@]})); then
  echo "installing ${packages[*]}"
  install "${packages[@]}" || echo "cannot install LLVM 19: it is not tested"
fi
