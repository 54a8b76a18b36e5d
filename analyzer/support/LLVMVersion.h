//===-- LLVMVersion.h - What differs between versions of LLVM ---*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The condition on the version of LLVM that concerns tables of options, with
// LLVM's change. In: LLVM's headers. Out: GMON_OPTION_TABLES and
// GMON_OPTION_PREFIX.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_SUPPORT_LLVMVERSION_H
#define GMON_ANALYZER_SUPPORT_LLVMVERSION_H

#include "llvm/Config/llvm-config.h"

// LLVM 20 (#119198) has the names and prefixes of options in two tables, which
// OptTable takes. Before, the generated file called PREFIX for each prefix.
#if LLVM_VERSION_MAJOR >= 20
#define GMON_OPTION_TABLES(INFO) OptionStrTable, OptionPrefixesTable, INFO
#else
#define GMON_OPTION_TABLES(INFO) INFO
#define GMON_OPTION_PREFIX(NAME, VALUE)                                        \
  static constexpr llvm::StringLiteral NAME##_texts[] = VALUE;                 \
  static constexpr llvm::ArrayRef<llvm::StringLiteral> NAME(                   \
      NAME##_texts, std::size(NAME##_texts) - 1);
#endif

#endif // GMON_ANALYZER_SUPPORT_LLVMVERSION_H
