//===-- StaticCalls.h - The calls that the code has -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The static call graph of -c. In: the program's code and the symbol table.
// Out: the calls that stand in the code, whether a run made them or not: direct
// calls, and jumps from one function to the start of another, which are calls
// whose return is the caller's own.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_STATICCALLS_H
#define GMON_ANALYZER_STATICCALLS_H

#include "code/PltStubs.h"
#include <map>

namespace gmon {

/// What is needed of a program's code to find its static calls.
class StaticCode {
public:
  /// No code.
  StaticCode();
  StaticCode(StaticCode &&);
  StaticCode &operator=(StaticCode &&);
  ~StaticCode();

  /// Reads the code of \p Program. Code of an architecture that LLVM cannot
  /// decode has no calls; \p Warn tells.
  static llvm::Expected<StaticCode> read(const Image &Program, Warnings &Warn);

  /// Symbols for the stubs through which the program calls other modules.
  llvm::ArrayRef<Symbol> stubs() const {
    return Stubs ? Stubs->symbols() : llvm::ArrayRef<Symbol>();
  }

  /// The calls, sorted by the address of the caller's code. Those from one
  /// symbol of \p Table to one other are named once, by the first of them; a
  /// target is the address of its symbol. Like the calls of a run, one of code
  /// that has no symbol of its own counts for the function in front of it.
  std::vector<Transfer> findCalls(const SymbolTable &Table) const;

private:
  /// Fills StubJumps.
  void findStubJumps();
  /// Whether \p Address is in code that only leads to functions.
  bool isInEntryStub(uint64_t Address) const;
  /// Where a transfer to \p Target ends up.
  uint64_t behindStub(uint64_t Target) const;

  std::unique_ptr<Decoder> Decode; ///< null if LLVM has none
  CodeMap Code;
  std::optional<PltStubs> Stubs;
  /// The jumps of the stubs that stand for second entries of functions that
  /// have one: where each is and where it leads.
  std::map<uint64_t, uint64_t> StubJumps;
};

} // namespace gmon

#endif // GMON_ANALYZER_STATICCALLS_H
