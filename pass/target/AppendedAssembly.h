//===-- AppendedAssembly.h - Assembly behind functions ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes of machine code write data in other sections as assembly. It stands
// behind the function's code, in a block of its own: no instruction may follow
// a terminator. That block is the last change of the code, because passes would
// take it for code that is executed.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_TARGET_APPENDEDASSEMBLY_H
#define GMON_PASS_TARGET_APPENDEDASSEMBLY_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Pass.h"
#include <string>

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
} // namespace llvm

namespace gmon {

/// Appends a block to \p F, in the section of its last one.
llvm::MachineBasicBlock &appendBlock(llvm::MachineFunction &F);

/// Keeps the assembly of functions from the passes that write it to the one
/// that appends it.
class AppendedAssembly : public llvm::ImmutablePass {
public:
  static char ID;
  AppendedAssembly() : ImmutablePass(ID) {}

  llvm::StringRef getPassName() const override {
    return "llvm-gprof's assembly behind functions";
  }

  /// Adds \p Text, which leaves the section as it was, to that of \p F.
  void add(const llvm::MachineFunction &F, llvm::StringRef Text);
  /// Appends a block with the text of \p F. Returns whether there is any.
  bool append(llvm::MachineFunction &F);

private:
  llvm::DenseMap<const llvm::MachineFunction *, std::string> Texts;
};

} // namespace gmon

#endif // GMON_PASS_TARGET_APPENDEDASSEMBLY_H
