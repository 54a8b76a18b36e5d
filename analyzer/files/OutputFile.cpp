//===-- OutputFile.cpp - Writes files whole or not at all -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces a file by a rename if nothing of the old file is lost, and otherwise
// writes it in place. LLVM's writeToOutput ends the program if the disk is
// full, and replaces links.
//
//===----------------------------------------------------------------------===//

#include "files/OutputFile.h"
#include "gmon/format.h"
#include "support/Errors.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <climits>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace gmon;
using namespace llvm;

using PrintFunction = function_ref<Error(raw_ostream &)>;

namespace {

struct Target {
  std::string Path;              ///< of a regular file, without symbolic links
  std::optional<int> Descriptor; ///< of this process, if the path names one
  bool Exists = false;
  struct stat Status = {};

  bool isStream() const {
    return Descriptor || (Exists && !S_ISREG(Status.st_mode));
  }
};

/// A file, and its new contents if these can take its place.
struct Output {
  Target File;
  std::optional<sys::fs::TempFile> New;
};

} // namespace

static Error lastError() {
  return errorCodeToError(std::error_code(errno, std::generic_category()));
}

/// Returns the descriptor of this process that \p Path, a symbolic link such as
/// /proc/self/fd/1, represents; /dev/stdout leads there. Such a link's text is
/// no usable path: the descriptor may be a pipe or a deleted file.
static std::optional<int> descriptorOf(StringRef Path) {
  SmallString<64> Folder, Own;
  StringRef Parent = sys::path::parent_path(Path);
  int Number;
  if (sys::path::filename(Path).getAsInteger(10, Number) || Number < 0 ||
      sys::fs::real_path(Parent, Folder) ||
      sys::fs::real_path("/proc/self/fd", Own) || Folder != Own)
    return std::nullopt;
  return Number;
}

/// Follows the symbolic links of \p Path, up to a descriptor of this process.
/// The last one may lead to a file that does not exist.
static Expected<Target> findTarget(StringRef Path) {
  Target Found;
  Found.Path = Path.str();
  Found.Exists = stat(Found.Path.c_str(), &Found.Status) == 0;
  if (!Found.Exists && errno != ENOENT)
    return lastError();
  if (Found.Exists && S_ISDIR(Found.Status.st_mode))
    return errorCodeToError(make_error_code(std::errc::is_a_directory));
  if (isProgram(Path))
    return makeError("it is a program");
  std::string Name = Found.Path;
  char Link[PATH_MAX];
  ssize_t Size;
  while (!(Found.Descriptor = descriptorOf(Name)) &&
         (Size = readlink(Name.c_str(), Link, sizeof(Link))) > 0) {
    const StringRef Next(Link, Size);
    SmallString<128> Path(
        sys::path::is_absolute(Next) ? "" : sys::path::parent_path(Name));
    sys::path::append(Path, Next);
    Name = Path.str().str();
  }
  if (Found.isStream())
    return Found;
  if (Found.Exists && Found.Status.st_size && isNamedAsSource(Name))
    return makeError("it is a source file");
  Found.Path = std::move(Name);
  return Found;
}

/// Prints to \p FD, and closes it.
static Error printTo(int FD, PrintFunction Print) {
  raw_fd_ostream OS(FD, /*shouldClose=*/true);
  Error Failure = Print(OS);
  OS.close();
  std::error_code Code = OS.error();
  OS.clear_error();
  return Failure ? std::move(Failure) : errorCodeToError(Code);
}

