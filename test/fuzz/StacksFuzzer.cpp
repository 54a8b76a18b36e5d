//===-- StacksFuzzer.cpp - Fuzzes the reader of files with stacks ---------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a sidecar file. A file that is accepted is written and read again, and
// sums of it must not depend on the order of additions.
//
//===----------------------------------------------------------------------===//

#include "profile/sidecar/StackFile.h"
#include "profile/sidecar/StackSum.h"
#include <cstdlib>

using namespace gmon;
using namespace llvm;

static std::string bytesOf(const StackProfile &Stacks) {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  writeStacks(OS, Stacks);
  return Bytes;
}

/// Returns the sum of \p Parts; nothing if counts are too great.
static std::optional<StackProfile> sumOf(ArrayRef<StackProfile> Parts,
                                         uint64_t Weight = 1) {
  StackSum Sum;
  for (const StackProfile &Part : Parts)
    if (Error E = Sum.add(Part, Weight)) {
      consumeError(std::move(E));
      return std::nullopt;
    }
  return expectedToOptional(Sum.take());
}

static void require(bool Condition) {
  if (!Condition)
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  Expected<StackProfile> Stacks = readStackFile("stacks", Bytes);
  if (!Stacks) {
    // Every error has a position.
    require(StringRef(toString(Stacks.takeError()))
                .starts_with("'stacks': at offset "));
    return 0;
  }
  const std::string Written = bytesOf(*Stacks);
  require(bytesOf(cantFail(readStackFile("stacks", Written))) == Written);

  std::optional<StackProfile> One = sumOf(*Stacks);
  if (!One)
    return 0;
  require(bytesOf(cantFail(readStackFile("stacks", bytesOf(*One)))) ==
          bytesOf(*One));
  require(bytesOf(*sumOf(*One)) == bytesOf(*One));
  std::optional<StackProfile> Two = sumOf({*Stacks, *One});
  if (!Two)
    return 0;
  require(bytesOf(*Two) == bytesOf(*sumOf(*Stacks, /*Weight=*/2)));
  std::optional<StackProfile> Three = sumOf({*Two, *Stacks});
  if (Three)
    require(bytesOf(*Three) == bytesOf(*sumOf({*One, *Two})));
  return 0;
}
