//===-- OutgoingCallees.h - Functions called without a hook -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the outgoing calls of a StackProfile, which name the called function.
// Out: which function of which module that is. If no module on stacks has the
// name, it is that of a library that these need. Several names of one function
// are one callee. Functions whose hooks counted the same calls are left out, by
// whichever name they are called. And which of them other code may call, whose
// calls nobody counts: it is linked with the name, or calls the address.
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
  llvm::StringRef Name; ///< as linked
  /// Its number among the modules, of which those of needed() are the last;
  /// none if it is unknown.
  std::optional<uint32_t> Module = std::nullopt;
  /// NoSymbol if the module is unknown, or reports have another name for its
  /// code and no call has that name.
  uint32_t Function = NoSymbol;
  bool HasMoreCalls = false; ///< there may be calls that nobody counts
};

class OutgoingCallees {
public:
  /// Finds the functions that the outgoing calls of \p Stacks call. \p Hooked
  /// are the calls that hooks counted, \p Shares the tail calls among both. The
  /// result refers to \p Stacks.
  OutgoingCallees(ProcessCode &Code, const StackProfile &Stacks,
                  llvm::ArrayRef<ModuleCalls> Hooked, const TailShares &Shares);

  /// All functions, by first appearance.
  llvm::ArrayRef<OutgoingCallee> all() const { return Callees; }

  /// The libraries that are on no stack, and have a function of all().
  llvm::ArrayRef<Image> needed() const { return Needed; }

  /// Returns the index of the function that the call at \p Address of \p Module
  /// calls; none if its calls are counted elsewhere, or not at all.
  std::optional<uint32_t> calledAt(uint32_t Module, uint64_t Address) const;

private:
  bool isHooked(ProcessCode &Code, llvm::ArrayRef<ModuleCalls> Hooked,
                llvm::StringRef Name) const;
  uint32_t calleeNamed(ProcessCode &Code, llvm::StringRef Name);
  void findInLibraries(ProcessCode &Code);
  void keepNeeded(uint32_t First);

  /// The functions whose calls hooks counted.
  llvm::DenseSet<std::pair<uint32_t, uint32_t>> WithHook;
  std::vector<OutgoingCallee> Callees;
  /// Callees by module and function.
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> ByFunction;
  std::vector<Image> Needed;
  llvm::DenseMap<std::pair<uint32_t, uint64_t>, uint32_t> BySite;
};

} // namespace gmon

#endif // GMON_ANALYZER_OUTGOINGCALLEES_H
