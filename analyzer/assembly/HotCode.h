//===-- HotCode.h - The code of the hottest functions -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the functions whose instructions a page and json have. In: a model,
// and the code of its modules. Out: the code of the functions with the most
// samples, as far as there is room.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ASSEMBLY_HOTCODE_H
#define GMON_ANALYZER_ASSEMBLY_HOTCODE_H

#include "assembly/AssemblySource.h"

namespace gmon {

/// A function of the program or of another module of the stacks.
struct HotFunction {
  FunctionIndex Function = 0;
  uint32_t Module = NoIndex; ///< none: the program
  FunctionAssembly Code;
};

/// A function that there is no room for.
struct OmittedCode {
  llvm::StringRef Name;
  double Samples = 0;
  uint64_t Size = 0; ///< in bytes
};

struct HotCode {
  CostKind Cost;                      ///< of the samples
  bool IsMeasured = false;            ///< samples are those of stacks
  std::vector<HotFunction> Functions; ///< the most samples first
  std::vector<OmittedCode> Omitted;   ///< the same
  std::string Problem; ///< why there is no code; empty if there is none
};

/// Disassembles the functions with the most samples or, with equal ones, the
/// most executed bytes, until they have \p MaxBytes. A function that is longer
/// than the rest of them is left out.
HotCode chooseHotCode(const ProfileModel &Model, AssemblySource &Source,
                      uint64_t MaxBytes);

} // namespace gmon

#endif // GMON_ANALYZER_ASSEMBLY_HOTCODE_H
