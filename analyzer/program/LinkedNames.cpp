//===-- LinkedNames.cpp - Names that a file is linked by ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "program/LinkedNames.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace llvm;
using namespace llvm::object;

/// Whether \p Entry may be a function, whose type linkers leave open.
template <class ELFT>
static bool mayBeFunction(const typename ELFT::Sym &Entry) {
  const unsigned Type = Entry.getType();
  return Type == ELF::STT_FUNC || Type == ELF::STT_GNU_IFUNC ||
         (Type == ELF::STT_NOTYPE && Entry.st_shndx == ELF::SHN_UNDEF);
}

/// Returns the name of \p Entry without its version; empty if it has none.
template <class ELFT>
static StringRef plainName(const typename ELFT::Sym &Entry, StringRef Strings) {
  Expected<StringRef> Name = Entry.getName(Strings);
  if (errorToBool(Name.takeError()))
    return "";
  // Those with "gmon$" are the runtime's (rt/base/hidden_names.h).
  const StringRef Plain = Name->split('@').first;
  return Plain.contains("gmon$") ? StringRef() : Plain;
}

/// Calls \p Visit with each function in the symbol table \p Type, and its name.
template <class ELFT, class VisitFn>
static void visitFunctions(const ELFFile<ELFT> &File, uint32_t Type,
                           VisitFn Visit) {
  auto Sections = File.sections();
  if (!Sections)
    return consumeError(Sections.takeError());
  auto Table = SymbolSection<ELFT>::read(File, *Sections, Type);
  if (!Table)
    return consumeError(Table.takeError());
  if (!Table->Header)
    return;
  for (const typename ELFT::Sym &Entry : Table->Entries)
    if (mayBeFunction<ELFT>(Entry))
      if (StringRef Name = plainName<ELFT>(Entry, Table->Strings);
          !Name.empty())
        Visit(Entry, Name);
}

std::vector<StringRef> gmon::linkedFunctions(const Image &File) {
  std::vector<StringRef> Names;
  auto Add = [&](const auto &, StringRef Name) { Names.push_back(Name); };
  File.visit([&](const auto &Elf) {
    visitFunctions(Elf, ELF::SHT_SYMTAB, Add);
    visitFunctions(Elf, ELF::SHT_DYNSYM, Add);
  });
  return Names;
}

std::vector<ExportedFunction> gmon::exportedFunctions(const Image &File) {
  std::vector<ExportedFunction> Result;
  File.visit([&](const auto &Elf) {
    visitFunctions(Elf, ELF::SHT_DYNSYM, [&](const auto &Entry, auto Name) {
      if (Entry.st_shndx != ELF::SHN_UNDEF)
        Result.push_back({Name, Entry.st_value});
    });
  });
  return Result;
}

/// Adds to \p Functions what relocations in \p Section demand of \p Table's
/// symbols.
template <class ELFT>
static void
addRelocations(const ELFFile<ELFT> &File, const typename ELFT::Shdr &Section,
               const SymbolSection<ELFT> &Table, ImportedFunctions &Functions) {
  auto Relocations = File.relas(Section);
  if (!Relocations)
    return consumeError(Relocations.takeError());
  const bool IsMips64 = File.isMips64EL();
  for (const typename ELFT::Rela &Relocation : *Relocations) {
    const uint32_t Index = Relocation.getSymbol(IsMips64);
    if (!Index)
      Functions.Addresses.insert(Relocation.r_addend);
    else if (Index < Table.Entries.size() &&
             mayBeFunction<ELFT>(Table.Entries[Index]))
      Functions.Names.push_back(
          plainName<ELFT>(Table.Entries[Index], Table.Strings));
  }
}

ImportedFunctions gmon::importedFunctions(const Image &File) {
  ImportedFunctions Result;
  File.visit([&]<class ELFT>(const ELFFile<ELFT> &Elf) {
    visitFunctions(Elf, ELF::SHT_DYNSYM, [&](const auto &Entry, auto Name) {
      if (Entry.st_shndx == ELF::SHN_UNDEF)
        Result.Names.push_back(Name);
    });
    auto Sections = Elf.sections();
    if (!Sections)
      return consumeError(Sections.takeError());
    auto Table = SymbolSection<ELFT>::read(Elf, *Sections, ELF::SHT_DYNSYM);
    if (!Table)
      return consumeError(Table.takeError());
    for (const typename ELFT::Shdr &Section : *Sections)
      if (Section.sh_type == ELF::SHT_RELA &&
          (Section.sh_flags & ELF::SHF_ALLOC))
        addRelocations(Elf, Section, *Table, Result);
  });
  return Result;
}

/// Returns the path of the dynamic loader that \p File demands, or "".
template <class ELFT> static StringRef loaderOf(const ELFFile<ELFT> &File) {
  auto Headers = File.program_headers();
  if (errorToBool(Headers.takeError()))
    return "";
  const StringRef Bytes(reinterpret_cast<const char *>(File.base()),
                        File.getBufSize());
  for (const typename ELFT::Phdr &Header : *Headers)
    if (Header.p_type == ELF::PT_INTERP)
      return Bytes.substr(Header.p_offset, Header.p_filesz).split('\0').first;
  return "";
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
    if (errorToBool(Start.takeError()))
      continue;
    StringRef Rest(reinterpret_cast<const char *>(*Start),
                   size_t(File.end() - *Start));
    Names.push_back(Rest.split('\0').first);
  }
  return Names;
}

std::vector<StringRef> gmon::neededLibraries(const Image &File) {
  return File.visit([](const auto &Elf) { return neededBy(Elf); });
}

/// Opens the library \p Name of a folder, for the processor of \p User.
static std::optional<Image> openIn(StringRef Folder, StringRef Name,
                                   const Image &User) {
  SmallString<256> Path = Folder;
  sys::path::append(Path, Name);
  std::optional<Image> File = Image::openIfThere(Path);
  if (File && File->triple().getArch() != User.triple().getArch())
    return std::nullopt;
  return File;
}

std::vector<Image> gmon::openNeeded(ArrayRef<const Image *> Files,
                                    const StringSet<> &Known) {
  SmallSetVector<StringRef, 8> Wanted;
  std::vector<std::string> Folders;
  auto AddNeeded = [&](const Image &File) {
    for (StringRef Name : neededLibraries(File))
      if (!Name.empty() && !Known.contains(Name))
        Wanted.insert(Name);
  };
  auto AddFolderOf = [&](StringRef Path) {
    StringRef Folder = sys::path::parent_path(Path);
    if (!is_contained(Folders, Folder))
      Folders.push_back(Folder.str());
  };
  for (const Image *File : Files) {
    AddNeeded(*File);
    AddFolderOf(File->path());
    SmallString<256> Loader;
    if (StringRef Path =
            File->visit([](const auto &Elf) { return loaderOf(Elf); });
        !Path.empty() && !sys::fs::real_path(Path, Loader))
      AddFolderOf(Loader);
  }
  std::vector<Image> Result;
  for (size_t I = 0; I < Wanted.size(); ++I)
    for (const std::string &Folder : Folders)
      if (std::optional<Image> File =
              openIn(Folder, Wanted[I], *Files.front())) {
        AddNeeded(*File);
        Result.push_back(std::move(*File));
        break;
      }
  return Result;
}
