//===-- Instrumented.cpp - What the plugin instrumented -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The records are adjacent: see gmon/abi.h.
//
//===----------------------------------------------------------------------===//

#include "counts/Instrumented.h"
#include "gmon/abi.h"
#include "support/Errors.h"
#include "llvm/Support/DataExtractor.h"

using namespace gmon;
using namespace llvm;

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
    auto Word = [&](uint64_t Offset) { return int32_t(Data.getU32(&Offset)); };
    auto TargetOf = [&](uint64_t Offset) {
      return Section.getAddress() + Offset + Word(Offset);
    };
    auto FunctionAt = [&](uint64_t Offset) -> InstrumentedFunction & {
      return Result.Functions[TargetOf(Offset)];
    };
    uint64_t Size;
    for (uint64_t Offset = 0; Offset + sizeof(uint32_t) <= Contents->size();
         Offset += Size) {
      const uint32_t Head = Word(Offset);
      Size = sizeof(uint32_t);
      if ((Head & GMON_RECORD_MAGIC_MASK) != GMON_RECORD_MAGIC)
        continue;
      Size *= gmon_record_words(Head);
      if (Size > Contents->size() - Offset)
        break;
      const uint64_t First = Offset + sizeof(gmon_group);
      switch (GMON_RECORD_KIND(Head)) {
      case GMON_FUNCTION: {
        InstrumentedFunction &Its =
            FunctionAt(Offset + offsetof(gmon_descriptor, function));
        Its.HasCalls |= Word(Offset + offsetof(gmon_descriptor, record)) != 0;
        Its.HasBlocks |= Word(Offset + offsetof(gmon_descriptor, blocks)) != 0;
        break;
      }
      case GMON_COUNTED_CALLS:
        for (uint64_t I = First; I < Offset + Size;
             I += sizeof(gmon_counted_call))
          FunctionAt(I + offsetof(gmon_counted_call, self)).HasCalls = true;
        break;
      case GMON_CALLS_OF_BLOCKS:
        for (uint64_t I = First; I < Offset + Size;
             I += sizeof(gmon_call_of_block))
          FunctionAt(I + offsetof(gmon_call_of_block, self)).HasCalls = true;
        break;
      case GMON_OUTGOING_CALLS:
        for (uint64_t I = First; I < Offset + Size;
             I += sizeof(gmon_outgoing_call))
          Result.OutgoingSites.insert(
              TargetOf(I + offsetof(gmon_outgoing_call, from)));
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
