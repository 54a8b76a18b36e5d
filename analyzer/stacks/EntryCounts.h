//===-- EntryCounts.h - What calls entered, as hooks counted ----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the calls that hooks counted, with the address of the call. Out: the
// functions that each call entered, and how often. A function that another one
// entered by a tail call is among them: its hook saw the same return address.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ENTRYCOUNTS_H
#define GMON_ANALYZER_ENTRYCOUNTS_H

#include "code/CodeInstruction.h"
#include "profile/StackProfile.h"
#include "stacks/TailCallGraph.h"

namespace gmon {

/// Calls \p Visit with each call that hooks counted: those that profiles of
/// modules have, \p Calls, and those between modules, \p CrossModule.
template <class VisitFn>
void forEachCounted(llvm::ArrayRef<ModuleCalls> Calls,
                    llvm::ArrayRef<CrossModuleCall> CrossModule,
                    VisitFn Visit) {
  for (const ModuleCalls &Module : Calls)
    for (const RawArc &Arc : Module.Arcs)
      Visit(CrossModuleCall{Module.Module, Module.Module, Arc.From, Arc.Self,
                            Arc.Count});
  // The profile of a module has the calls within the module.
  for (const CrossModuleCall &Call : CrossModule)
    if (Call.FromModule != Call.SelfModule)
      Visit(Call);
}

/// Functions that were entered, and how often.
using Entries = std::map<ModuleFunction, uint64_t>;

class EntryCounts {
public:
  /// \p Calls and \p CrossModule are as in forEachCounted().
  EntryCounts(ProcessCode &Code, llvm::ArrayRef<ModuleCalls> Calls,
              llvm::ArrayRef<CrossModuleCall> CrossModule);

  /// Returns the functions that the call at \p Address of \p Module entered;
  /// none if there are too many.
  const Entries &at(uint32_t Module, uint64_t Address) const;
  /// Returns those that \p Call, in \p Module, entered.
  Entries at(uint32_t Module, const Transfer &Call) const;

  /// The functions that were entered, and how often.
  const Entries &all() const { return All; }
  /// Returns how often \p Function was entered.
  uint64_t of(ModuleFunction Function) const;

private:
  /// Functions that one call entered; of a call with more, none is used.
  static constexpr size_t MostEntered = 64;

  void add(ProcessCode &Code, const CrossModuleCall &Call);

  /// By module and address.
  std::map<std::pair<uint32_t, uint64_t>, Entries> BySite;
  Entries All;
};

} // namespace gmon

#endif // GMON_ANALYZER_ENTRYCOUNTS_H
