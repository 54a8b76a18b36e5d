//===-- SourceFiles.cpp - The text of source files ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tries the places where a source file may be.
//
//===----------------------------------------------------------------------===//

#include "program/SourceFiles.h"
#include "files/FileNames.h"
#include "support/Printable.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace llvm;

/// Does the same for the first text that \p Accepts, and sets \p File.
static std::unique_ptr<MemoryBuffer> findSource(
    StringRef Path, ArrayRef<std::string> Folders, std::string &File,
    function_ref<bool(StringRef)> Accepts = [](StringRef) { return true; }) {
  // The program contains the name, which may be that of a device or a pipe.
  auto Try = [&](const Twine &Name) -> std::unique_ptr<MemoryBuffer> {
    constexpr uint64_t Most = 256 << 20; // larger than any source file
    uint64_t Size = 0;
    if (!sys::fs::is_regular_file(Name) || sys::fs::file_size(Name, Size) ||
        Size > Most)
      return nullptr;
    auto Text = MemoryBuffer::getFile(Name, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
    if (!Text || !Accepts((*Text)->getBuffer()))
      return nullptr;
    File = Name.str();
    return std::move(*Text);
  };
  if (auto Text = Try(Path))
    return Text;
  if (!sys::path::is_absolute(Path))
    for (const std::string &Folder : Folders)
      if (auto Text = Try(Folder + "/" + Path))
        return Text;
  if (Path.contains('/'))
    for (const std::string &Folder : Folders)
      if (auto Text = Try(Folder + "/" + baseName(Path)))
        return Text;
  return nullptr;
}

std::unique_ptr<MemoryBuffer> gmon::openSource(StringRef Path,
                                               ArrayRef<std::string> Folders) {
  std::string File;
  return findSource(Path, Folders, File);
}

/// Whether \p File, a real path, is below \p Folder, which is not the root. No
/// hidden folder may be in between.
static bool isBelow(StringRef File, StringRef Folder) {
  SmallString<256> Real;
  if (Folder.empty() || sys::fs::real_path(Folder, Real) ||
      sys::path::relative_path(Real).empty())
    return false;
  if (!File.consume_front(Real) || !File.consume_front("/"))
    return false;
  return !File.starts_with(".") && !File.contains("/.");
}

/// Whether only the file's owner may read it, as for keys and passwords.
static bool isPrivate(StringRef File) {
  ErrorOr<sys::fs::perms> Mode = sys::fs::getPermissions(File);
  return !Mode || !(*Mode & (sys::fs::group_read | sys::fs::others_read));
}

bool SourceOpener::mayShow(StringRef File, const SourceOrigin &Origin) const {
  SmallString<256> Real;
  if (sys::fs::real_path(File, Real))
    return false;
  if (any_of(Settings.Folders,
             [&](StringRef Folder) { return isBelow(Real, Folder); }))
    return true;
  if (isPrivate(Real))
    return false;
  // Clang's line tables have checksums only if all files have one. A header
  // with a pragma, such as those of libstdc++, has none. Many builds compile
  // outside of the folder of the sources.
  if (!Origin.Checksum && isNamedAsSource(Real) &&
      !StringRef(Real).contains("/."))
    return true;
  // Source counters do not say where the file was compiled.
  StringRef Compiled = Origin.CompilationFolder;
  return isBelow(Real, Compiled.empty() ? "." : Compiled);
}

static bool hasChecksum(StringRef Text, const MD5::MD5Result &Checksum) {
  return MD5::hash(arrayRefFromStringRef(Text)) == Checksum;
}

std::unique_ptr<MemoryBuffer>
SourceOpener::openAsCompiled(StringRef Path) const {
  const SourceOrigin Origin = Origins.lookup(Path);
  std::string File;
  std::unique_ptr<MemoryBuffer> Text =
      findSource(Path, Settings.Folders, File, [&](StringRef Found) {
        return !Origin.Checksum || hasChecksum(Found, *Origin.Checksum);
      });
  if (Text && !Origin.Checksum && !Settings.TakesAny && !mayShow(File, Origin))
    return nullptr;
  return Text;
}

std::unique_ptr<MemoryBuffer>
SourceOpener::open(StringRef Path, bool WarnIfMissing, bool *HasChanged) const {
  std::string File;
  std::unique_ptr<MemoryBuffer> Text = findSource(Path, Settings.Folders, File);
  if (!Text) {
    if (WarnIfMissing)
      Warn.add("cannot find a source file", "'" + Path + "'");
    return nullptr;
  }
  SourceOrigin Origin = Origins.lookup(Path);
  bool IsCompiled = false;
  if (Origin.Checksum) {
    IsCompiled = hasChecksum(Text->getBuffer(), *Origin.Checksum);
    if (HasChanged)
      *HasChanged = !IsCompiled;
    if (!IsCompiled)
      Warn.add("a source file has changed since it was compiled",
               "'" + Path + "'");
  }
  if (IsCompiled || Settings.TakesAny || mayShow(File, Origin))
    return Text;
  Warn.add(
      "left out a source file that lies outside of the folder where it was "
      "compiled; -I FOLDER or --embed-any-source shows it",
      "'" + Path + "'");
  return nullptr;
}
