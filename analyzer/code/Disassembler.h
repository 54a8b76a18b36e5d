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
// refer to, which are chosen as llvm-objdump does. Symbols of reports are in
// SymbolTable.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_CODE_DISASSEMBLER_H
#define GMON_ANALYZER_CODE_DISASSEMBLER_H

#include "code/CodeMap.h"
#include "program/Image.h"
#include "program/Symbol.h"

namespace gmon {

/// An address as a symbol and the distance from it.
struct NamedAddress {
  llvm::StringRef Name; ///< linkage name
  uint64_t Offset = 0;
};

class AddressNames {
public:
  /// Reads .symtab of \p Program or, without one, .dynsym. Damaged parts are
  /// left out. The names live as long as \p Program and \p Stubs.
  static AddressNames read(const Image &Program, llvm::ArrayRef<Symbol> Stubs);

  /// Returns the last symbol at or before \p Address in the section that begins
  /// last at or before it; else nothing.
  std::optional<NamedAddress> find(uint64_t Address) const;

private:
  template <class ELFT> friend class AddressNameReader;

  struct Entry {
    uint64_t Section; ///< where the section of the symbol begins
    uint64_t Address;
    llvm::StringRef Name; ///< at one address, the last one counts
  };
  void sort();

  std::vector<uint64_t> Sections; ///< where they begin; sorted
  std::vector<Entry> Entries;     ///< sorted
};

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

  /// Returns the linkage name that operands have for \p Address, or "".
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
