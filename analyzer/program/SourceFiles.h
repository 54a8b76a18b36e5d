//===-- SourceFiles.h - The text of source files ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds source files. In: a path as the program has it, and the user's folders.
// Out: what is in the file.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_SOURCEFILES_H
#define GMON_ANALYZER_SOURCEFILES_H

#include "support/Errors.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/MemoryBuffer.h"
#include <optional>
#include <string>

namespace gmon {

/// What the debug information says of a source file.
struct SourceOrigin {
  llvm::StringRef CompilationFolder; ///< or empty
  std::optional<llvm::MD5::MD5Result> Checksum;
};

/// By the path that the debug information has.
using SourceOrigins = llvm::DenseMap<llvm::StringRef, SourceOrigin>;

/// The text of \p Path, which is looked for where it was compiled and then in
/// \p Folders; null if it is nowhere.
std::unique_ptr<llvm::MemoryBuffer>
openSource(llvm::StringRef Path, llvm::ArrayRef<std::string> Folders);

/// Where source files are looked for.
struct SourceSettings {
  llvm::ArrayRef<std::string> Folders; ///< that the user names
  bool TakesAny = false;               ///< files are taken wherever they lie
};

/// Opens source files whose text goes into what may be passed on. The program
/// names them, and it may name any file of the user.
class SourceOpener {
public:
  SourceOpener(SourceSettings Settings, const SourceOrigins &Origins,
               Warnings &Warn)
      : Settings(Settings), Origins(Origins), Warn(Warn) {}

  /// As openSource(), if the text is that which was compiled, or the file lies
  /// below the folder where it was compiled or below one that the user names,
  /// or the user wants any. Warns of a file that is left out for that reason,
  /// and of one that has changed; with \p WarnIfMissing also of one that does not
  /// exist.
  std::unique_ptr<llvm::MemoryBuffer> open(llvm::StringRef Path,
                                           bool WarnIfMissing = false) const;

private:
  bool isBelowKnownFolder(llvm::StringRef File,
                          const SourceOrigin &Origin) const;

  SourceSettings Settings;
  const SourceOrigins &Origins;
  Warnings &Warn;
};

} // namespace gmon

#endif // GMON_ANALYZER_SOURCEFILES_H
