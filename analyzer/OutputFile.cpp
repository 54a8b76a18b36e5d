//===-- OutputFile.cpp - Writes files whole or not at all -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's writeToOutput does the same, but ends the program where the disk is
// full.
//
//===----------------------------------------------------------------------===//

#include "OutputFile.h"
#include "Errors.h"
#include "llvm/Support/FileSystem.h"

using namespace gmon;
using namespace llvm;

Error gmon::writeFile(StringRef Path, function_ref<void(raw_ostream &)> Print) {
  auto Fail = [Path](Error E) {
    return makeFileError(Path, "cannot write: " + toString(std::move(E)));
  };
  Expected<sys::fs::TempFile> File = sys::fs::TempFile::create(
      Path + ".%%%%%%", sys::fs::all_read | sys::fs::all_write);
  if (!File)
    return Fail(File.takeError());
  raw_fd_ostream OS(File->FD, /*shouldClose=*/false);
  Print(OS);
  OS.flush();
  std::error_code Code = OS.error();
  OS.clear_error();
  Error E = Code ? joinErrors(errorCodeToError(Code), File->discard())
                 : File->keep(Path);
  return E ? Fail(std::move(E)) : Error::success();
}
