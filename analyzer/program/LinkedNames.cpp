//===-- LinkedNames.cpp - Names that a file is linked by ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "program/LinkedNames.h"
#include "program/DynamicEntries.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

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

/// Adds the names in the symbol table \p Type; only those that \p File defines
/// if \p OnlyDefined.
template <class ELFT>
static void addNames(const ELFFile<ELFT> &File, uint32_t Type, bool OnlyDefined,
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
    if (!mayBeFunction<ELFT>(Entry) ||
        (OnlyDefined && Entry.st_shndx == ELF::SHN_UNDEF))
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
    addNames(Elf, ELF::SHT_SYMTAB, /*OnlyDefined=*/false, Names);
    addNames(Elf, ELF::SHT_DYNSYM, /*OnlyDefined=*/false, Names);
  });
  return Names;
}

std::vector<StringRef> gmon::exportedFunctions(const Image &File) {
  std::vector<StringRef> Names;
  File.visit([&](const auto &Elf) {
    addNames(Elf, ELF::SHT_DYNSYM, /*OnlyDefined=*/true, Names);
  });
  return Names;
}

/// Returns the path of the dynamic loader that \p File demands; empty without
/// one.
template <class ELFT> static StringRef loaderOf(const ELFFile<ELFT> &File) {
  auto Headers = File.program_headers();
  if (!Headers) {
    consumeError(Headers.takeError());
    return "";
  }
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
  auto AddFolderOf = [&](StringRef Path) {
    StringRef Folder = sys::path::parent_path(Path);
    if (!is_contained(Folders, Folder))
      Folders.push_back(Folder.str());
  };
  for (const Image *File : Files) {
    for (StringRef Name : neededLibraries(*File))
      if (!Name.empty() && !Known.contains(Name))
        Wanted.insert(Name);
    AddFolderOf(File->path());
    SmallString<256> Loader;
    if (StringRef Path =
            File->visit([](const auto &Elf) { return loaderOf(Elf); });
        !Path.empty() && !sys::fs::real_path(Path, Loader))
      AddFolderOf(Loader);
  }
  std::vector<Image> Result;
  for (StringRef Name : Wanted)
    for (const std::string &Folder : Folders)
      if (std::optional<Image> File = openIn(Folder, Name, *Files.front())) {
        Result.push_back(std::move(*File));
        break;
      }
  return Result;
}
