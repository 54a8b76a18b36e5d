//===-- PltStubs.h - Stubs of functions elsewhere ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stubs in a program's procedure linkage tables, through which it calls
// functions of shared libraries and functions that resolvers choose at the
// start. Linkers make no symbols for stubs. In: an Image, its code and its
// decoder. Out: a symbol for each stub, named as disassemblers do: puts@plt.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PLTSTUBS_H
#define GMON_ANALYZER_PLTSTUBS_H

#include "code/CodeInstruction.h"
#include "code/CodeMap.h"
#include "program/SymbolTable.h"

namespace gmon {

class Decoder;

class PltStubs {
public:
  /// Finds the stubs of \p Program. Leaves out damaged parts of its tables.
  static PltStubs find(const Image &Program,
                       llvm::ArrayRef<CodeSection> Sections,
                       const Decoder &Decode);

  /// Finds the stubs and reads as little of \p Program as possible. A stub
  /// whose function has no name is named after the address of the resolver,
  /// such as *ABS*+0x4010@plt. Other code there is named after the section.
  static PltStubs findAll(const Image &Program);

  /// The stubs, sorted by address. Their names live as long as this object.
  llvm::ArrayRef<Symbol> symbols() const { return Symbols; }
  /// The stubs that lead to functions of \p Program itself, as jumps.
  llvm::ArrayRef<Transfer> jumps() const { return Jumps; }

private:
  template <class ELFT> friend class PltReader;
  static PltStubs read(const Image &Program,
                       llvm::ArrayRef<CodeSection> Sections,
                       const Decoder *Decode, bool NamesAll);
  PltStubs() : Storage(std::make_unique<llvm::BumpPtrAllocator>()) {}

  std::unique_ptr<llvm::BumpPtrAllocator> Storage; ///< of names
  std::vector<Symbol> Symbols;
  std::vector<Transfer> Jumps;
};

} // namespace gmon

#endif // GMON_ANALYZER_PLTSTUBS_H
