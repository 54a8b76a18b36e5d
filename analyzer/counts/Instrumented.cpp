//===-- Instrumented.cpp - What the plugin instrumented -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The descriptions are adjacent, and have one size: see gmon/abi.h.
//
//===----------------------------------------------------------------------===//

#include "counts/Instrumented.h"
#include "gmon/abi.h"
#include "support/Errors.h"
#include "llvm/Support/DataExtractor.h"

using namespace gmon;
using namespace llvm;

static constexpr uint64_t RecordSize = sizeof(gmon_descriptor);
static_assert(RecordSize == sizeof(gmon_call_site) &&
              RecordSize == sizeof(gmon_outgoing_call) &&
              RecordSize == sizeof(gmon_piece_counters));

Instrumented Instrumented::read(const Image &File) {
  Instrumented Result;
  for (object::ELFSectionRef Section : File.object().sections()) {
    Expected<StringRef> Name = Section.getName();
    if (errorToBool(Name.takeError()) || *Name != GMON_DESCRIPTOR_SECTION)
      continue;
    Expected<StringRef> Contents = Section.getContents();
    if (errorToBool(Contents.takeError()))
      continue;
    const DataExtractor Data(*Contents, File.isLittleEndian(),
                             /*AddressSize=*/8);
    auto Word = [&](uint64_t At) { return int32_t(Data.getU32(&At)); };
    auto TargetOf = [&](uint64_t At) {
      return Section.getAddress() + At + Word(At);
    };
    auto FunctionAt = [&](uint64_t At) -> InstrumentedFunction & {
      return Result.Functions[TargetOf(At)];
    };
    for (uint64_t At = 0; At + RecordSize <= Contents->size();
         At += RecordSize) {
      uint64_t Magic = At;
      switch (Data.getU64(&Magic)) {
      case GMON_DESCRIPTOR_MAGIC: {
        InstrumentedFunction &Its =
            FunctionAt(At + offsetof(gmon_descriptor, function));
        Its.HasCalls |= Word(At + offsetof(gmon_descriptor, record)) != 0;
        Its.HasBlocks |= Word(At + offsetof(gmon_descriptor, blocks)) != 0;
        break;
      }
      case GMON_CALL_SITE_MAGIC:
        FunctionAt(At + offsetof(gmon_call_site, self)).HasCalls = true;
        break;
      case GMON_OUTGOING_CALL_MAGIC:
        if (!(Word(At + offsetof(gmon_outgoing_call, flags)) &
              GMON_CALL_OF_HOOKED))
          Result.OutgoingSites.insert(
              TargetOf(At + offsetof(gmon_outgoing_call, from)));
        break;
      }
    }
  }
  return Result;
}

const InstrumentedFunction *Instrumented::find(uint64_t Address) const {
  auto Found = Functions.find(Address);
  return Found == Functions.end() ? nullptr : &Found->second;
}
