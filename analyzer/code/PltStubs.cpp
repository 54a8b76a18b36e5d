//===-- PltStubs.cpp - Stubs of functions elsewhere -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stub loads an address from a word of the global offset table and jumps to
// it. A relocation names the function whose address the word gets. So the word
// connects stub and function. LLVM's ELFObjectFileBase::getPltEntries does the
// same, but ends the program on damaged relocations, and ignores IRELATIVE.
//
//===----------------------------------------------------------------------===//

#include "code/PltStubs.h"
#include "code/Decoder.h"
#include "program/dwarf/DwarfBounds.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;
using namespace llvm::object;

static bool isLinkageTable(const CodeSection &Section) {
  return Section.Name.starts_with(".plt") || Section.Name == ".iplt";
}

namespace gmon {

/// Reads the file of one class and byte order.
template <class ELFT> class PltReader {
public:
  PltReader(const ELFFile<ELFT> &File, ArrayRef<CodeSection> Sections,
            const Decoder *Decode, bool NamesAll, PltStubs &Result)
      : File(File), Sections(Sections), Decode(Decode), NamesAll(NamesAll),
        Result(Result), Names(*Result.Storage),
        Machine(File.getHeader().e_machine) {}

  void read() {
    auto Found = File.sections();
    if (!Found)
      return consumeError(Found.takeError());
    Headers = *Found;
    findStubs();
    if (!Stubs.empty()) {
      for (const Shdr &Section : Headers)
        if (Section.sh_type == ELF::SHT_RELA || Section.sh_type == ELF::SHT_REL)
          readRelocations(Section);
      readResolvers();
      addSymbols();
    }
    if (NamesAll)
      addRest();
  }

private:
  using Shdr = typename ELFT::Shdr;
  using Sym = typename ELFT::Sym;

  struct Stub {
    uint64_t Address;
    uint64_t End; ///< its last address
    StringRef Name;
    uint64_t Definition = 0; ///< of the function, if the program defines it
    bool IsRelocated = false;
  };

  /// A resolver: a function that chooses another function at the start.
  struct Resolver {
    StringRef Name;            ///< of the chosen function
    std::vector<size_t> Stubs; ///< of the chosen function
  };

  uint64_t globalOffsetTable() const {
    for (const auto &Entry : dynamicEntries(File))
      if (Entry.d_tag == ELF::DT_PLTGOT)
        return Entry.d_un.d_ptr;
    return 0;
  }

  /// Finds all stubs, and the words that they load.
  void findStubs() {
    uint64_t OffsetTable = globalOffsetTable();
    if (!Decode)
      return;
    for (const CodeSection &Section : Sections) {
      if (!isLinkageTable(Section))
        continue;
      size_t First = Stubs.size();
      for (auto [Address, Word] :
           Decode->findStubs(Section.Bytes, Section.Address, OffsetTable)) {
        uint64_t Start = startOf(Address, Section);
        if (Stubs.size() > First) {
          if (Start <= Stubs.back().Address)
            continue;
          Stubs.back().End = Start - 1;
        }
        Words.push_back({Word, Stubs.size()});
        Stubs.push_back({Start, Section.high() - 1, {}, 0});
      }
    }
    llvm::sort(Words);
  }

  /// Returns where the stub with a jump at \p Address begins.
  uint64_t startOf(uint64_t Address, const CodeSection &Section) const {
    if (Machine != ELF::EM_X86_64 && Machine != ELF::EM_386)
      return Address;
    // mold puts "mov $index, %r11d" in front of the jump.
    ArrayRef<uint8_t> Bytes =
        Section.Bytes.take_front(Address - Section.Address);
    static constexpr uint8_t MoveToR11[] = {0x41, 0xbb};
    if (Machine == ELF::EM_X86_64 && Bytes.size() >= 6 &&
        Bytes.take_back(6).take_front(2) == ArrayRef(MoveToR11))
      Bytes = Bytes.drop_back(6);
    // With CET, "endbr" and "bnd" precede the jump.
    if (!Bytes.empty() && Bytes.back() == 0xf2)
      Bytes = Bytes.drop_back();
    static constexpr uint8_t EndBr64[] = {0xf3, 0x0f, 0x1e, 0xfa};
    static constexpr uint8_t EndBr32[] = {0xf3, 0x0f, 0x1e, 0xfb};
    if (Bytes.size() >= 4 && (Bytes.take_back(4) == ArrayRef(EndBr64) ||
                              Bytes.take_back(4) == ArrayRef(EndBr32)))
      Bytes = Bytes.drop_back(4);
    return Section.Address + Bytes.size();
  }

  /// Names the stubs whose words the section \p Section relocates.
  void readRelocations(const Shdr &Section) {
    bool IsMips64 = File.isMips64EL();
    auto Visit = [&](const auto &Relocation, uint64_t Addend) {
      auto It = llvm::lower_bound(
          Words, std::pair<uint64_t, size_t>(Relocation.r_offset, 0));
      // Uses the first relocation of each word: many relocations for the words
      // of many stubs would take long.
      for (; It != Words.end() && It->first == Relocation.r_offset; ++It) {
        Stub &S = Stubs[It->second];
        if (std::exchange(S.IsRelocated, true))
          return;
        if (uint32_t Index = Relocation.getSymbol(IsMips64))
          nameStub(S, Section, Index);
        else if (Addend)
          Resolvers[Addend].Stubs.push_back(It->second);
      }
    };
    if (Section.sh_type == ELF::SHT_RELA) {
      auto Relocations = File.relas(Section);
      if (!Relocations)
        return consumeError(Relocations.takeError());
      for (const auto &R : *Relocations)
        Visit(R, R.r_addend);
      return;
    }
    auto Relocations = File.rels(Section);
    if (!Relocations)
      return consumeError(Relocations.takeError());
    for (const auto &R : *Relocations) {
      // The addend is in the word itself.
      uint64_t Addend = 0;
      if (R.getSymbol(IsMips64) == 0) {
        Expected<const uint8_t *> Word = File.toMappedAddr(R.r_offset);
        if (!Word)
          consumeError(Word.takeError());
        else if (size_t(File.end() - *Word) >= sizeof(typename ELFT::uint))
          Addend = support::endian::read<typename ELFT::uint, ELFT::Endianness>(
              *Word);
      }
      Visit(R, Addend);
    }
  }

  /// Names \p S after the symbol \p SymbolIndex of the table of \p Relocations.
  void nameStub(Stub &S, const Shdr &Relocations, uint32_t SymbolIndex) {
    auto Table = File.getSection(Relocations.sh_link);
    if (!Table)
      return consumeError(Table.takeError());
    auto Entry = File.template getEntry<Sym>(**Table, SymbolIndex);
    if (!Entry)
      return consumeError(Entry.takeError());
    auto Strings = File.getStringTableForSymtab(**Table, Headers);
    if (!Strings)
      return consumeError(Strings.takeError());
    Expected<StringRef> Name = (*Entry)->getName(*Strings);
    if (!Name)
      return consumeError(Name.takeError());
    S.Name = *Name;
    if ((*Entry)->st_shndx != ELF::SHN_UNDEF)
      S.Definition = (*Entry)->st_value & ~uint64_t(Machine == ELF::EM_ARM);
  }

  /// Names the stubs of functions that resolvers choose at the start after the
  /// functions that the program calls.
  void readResolvers() {
    if (Resolvers.empty())
      return;
    auto Table = SymbolSection<ELFT>::read(File, Headers);
    if (!Table)
      return consumeError(Table.takeError());
    for (const Sym &Entry : Table->Entries) {
      if (Entry.getType() != ELF::STT_GNU_IFUNC)
        continue;
      auto It = Resolvers.find(Entry.st_value);
      if (It == Resolvers.end())
        continue;
      StringRef &Kept = It->second.Name;
      Expected<StringRef> Name = Entry.getName(Table->Strings);
      if (!Name)
        consumeError(Name.takeError());
      else if (Kept.empty() ||
               (Kept.starts_with("_") && !Name->starts_with("_")))
        Kept = *Name;
    }
    for (const auto &[Address, Chooser] : Resolvers)
      for (size_t Index : Chooser.Stubs) {
        Stubs[Index].Name = Chooser.Name;
        if (Chooser.Name.empty() && NamesAll)
          Stubs[Index].Name =
              Names.save("*ABS*+0x" + Twine(utohexstr(Address, true)));
      }
  }

  /// Makes symbols of Stubs.
  void addSymbols() {
    // A symbol has at most two stubs: one for calls and one for its address.
    ReadBudget NameBytes(2 * File.getBufSize());
    for (const Stub &S : Stubs) {
      if (S.Name.empty() || !NameBytes.take(S.Name.size()))
        continue;
      Symbol New;
      New.Address = S.Address;
      New.End = S.End;
      New.Name = Names.save(S.Name + "@plt");
      New.IsFunction = true;
      Result.Symbols.push_back(New);
      if (S.Definition)
        Result.Jumps.push_back({S.Address, S.Definition, /*IsCall=*/false});
    }
  }

  /// Adds labels for the code between the named stubs.
  void addRest() {
    std::vector<Symbol> Named = std::move(Result.Symbols);
    Result.Symbols.clear();
    auto Next = Named.begin();
    for (const CodeSection &Section : Sections) {
      if (!isLinkageTable(Section) || Section.Bytes.empty())
        continue;
      uint64_t Covered = Section.Address;
      auto AddUpTo = [&](uint64_t Start) {
        if (Covered >= Start)
          return;
        Symbol New;
        New.Address = Covered;
        New.End = Start - 1;
        New.Name = Section.Name;
        New.IsStatic = true;
        Result.Symbols.push_back(New);
      };
      for (; Next != Named.end() && Next->Address < Section.high(); ++Next) {
        AddUpTo(Next->Address);
        Result.Symbols.push_back(*Next);
        Covered = Next->End + 1;
      }
      AddUpTo(Section.high());
    }
  }

  const ELFFile<ELFT> &File;
  ArrayRef<CodeSection> Sections; ///< sorted by address
  const Decoder *Decode;          ///< or null: then no stub is found
  bool NamesAll;
  PltStubs &Result;
  StringSaver Names;
  unsigned Machine;
  typename ELFT::ShdrRange Headers;
  std::vector<Stub> Stubs;
  /// Each word of the global offset table, with the stub that loads it; sorted.
  std::vector<std::pair<uint64_t, size_t>> Words;
  std::map<uint64_t, Resolver> Resolvers; ///< by address
};

} // namespace gmon

PltStubs PltStubs::read(const Image &Program, ArrayRef<CodeSection> Sections,
                        const Decoder *Decode, bool NamesAll) {
  PltStubs Result;
  Program.visit([&]<class ELFT>(const ELFFile<ELFT> &File) {
    PltReader<ELFT>(File, Sections, Decode, NamesAll, Result).read();
  });
  return Result;
}

PltStubs PltStubs::find(const Image &Program, ArrayRef<CodeSection> Sections,
                        const Decoder &Decode) {
  return read(Program, Sections, &Decode, /*NamesAll=*/false);
}

PltStubs PltStubs::findAll(const Image &Program) {
  std::vector<CodeSection> Sections = CodeMap::readSections(Program);
  if (none_of(Sections, isLinkageTable))
    return PltStubs();
  std::unique_ptr<Decoder> Decode = Decoder::create(Program);
  return read(Program, Sections, Decode.get(), /*NamesAll=*/true);
}
