//===-- FileBytes.h - A file, a part of it at a time ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes of a data file. In: the name of a file, or of a member of a set.
// Out: any part of the file. A file is copied in parts, not mapped: it may
// become shorter during reading. A pipe cannot be read twice, so it is read
// into memory completely.
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

class ProfileSet;

class FileBytes {
public:
  /// The size of a read; longer parts cost memory.
  static constexpr uint64_t PartSize = 1 << 17;

  /// Bytes that are in memory already.
  explicit FileBytes(llvm::StringRef Bytes) : Part(Bytes), Size(Bytes.size()) {}
  FileBytes(const FileBytes &) = delete;
  FileBytes &operator=(const FileBytes &) = delete;
  ~FileBytes();

  /// Opens the file \p Name; "-" is standard input. Keeps bytes in \p Buffer.
  static llvm::Expected<std::unique_ptr<FileBytes>>
  open(llvm::StringRef Name, llvm::SmallVectorImpl<char> &Buffer);

  /// Returns a part of \p Set. Keeps bytes in \p Buffer.
  static std::unique_ptr<FileBytes> ofSet(std::shared_ptr<const ProfileSet> Set,
                                          uint64_t Offset, uint64_t Size,
                                          llvm::SmallVectorImpl<char> &Buffer);

  uint64_t size() const { return Size; }

  /// Returns the \p Wanted bytes from \p Offset on, or fewer at the end. They
  /// are valid until the next call.
  llvm::StringRef read(uint64_t Offset, uint64_t Wanted);

  /// Returns the first offset from \p Offset on that is not in a hole of the
  /// file, where it has no bytes and reads as zeros; size() if there is none.
  uint64_t dataFrom(uint64_t Offset) const;

  /// Returns zlib's CRC-32 of the bytes from \p Start to \p End, or the end.
  uint32_t checksum(uint64_t Start, uint64_t End = UINT64_MAX);

  /// The reason why a read returned less than expected, if it did.
  llvm::Error takeError() { return std::move(Failure); }

private:
  FileBytes(llvm::sys::fs::file_t File, uint64_t Size,
            llvm::SmallVectorImpl<char> &Buffer)
      : Size(Size), File(File), Buffer(&Buffer) {}

  llvm::StringRef Part; ///< the part in memory
  uint64_t PartOffset = 0;
  uint64_t Size;
  llvm::sys::fs::file_t File = llvm::sys::fs::kInvalidFile;
  uint64_t Base = 0;                     ///< where the bytes begin in File
  std::shared_ptr<const ProfileSet> Set; ///< owns File, if there is one
  llvm::SmallVectorImpl<char> *Buffer = nullptr;
  llvm::Error Failure = llvm::Error::success();
};

/// The greatest number of bytes from a pipe, which may be endless.
inline constexpr size_t MostOfPipe = size_t(1) << 30;

/// Returns all of the file \p Name; "-" is standard input. Fails if it is not a
/// regular file and has more than \p Most bytes. With \p IsText, a NUL follows.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readWhole(llvm::StringRef Name, bool IsText = false, size_t Most = MostOfPipe);

/// Reads the file \p Path, which may be a pipe. Fails if it contains a NUL:
/// line_iterator would stop there.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readTextFile(llvm::StringRef Path);

/// Fails if \p Name is a device, which may be endless like /dev/zero; "-" is
/// standard input. A missing file is no error here: opening it reports that.
llvm::Error refuseDevice(llvm::StringRef Name);

/// Fails if \p Name is not a regular file, or has more than \p MostMegabytes;
/// "-" is standard input. A missing file is no error here.
llvm::Error requireSmallFile(llvm::StringRef Name, uint64_t MostMegabytes);

} // namespace gmon

#endif // GMON_ANALYZER_FILEBYTES_H
