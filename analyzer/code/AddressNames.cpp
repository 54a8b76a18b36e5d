//===-- AddressNames.cpp - Symbols in operands ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Symbols are sorted by section first: an address behind the last symbol of one
// section is not named after it if another section begins in between.
//
//===----------------------------------------------------------------------===//

#include "code/AddressNames.h"
#include "code/CodeMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/ELF.h"

using namespace gmon;
using namespace llvm;
using namespace llvm::object;

namespace gmon {

/// Reads the file of one class and byte order.
template <class ELFT> class AddressNameReader {
public:
  AddressNameReader(const ELFFile<ELFT> &File, AddressNames &Into)
      : File(File), Into(Into), Machine(File.getHeader().e_machine) {}
  void read();

private:
  bool readTable(typename ELFT::ShdrRange Headers, uint32_t Type);
  void add(const typename ELFT::Sym &Entry, StringRef Name,
           typename ELFT::ShdrRange Headers);

  const ELFFile<ELFT> &File;
  AddressNames &Into;
  unsigned Machine;
};

} // namespace gmon

template <class ELFT>
void AddressNameReader<ELFT>::add(const typename ELFT::Sym &Entry,
                                  StringRef Name,
                                  typename ELFT::ShdrRange Headers) {
  const unsigned Type = Entry.getType();
  if (Type == ELF::STT_FILE || Type == ELF::STT_SECTION || Name.empty() ||
      mappingKind(Name, Machine) || Entry.st_shndx == ELF::SHN_UNDEF ||
      Entry.st_shndx >= Headers.size())
    return;
  uint64_t Address = Entry.st_value;
  if (Machine == ELF::EM_ARM && Type == ELF::STT_FUNC)
    Address &= ~uint64_t(1);
  Into.Entries.push_back({Headers[Entry.st_shndx].sh_addr, Address, Name});
}

/// Returns whether there is such a table with symbols.
template <class ELFT>
bool AddressNameReader<ELFT>::readTable(typename ELFT::ShdrRange Headers,
                                        uint32_t Type) {
  auto Table = SymbolSection<ELFT>::read(File, Headers, Type);
  if (errorToBool(Table.takeError()))
    return false;
  for (const auto &Entry : Table->Entries) {
    Expected<StringRef> Name = Entry.getName(Table->Strings);
    if (!errorToBool(Name.takeError()))
      add(Entry, *Name, Headers);
  }
  return !Into.Entries.empty();
}

template <class ELFT> void AddressNameReader<ELFT>::read() {
  auto Headers = File.sections();
  if (errorToBool(Headers.takeError()))
    return;
  for (const auto &Header : *Headers)
    Into.Sections.push_back(Header.sh_addr);
  llvm::sort(Into.Sections);
  if (!readTable(*Headers, ELF::SHT_SYMTAB))
    readTable(*Headers, ELF::SHT_DYNSYM);
}

void AddressNames::sort() {
  auto Key = [](const Entry &Each) {
    return std::tie(Each.Section, Each.Address, Each.Name);
  };
  llvm::sort(Entries,
             [&](const Entry &A, const Entry &B) { return Key(A) < Key(B); });
}

AddressNames AddressNames::read(const Image &Program, ArrayRef<Symbol> Stubs) {
  AddressNames Result;
  Program.visit([&]<class ELFT>(const ELFFile<ELFT> &File) {
    AddressNameReader<ELFT>(File, Result).read();
  });
  for (const Symbol &Stub : Stubs) {
    auto Next = llvm::upper_bound(Result.Sections, Stub.Address);
    if (Next != Result.Sections.begin() && Stub.IsFunction)
      Result.Entries.push_back({*std::prev(Next), Stub.Address, Stub.Name});
  }
  Result.sort();
  return Result;
}

std::optional<NamedAddress> AddressNames::find(uint64_t Address) const {
  auto Section = llvm::upper_bound(Sections, Address);
  if (Section == Sections.begin())
    return std::nullopt;
  const std::pair Place(*std::prev(Section), Address);
  auto Next = llvm::upper_bound(
      Entries, Place, [](const auto &Place, const Entry &Each) {
        return Place < std::pair(Each.Section, Each.Address);
      });
  if (Next == Entries.begin() || std::prev(Next)->Section != Place.first)
    return std::nullopt;
  const Entry &Found = *std::prev(Next);
  return NamedAddress{Found.Name, Address - Found.Address};
}
