//===-- LinkedNames.cpp - Names that a file is linked by ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "program/LinkedNames.h"
#include "program/DynamicEntries.h"

using namespace gmon;
using namespace llvm;
using namespace llvm::object;

/// Whether \p Entry may be a function: linkers leave the type of a function of
/// another file open.
template <class ELFT>
static bool mayBeFunction(const typename ELFT::Sym &Entry) {
  const unsigned Type = Entry.getType();
  return Type == ELF::STT_FUNC || Type == ELF::STT_GNU_IFUNC ||
         (Type == ELF::STT_NOTYPE && Entry.st_shndx == ELF::SHN_UNDEF);
}

template <class ELFT>
static void addNames(const ELFFile<ELFT> &File, uint32_t Type,
                     std::vector<StringRef> &To) {
  auto Sections = File.sections();
  if (!Sections)
    return consumeError(Sections.takeError());
  auto Table = SymbolSection<ELFT>::read(File, *Sections, Type);
  if (!Table)
    return consumeError(Table.takeError());
  if (!Table->Header)
    return;
  for (const typename ELFT::Sym &Entry : Table->Entries) {
    if (!mayBeFunction<ELFT>(Entry))
      continue;
    Expected<StringRef> Name = Entry.getName(Table->Strings);
    if (!Name)
      return consumeError(Name.takeError());
    // Those with "gmon$" are the runtime's (rt/base/hidden_names.h).
    if (StringRef Plain = Name->split('@').first;
        !Plain.empty() && !Plain.contains("gmon$"))
      To.push_back(Plain);
  }
}

std::vector<StringRef> gmon::linkedFunctions(const Image &File) {
  std::vector<StringRef> Names;
  File.visit([&](const auto &Elf) {
    addNames(Elf, ELF::SHT_SYMTAB, Names);
    addNames(Elf, ELF::SHT_DYNSYM, Names);
  });
  return Names;
}

template <class ELFT>
static std::vector<StringRef> neededBy(const ELFFile<ELFT> &File) {
  uint64_t Strings = 0;
  std::vector<uint64_t> Offsets;
  for (const auto &Entry : dynamicEntries(File))
    if (Entry.getTag() == ELF::DT_STRTAB)
      Strings = Entry.getVal();
    else if (Entry.getTag() == ELF::DT_NEEDED)
      Offsets.push_back(Entry.getVal());
  std::vector<StringRef> Names;
  for (uint64_t Offset : Offsets) {
    Expected<const uint8_t *> Start = File.toMappedAddr(Strings + Offset);
    if (!Start) {
      consumeError(Start.takeError());
      continue;
    }
    StringRef Rest(reinterpret_cast<const char *>(*Start),
                   size_t(File.end() - *Start));
    Names.push_back(Rest.split('\0').first);
  }
  return Names;
}

std::vector<StringRef> gmon::neededLibraries(const Image &File) {
  return File.visit([](const auto &Elf) { return neededBy(Elf); });
}
