//===-- OwnCode.cpp - The profiler's code in a program --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the names of sections and symbols that gmon/abi.h defines.
//
//===----------------------------------------------------------------------===//

#include "costs/OwnCode.h"
#include "gmon/abi.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

static bool contains(ArrayRef<AddressRange> Ranges, uint64_t Address) {
  return any_of(Ranges, [&](const AddressRange &Range) {
    return Range.contains(Address);
  });
}

OwnCode::OwnCode(const Image &Program) {
  for (object::ELFSectionRef Section : Program.object().sections()) {
    Expected<StringRef> Name = Section.getName();
    if (errorToBool(Name.takeError()) ||
        Section.getSize() > UINT64_MAX - Section.getAddress())
      continue;
    const AddressRange Range{Section.getAddress(),
                             Section.getAddress() + Section.getSize()};
    if (*Name == GMON_DATA_SECTION || *Name == GMON_DESCRIPTOR_SECTION)
      Data.push_back(Range);
  }
  Program.visit([&]<class ELFT>(const object::ELFFile<ELFT> &File) {
    auto Headers = File.sections();
    if (errorToBool(Headers.takeError()))
      return;
    auto Symbols = SymbolSection<ELFT>::read(File, *Headers);
    if (errorToBool(Symbols.takeError()))
      return;
    for (const auto &Each : Symbols->Entries) {
      Expected<StringRef> Name = Each.getName(Symbols->Strings);
      if (errorToBool(Name.takeError()))
        continue;
      if (*Name == "__gmon_uses_segment")
        HasSegment = Each.st_shndx != ELF::SHN_UNDEF;
      if (Each.st_shndx != ELF::SHN_UNDEF &&
          (*Name == "__gmon_rt_miss" || *Name == "__gmon_rt_touch" ||
           *Name == "__gmon_rt_entry" || *Name == "__gmon_rt_entry_touch"))
        Entries.push_back(Each.st_value);
    }
  });
  llvm::sort(Entries);
}

bool OwnCode::isRuntime(uint64_t Address) const {
  return std::binary_search(Entries.begin(), Entries.end(), Address);
}

bool OwnCode::has(const CodeInstruction &Each) const {
  return (Each.UsesSegment && HasSegment) ||
         (Each.Operand && contains(Data, *Each.Operand)) ||
         (Each.Target && isRuntime(*Each.Target));
}
