//===-- EntrySymbols.h - Labels and stubs of second entries -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The symbol of a second entry (see DirectEntry.h) is a label at the function,
// or a stub that jumps to the function. Assembly defines both, because modules
// that a linker merges may have both for one function. The label is better: a
// call of the stub executes a jump and the hook. Code generation with the
// plugin removes the stub; without the plugin the stub comes first and stays.
// x86-64 only.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_ENTRYSYMBOLS_H
#define GMON_PASS_ENTRYSYMBOLS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class GlobalValue;
class IRBuilderBase;
class Instruction;
class Module;
} // namespace llvm

namespace gmon {

/// Adds to the assembly of \p M a function that jumps to \p Function, \p Symbol
/// with GMON_ENTRY_OFFSET, in a comdat of its own.
void addStub(llvm::Module &M, const llvm::GlobalValue &Symbol,
             const llvm::GlobalValue &Function);

/// Removes the stubs of \p Symbols from the assembly of \p M. Returns whether
/// there were any.
bool removeStubs(llvm::Module &M,
                 llvm::ArrayRef<const llvm::GlobalValue *> Symbols);

/// Defines \p Label as the address of the function into whose entry block
/// \p Builder inserts: as a hidden symbol that is no function.
void createLabel(llvm::IRBuilderBase &Builder, llvm::GlobalValue &Label);

/// The label that \p I, made by createLabel(), defines; null for other
/// instructions.
const llvm::GlobalValue *labelOf(const llvm::Instruction &I);

} // namespace gmon

#endif // GMON_PASS_ENTRYSYMBOLS_H
