//===-- NamePrinter.cpp - Names as reports print them ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Demangles with LLVM's demangler and adds what the options ask for.
//
//===----------------------------------------------------------------------===//

#include "NamePrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdlib>

using namespace gmon;
using namespace llvm;

/// Whether \p Name is of Rust's legacy mangling: Itanium's, with a hash as its
/// last component.
static bool isLegacyRust(StringRef Name) {
  constexpr size_t HashDigits = 16;
  if (!Name.starts_with("_ZN") || !Name.consume_back("E") ||
      Name.size() < HashDigits + 3)
    return false;
  StringRef Hash = Name.take_back(HashDigits);
  return Name.drop_back(HashDigits).ends_with("17h") &&
         all_of(Hash, isHexDigit);
}

/// Takes over the text \p Text of a demangler; empty if it could not demangle.
static std::string take(char *Text) {
  std::string Result = Text ? Text : "";
  std::free(Text);
  return Result;
}

/// \p Name, without decoration, demangled; empty if it is not mangled.
static std::string demangleCore(StringRef Name, DemangleStyle Style) {
  bool IsAuto = Style == DemangleStyle::Auto;
  if ((IsAuto || Style == DemangleStyle::Rust)) {
    if (Name.starts_with("_R"))
      return take(rustDemangle(Name));
    if (isLegacyRust(Name)) {
      std::string Result = take(itaniumDemangle(Name));
      size_t Hash = Result.rfind("::h");
      return Hash == std::string::npos ? Result : Result.substr(0, Hash);
    }
  }
  if ((IsAuto || Style == DemangleStyle::Itanium) && Name.starts_with("_Z"))
    return take(itaniumDemangle(Name));
  if (Style == DemangleStyle::DLang && Name.starts_with("_D"))
    return take(dlangDemangle(Name));
  return "";
}

std::string gmon::demangleName(StringRef Name, DemangleStyle Style) {
  if (Style == DemangleStyle::None)
    return Name.str();
  StringRef Core = Name.ltrim(".$");
  StringRef Lead = Name.drop_back(Core.size());
  StringRef Version = Core.drop_front(std::min(Core.find('@'), Core.size()));
  Core = Core.drop_back(Version.size());
  std::string Result = demangleCore(Core, Style);
  if (Result.empty())
    return Name.str();
  return (Lead + Result + Version).str();
}

std::string NamePrinter::name(SymbolIndex Index) const {
  const Symbol &Sym = Table[Index];
  std::string Result = demangleName(
      Sym.Name, Opts.Traditional ? DemangleStyle::None : Opts.Demangle);
  if (Sym.Path.empty() || !(Opts.Lines || Opts.InlineFileNames))
    return Result;
  raw_string_ostream OS(Result);
  OS << " (" << path(Sym.Path) << ':' << Sym.Line;
  if (Opts.Lines)
    OS << " @ " << utohexstr(Sym.Address, /*LowerCase=*/true);
  OS << ')';
  return Result;
}

std::string NamePrinter::tag(const Node &N) {
  if (N.Index == 0)
    return "";
  return N.IsPrinted ? ("[" + Twine(N.Index) + "]").str()
                     : ("(" + Twine(N.Index) + ")").str();
}

std::string NamePrinter::fullName(const CallGraph &Graph,
                                  SymbolIndex Index) const {
  const Node &N = Graph.Nodes[Index];
  std::string Result = name(Index);
  if (N.Cycle)
    Result += (" <cycle " + Twine(N.Cycle) + ">").str();
  if (N.Index)
    Result += " " + tag(N);
  return Result;
}
