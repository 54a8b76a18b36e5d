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
#include "files/FileBytes.h"
#include "support/Errors.h"
#include "llvm/ADT/StringExtras.h"
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
    ErrorOr<vfs::Status> Status = status(Path);
    if (!Status)
      return Status.getError();
    const std::string Name = Path.str();
    if (Error E = refuseDevice(Name)) {
      Fault = toString(std::move(E));
      return make_error_code(errc::invalid_argument);
    }
    Expected<std::unique_ptr<MemoryBuffer>> Text =
        readWhole(Name, /*IsText=*/false, NumLeft);
    std::error_code Code = errorToErrorCode(Text.takeError());
    // An empty file counts, too.
    const size_t Size =
        Code ? 0 : std::max<size_t>((*Text)->getBufferSize(), 1);
    if (Size > NumLeft)
      Code = make_error_code(errc::file_too_large);
    if (Code) {
      Fault = "'" + Name + "': " +
              (Code == errc::file_too_large ? "response files have more than " +
                                                  utostr(MaxBytes) + " bytes"
                                            : "cannot read: " + Code.message());
      return Code;
    }
    NumLeft -= Size;
    return std::make_unique<ReadFile>(*Status, std::move(*Text));
  }

  std::string Fault; ///< the reason why a file was not opened, or empty

private:
  size_t NumLeft = MaxBytes;
};

} // namespace

Error gmon::expandResponseFiles(BumpPtrAllocator &Allocator,
                                SmallVectorImpl<const char *> &Words) {
  FilesOnly Files;
  cl::ExpansionContext Context(Allocator, cl::TokenizeGNUCommandLine);
  Context.setVFS(&Files);
  Error E = Context.expandResponseFiles(Words);
  if (!E)
    return Error::success();
  std::string Why = toString(std::move(E));
  return makeError(Files.Fault.empty() ? Why : Files.Fault);
}
