//===-- SourceFiles.cpp - The text of source files ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tries the places where a source file may lie.
//
//===----------------------------------------------------------------------===//

#include "SourceFiles.h"
#include "SymbolTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace llvm;

std::unique_ptr<MemoryBuffer> gmon::openSource(StringRef Path,
                                               ArrayRef<std::string> Folders) {
  // The program says the name, which may be that of a device or a pipe.
  auto Try = [](const Twine &Name) -> std::unique_ptr<MemoryBuffer> {
    if (!sys::fs::is_regular_file(Name))
      return nullptr;
    auto Text = MemoryBuffer::getFile(Name, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
    return Text ? std::move(*Text) : nullptr;
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
