//===-- SourceFiles.h - The text of source files ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds source files. In: a path as in the program, and the user's folders.
// Out: the contents of the file.
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

namespace gmon {

/// The debug information's facts about a source file.
struct SourceOrigin {
  llvm::StringRef CompilationFolder; ///< or empty
  std::optional<llvm::MD5::MD5Result> Checksum;
};

/// By the path in the debug information.
using SourceOrigins = llvm::DenseMap<llvm::StringRef, SourceOrigin>;

/// Returns the text of \p Path. Searches where it was compiled, then in \p
/// Folders. Null if the file is nowhere.
std::unique_ptr<llvm::MemoryBuffer>
openSource(llvm::StringRef Path, llvm::ArrayRef<std::string> Folders);

/// Where to search for source files.
struct SourceSettings {
  llvm::ArrayRef<std::string> Folders; ///< of the user's options
  bool TakesAny = false;               ///< accept files in any folder
};

/// Opens source files for output that may be passed on to others. The program
/// contains the names, which may be those of any file of the user.
class SourceOpener {
public:
  SourceOpener(SourceSettings Settings, const SourceOrigins &Origins,
               Warnings &Warn)
      : Settings(Settings), Origins(Origins), Warn(Warn) {}

  /// Does the same as openSource(), under a condition: the text is the one that
  /// was compiled, or mayShow(), or the user accepts any file. Warns of a file
  /// that does not meet it, and of one that has changed; with \p WarnIfMissing
  /// also of one that does not exist. Sets \p HasChanged, if it is not null, to
  /// whether the text is known not to be the one that was compiled.
  std::unique_ptr<llvm::MemoryBuffer> open(llvm::StringRef Path,
                                           bool WarnIfMissing = false,
                                           bool *HasChanged = nullptr) const;

  /// Does the same with the first file that is known to be the one that was
  /// compiled. Null if there is none, without a warning.
  std::unique_ptr<llvm::MemoryBuffer>
  openAsCompiled(llvm::StringRef Path) const;

private:
  /// Whether \p File, whose text may differ from the compiled one, may be
  /// shown: it is below one of the user's folders; or others may read it, no
  /// folder is hidden, and it is below the folder of its compilation or,
  /// without a checksum, has the name of source code.
  bool mayShow(llvm::StringRef File, const SourceOrigin &Origin) const;

  SourceSettings Settings;
  const SourceOrigins &Origins;
  Warnings &Warn;
};

} // namespace gmon

#endif // GMON_ANALYZER_SOURCEFILES_H
