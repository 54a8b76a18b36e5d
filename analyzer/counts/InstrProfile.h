//===-- InstrProfile.h - Profiles as LLVM's tools have them -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: what Clang's own counters have counted in the modules of a process. Out:
// an indexed profile, which llvm-profdata merges, which llvm-cov shows and by
// which clang -fprofile-instr-use optimizes.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_INSTRPROFILE_H
#define GMON_ANALYZER_INSTRPROFILE_H

#include "support/Errors.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <vector>

namespace gmon {

/// A function by the counters that Clang inserts for
/// -fprofile-instr-generate.
struct InstrProfFunction {
  llvm::StringRef Name; ///< by which Clang's profiles know it
  llvm::StringRef LinkName;
  uint64_t Hash = 0;            ///< of its control flow, as Clang computes it
  std::vector<uint64_t> Counts; ///< by number of the counter
  /// The bitmap of its decisions: which combinations of conditions occurred.
  std::vector<uint8_t> Decisions;
};

/// Returns a profile of \p Functions in LLVM's format, in the version of this
/// LLVM. A function that occurs several times, such as an inline function of
/// several modules, is added up. Warns of functions that contradict each other.
std::unique_ptr<llvm::MemoryBuffer>
makeInstrProfile(llvm::ArrayRef<InstrProfFunction> Functions, Warnings &Warn);

} // namespace gmon

#endif // GMON_ANALYZER_INSTRPROFILE_H
