//===-- PltStubs.h - Stubs of functions elsewhere ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stubs in a program's procedure linkage tables, through which it calls
// functions of shared libraries and those that are chosen when it starts.
// Linkers make no symbols for them. In: an Image, its code and its decoder.
// Out: a symbol for each, named as disassemblers do: puts@plt.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PLTSTUBS_H
#define GMON_ANALYZER_PLTSTUBS_H

#include "code/CodeMap.h"
#include "code/Transfer.h"
#include "program/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/StringSaver.h"

namespace gmon {

class Decoder;

class PltStubs {
public:
  /// Finds the stubs of \p Program. What of its tables is damaged is left out.
  static PltStubs find(const Image &Program,
                       llvm::ArrayRef<CodeSection> Sections,
                       const Decoder &Decode);

  /// Finds them without more of \p Program than is needed for it. Stubs of
  /// functions without a name are named by the address of what chooses these,
  /// as *ABS*+0x4010@plt, and all else in those sections after the section.
  static PltStubs findAll(const Image &Program);

  /// The stubs, sorted by address. Names live as long as this does.
  llvm::ArrayRef<Symbol> symbols() const { return Symbols; }
  /// The stubs of functions that \p Program itself defines, as jumps to these.
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
