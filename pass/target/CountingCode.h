//===-- CountingCode.h - Pieces of code that count --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Increments, records of call sites, and what keeps the data of a function with
// its code. Target.h has what differs between targets.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_TARGET_COUNTINGCODE_H
#define GMON_PASS_TARGET_COUNTINGCODE_H

namespace llvm {
class GlobalValue;
class GlobalVariable;
class IRBuilderBase;
class Value;
} // namespace llvm

namespace gmon {

/// \p Pointer, in one register from here on. The code generator would otherwise
/// keep its two summands in registers, and add them up in each address.
llvm::Value *keepInRegister(llvm::IRBuilderBase &Builder, llvm::Value *Pointer);

/// Adds \p Amount, or one, to the 64-bit count at \p Address, so that a signal
/// handler that counts there too loses nothing.
void createIncrement(llvm::IRBuilderBase &Builder, llvm::Value *Address,
                     llvm::Value *Amount = nullptr);

/// A call that the caller counts.
struct CallSiteRecord {
  llvm::GlobalVariable *Caller; ///< the caller's descriptor
  llvm::GlobalValue *Callee;
  llvm::GlobalVariable *Counters; ///< the caller's; null if blocks count
  unsigned Count;                 ///< number of the block's count
  unsigned Number;                ///< among the caller's, and of the counter
};

/// Adds one to the count at \p Address, unless that is null, and writes
/// \p Site, which tells the runtime that the code here counts a call.
void createCallCounter(llvm::IRBuilderBase &Builder, llvm::Value *Address,
                       const CallSiteRecord &Site);

/// Refers to \p Data, so that linkers keep it wherever they keep the function.
void createReference(llvm::IRBuilderBase &Builder, llvm::GlobalVariable *Data);

} // namespace gmon

#endif // GMON_PASS_TARGET_COUNTINGCODE_H
