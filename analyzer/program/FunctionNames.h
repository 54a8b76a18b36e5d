//===-- FunctionNames.h - Names of code without DWARF -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names lines of code for which the debug information has no function: those of
// assembly files. In: symbols of .text. Out: the name at each address.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FUNCTIONNAMES_H
#define GMON_ANALYZER_FUNCTIONNAMES_H

#include "program/Image.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace gmon {

/// A function or label in the program's symbol table.
struct NamedCode {
  uint64_t Address = 0;
  uint64_t Size = 0; ///< at least 1; does not exceed the address space
  llvm::StringRef Name;
};

class FunctionNames {
public:
  /// \p Symbols are in the order of the program's symbol table.
  explicit FunctionNames(std::vector<NamedCode> Symbols);

  /// Calls \p Visit with the start and the name of each range of code in \p
  /// Part that has one name. Parts must ascend. A symbol is valid up to its
  /// end, even if another one starts within it; behind its end, the nearest
  /// symbol is valid.
  void walk(AddressRange Part,
            llvm::function_ref<void(uint64_t, llvm::StringRef)> Visit);

private:
  std::vector<NamedCode> Symbols; ///< by address, one for each address
  size_t Next = 0;                ///< the first that starts behind the current
                                  ///< place
  NamedCode Current;              ///< at the current place; of size 0 at first
};

} // namespace gmon

#endif // GMON_ANALYZER_FUNCTIONNAMES_H
