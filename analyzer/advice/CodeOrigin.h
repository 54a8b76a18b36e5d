//===-- CodeOrigin.h - Whose code a function is -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: names, source files and counts of functions. Out: which of them a user of
// the profile wrote. A library that is linked into the program is a library.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ADVICE_CODEORIGIN_H
#define GMON_ANALYZER_ADVICE_CODEORIGIN_H

#include "model/ProfileModel.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace gmon {

/// Whose code a function is.
enum class CodeOrigin : uint8_t {
  Program,   ///< the program's, or a library's that is profiled, too
  Header,    ///< code of installed headers, compiled with the program
  Allocator, ///< malloc, free, operator new and the like, wherever they are,
             ///< and functions of the program that stand for them
  Library,   ///< another module's, or that of a library linked statically
  None,      ///< no function: the profiler, unknown code
};

/// What is known of a function of a module that is profiled.
struct OriginSigns {
  llvm::StringRef LinkName;
  llvm::StringRef Path;        ///< its source file; empty if unknown
  bool IsInstrumented = false; ///< its calls, or it itself, are counted
  bool HasPeersKnown = false;  ///< other functions of its module have a source
                               ///< file or are instrumented
};

/// Whether \p Path is that of a file installed with a compiler or library.
bool isInstalled(llvm::StringRef Path);

/// Whether the function with this linkage name returns new memory.
bool allocates(llvm::StringRef LinkName);
/// Whether it returns or frees memory.
bool isAllocator(llvm::StringRef LinkName);

/// Returns whose code a function of a profiled module is.
CodeOrigin originOf(const OriginSigns &Of);

/// Returns whose code the functions of \p Model are.
std::vector<CodeOrigin> originsOf(const ProfileModel &Model);

/// Tells code that was compiled for the program from other functions.
class CompiledCode {
public:
  explicit CompiledCode(const ProfileModel &Model)
      : Model(Model), Origins(originsOf(Model)) {}
  /// Whether \p F is in the program, and its own code or that of headers: not
  /// of a library, even if that is linked statically.
  bool has(FunctionIndex F) const {
    return Model.isOfProgram(F) && Origins[F] != CodeOrigin::Library;
  }

private:
  const ProfileModel &Model;
  std::vector<CodeOrigin> Origins;
};

} // namespace gmon

#endif // GMON_ANALYZER_ADVICE_CODEORIGIN_H
