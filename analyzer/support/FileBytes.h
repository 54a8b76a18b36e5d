//===-- FileBytes.h - A file, a part of it at a time ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes of a data file. In: a file name. Out: any part of the file. A file
// is copied part by part, not mapped: it may grow shorter while it is read.
// What cannot be read twice, a pipe for one, is in memory as a whole.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FILEBYTES_H
#define GMON_ANALYZER_FILEBYTES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace gmon {

class FileBytes {
public:
  /// What is read at once; longer parts cost memory.
  static constexpr uint64_t PartSize = 1 << 17;

  /// Bytes that are in memory already.
  explicit FileBytes(llvm::StringRef Bytes) : Part(Bytes), Size(Bytes.size()) {}
  FileBytes(const FileBytes &) = delete;
  FileBytes &operator=(const FileBytes &) = delete;
  ~FileBytes();

  /// The file \p Name, "-" being standard input. Keeps bytes in \p Buffer.
  static llvm::Expected<std::unique_ptr<FileBytes>>
  open(llvm::StringRef Name, llvm::SmallVectorImpl<char> &Buffer);

  uint64_t size() const { return Size; }

  /// The \p Wanted bytes from \p Offset on, or as many as there are. They are
  /// good until the next call.
  llvm::StringRef read(uint64_t Offset, uint64_t Wanted);

  /// Why a read gave less than there seemed to be, if it did.
  llvm::Error takeError() { return std::move(Failure); }

private:
  FileBytes(llvm::sys::fs::file_t File, uint64_t Size,
            llvm::SmallVectorImpl<char> &Buffer)
      : Size(Size), File(File), Buffer(&Buffer) {}

  llvm::StringRef Part; ///< what is in memory
  uint64_t PartOffset = 0;
  uint64_t Size;
  llvm::sys::fs::file_t File = llvm::sys::fs::kInvalidFile;
  llvm::SmallVectorImpl<char> *Buffer = nullptr;
  llvm::Error Failure = llvm::Error::success();
};

/// All of the file \p Name, "-" being standard input. Fails if it is no regular
/// file and has more than a gigabyte: a pipe may have no end. With \p IsText, a
/// NUL follows.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readWhole(llvm::StringRef Name, bool IsText = false);

/// Fails if \p Name, "-" being standard input, is a device: it may have no end,
/// as /dev/zero has none. Whoever opens a missing file reports it.
llvm::Error refuseDevice(llvm::StringRef Name);

} // namespace gmon

#endif // GMON_ANALYZER_FILEBYTES_H
