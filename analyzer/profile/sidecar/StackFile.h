//===-- StackFile.h - Reads files with stacks -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sidecar file with the stacks of a process. In: a file name. Out: a
// StackProfile whose numbers of contexts, modules and threads are valid.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROFILE_SIDECAR_STACKFILE_H
#define GMON_ANALYZER_PROFILE_SIDECAR_STACKFILE_H

#include "profile/StackProfile.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace gmon {

class FileBytes;

/// Reads the file \p Name. In the result each context's caller is an earlier
/// context, all numbers refer to what exists, and the sums of all samples and
/// of all calls fit 64 bits.
llvm::Expected<StackProfile> readStackFile(llvm::StringRef Name);

/// Reads the file \p Name, whose bytes are \p Bytes.
llvm::Expected<StackProfile> readStackFile(llvm::StringRef Name,
                                           llvm::StringRef Bytes);

/// Writes \p Stacks to \p OS. Facts of the value 0 are omitted, except the
/// rate, the clock and the runs.
void writeStacks(llvm::raw_ostream &OS, const StackProfile &Stacks);

/// Whether the file \p Name, no pipe, begins as a file with stacks.
bool isStackFile(llvm::StringRef Name);

/// Computes the digest of the profile \p Name, or of one with these bytes.
llvm::Expected<StackDigest> digestOf(llvm::StringRef Name);
StackDigest digestOf(FileBytes &Bytes);

} // namespace gmon

#endif // GMON_ANALYZER_PROFILE_SIDECAR_STACKFILE_H
