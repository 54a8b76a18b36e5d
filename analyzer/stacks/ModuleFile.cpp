//===-- ModuleFile.cpp - The file of a module on stacks -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file counts only if its build-id is that of the stacks: addresses of
// another build mean other functions. Paths come from the sidecar file, so
// anything but a regular file is left alone.
//
//===----------------------------------------------------------------------===//

#include "stacks/ModuleFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace llvm;

/// Where distributions install debug files.
static constexpr StringLiteral DebugFolder = "/usr/lib/debug";

/// Opens the ELF file \p Path if it is one; otherwise returns nothing.
static std::optional<Image> openIfThere(StringRef Path) {
  if (!sys::fs::is_regular_file(Path))
    return std::nullopt;
  Expected<Image> File = Image::open(Path);
  if (!File) {
    consumeError(File.takeError());
    return std::nullopt;
  }
  return std::move(*File);
}

static bool hasId(const Image &File, StringRef Id) {
  return toStringRef(File.buildId()) == Id;
}

/// Returns the debug file with the build-id \p Id.
static std::optional<Image> findByBuildId(StringRef Id) {
  if (Id.size() < 2)
    return std::nullopt;
  object::BuildIDFetcher Fetcher({DebugFolder.str()});
  std::optional<std::string> Path = Fetcher.fetch(arrayRefFromStringRef(Id));
  std::optional<Image> Found = Path ? openIfThere(*Path) : std::nullopt;
  if (Found && !hasId(*Found, Id))
    return std::nullopt;
  return Found;
}

/// Returns the contents of .gnu_debuglink in \p File: a name, zeros up to a
/// multiple of 4, and a checksum. Empty if there is none.
static StringRef debugLink(const Image &File) {
  for (object::ELFSectionRef Section : File.object().sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name) {
      consumeError(Name.takeError());
      continue;
    }
    if (*Name != ".gnu_debuglink")
      continue;
    Expected<StringRef> Contents = Section.getContents();
    if (Contents)
      return *Contents;
    consumeError(Contents.takeError());
  }
  return "";
}

/// Returns the debug file that \p File names, if its checksum is right.
static std::optional<Image> findByLink(const Image &File) {
  StringRef Link = debugLink(File);
  StringRef Name = Link.take_until([](char C) { return C == '\0'; });
  const uint64_t At = alignTo(Name.size() + 1, 4);
  if (Name.empty() || sys::path::filename(Name) != Name || Link.size() < At + 4)
    return std::nullopt;
  const uint32_t Checksum = support::endian::read<uint32_t>(
      Link.data() + At,
      File.isLittleEndian() ? endianness::little : endianness::big);
  StringRef Folder = sys::path::parent_path(File.path());
  for (StringRef Prefix : {"", DebugFolder.data()})
    for (StringRef Middle : {"/", "/.debug/"}) {
      std::optional<Image> Found =
          openIfThere((Prefix + Folder + Middle + Name).str());
      if (Found &&
          crc32(arrayRefFromStringRef(Found->object().getData())) == Checksum)
        return Found;
    }
  return std::nullopt;
}

std::unique_ptr<ModuleFile>
ModuleFile::open(const StackModule &Module, const std::vector<uint64_t> &Wanted,
                 Warnings &Warn) {
  if (!sys::path::is_absolute(Module.Path))
    return nullptr;
  std::unique_ptr<ModuleFile> Result(new ModuleFile);
  Result->File = openIfThere(Module.Path);
  if (Result->File && !hasId(*Result->File, Module.BuildId)) {
    Warn.add("another build of a library than the profile's; its functions are "
             "unknown",
             "'" + Module.Path + "'");
    Result->File.reset();
  }
  Result->Debug = findByBuildId(Module.BuildId);
  if (!Result->Debug && Result->File)
    Result->Debug = findByLink(*Result->File);
  if (!Result->File)
    Result->File.swap(Result->Debug);
  if (!Result->File)
    return nullptr;

  const Image &WithDebug = Result->Debug ? *Result->Debug : *Result->File;
  uint64_t NumDamaged = 0;
  Result->Info = DebugInfo::read(WithDebug, DebugInfo::LinesAndInlinedCalls,
                                 NumDamaged, &Wanted);
  if (NumDamaged)
    Warn.add("damaged debug information in '" + WithDebug.path().str() + "'");
  Result->Stubs = PltStubs::findAll(*Result->File);
  SymbolRules Rules;
  Rules.IsLibrary = true;
  Rules.Stubs = Result->Stubs->symbols();
  for (const Image *Source :
       std::initializer_list<const Image *>{&WithDebug, &*Result->File}) {
    Expected<SymbolTable> Table =
        SymbolTable::build(*Source, *Result->Info, Rules);
    if (!Table) {
      consumeError(Table.takeError());
      continue;
    }
    Result->Table = std::move(*Table);
    return Result;
  }
  return nullptr;
}
