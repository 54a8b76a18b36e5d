//===-- DebugInfo.cpp - Source lines of addresses -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks addresses up in the tables that DebugInfoReader.cpp fills.
//
//===----------------------------------------------------------------------===//

#include "program/DebugInfo.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

size_t DebugInfo::functionIndex(uint64_t Address) const {
  auto It =
      std::ranges::upper_bound(Functions, Address, {}, &FunctionStart::Low);
  return size_t(It - Functions.begin()) - 1;
}

SourceLocation DebugInfo::find(uint64_t Address) const {
  auto It = std::ranges::upper_bound(Lines, Address, {}, &LineStart::Low);
  SourceLocation Result;
  if (It != Lines.begin() && (--It)->Line != 0) {
    Result.Path = Paths[It->File];
    Result.Line = It->Line;
  }
  if (size_t Index = functionIndex(Address); Index < Functions.size()) {
    Result.Function = Functions[Index].Name;
    Result.Inlined = Functions[Index].Inlined;
    Result.Declared = pathOf(Functions[Index].File);
    Result.OfUnit = Functions[Index].OfUnit;
  }
  return Result;
}

std::optional<SourceLocation> DebugInfo::locate(uint64_t Address) const {
  SourceLocation Result = find(Address);
  if (Result.Line == 0)
    return std::nullopt;
  return Result;
}

std::optional<SourceLocation> DebugInfo::locateFirst(AddressRange Range) const {
  auto It = std::ranges::lower_bound(Lines, Range.Low, {}, &LineStart::Low);
  for (; It != Lines.end() && It->Low < Range.High; ++It) {
    std::optional<SourceLocation> Where = locate(It->Low);
    if (Where && Where->Inlined == NotInlined)
      return Where;
  }
  return std::nullopt;
}

UnitFunctionIndex DebugInfo::functionAt(uint64_t Address) const {
  const SourceLocation Where = find(Address);
  UnitFunctionIndex Result = Where.OfUnit;
  for (InlinedCall I = Where.Inlined; I != NotInlined;
       I = InlinedCallSites[I].Outer)
    Result = InlinedCallSites[I].OfUnit;
  return Result;
}

void DebugInfo::walk(
    AddressRange Range,
    function_ref<void(AddressRange, const SourceLocation &)> Visit) const {
  auto It = std::ranges::upper_bound(Lines, Range.Low, {}, &LineStart::Low);
  if (It != Lines.begin())
    --It;
  size_t Next = functionIndex(Range.Low) + 1;
  for (; It != Lines.end() && It->Low < Range.High; ++It) {
    if (It->Line == 0)
      continue;
    uint64_t Address = std::max(It->Low, Range.Low);
    uint64_t End = std::min(It[1].Low, Range.High);
    while (Address < End) {
      while (Next < Functions.size() && Functions[Next].Low <= Address)
        ++Next;
      SourceLocation Where;
      Where.Path = Paths[It->File];
      Where.Line = It->Line;
      if (Next) {
        Where.Function = Functions[Next - 1].Name;
        Where.Inlined = Functions[Next - 1].Inlined;
        Where.OfUnit = Functions[Next - 1].OfUnit;
      }
      uint64_t PartEnd =
          Next < Functions.size() ? std::min(End, Functions[Next].Low) : End;
      Visit({Address, PartEnd}, Where);
      Address = PartEnd;
    }
  }
}
