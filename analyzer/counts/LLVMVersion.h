//===-- LLVMVersion.h - What differs between versions of LLVM ---*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This folder's only conditions on the version of LLVM, each with LLVM's
// change. In: LLVM's headers. Out: types.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COUNTS_LLVMVERSION_H
#define GMON_ANALYZER_COUNTS_LLVMVERSION_H

#include "llvm/Config/llvm-config.h"

#include <functional>
#include <optional>

namespace llvm {
class IndexedInstrProfReader;
} // namespace llvm

namespace gmon {

/// The counts that CoverageMapping::load() takes, which need not be there since
/// LLVM 21 (#144130).
#if LLVM_VERSION_MAJOR >= 21
using InstrProfReaderRef =
    std::optional<std::reference_wrapper<llvm::IndexedInstrProfReader>>;
#else
using InstrProfReaderRef = llvm::IndexedInstrProfReader &;
#endif

} // namespace gmon

#endif // GMON_ANALYZER_COUNTS_LLVMVERSION_H
