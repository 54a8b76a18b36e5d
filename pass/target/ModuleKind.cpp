//===-- ModuleKind.cpp - What a module becomes part of --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ModuleKind.h.
//
//===----------------------------------------------------------------------===//

#include "target/ModuleKind.h"

#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace gmon {

static constexpr char LibraryFlag[] = "gmon.library";

void setForLibrary(Module &M) {
  if (!M.getModuleFlag(LibraryFlag))
    M.addModuleFlag(Module::Max, LibraryFlag, 1);
}

/// Whether \p M is compiled for a library.
static bool isPIC(const Module &M) {
  return M.getPICLevel() != PICLevel::NotPIC &&
         M.getPIELevel() == PIELevel::Default;
}

bool isForLibrary(const Module &M) {
  return M.getModuleFlag(LibraryFlag) && !isPIC(M);
}

bool needsDynamicTLS(const Module &M) {
  return Triple(M.getTargetTriple()).isMusl() && (isPIC(M) || isForLibrary(M));
}

bool usesSegment(const Module &M) {
  return Triple(M.getTargetTriple()).getArch() == Triple::x86_64 &&
         !isForLibrary(M) &&
         M.getCodeModel().value_or(CodeModel::Small) == CodeModel::Small &&
         !isPIC(M);
}

} // namespace gmon
