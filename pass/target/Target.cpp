//===-- Target.cpp - What differs between targets -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Target.h.
//
//===----------------------------------------------------------------------===//

#include "target/Target.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace gmon {

static const Target *findProcessor(Triple::ArchType Arch) {
  switch (Arch) {
  case Triple::aarch64:
    return &AArch64Target;
  case Triple::riscv64:
    return &RISCV64Target;
  case Triple::x86_64:
    return &X86_64Target;
  default:
    return nullptr;
  }
}

/// Whether \p M is for the kernel itself, which has no threads' storage.
static bool isKernel(const Module &M) {
  return M.getCodeModel() == CodeModel::Kernel;
}

const Target *findTarget(const Module &M) {
  const Triple T(M.getTargetTriple());
  return T.isOSLinux() && T.isOSBinFormatELF() && !T.isAndroid() &&
                 M.getDataLayout().getPointerSizeInBits() == 64 && !isKernel(M)
             ? findProcessor(T.getArch())
             : nullptr;
}

std::string lackOfTarget(const Module &M) {
  return "there is no runtime for " +
         (isKernel(M) ? "-mcmodel=kernel"
                      : "'" + Triple(M.getTargetTriple()).str() + "'");
}

const Target &targetOf(const Module &M) {
  const Target *Result = findProcessor(Triple(M.getTargetTriple()).getArch());
  assert(Result && "code for a target without a runtime");
  return *Result;
}

bool hasFeature(const Function &F, StringRef Feature) {
  bool Result = false;
  for (StringRef Name :
       split(F.getFnAttribute("target-features").getValueAsString(), ','))
    if (Name.drop_front(!Name.empty()) == Feature)
      Result = Name.front() == '+';
  return Result;
}

Function *declareRuntime(Module &M, StringRef Entry, FunctionType *T) {
  auto *F = cast<Function>(M.getOrInsertFunction(Entry, T).getCallee());
  F->setVisibility(GlobalValue::HiddenVisibility);
  return F;
}

} // namespace gmon
