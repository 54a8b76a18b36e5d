//===-- TargetCode.h - What differs between targets -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The few pieces of instrumentation that are not the same for every target: the
// call into the runtime, the increment, the size of a step in a table.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_TARGETCODE_H
#define GMON_PASS_TARGETCODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class Function;
class FunctionType;
class GlobalValue;
class GlobalVariable;
class IRBuilderBase;
class Module;
class Value;
} // namespace llvm

namespace gmon {

/// Whether there is a runtime for the target of \p M.
bool isSupported(const llvm::Module &M);

/// Whether \p M may become a part of a library for which the C library has no
/// room in the thread-local storage that it lays out at the start.
bool needsDynamicTLS(const llvm::Module &M);

/// Has isForLibrary() be true for \p M, also when it is linked as bitcode.
void setForLibrary(llvm::Module &M);

/// Whether \p M becomes part of a shared library although it is compiled for an
/// executable: it may do what libraries may not, but what is added does not.
bool isForLibrary(const llvm::Module &M);

/// Whether code of \p M finds its thread's counters by a segment register: that
/// of an executable for x86-64. A process has one executable; libraries, which
/// may be many, cannot share the register.
bool usesSegment(const llvm::Module &M);

/// \p Counter, which is in the template, as it is in the thread's copy: a
/// pointer relative to that register.
llvm::Value *inSegment(llvm::IRBuilderBase &Builder, llvm::Value *Counter);

/// GMON_INDEX_SCALE of abi.h, for the target of \p M.
unsigned indexScale(const llvm::Module &M);

/// Whether code for \p F may use \p Feature, which Clang names on each function
/// with all that it implies.
bool hasFeature(const llvm::Function &F, llvm::StringRef Feature);

/// The runtime's function \p Entry, of the type \p T.
llvm::Function *declareRuntime(llvm::Module &M, llvm::StringRef Entry,
                               llvm::FunctionType *T);

/// Calls \p Entry, one of the entry points of abi.h, which preserves all
/// registers, with at most two arguments of a word each.
void createRuntimeCall(llvm::IRBuilderBase &Builder, llvm::StringRef Entry,
                       llvm::ArrayRef<llvm::Value *> Arguments);

/// \p Pointer, in one register from here on. The code generator would else keep
/// the two that it is the sum of, and add them up in each address.
llvm::Value *keepInRegister(llvm::IRBuilderBase &Builder, llvm::Value *Pointer);

/// Adds \p Amount, or one, to the 64-bit count at \p Address, so that a signal
/// handler that counts there too loses nothing. It may be one of inSegment().
void createIncrement(llvm::IRBuilderBase &Builder, llvm::Value *Address,
                     llvm::Value *Amount = nullptr);

/// A gmon_call_site of abi.h.
struct CallSite {
  llvm::GlobalVariable *Caller; ///< the caller's descriptor
  llvm::GlobalValue *Callee;
  unsigned Count;
  unsigned Number;
};

/// Adds one to the count at \p Address as above, unless that is null, and
/// writes \p Site, which says that the code here counts a call.
void createCallCounter(llvm::IRBuilderBase &Builder, llvm::Value *Address,
                       const CallSite &Site);

/// Has linkers keep \p Data wherever they keep the function.
void createReference(llvm::IRBuilderBase &Builder, llvm::GlobalVariable *Data);

} // namespace gmon

#endif // GMON_PASS_TARGETCODE_H
