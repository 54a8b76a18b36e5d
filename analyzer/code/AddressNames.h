//===-- AddressNames.h - Symbols in operands --------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The symbols of code and data by which assembly names addresses, chosen as
// llvm-objdump chooses them. In: an Image and its stubs. Out: the symbol at or
// before an address. Symbols of reports are in SymbolTable.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_CODE_ADDRESSNAMES_H
#define GMON_ANALYZER_CODE_ADDRESSNAMES_H

#include "program/Image.h"
#include "program/Symbol.h"
#include <optional>
#include <vector>

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

} // namespace gmon

#endif // GMON_ANALYZER_CODE_ADDRESSNAMES_H