/// Writes to what cannot be replaced: a device, a pipe, or a descriptor.
static Error writeStream(const Target &File, PrintFunction Print) {
  int FD = File.Descriptor
               ? fcntl(*File.Descriptor, F_DUPFD_CLOEXEC, 0)
               : open(File.Path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  return FD < 0 ? lastError() : printTo(FD, Print);
}

/// Overwrites the contents of the file \p File. Allocates space for the new
/// contents first, so that a full disk keeps the old ones.
static Error writeInPlace(const Target &File, PrintFunction Print) {
  std::string Text;
  raw_string_ostream Buffer(Text);
  if (Error E = Print(Buffer))
    return E;
  int FD = open(File.Path.c_str(), O_WRONLY | O_CLOEXEC);
  if (FD < 0)
    return lastError();
  return printTo(FD, [&](raw_ostream &OS) -> Error {
    if (int Code = Text.empty() ? 0 : posix_fallocate(FD, 0, Text.size())) {
      (void)!ftruncate(FD, File.Status.st_size);
      return errorCodeToError(std::error_code(Code, std::generic_category()));
    }
    if (ftruncate(FD, Text.size()))
      return lastError();
    OS << Text;
    return Error::success();
  });
}

/// Gives the new file \p FD the owner and mode of \p Old, if possible.
static bool takeRights(int FD, const struct stat &Old) {
  struct stat New;
  if (fstat(FD, &New))
    return false;
  bool IsSame = New.st_uid == Old.st_uid && New.st_gid == Old.st_gid;
  // The owner first: changing it clears bits of the mode.
  return (IsSame || fchown(FD, Old.st_uid, Old.st_gid) == 0) &&
         fchmod(FD, Old.st_mode & 07777) == 0;
}

/// Prints to a new file that can replace the regular file \p Old, which may not
/// exist yet. Returns nothing if \p Old must be overwritten; fails then unless
/// \p MayOverwrite.
static Expected<std::optional<sys::fs::TempFile>>
printBeside(const Target &Old, PrintFunction Print, bool MayOverwrite) {
  using namespace sys::fs;
  if (Old.Exists && faccessat(AT_FDCWD, Old.Path.c_str(), W_OK, AT_EACCESS))
    return lastError();
  // Uses a part of the name: a name of maximal length has no room for more.
  constexpr size_t MaxPart = 200;
  SmallString<128> Model(sys::path::parent_path(Old.Path));
  sys::path::append(Model, sys::path::filename(Old.Path).take_front(MaxPart) +
                               ".%%%%%%.tmp");
  Expected<TempFile> File = TempFile::create(
      Model, Old.Exists ? owner_read | owner_write : all_read | all_write);
  if (!File) {
    if (!Old.Exists || !MayOverwrite)
      return File.takeError();
    consumeError(File.takeError());
    return std::nullopt;
  }
  if (Old.Exists && !takeRights(File->FD, Old.Status)) {
    if (Error E = File->discard())
      return std::move(E);
    if (!MayOverwrite)
      return makeError("a new file would have another owner or mode");
    return std::nullopt;
  }
  raw_fd_ostream OS(File->FD, /*shouldClose=*/false);
  Error Failure = Print(OS);
  OS.flush();
  if (!Failure)
    Failure = errorCodeToError(OS.error());
  OS.clear_error();
  if (Failure)
    return joinErrors(std::move(Failure), File->discard());
  return std::move(*File);
}

Error gmon::refuseInput(StringRef Path, const NameList &Inputs) {
  if (!sys::fs::is_regular_file(Path))
    return Error::success();
  for (const std::string &Input : Inputs)
    if (Input != "-" && sys::fs::equivalent(Path, containerOf(Input)))
      return makeFileError(Path, "cannot write: the command reads this file");
  return Error::success();
}

/// Renames \p New to \p Path.
static Error rename(sys::fs::TempFile &New, StringRef Path) {
  if (std::error_code Code = sys::fs::rename(New.TmpName, Path))
    return errorCodeToError(Code);
  return New.keep();
}

/// Writes the files \p Paths; \p Print prints one of them. All new contents are
/// complete before the first one takes its place.
static Error writeAll(ArrayRef<StringRef> Paths,
                      function_ref<Error(size_t, raw_ostream &)> Print,
                      bool MayOverwrite = true) {
  std::vector<Output> Outputs(Paths.size());
  auto Prepare = [&](size_t I) -> Error {
    auto &[File, New] = Outputs[I];
    if (Error E = findTarget(Paths[I]).moveInto(File))
      return E;
    if (File.isStream())
      return Error::success();
    return printBeside(
               File, [&](raw_ostream &OS) { return Print(I, OS); },
               MayOverwrite)
        .moveInto(New);
  };
  auto Overwrite = [&](size_t I) -> Error {
    const auto &[File, New] = Outputs[I];
    if (New)
      return Error::success();
    return (File.isStream() ? writeStream : writeInPlace)(
        File, [&](raw_ostream &OS) { return Print(I, OS); });
  };
  auto Replace = [&](size_t I) -> Error {
    auto &[File, New] = Outputs[I];
    if (!New)
      return Error::success();
    // keep() copies the contents if it cannot rename the file.
    return MayOverwrite ? New->keep(File.Path) : rename(*New, File.Path);
  };
  const function_ref<Error(size_t)> Steps[] = {Prepare, Overwrite, Replace};
  for (function_ref<Error(size_t)> Step : Steps)
    for (size_t I = 0; I < Paths.size(); ++I) {
      Error Failure = Step(I);
      if (!Failure)
        continue;
      for (Output &Written : Outputs)
        if (Written.New)
          Failure = joinErrors(std::move(Failure), Written.New->discard());
      return makeFileError(Paths[I],
                           "cannot write: " + toString(std::move(Failure)));
    }
  return Error::success();
}

Error gmon::writeFile(StringRef Path, function_ref<void(raw_ostream &)> Print) {
  char Start[GMON_COOKIE_SIZE];
  if (startOfFile(Path, Start) == GMON_COOKIE)
    return makeFileError(Path, "cannot write: it is profile data");
  return writeFileOrFail(Path, [&](raw_ostream &OS) {
    Print(OS);
    return Error::success();
  });
}

Error gmon::writeFileOrFail(StringRef Path, PrintFunction Print) {
  return writeAll(Path, [&](size_t, raw_ostream &OS) { return Print(OS); });
}

Error gmon::replaceFileOrFail(StringRef Path, PrintFunction Print) {
  return writeAll(
      Path, [&](size_t, raw_ostream &OS) { return Print(OS); },
      /*MayOverwrite=*/false);
}

Error gmon::writeFiles(ArrayRef<NewFile> Files) {
  SmallVector<StringRef> Paths;
  for (const NewFile &File : Files)
    Paths.push_back(File.Path);
  return writeAll(Paths, [&](size_t I, raw_ostream &OS) {
    OS << Files[I].Bytes;
    return Error::success();
  });
}
