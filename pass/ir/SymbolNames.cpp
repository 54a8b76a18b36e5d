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
#include "ir/LLVMVersion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Comdat.h"
#include "llvm/IR/Function.h"
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

/// \p Name in quotation marks where it needs them. \p IsEscaped says whether
/// backslashes quote characters there.
static std::string quote(StringRef Name, AsmKind Kind, bool IsEscaped) {
  if (isIdentifier(Name))
    return Name.str();
  std::string Quoted = "\"";
  for (char C : Name) {
    if (IsEscaped && (C == '"' || C == '\\'))
      Quoted += '\\';
    addByte(Quoted, C, Kind);
  }
  return Quoted + "\"";
}

/// Whether quotation marks suffice. A quote would end \p Name; behind a
/// backslash it does not.
static bool canQuoteUnescaped(StringRef Name) {
  return !Name.contains('"') && !Name.ends_with("\\");
}

std::string quoteName(StringRef Name, AsmKind Kind) {
  return quote(Name, Kind, HasEscapedNames);
}

bool canQuote(const Function &F) {
  return HasEscapedNames || canQuoteUnescaped(symbolName(F));
}

/// The signature of \p Group in the object file.
static StringRef signatureOf(const Comdat &Group) {
  return GlobalValue::dropLLVMManglingEscape(Group.getName());
}

std::string quoteName(const Comdat &Group, AsmKind Kind) {
  return quote(signatureOf(Group), Kind, /*IsEscaped=*/false);
}

bool canQuote(const Comdat &Group) {
  return canQuoteUnescaped(signatureOf(Group));
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
