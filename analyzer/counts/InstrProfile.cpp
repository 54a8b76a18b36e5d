//===-- InstrProfile.cpp - Profiles as LLVM's tools have them -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's library writes the format.
//
//===----------------------------------------------------------------------===//

#include "counts/InstrProfile.h"

#include "llvm/ProfileData/InstrProfWriter.h"

using namespace gmon;
using namespace llvm;

std::unique_ptr<MemoryBuffer>
gmon::makeInstrProfile(ArrayRef<InstrProfFunction> Functions, Warnings &Warn) {
  InstrProfWriter Writer;
  // It is the first kind, so it contradicts no other one.
  cantFail(Writer.mergeProfileKind(InstrProfKind::FrontendInstrumentation));
  for (const InstrProfFunction &Function : Functions)
    Writer.addRecord(
        NamedInstrProfRecord(Function.Name, Function.Hash, Function.Counts,
                             Function.Decisions),
        [&](Error E) {
          Warn.add("left out a function of the profile for LLVM's tools",
                   "'" + Function.Name.str() + "': " + toString(std::move(E)));
        });
  return Writer.writeBuffer();
}
