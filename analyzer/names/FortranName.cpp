//===-- FortranName.cpp - Names of Fortran procedures ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang writes all names in lower case, each behind a capital letter that says
// what it is (flang/docs/BijectiveInternalNameUniquing.md). GNU Fortran joins a
// module and a procedure by "_MOD_".
//
//===----------------------------------------------------------------------===//

#include "names/FortranName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

static bool isNameCharacter(char C) {
  return (C >= 'a' && C <= 'z') || isDigit(C) || C == '_';
}

static bool isName(StringRef Name) {
  return !Name.empty() && !isDigit(Name.front()) &&
         all_of(Name, isNameCharacter);
}

/// Returns the name of Flang whose scopes and procedure are \p Rest.
static std::string flangName(StringRef Rest) {
  std::string Result;
  bool IsProcedure = false;
  while (!Rest.empty()) {
    const char Kind = Rest.front();
    const StringRef Name = Rest.drop_front().take_while(isNameCharacter);
    Rest = Rest.drop_front(1 + Name.size());
    // Module, submodule, host procedure, procedure. The main program is a host
    // without a name.
    const bool IsMain = Kind == 'F' && Name.empty();
    if (!StringRef("MSFP").contains(Kind) || (!IsMain && !isName(Name)))
      return "";
    IsProcedure = Kind == 'P';
    if (!IsMain)
      Result += (Result.empty() ? "" : "::") + Name.str();
  }
  return IsProcedure ? Result : "";
}

std::string gmon::fortranName(StringRef Mangled) {
  if (Mangled.consume_front("_Q"))
    return flangName(Mangled);
  if (!Mangled.consume_front("__"))
    return "";
  const auto [Module, Procedure] = Mangled.split("_MOD_");
  return isName(Module) && isName(Procedure) ? (Module + "::" + Procedure).str()
                                             : "";
}
