//===-- SourceMapFuzzer.cpp - Fuzzes the map of source counters -----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the program's section with the source map. The map is read with a profile
// of four counters of the first function that it may have.
//
//===----------------------------------------------------------------------===//

#include "Parts.h"
#include "counts/SourceCounts.h"
#include "gmon/format.h"
#include "llvm/BinaryFormat/ELF.h"
#include <cstdlib>
#include <cstring>

using namespace gmon;
using namespace llvm;

template <class T> static void append(std::string &Bytes, const T &Value) {
  Bytes.append(reinterpret_cast<const char *>(&Value), sizeof(Value));
}

/// A program without code whose map is \p Map.
static std::string makeProgram(StringRef Map) {
  static constexpr char Names[] = "\0.text\0" GMON_MAP_SECTION;
  ELF::Elf64_Ehdr Header = {};
  std::memcpy(Header.e_ident, ELF::ElfMagic, 4);
  Header.e_ident[ELF::EI_CLASS] = ELF::ELFCLASS64;
  Header.e_ident[ELF::EI_DATA] = ELF::ELFDATA2LSB;
  Header.e_ident[ELF::EI_VERSION] = ELF::EV_CURRENT;
  Header.e_type = ELF::ET_EXEC;
  Header.e_machine = ELF::EM_X86_64;
  Header.e_version = ELF::EV_CURRENT;
  Header.e_shoff = Header.e_ehsize = sizeof(Header);
  Header.e_shentsize = sizeof(ELF::Elf64_Shdr);

  ELF::Elf64_Shdr Sections[4] = {};
  Header.e_shnum = std::size(Sections);
  Header.e_shstrndx = 3;
  Sections[1].sh_name = 1;
  Sections[1].sh_type = ELF::SHT_NOBITS;
  Sections[1].sh_flags = ELF::SHF_ALLOC | ELF::SHF_EXECINSTR;
  Sections[1].sh_addr = 0x1000;
  Sections[1].sh_size = 0x10;
  Sections[2].sh_name = sizeof("\0.text") - 1 + 1;
  Sections[2].sh_type = ELF::SHT_PROGBITS;
  Sections[2].sh_offset = sizeof(Header) + sizeof(Sections);
  Sections[2].sh_size = Map.size();
  Sections[3].sh_type = ELF::SHT_STRTAB;
  Sections[3].sh_offset = Sections[2].sh_offset + Map.size();
  Sections[3].sh_size = sizeof(Names);

  std::string Bytes;
  append(Bytes, Header);
  append(Bytes, Sections);
  Bytes += Map;
  append(Bytes, Names);
  return Bytes;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const MemoryFile File;
  static const SymbolTable Table((std::vector<Symbol>()));
  File.set(makeProgram(StringRef(reinterpret_cast<const char *>(Data), Size)));
  Image Program = cantFail(Image::open(File.path()));

  Profile Counted;
  for (uint64_t I = 0; I < 4; ++I)
    Counted.Blocks.push_back({GMON_SOURCE_KEY_MIN + I, 10 + I});
  Warnings Ignored;
  SourceCounts Counts = SourceCounts::read(Program, Counted, Table, Ignored);
  for (const SourceLine &Line : Counts.lines())
    if (Line.Line == 0 || Line.Counts.empty())
      std::abort();
  return 0;
}
