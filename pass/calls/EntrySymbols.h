//===-- EntrySymbols.h - Labels and stubs of second entries -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DirectEntry.h says what the symbol of a second entry is: a label at the
// function, or a stub that stands for it. Assembly defines both, so that
// modules of which a linker makes one may have both for one function. The label
// is the better one: calls by a stub take a jump and the hook. Where code is
// generated with the plugin, it replaces the stub; elsewhere the stub is met
// first, and stays. x86-64 only.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_ENTRYSYMBOLS_H
#define GMON_PASS_ENTRYSYMBOLS_H

#include "llvm/ADT/StringSet.h"

namespace llvm {
class GlobalValue;
class IRBuilderBase;
class Instruction;
class Module;
} // namespace llvm

namespace gmon {

/// Adds to the assembly of \p M a function that jumps to \p Callee, \p Name
/// with GMON_ENTRY_OFFSET, in a comdat of its own.
void addStub(llvm::Module &M, llvm::StringRef Name, llvm::StringRef Callee);

/// Takes the stubs of \p Names out of the assembly of \p M.
bool removeStubs(llvm::Module &M, const llvm::StringSet<> &Names);

/// Defines \p Label as the address of the function into whose entry block \p
/// Builder inserts: as a hidden symbol that is no function.
void createLabel(llvm::IRBuilderBase &Builder, llvm::GlobalValue &Label);

/// The label that \p I defines as that does; null if it does something else.
const llvm::GlobalValue *labelOf(const llvm::Instruction &I);

} // namespace gmon

#endif // GMON_PASS_ENTRYSYMBOLS_H
