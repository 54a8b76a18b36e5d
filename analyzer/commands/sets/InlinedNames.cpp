//===-- InlinedNames.cpp - Functions with inlined code --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The innermost function of inlined code is that of its address. The others are
// the callers of inlined calls that are themselves inlined.
//
//===----------------------------------------------------------------------===//

#include "commands/sets/InlinedNames.h"
#include "program/DebugInfo.h"
#include "program/Image.h"
#include "support/Errors.h"

using namespace gmon;
using namespace llvm;

StringSet<> command::inlinedNames(StringRef Path) {
  StringSet<> Result;
  std::optional<Image> Program = Image::openIfThere(Path);
  if (!Program)
    return Result;
  Warnings Ignored; // the profile of the file was read: they are known
  const DebugInfo Info =
      DebugInfo::read(*Program, DebugInfo::LinesAndInlinedCalls, Ignored);
  Info.walk({0, UINT64_MAX}, [&](AddressRange, const SourceLocation &Where) {
    if (Where.Inlined != NotInlined)
      Result.insert(Where.Function);
  });
  for (const InlinedCallSite &Call : Info.inlinedCallSites())
    if (Call.Outer != NotInlined)
      Result.insert(Call.Function);
  Result.erase("");
  return Result;
}
