//===-- StackFile.cpp - Reads files with stacks ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See StackFile.h.
//
//===----------------------------------------------------------------------===//

#include "profile/sidecar/StackFile.h"
#include "files/FileNames.h"
#include "profile/sidecar/StackReader.h"

using namespace gmon;
using namespace llvm;

/// Makes the error of a file that cannot be read because of \p E.
static Error cannotRead(StringRef Name, Error E) {
  return makeFileError(Name, "cannot read: " +
                                 errorToErrorCode(std::move(E)).message());
}

Expected<StackProfile> gmon::readStackFile(StringRef Name) {
  SmallVector<char, 0> Buffer;
  Expected<std::unique_ptr<FileBytes>> Bytes = FileBytes::open(Name, Buffer);
  if (!Bytes)
    return cannotRead(Name, Bytes.takeError());
  Expected<StackProfile> Read = StackReader(Name, **Bytes).read();
  if (Error E = (*Bytes)->takeError()) {
    consumeError(Read.takeError());
    return cannotRead(Name, std::move(E));
  }
  return Read;
}

Expected<StackProfile> gmon::readStackFile(StringRef Name, StringRef Bytes) {
  FileBytes InMemory(Bytes);
  return StackReader(Name, InMemory).read();
}

bool gmon::isStackFile(StringRef Name) {
  if (!isRegularFile(Name))
    return false;
  SmallVector<char, 0> Buffer;
  Expected<std::unique_ptr<FileBytes>> Bytes = FileBytes::open(Name, Buffer);
  if (!Bytes) {
    consumeError(Bytes.takeError());
    return false;
  }
  return (*Bytes)->read(0, GMON_STACKS_COOKIE_SIZE) == GMON_STACKS_COOKIE;
}

StackDigest gmon::digestOf(FileBytes &Bytes) {
  return {Bytes.size(), Bytes.checksum(GMON_CHECKED_OFFSET(8))};
}

Expected<StackDigest> gmon::digestOf(StringRef Name) {
  SmallVector<char, 0> Buffer;
  Expected<std::unique_ptr<FileBytes>> Bytes = FileBytes::open(Name, Buffer);
  if (!Bytes)
    return cannotRead(Name, Bytes.takeError());
  const StackDigest Digest = digestOf(**Bytes);
  if (Error E = (*Bytes)->takeError())
    return cannotRead(Name, std::move(E));
  return Digest;
}
