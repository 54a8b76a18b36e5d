//===-- StackSources.h - What a model of stacks is made of ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The results of earlier stages from which a ProfileModel is made.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_STACKSOURCES_H
#define GMON_ANALYZER_STACKSOURCES_H

#include "model/ProfileModel.h"
#include "stacks/OutgoingCallees.h"
#include "stacks/ProcessCode.h"
#include "stacks/TrueCallers.h"

namespace gmon {

struct StackSources {
  const StackProfile &Stacks;
  ProcessCode &Code;
  MissingFrames &Missing; ///< of Code
  const OutgoingCallees &Outgoing;
  const TrueCalls &Calls;
  /// By module.
  llvm::ArrayRef<const SourceCounts *> Source;
  const NamePrinter &Names;
};

} // namespace gmon

#endif // GMON_ANALYZER_STACKSOURCES_H
