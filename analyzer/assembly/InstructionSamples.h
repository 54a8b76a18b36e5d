//===-- InstructionSamples.h - Samples of instructions ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accounts samples to instructions. In: histograms, or samples with stacks, and
// instructions in order of address. Out: the samples of each instruction. A
// program counter is at the start of an instruction, so a bin of a histogram
// counts for the instructions that start in it, for each equally.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ASSEMBLY_INSTRUCTIONSAMPLES_H
#define GMON_ANALYZER_ASSEMBLY_INSTRUCTIONSAMPLES_H

#include "assembly/FunctionAssembly.h"
#include "model/StackModel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gmon {

/// Adds the samples of the histograms of \p Data to \p Lines, adjacent
/// instructions.
void addHistogramSamples(const Profile &Data,
                         llvm::MutableArrayRef<AssemblyLine> Lines);

/// The samples of stacks, by module and address.
class StackSamplesByAddress {
public:
  /// Refers to \p Stacks.
  explicit StackSamplesByAddress(const StackModel &Stacks);

  /// Calls \p Visit with the index in \p Lines, adjacent instructions, of each
  /// sample in \p Module.
  void
  visit(uint32_t Module, llvm::ArrayRef<AssemblyLine> Lines,
        llvm::function_ref<void(size_t, const StackSampleRow &)> Visit) const;
  /// Adds the samples in \p Module to \p Lines, adjacent instructions.
  void addTo(uint32_t Module, llvm::MutableArrayRef<AssemblyLine> Lines) const;

private:
  std::vector<const StackSampleRow *> Rows;
};

} // namespace gmon

#endif // GMON_ANALYZER_ASSEMBLY_INSTRUCTIONSAMPLES_H
