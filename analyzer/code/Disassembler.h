//===-- Disassembler.h - Code in assembly language --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints instructions as llvm-objdump does. In: an Image and ranges of its
// code. Out: the text of each instruction, with the symbols that its operands
// refer to.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_CODE_DISASSEMBLER_H
#define GMON_ANALYZER_CODE_DISASSEMBLER_H

#include "code/AddressNames.h"
#include "code/CodeMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gmon {

struct McLayer;

/// An instruction, or bytes that are none.
struct AssemblyInstruction {
  uint64_t Address = 0;
  uint64_t Size = 0; ///< in bytes
  /// With one space behind the mnemonic: "callq 0x401136 <sum>". The last
  /// argument may be a comment: "# 0x404020 <table>".
  std::string Text;
  /// The address that Text names, of a branch or of memory; with no name, too.
  std::optional<uint64_t> Target;
};

class Disassembler {
public:
  /// Prints the linkage name of a symbol.
  using NameFn = llvm::function_ref<std::string(llvm::StringRef)>;

  /// Returns null if LLVM cannot decode the architecture of \p Program. \p
  /// Program and \p Stubs must outlive the result.
  static std::unique_ptr<Disassembler>
  create(const Image &Program, llvm::ArrayRef<Symbol> Stubs, Warnings &Warn);
  ~Disassembler();

  /// Calls \p Visit with the instructions of \p Range, in order. Bytes that
  /// cannot be decoded, and data among code, are visited, too. Visits nothing
  /// that is not in the file.
  void visit(AddressRange Range, NameFn NameOf,
             llvm::function_ref<void(AssemblyInstruction)> Visit) const;

  /// Returns the linkage name of the symbol that operands have for \p Address;
  /// empty if none is there.
  llvm::StringRef symbolAt(uint64_t Address) const {
    std::optional<NamedAddress> Found = Names.find(Address);
    return Found && !Found->Offset ? Found->Name : llvm::StringRef();
  }

private:
  class Printer;
  Disassembler() = default;

  std::unique_ptr<McLayer> Main;
  std::unique_ptr<McLayer> Thumb; ///< null except on ARM
  uint64_t AddressMask = 0;
  CodeMap Code;
  AddressNames Names;
};

} // namespace gmon

#endif // GMON_ANALYZER_CODE_DISASSEMBLER_H
