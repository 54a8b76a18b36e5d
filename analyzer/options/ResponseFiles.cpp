//===-- ResponseFiles.cpp - Words of the command line in files ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's command line library reads the files. It gets only words that name
// existing files.
//
//===----------------------------------------------------------------------===//

#include "options/ResponseFiles.h"
#include "support/Errors.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace gmon;
using namespace llvm;

/// Limit for the bytes of all response files; a file that is named twice counts
/// twice. Otherwise a file that names others often could fill the memory.
static constexpr size_t MaxBytes = 8 << 20;

namespace {

/// A file that was read.
class ReadFile : public vfs::File {
public:
  ReadFile(vfs::Status Status, std::unique_ptr<MemoryBuffer> Text)
      : Status(std::move(Status)), Text(std::move(Text)) {}

  ErrorOr<vfs::Status> status() override { return Status; }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &, int64_t, bool,
                                                   bool) override {
    return std::move(Text);
  }
  std::error_code close() override { return {}; }

private:
  vfs::Status Status;
  std::unique_ptr<MemoryBuffer> Text;
};

/// The files that may be read: no devices, which may be endless, and at most
/// MaxBytes, since pipes may be endless, too.
class FilesOnly : public vfs::ProxyFileSystem {
public:
  FilesOnly() : ProxyFileSystem(vfs::getRealFileSystem()) {}

  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    using sys::fs::file_type;
    ErrorOr<vfs::Status> Status = status(Path);
    if (!Status)
      return Status.getError();
    file_type Type = Status->getType();
    StringRef Kind = Type == file_type::directory_file   ? "folder"
                     : Type == file_type::character_file ? "device"
                     : Type == file_type::block_file     ? "device"
                                                         : "";
    if (!Kind.empty()) {
      Fault = ("'" + Path + "': expected a file, found a " + Kind).str();
      return make_error_code(errc::invalid_argument);
    }
    return read(Path, *Status);
  }

  std::string Fault; ///< the reason why a file was not opened, or empty

private:
  ErrorOr<std::unique_ptr<vfs::File>> read(const Twine &Path,
                                           const vfs::Status &Status);

  size_t NumLeft = MaxBytes;
};

} // namespace

ErrorOr<std::unique_ptr<vfs::File>> FilesOnly::read(const Twine &Path,
                                                    const vfs::Status &Status) {
  Expected<sys::fs::file_t> Handle = sys::fs::openNativeFileForRead(Path);
  if (!Handle)
    return errorToErrorCode(Handle.takeError());
  std::string Text;
  std::error_code Code;
  char Part[1 << 14];
  while (Text.size() <= NumLeft) {
    Expected<size_t> Size = sys::fs::readNativeFile(*Handle, Part);
    if (!Size)
      Code = errorToErrorCode(Size.takeError());
    if (Code || *Size == 0)
      break;
    Text.append(Part, *Size);
  }
  sys::fs::closeFile(*Handle);
  if (Code)
    return Code;
  if (Text.size() > NumLeft) {
    Fault = ("'" + Path + "': response files have more than " +
             Twine(MaxBytes) + " bytes")
                .str();
    return make_error_code(errc::file_too_large);
  }
  // An empty file counts, too.
  NumLeft -= std::min(NumLeft, std::max<size_t>(Text.size(), 1));
  return std::make_unique<ReadFile>(Status,
                                    MemoryBuffer::getMemBufferCopy(Text, Path));
}

Error gmon::expandResponseFiles(BumpPtrAllocator &Allocator,
                                SmallVectorImpl<const char *> &Words) {
  FilesOnly Files;
  cl::ExpansionContext Context(Allocator, cl::TokenizeGNUCommandLine, &Files);
  Error E = Context.expandResponseFiles(Words);
  if (!E)
    return Error::success();
  std::string Why = toString(std::move(E));
  return makeError(Files.Fault.empty() ? Why : Files.Fault);
}
