//===-- TrueCallers.h - Counted calls, with tail calls by their callers -*- C++
//-*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: calls that hooks counted, and what is known of tail calls. Out: the same
// calls; those that were tail calls come from the functions that jumped.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_TRUECALLERS_H
#define GMON_ANALYZER_TRUECALLERS_H

#include "stacks/MissingFrames.h"
#include "stacks/TailShares.h"

namespace gmon {

/// Counted calls of a function from one place.
struct TrueCall {
  /// From is inside the call, or the address of the jump; or, if it is unknown
  /// which jump it was, the caller's start.
  CrossModuleCall Call;
  bool IsPlaceKnown = true;
  /// The functions inlined at From, not the one whose code that is, may have
  /// made these.
  bool IsInlinedOnly = false;
  uint64_t Low = 0, High = 0; ///< bounds of the count; equal if it is certain
};

struct TrueCalls {
  std::vector<TrueCall> InProfiles; ///< that the callee's profile has
  /// Calls between modules. The profile of the callee's module has them from
  /// outside.
  std::vector<TrueCall> Between;
  std::vector<ModuleCalls> Profiled; ///< modules with profiles
};

/// \p Calls and \p CrossModule are as in forEachCounted(). Bounds are found if
/// \p WithBounds is set, which decodes the functions that were called.
TrueCalls findTrueCallers(ProcessCode &Code, MissingFrames &Missing,
                          const TailShares &Shares,
                          llvm::ArrayRef<ModuleCalls> Calls,
                          llvm::ArrayRef<CrossModuleCall> CrossModule,
                          bool WithBounds);

/// Returns the calls that the profile of module \p Module has, as its arcs.
/// Those by other modules are from \p Outside.
std::vector<RawArc> arcsOf(const TrueCalls &Calls, uint32_t Module,
                           uint64_t Outside);

/// A call by the functions that made it and were called.
struct CountedCall {
  ModuleFunction Callee; ///< NoSymbol if no symbol of a library covers it
  uint32_t CallerModule = 0;
  /// The functions at the call site, the innermost first; none if no symbol
  /// covers it.
  std::vector<CodeFrame> Callers;
  bool IsByRuntime = false; ///< the caller is the profiler
  uint64_t Count = 0;
  uint64_t Low = 0, High = 0; ///< bounds of Count
};

/// Returns the functions of \p Call. Nothing if its callee is not a function of
/// the program's, or if a function calls a part of itself.
std::optional<CountedCall> findFunctions(ProcessCode &Code,
                                         const TrueCall &Call);

} // namespace gmon

#endif // GMON_ANALYZER_TRUECALLERS_H
