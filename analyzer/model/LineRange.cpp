//===-- LineRange.cpp - Lines of a source file
//-----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file's name may have colons; the last one is in front of the lines.
//
//===----------------------------------------------------------------------===//

#include "model/LineRange.h"
#include "model/FunctionLookup.h"

#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

bool LineRange::overlaps(StringRef Path, uint32_t First, uint32_t Last) const {
  return this->First <= Last && First <= this->Last && isPathOf(Path, File);
}

std::string LineRange::text() const {
  if (Last == UINT32_MAX)
    return File;
  std::string Result = File + ":" + utostr(First);
  return First == Last ? Result : Result + "-" + utostr(Last);
}

Expected<LineRange> gmon::parseLineRange(StringRef Text) {
  LineRange Result;
  const auto [File, Numbers] = Text.rsplit(':');
  Result.File = File.str();
  if (!Text.contains(':') && !Text.empty())
    return Result;
  const auto [First, Last] = Numbers.split('-');
  Result.Last = 0;
  const bool IsWrong =
      First.getAsInteger(10, Result.First) ||
      (Numbers.contains('-') && Last.getAsInteger(10, Result.Last));
  if (!Numbers.contains('-'))
    Result.Last = Result.First;
  if (IsWrong || File.empty() || Result.First == 0 ||
      Result.Last < Result.First)
    return makeError("expected FILE:LINE or FILE:FIRST-LAST, found '" +
                     Text.str() + "'");
  return Result;
}
