//===-- ModuleFile.cpp - The file of a module on stacks -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file counts only if its build-id is that of the stacks: addresses of
// another build mean other functions. So a file may be searched where it was
// moved or copied to, in folders that the user chooses. Paths come from the
// sidecar file, so anything but a regular file is left alone.
//
//===----------------------------------------------------------------------===//

#include "stacks/ModuleFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace llvm;

/// Where distributions install debug files.
static constexpr StringLiteral DebugFolder = "/usr/lib/debug";

static bool hasId(const Image &File, StringRef Id) {
  return toStringRef(File.buildId()) == Id;
}

ModuleSearch::ModuleSearch(StringRef Then, StringRef Now,
                           ArrayRef<std::string> Folders)
    : DebugFolders(Folders.vec()) {
  DebugFolders.push_back(DebugFolder.str());
  SmallString<256> Path;
  if (sys::fs::real_path(Now, Path))
    Path = Now;
  Folder = sys::path::parent_path(Path).str();
  OldRoot = Then.str();
  NewRoot = Path.str().str();
  while (OldRoot != NewRoot && !OldRoot.empty() && !NewRoot.empty() &&
         sys::path::filename(OldRoot) == sys::path::filename(NewRoot)) {
    OldRoot = sys::path::parent_path(OldRoot).str();
    NewRoot = sys::path::parent_path(NewRoot).str();
  }
}

std::vector<std::string> ModuleSearch::movedPaths(StringRef Path) const {
  std::vector<std::string> Result;
  StringRef Rest = Path;
  if (OldRoot != NewRoot && Rest.consume_front(OldRoot) &&
      Rest.starts_with("/"))
    Result.push_back(NewRoot + Rest.str());
  Result.push_back((Folder.empty() ? "" : Folder + "/") +
                   sys::path::filename(Path).str());
  return Result;
}

/// Opens the ELF file \p Path if it has the build-id \p Id.
static std::optional<Image> openWithId(StringRef Path, StringRef Id) {
  std::optional<Image> Found = Image::openIfThere(Path);
  if (Found && !hasId(*Found, Id))
    return std::nullopt;
  return Found;
}

/// Returns the file with the build-id \p Id and the suffix \p Suffix: a debug
/// file ends in ".debug", the module itself has no suffix.
static std::optional<Image> findByBuildId(const ModuleSearch &Search,
                                          StringRef Id, StringRef Suffix) {
  if (Id.size() < 2)
    return std::nullopt;
  const std::string Name = toHex(Id, /*LowerCase=*/true);
  for (const std::string &Folder : Search.debugFolders())
    if (std::optional<Image> Found =
            openWithId(Folder + "/.build-id/" + Name.substr(0, 2) + "/" +
                           Name.substr(2) + Suffix.str(),
                       Id))
      return Found;
  return std::nullopt;
}

/// Returns the file of \p Module elsewhere than at its path.
static std::optional<Image> findMoved(const StackModule &Module,
                                      const ModuleSearch &Search) {
  if (Module.BuildId.empty())
    return std::nullopt;
  for (const std::string &Path : Search.movedPaths(Module.Path))
    if (std::optional<Image> Found = openWithId(Path, Module.BuildId))
      return Found;
  return findByBuildId(Search, Module.BuildId, "");
}

/// Returns the debug file that \p File names, if its checksum is right.
static std::optional<Image> findByLink(const ModuleSearch &Search,
                                       const Image &File) {
  // A name, zeros up to a multiple of 4, and a checksum.
  StringRef Link = File.section(".gnu_debuglink");
  StringRef Name = File.debugLink();
  const uint64_t Offset = alignTo(Name.size() + 1, 4);
  if (Name.empty() || sys::path::filename(Name) != Name ||
      Link.size() < Offset + 4)
    return std::nullopt;
  const uint32_t Checksum = support::endian::read<uint32_t>(
      Link.data() + Offset,
      File.isLittleEndian() ? endianness::little : endianness::big);
  StringRef Folder = sys::path::parent_path(File.path());
  std::vector<std::string> Prefixes = {""};
  append_range(Prefixes, Search.debugFolders());
  for (StringRef Prefix : Prefixes)
    for (StringRef Middle : {"/", "/.debug/"}) {
      std::optional<Image> Found =
          Image::openIfThere((Prefix + Folder + Middle + Name).str());
      if (Found &&
          crc32(arrayRefFromStringRef(Found->object().getData())) == Checksum)
        return Found;
    }
  return std::nullopt;
}

/// Finds the file of \p Module and its debug file.
void ModuleFile::findFiles(const StackModule &Module,
                           const ModuleSearch &Search, Warnings &Warn) {
  File = Image::openIfThere(Module.Path);
  const bool IsOther = File && !hasId(*File, Module.BuildId);
  if (IsOther)
    File.reset();
  if (!File)
    File = findMoved(Module, Search);
  Debug = findByBuildId(Search, Module.BuildId, ".debug");
  if (!Debug && File)
    Debug = findByLink(Search, *File);
  if (!File)
    File.swap(Debug);
  if (IsOther && !File)
    Warn.add("another build of a library than the profile's; its functions are "
             "unknown",
             "'" + Module.Path + "'");
}

std::unique_ptr<ModuleFile>
ModuleFile::open(const StackModule &Module, const ModuleSearch &Search,
                 const std::vector<uint64_t> &Wanted, Warnings &Warn) {
  if (!sys::path::is_absolute(Module.Path))
    return nullptr;
  std::unique_ptr<ModuleFile> Result(new ModuleFile);
  Result->findFiles(Module, Search, Warn);
  if (!Result->File)
    return nullptr;

  const Image &WithDebug = Result->Debug ? *Result->Debug : *Result->File;
  Result->Info = DebugInfo::read(WithDebug, DebugInfo::LinesAndInlinedCalls,
                                 Warn, &Wanted);
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
