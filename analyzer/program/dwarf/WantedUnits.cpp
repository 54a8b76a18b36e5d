//===-- WantedUnits.cpp - Which units to read -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "program/dwarf/WantedUnits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFDie.h"

using namespace gmon;
using namespace llvm;

bool gmon::mayHaveCodeAt(const DWARFDie &Unit,
                         const std::vector<uint64_t> &Addresses) {
  Expected<DWARFAddressRangesVector> Ranges = Unit.getAddressRanges();
  if (!Ranges) {
    consumeError(Ranges.takeError());
    return true;
  }
  return Ranges->empty() || any_of(*Ranges, [&](const DWARFAddressRange &Each) {
           auto It = llvm::lower_bound(Addresses, Each.LowPC);
           return It != Addresses.end() && *It < Each.HighPC;
         });
}
