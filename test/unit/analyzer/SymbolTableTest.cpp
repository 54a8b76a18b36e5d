//===-- SymbolTableTest.cpp - Choosing and finding symbols ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which of several symbols at an address is kept, where symbols end, and what a
// look-up finds.
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"
#include "program/SymbolTable.h"

using namespace gmon;
using namespace llvm;

namespace {

enum Binding { Global, Static };
enum Kind { Function, Label };

Symbol make(uint64_t Address, StringRef Name, Binding B = Global,
            Kind K = Function) {
  Symbol Sym;
  Sym.Address = Address;
  Sym.Name = Name;
  Sym.IsStatic = B == Static;
  Sym.IsFunction = K == Function;
  return Sym;
}

/// The name that an address keeps, in either order of the two symbols.
std::string best(const Symbol &A, const Symbol &B) {
  std::vector<Symbol> Forward = {A, B}, Backward = {B, A};
  finalizeSymbols(Forward, 0x1fff);
  finalizeSymbols(Backward, 0x1fff);
  EXPECT_EQ(Forward.size(), 1u);
  EXPECT_EQ(Backward.size(), 1u);
  EXPECT_EQ(Forward[0].Name, Backward[0].Name);
  return Forward[0].Name.str();
}

TEST(SymbolTable, KeepsTheBestOfEqualAddresses) {
  EXPECT_EQ(best(make(1, "static", Static), make(1, "global")), "global");
  EXPECT_EQ(best(make(1, "label", Global, Label), make(1, "function")),
            "function");
  // A global label before a static function.
  EXPECT_EQ(best(make(1, "function", Static), make(1, "label", Global, Label)),
            "label");
  EXPECT_EQ(best(make(1, "_name"), make(1, "name")), "name");
  EXPECT_EQ(best(make(1, "__name"), make(1, "_name")), "_name");
  // Underscores only count between symbols that are otherwise equal.
  EXPECT_EQ(best(make(1, "__name"), make(1, "name", Static)), "__name");
}

TEST(SymbolTable, KeepsTheFirstOfEquals) {
  std::vector<Symbol> Symbols = {make(1, "one"), make(1, "two")};
  finalizeSymbols(Symbols, 0x1fff);
  ASSERT_EQ(Symbols.size(), 1u);
  EXPECT_EQ(Symbols[0].Name, "one");
}

TEST(SymbolTable, EndsSymbolsBeforeTheNext) {
  std::vector<Symbol> Symbols = {make(0x1020, "c"), make(0x1000, "a"),
                                 make(0x1010, "b")};
  finalizeSymbols(Symbols, 0x10ff);
  ASSERT_EQ(Symbols.size(), 3u);
  EXPECT_EQ(Symbols[0].Name, "a");
  EXPECT_EQ(Symbols[0].End, 0x100fu);
  EXPECT_EQ(Symbols[1].End, 0x101fu);
  EXPECT_EQ(Symbols[2].End, 0x10ffu);
}

TEST(SymbolTable, EndsSymbolsBeforeOneThatIsDropped) {
  // data_start is behind the text and, as the last symbol, ends with it. By
  // line it is dropped, and the last line still ends before it.
  std::vector<Symbol> Symbols = {make(0x1000, "last"),
                                 make(0x3000, "data_start")};
  finalizeSymbols(Symbols, 0x10ff);
  ASSERT_EQ(Symbols.size(), 2u);
  Symbols.push_back(make(0x1010, "last"));
  finalizeSymbols(Symbols, 0x10ff);
  ASSERT_EQ(Symbols.size(), 2u);
  EXPECT_EQ(Symbols[1].Address, 0x1010u);
  EXPECT_EQ(Symbols[1].End, 0x2fffu);
}

TEST(SymbolTable, LooksUpBetweenStartAndEnd) {
  std::vector<Symbol> Symbols = {make(0x1000, "a"), make(0x1010, "b")};
  finalizeSymbols(Symbols, 0x101f);
  EXPECT_EQ(lookupSymbol(Symbols, 0xfff), NoSymbol);
  EXPECT_EQ(lookupSymbol(Symbols, 0x1000), 0u);
  EXPECT_EQ(lookupSymbol(Symbols, 0x100f), 0u);
  EXPECT_EQ(lookupSymbol(Symbols, 0x1010), 1u);
  EXPECT_EQ(lookupSymbol(Symbols, 0x101f), 1u);
  EXPECT_EQ(lookupSymbol(Symbols, 0x1020), NoSymbol);
  EXPECT_EQ(lookupSymbol({}, 0x1000), NoSymbol);
}

} // namespace
