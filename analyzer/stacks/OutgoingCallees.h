//===-- OutgoingCallees.h - Functions called without a hook -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the outgoing calls of a StackProfile, which name the called function.
// Out: which function of which module that is. Functions whose hooks counted
// the same calls are left out.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_OUTGOINGCALLEES_H
#define GMON_ANALYZER_OUTGOINGCALLEES_H

#include "stacks/MissingFrames.h"
#include "stacks/ProcessCode.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace gmon {

struct OutgoingCallee {
  llvm::StringRef Name;           ///< as linked
  std::optional<uint32_t> Module; ///< none if it is unknown
  /// NoSymbol if the module has another name for its code, or is unknown.
  uint32_t Function = NoSymbol;
};

class OutgoingCallees {
public:
  /// Finds the functions that \p Calls call. \p Hooked are the calls that hooks
  /// counted, \p Shares the tail calls among both. The result refers to \p
  /// Calls.
  OutgoingCallees(ProcessCode &Code, llvm::ArrayRef<OutgoingCall> Calls,
                  llvm::ArrayRef<ModuleCalls> Hooked, const TailShares &Shares);

  /// All functions, by first appearance.
  llvm::ArrayRef<OutgoingCallee> all() const { return Callees; }

  /// Returns the index of the function that the call at \p Address of \p Module
  /// calls; none if its calls are counted elsewhere, or not at all.
  std::optional<uint32_t> calledAt(uint32_t Module, uint64_t Address) const;

private:
  bool isHooked(ProcessCode &Code, llvm::ArrayRef<ModuleCalls> Hooked,
                llvm::StringRef Name) const;

  /// The functions whose calls hooks counted.
  llvm::DenseSet<std::pair<uint32_t, uint32_t>> WithHook;
  std::vector<OutgoingCallee> Callees;
  llvm::DenseMap<std::pair<uint32_t, uint64_t>, uint32_t> BySite;
};

} // namespace gmon

#endif // GMON_ANALYZER_OUTGOINGCALLEES_H
