//===-- MpiNames.cpp - Names of MPI functions -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "names/MpiNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

static constexpr StringLiteral Names[] = {
    "MPI_Finalize",
#define CALL(name, ...) "MPI_" #name,
#define LARGE_CALL CALL
#include "mpi/calls.inc"
};

ArrayRef<StringLiteral> gmon::measuredMpiFunctions() { return Names; }

StringRef gmon::measuredMpiFunction(StringRef Symbol) {
  if (!Symbol.starts_with_insensitive("mpi_"))
    return "";
  const bool IsC = Symbol.starts_with("MPI_");
  if (IsC) {
    if (is_contained(Names, Symbol))
      return Symbol;
    Symbol.consume_back("_c");
  } else {
    Symbol = Symbol.rtrim('_');
    Symbol.consume_back("_f08");
  }
  const auto *Found = find_if(Names, [&](StringRef Name) {
    return IsC ? Name == Symbol : Name.equals_insensitive(Symbol);
  });
  return Found == std::end(Names) ? "" : StringRef(*Found);
}
