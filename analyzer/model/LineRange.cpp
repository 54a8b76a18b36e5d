//===-- LineRange.cpp - Lines of a source file ----------------------------===//
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

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

bool LineRange::overlaps(StringRef Path, uint32_t First, uint32_t Last) const {
  return this->First <= Last && First <= this->Last && isPathOf(Path, File);
}

bool gmon::overlapsAny(ArrayRef<LineRange> Ranges, StringRef Path,
                       uint32_t First, uint32_t Last) {
  return any_of(Ranges, [&](const LineRange &Range) {
    return Range.overlaps(Path, First, Last);
  });
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

/// Takes "-12,3" or "+12" from the front of \p Text. Returns whether it is one.
static bool takeRange(StringRef &Text, StringRef Sign, uint32_t &First,
                      uint32_t &Count) {
  Count = 1;
  return Text.consume_front(Sign) && !Text.consumeInteger(10, First) &&
         (!Text.consume_front(",") || !Text.consumeInteger(10, Count));
}

/// Returns the path in the line "+++ b/path" of a diff, whose other side has \p
/// Old.
static StringRef newPath(StringRef Line, StringRef Old) {
  StringRef Path = Line.split('\t').first.rtrim('\r');
  // Git's prefixes are no folders.
  if (Path.starts_with("b/") &&
      (Old.starts_with("a/") || Old.starts_with("/dev/null")))
    Path = Path.drop_front(2);
  return Path;
}

Expected<std::vector<LineRange>> gmon::parseDiff(StringRef Text) {
  std::vector<LineRange> Result;
  StringRef Old, Path;
  uint32_t Number = 0, OldLeft = 0, NewLeft = 0, Unused;
  bool HasHunk = false;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    if (!OldLeft && !NewLeft) {
      if (Line.consume_front("--- "))
        Old = Line;
      else if (Line.consume_front("+++ "))
        Path = newPath(Line, Old);
      else if (Line.consume_front("@@ ")) {
        if (!takeRange(Line, "-", Unused, OldLeft) ||
            !Line.consume_front(" ") ||
            !takeRange(Line, "+", Number, NewLeft) || Path.empty())
          return makeError("this is no unified diff");
        HasHunk = true;
      }
      continue;
    }
    const char Sign = Line.empty() ? ' ' : Line.front();
    if (Sign == '\\') // the end of the file has no line break
      continue;
    OldLeft -= Sign != '+' && OldLeft;
    NewLeft -= Sign != '-' && NewLeft;
    if (Sign == '+') {
      if (!Result.empty() && Result.back().File == Path &&
          Result.back().Last + 1 == Number)
        Result.back().Last = Number;
      else
        Result.push_back({Path.str(), Number, Number});
    }
    Number += Sign != '-';
  }
  if (!HasHunk)
    return makeError("this is no unified diff");
  return Result;
}
