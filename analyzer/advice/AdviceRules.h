//===-- AdviceRules.h - What all rules of advice share ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: facts, and sentences of rules. Out: the list of advice.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ADVICE_ADVICERULES_H
#define GMON_ANALYZER_ADVICE_ADVICERULES_H

#include "advice/Advice.h"
#include "advice/AdviceFacts.h"

namespace gmon {

/// The advice that rules add, and what they ask the facts.
class AdviceRules {
public:
  explicit AdviceRules(const AdviceFacts &Facts)
      : Facts(Facts), Functions(Facts.Functions), Arcs(Facts.Arcs) {}

  /// Whether \p Samples are enough: below 10, their error is above a third.
  bool isSure(double Samples) const { return areAtLeast(10, Samples); }
  /// Returns what stands before a number whose error may be above 10%.
  llvm::StringRef about(double Samples) const {
    return areAtLeast(100, Samples) ? "" : "about ";
  }
  /// Whether \p Samples are at least \p Share of all, and a sure number.
  bool isLarge(double Samples, double Share = 0.05) const {
    return Facts.All > 0 && Samples >= Share * Facts.All && isSure(Samples);
  }
  double shareOf(double Samples) const {
    return ProfileModel::percent(Samples, Facts.All);
  }
  /// Returns the functions with a \p Value, the greatest first.
  std::vector<FunctionIndex>
  byColumn(llvm::function_ref<double(FunctionIndex)> Value) const;

  /// Adds advice of \p Kind about \p Samples, without a sentence. The result
  /// is valid until the next call.
  Advice &add(llvm::StringRef Kind, double Samples,
              AdviceView View = AdviceView::None,
              FunctionIndex Function = NoIndex) {
    return List.emplace_back(Advice{Kind, Samples, View, Function, {}});
  }

  const AdviceFacts &Facts;
  llvm::ArrayRef<AdviceFunction> Functions;
  llvm::ArrayRef<AdviceArc> Arcs;
  std::vector<Advice> List;

private:
  bool areAtLeast(double Num, double Samples) const {
    return Facts.Cost.IsCounted || Samples >= Num * Facts.SamplesAtOnce;
  }
};

/// Functions with most time, with their hottest line, and functions that are
/// called often and are quick. Inlined functions.
void adviseFunctions(AdviceRules &Rules);
/// Functions that are called most, if there are no times.
void adviseMostCalls(AdviceRules &Rules);
/// Libraries, allocation, waiting, the kernel.
void adviseOutside(AdviceRules &Rules);
/// The ranks of a job, and the time in MPI.
void adviseJobs(AdviceRules &Rules);
/// What the profile lacks or disturbs.
void adviseProfile(AdviceRules &Rules);

} // namespace gmon

#endif // GMON_ANALYZER_ADVICE_ADVICERULES_H
