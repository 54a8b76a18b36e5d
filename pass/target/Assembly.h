//===-- Assembly.h - Inline assembly that is put together -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inline assembly, put together from pieces of text and operands.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_TARGET_ASSEMBLY_H
#define GMON_PASS_TARGET_ASSEMBLY_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace llvm {
class GlobalVariable;
class IRBuilderBase;
class Value;
} // namespace llvm

namespace gmon {

/// Inline assembly that is put together. Operands are numbered in the order in
/// which they are added; those that are written to come first.
class Assembly {
public:
  explicit Assembly(llvm::IRBuilderBase &Builder) : Builder(Builder) {}

  void add(const llvm::Twine &More) { llvm::raw_string_ostream(Text) << More; }
  void addOperand(llvm::StringRef Constraint, llvm::Value *Operand,
                  bool IsMemory = false);
  void addClobbers(llvm::StringRef More) { (Clobbers += ",") += More; }
  size_t numOperands() const { return Operands.size(); }
  void create();

private:
  llvm::IRBuilderBase &Builder;
  std::string Text, Constraints, Clobbers;
  llvm::SmallVector<llvm::Value *, 6> Operands;
  llvm::SmallVector<unsigned, 2> Memory; ///< numbers of operands in memory
};

/// Calls by \p Text a function that the optimizer does not know to be called.
/// \p Registers are the constraints of the arguments, as many as there are.
void createAssemblyCall(llvm::IRBuilderBase &Builder, llvm::StringRef Text,
                        llvm::ArrayRef<llvm::StringRef> Registers,
                        llvm::StringRef Clobbers,
                        llvm::ArrayRef<llvm::Value *> Arguments);

/// The directive that begins, in inline assembly, a section \p Name that is
/// kept with that of \p Data.
std::string pushSection(const llvm::GlobalVariable &Data, llvm::StringRef Name);

/// The directives that write a gmon_group, or several, of \p Kind. The entries
/// have adjacent counters, from number \p First of those at \p Base on, unless
/// it is a descriptor.
std::string groupText(unsigned Kind, llvm::StringRef Base, unsigned First,
                      llvm::ArrayRef<std::string> Entries);

/// In the directives that describe a call: what precedes the symbol that says
/// that this was done, and what follows the entry.
inline constexpr char CallSiteBegin[] = ".ifndef ";
inline constexpr char CallSiteEnd[] = "\n\t.popsection\n\t.endif";

/// The beginning of assembly that describes a call: the call's label.
inline constexpr char CallLabelText[] = ".Lgmon_call${:uid}:\n\t";
/// The name of that label.
inline constexpr char CallLabelName[] = ".Lgmon_call${:uid}";

} // namespace gmon

#endif // GMON_PASS_TARGET_ASSEMBLY_H
