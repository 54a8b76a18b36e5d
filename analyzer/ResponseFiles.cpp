//===-- ResponseFiles.cpp - Words of the command line in files ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's command line library reads the files; what is no file is kept from it.
//
//===----------------------------------------------------------------------===//

#include "ResponseFiles.h"
#include "Errors.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace gmon;
using namespace llvm;

namespace {

/// The files that are to be read, but no devices: one may have no end.
class FilesOnly : public vfs::ProxyFileSystem {
public:
  FilesOnly() : ProxyFileSystem(vfs::getRealFileSystem()) {}

  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    using sys::fs::file_type;
    ErrorOr<vfs::Status> Status = status(Path);
    file_type Type = Status ? Status->getType() : file_type::status_error;
    StringRef Kind = Type == file_type::directory_file   ? "folder"
                     : Type == file_type::character_file ? "device"
                     : Type == file_type::block_file     ? "device"
                                                         : "";
    if (Kind.empty())
      return ProxyFileSystem::openFileForRead(Path);
    Fault = ("'" + Path + "': expected a file, found a " + Kind).str();
    return make_error_code(errc::invalid_argument);
  }

  std::string Fault; ///< why a file was not opened, or empty
};

} // namespace

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
