//===-- SetsFuzzer.cpp - Fuzzes the reader of sets of profiles ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a set. Segments and members must lie in the file, one behind another; a
// set of copies of them must have the same ones.
//
//===----------------------------------------------------------------------===//

#include "Parts.h"
#include "files/SetReader.h"
#include "files/SetWriter.h"
#include <cstdlib>

using namespace gmon;
using namespace llvm;

static void require(bool Condition) {
  if (!Condition)
    std::abort();
}

/// Checks that the segments of \p Set, and their members, are in order.
static void checkPlaces(const ProfileSet &Set, uint64_t Size) {
  uint64_t End = 0;
  for (const Segment &Each : Set.segments()) {
    const SegmentHead Head = cantFail(Set.headOf(Each));
    require(Head.Offset >= End && Head.HeadSize <= Head.Size &&
            Head.Size <= Size - Head.Offset);
    uint64_t MemberEnd = Head.Offset + Head.HeadSize;
    End = Head.Offset + Head.Size;
    for (const SegmentMember &Member : Set.membersOf(Each)) {
      require(Member.Offset >= MemberEnd && Member.Size <= End - Member.Offset);
      MemberEnd = Member.Offset + Member.Size;
    }
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const MemoryFile File, Copies;
  File.set(StringRef(reinterpret_cast<const char *>(Data), Size));
  auto Set = cantFail(openSet(File.path()));
  checkPlaces(*Set, Size);

  std::string Bytes;
  raw_string_ostream OS(Bytes);
  for (const Segment &Each : Set->segments())
    cantFail(copySegment(OS, Set, Each));
  Copies.set(Bytes);
  auto Copy = cantFail(openSet(Copies.path()));
  require(Copy->unused().Damaged == 0 && Copy->unused().Superseded == 0 &&
          Copy->segments().size() == Set->segments().size());
  for (size_t I = 0; I < Set->segments().size(); ++I) {
    const Segment &Old = Set->segments()[I], &New = Copy->segments()[I];
    require(cantFail(Set->headOf(Old)).Image ==
                cantFail(Copy->headOf(New)).Image &&
            Old.label() == New.label() &&
            Set->membersOf(Old).size() == Copy->membersOf(New).size());
  }
  return 0;
}
