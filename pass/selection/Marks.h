//===-- Marks.h - Attributes that steer instrumentation ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decisions about functions are attributes, which survive the merging of
// modules in a link-time optimization.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_SELECTION_MARKS_H
#define GMON_PASS_SELECTION_MARKS_H

namespace llvm {
class Function;
} // namespace llvm

namespace gmon {

/// Clang's marks on a function that is to call mcount: of -pg, whose value is
/// the name of the routine, and of -mfentry.
inline constexpr char MarkAttribute[] = "instrument-function-entry-inlined";
inline constexpr char FentryAttribute[] = "fentry-call";

/// The plan for a function: the text of its Options, or that it is carried out.
inline constexpr char PlanAttribute[] = "gmon";

/// On functions that have counters where placeholders were: see InstrumentPass.
inline constexpr char CountsAttribute[] = "gmon-counts";

/// On functions with counters of Clang's: what inlines them has its own.
inline constexpr char RegionsAttribute[] = "gmon-regions";

/// Whether Clang marked \p F for mcount. Marks for other routines, such as
/// __cyg_profile_func_enter_bare, do not count.
bool isMarked(const llvm::Function &F);

/// Removes Clang's marks for mcount from \p F.
void removeMark(llvm::Function &F);

/// Whether \p F has a plan, carried out or not.
bool hasPlan(const llvm::Function &F);

/// Notes that the plan of \p F is carried out. \p CountsEntries: a hook at its
/// entry counts its calls.
void setPlanDone(llvm::Function &F, bool CountsEntries);

/// Whether the plan of \p F is carried out.
bool isPlanDone(const llvm::Function &F);

/// Whether a hook at the entry of \p F counts its calls.
bool countsEntries(const llvm::Function &F);

/// Whether that hook is in front of the prologue of \p F, and calls that are
/// counted elsewhere may pass by it.
bool hasPassableHook(const llvm::Function &F);

} // namespace gmon

#endif // GMON_PASS_SELECTION_MARKS_H
