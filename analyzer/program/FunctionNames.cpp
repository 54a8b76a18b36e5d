//===-- FunctionNames.cpp - Names of code without DWARF -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of several symbols with one address, the largest one names it. As in GNU
// gprof, a symbol is valid up to its end. So a label within a function of known
// size is no function.
//
//===----------------------------------------------------------------------===//

#include "program/FunctionNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

FunctionNames::FunctionNames(std::vector<NamedCode> All)
    : Symbols(std::move(All)) {
  llvm::stable_sort(Symbols, [](const NamedCode &A, const NamedCode &B) {
    return A.Address != B.Address ? A.Address < B.Address : A.Size > B.Size;
  });
  auto Same = [](const NamedCode &A, const NamedCode &B) {
    return A.Address == B.Address;
  };
  Symbols.erase(llvm::unique(Symbols, Same), Symbols.end());
}

void FunctionNames::walk(AddressRange Part,
                         function_ref<void(uint64_t, StringRef)> Visit) {
  uint64_t Address = Part.Low;
  auto Reaches = [&] { return Address - Current.Address < Current.Size; };
  while (Address < Part.High) {
    while (Next < Symbols.size() && Symbols[Next].Address <= Address)
      ++Next;
    if (!Reaches() && Next)
      Current = Symbols[Next - 1];
    if (Current.Size)
      Visit(Address, Current.Name);
    uint64_t End = Next < Symbols.size() ? Symbols[Next].Address : Part.High;
    if (Reaches())
      End = Current.Address + Current.Size;
    Address = std::min(End, Part.High);
  }
}
