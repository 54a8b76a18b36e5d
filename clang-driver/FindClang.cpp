//===-- FindClang.cpp - The Clang that gmon-clang executes ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A link to gmon-clang may have the name of Clang: it is passed over.
//
//===----------------------------------------------------------------------===//

#include "FindClang.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/WithColor.h"

#include <cstdio>
#include <cstdlib>
#include <optional>

using namespace llvm;

/// Whether \p Path leads to this program, or to the one for the other language:
/// in \p Folder.
static bool isOwn(StringRef Path, StringRef Folder) {
  SmallString<128> Real;
  return !sys::fs::real_path(Path, Real) &&
         sys::path::parent_path(Real) == Folder &&
         sys::path::filename(Real).starts_with("gmon-clang");
}

/// Returns the path of the program \p Name that is on the PATH and not this
/// one; or "".
static std::string findOnPath(StringRef Name, StringRef Folder) {
  SmallVector<StringRef> Folders;
  StringRef(std::getenv("PATH")).split(Folders, ':');
  for (StringRef Searched : Folders)
    if (ErrorOr<std::string> Path = sys::findProgramByName(Name, {Searched}))
      if (!isOwn(*Path, Folder))
        return *Path;
  return "";
}

ChosenClang findClang(StringRef Folder) {
  if (const char *Name = std::getenv("GMON_CLANG"); Name && *Name) {
    ErrorOr<std::string> Path = sys::findProgramByName(Name);
    return {Path ? *Path : Name, /*MayBeOther=*/true};
  }
  if (sys::fs::can_execute(GMON_CLANG_PATH))
    return {GMON_CLANG_PATH};
  SmallString<128> Beside(Folder);
  sys::path::append(Beside, "clang");
  if (sys::fs::can_execute(Beside) && !isOwn(Beside, Folder))
    return {Beside.str().str(), /*MayBeOther=*/true};
  if (std::string Path = findOnPath(GMON_CLANG_NAME, Folder); !Path.empty())
    return {Path};
  if (std::string Path = findOnPath("clang", Folder); !Path.empty())
    return {Path, /*MayBeOther=*/true};
  return {GMON_CLANG_NAME};
}

std::string writeTemporary(StringRef Text) {
  std::FILE *File = std::tmpfile();
  if (!File || std::fwrite(Text.data(), Text.size(), 1, File) != 1 ||
      std::fflush(File) != 0)
    return "";
  return "/dev/fd/" + std::to_string(fileno(File));
}

/// Returns the version of \p Clang; nothing if it does not tell.
static std::optional<unsigned> versionOf(StringRef Clang) {
  std::string Output = writeTemporary("\n");
  if (Output.empty() ||
      sys::ExecuteAndWait(Clang, {Clang, "-dumpversion"}, std::nullopt,
                          {StringRef(), StringRef(Output), StringRef()}) != 0)
    return std::nullopt;
  auto Version = MemoryBuffer::getFile(Output);
  unsigned Major;
  if (!Version ||
      (*Version)->getBuffer().split('.').first.trim().getAsInteger(10, Major))
    return std::nullopt;
  return Major;
}

bool reportWrongClang(const ChosenClang &Clang, StringRef Folder,
                      bool MustMatch) {
  if (!Clang.MayBeOther)
    return false;
  const char *Name = std::getenv("GMON_CLANG");
  const std::string Text =
      Name && *Name ? std::string("GMON_CLANG=") + Name : Clang.Path;
  if (isOwn(Clang.Path, Folder)) {
    WithColor::error(errs(), GMON_PROGRAM) << Text << " is no Clang\n";
    return true;
  }
  const std::optional<unsigned> Major =
      MustMatch ? versionOf(Clang.Path) : std::nullopt;
  if (!Major || *Major == LLVM_VERSION_MAJOR)
    return false;
  WithColor::error(errs(), GMON_PROGRAM)
      << Text << " has version " << *Major << "; Clang " << LLVM_VERSION_MAJOR
      << " is needed\n";
  return true;
}
