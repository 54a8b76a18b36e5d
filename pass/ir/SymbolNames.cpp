//===-- SymbolNames.cpp - Names of symbols in assembly --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See SymbolNames.h.
//
//===----------------------------------------------------------------------===//

#include "ir/SymbolNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Comdat.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/IR/Mangler.h"
#include "llvm/Support/MD5.h"

using namespace llvm;

namespace gmon {

static bool isPlain(char C) { return isAlnum(C) || C == '_' || C == '.'; }

/// Whether \p Name is an identifier in every place of every assembler. A dot is
/// the current address.
static bool isIdentifier(StringRef Name) {
  return all_of(Name, isPlain) && Name != "." && !Name.empty() &&
         !isDigit(Name.front());
}

static void addByte(std::string &Text, char C, AsmKind Kind) {
  if (C == '$' && Kind == AsmKind::Inline)
    Text += '$';
  Text += C;
}

std::string symbolName(const GlobalValue &Value) {
  SmallString<64> Name;
  Mangler().getNameWithPrefix(Name, &Value, /*CannotUsePrivateLabel=*/false);
  return Name.str().str();
}

std::string quoteName(StringRef Name, AsmKind Kind) {
  if (isIdentifier(Name))
    return Name.str();
  std::string Quoted = "\"";
  for (char C : Name) {
    if (C == '"' || C == '\\')
      Quoted += '\\';
    addByte(Quoted, C, Kind);
  }
  return Quoted + "\"";
}

/// The signature of \p Group in the object file.
static StringRef signatureOf(const Comdat &Group) {
  return GlobalValue::dropLLVMManglingEscape(Group.getName());
}

std::string quoteName(const Comdat &Group, AsmKind Kind) {
  const StringRef Name = signatureOf(Group);
  if (isIdentifier(Name))
    return Name.str();
  std::string Quoted = "\"";
  for (char C : Name)
    addByte(Quoted, C, Kind);
  return Quoted + "\"";
}

bool canQuote(const Comdat &Group) {
  // A quote would end the name; behind a backslash it does not.
  const StringRef Name = signatureOf(Group);
  return !Name.contains('"') && !Name.ends_with("\\");
}

std::string escapeBytes(StringRef Bytes, AsmKind Kind) {
  std::string Text;
  for (char C : Bytes)
    if (isPrint(C) && C != '"' && C != '\\') {
      addByte(Text, C, Kind);
    } else {
      Text += '\\';
      for (unsigned Shift : {6, 3, 0})
        Text += char('0' + (uint8_t(C) >> Shift & 7));
    }
  return Text;
}

std::string plainName(StringRef Name) {
  if (isIdentifier(Name))
    return Name.str();
  std::string Plain;
  for (char C : Name)
    Plain += isPlain(C) ? C : '_';
  return Plain + "." + utohexstr(MD5Hash(Name));
}

} // namespace gmon
