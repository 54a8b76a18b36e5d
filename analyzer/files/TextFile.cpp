//===-- TextFile.cpp - Reads files that people and scripts write ----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Examples of such files are nm's output and /proc/kallsyms.
//
//===----------------------------------------------------------------------===//

#include "files/TextFile.h"
#include "files/FileBytes.h"
#include "support/Errors.h"

using namespace gmon;
using namespace llvm;

Expected<std::unique_ptr<MemoryBuffer>> gmon::readTextFile(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Text =
      readWhole(Path, /*IsText=*/true);
  if (!Text)
    return makeFileError(
        Path, "cannot read: " + errorToErrorCode(Text.takeError()).message());
  size_t Offset = (*Text)->getBuffer().find('\0');
  if (Offset != StringRef::npos)
    return makeFileError(Path, "offset " + Twine(Offset) +
                                   ": expected text, found a NUL");
  return Text;
}
