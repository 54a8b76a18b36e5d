//===-- StaticCalls.h - The calls that the code has -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The static call graph of -c. In: the program's code and the symbol table.
// Out: the calls in the code, executed or not: direct calls, and jumps from one
// function to the start of another, which are tail calls. And all direct calls
// and jumps in a file, for the question who calls a few functions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_CODE_STATICCALLS_H
#define GMON_ANALYZER_CODE_STATICCALLS_H

#include "code/CodeInstruction.h"
#include "code/PltStubs.h"
#include "program/Image.h"

namespace gmon {

/// The data about a program's code that the search for static calls needs.
class StaticCode {
public:
  StaticCode();
  StaticCode(StaticCode &&);
  StaticCode &operator=(StaticCode &&);
  ~StaticCode();

  /// Reads the code of \p Program. If LLVM cannot decode the architecture,
  /// there are no calls, and \p Warn is called.
  static llvm::Expected<StaticCode> read(const Image &Program, Warnings &Warn);

  /// Symbols for the stubs through which the program calls other modules.
  llvm::ArrayRef<Symbol> stubs() const {
    return Stubs ? Stubs->symbols() : llvm::ArrayRef<Symbol>();
  }

  /// Returns the calls, sorted by the address of the caller's code. Of several
  /// calls between the same two symbols of \p Table, only the first is listed.
  /// A target is the address of its symbol. As for executed calls, code without
  /// a symbol belongs to the function in front of it.
  std::vector<Transfer> findCalls(const SymbolTable &Table) const;

  /// Whether the function that starts at \p Caller has a call of another, which
  /// starts at \p Callee, or a jump into it.
  bool callsDirectly(uint64_t Caller, uint64_t Callee) const;

private:
  std::unique_ptr<Decoder> Decode; ///< null if LLVM has no decoder
  CodeMap Code;
  std::optional<PltStubs> Stubs;
};

/// Calls \p Visit with each direct call and jump in \p File. On x86-64 some are
/// bytes that only look like one: hardly any has a target that matters.
void forEachDirectTransfer(const Image &File,
                           llvm::function_ref<void(const Transfer &)> Visit);

} // namespace gmon

#endif // GMON_ANALYZER_CODE_STATICCALLS_H
