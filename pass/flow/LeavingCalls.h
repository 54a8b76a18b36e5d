//===-- LeavingCalls.h - Calls that may not return --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call that may not return needs a counter behind it. Before optimization few
// attributes say which calls return. So this examines the functions of the
// module: a function returns if all functions that it calls return, unless it
// loops forever.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_FLOW_LEAVINGCALLS_H
#define GMON_PASS_FLOW_LEAVINGCALLS_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
class Instruction;
class Module;
class TargetLibraryInfo;
} // namespace llvm

namespace gmon {

class LeavingCalls {
public:
  LeavingCalls(llvm::Module &M, const llvm::TargetLibraryInfo &Library);

  /// Whether control may leave the function at \p I and not come back to it.
  bool mayLeave(const llvm::Instruction &I) const;

private:
  bool mayLeave(const llvm::Function &F) const;

  const llvm::TargetLibraryInfo &Library;
  /// The functions of the module that return.
  llvm::SmallPtrSet<const llvm::Function *, 16> Returning;
};

} // namespace gmon

#endif // GMON_PASS_FLOW_LEAVINGCALLS_H
