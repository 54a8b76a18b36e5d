//===-- AssemblySource.h - Code on demand -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Disassembles functions of all modules of a profile. In: the results of the
// stages, then functions. Out: their instructions with lines, samples and
// counts. Nothing is read before a function is asked for.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ASSEMBLY_ASSEMBLYSOURCE_H
#define GMON_ANALYZER_ASSEMBLY_ASSEMBLYSOURCE_H

#include "assembly/FunctionAssembly.h"
#include "assembly/InstructionSamples.h"
#include "model/ProfileModel.h"
#include "stacks/ProcessCode.h"
#include "support/Errors.h"
#include <map>

namespace gmon {

/// Where a function begins.
struct CodePlace {
  uint32_t Module = NoStackIndex; ///< of the stacks; none: the program
  uint64_t Address = 0;
};

class AssemblySource {
public:
  /// \p Data must still have its histograms and arcs. \p Process is null
  /// without stacks. All must outlive the object.
  AssemblySource(const Image &Program, const Profile &Data,
                 const NamePrinter &Names, ProcessCode *Process,
                 Warnings &Warn);
  ~AssemblySource();

  /// Returns the ranges of the code of a function and of the parts that were
  /// split off from it. None if no function begins there, or if the file of the
  /// module was not found.
  llvm::Expected<std::vector<AddressRange>> rangesOf(CodePlace Function);

  /// Reads the debug information of \p Functions of the program, once for all
  /// of them; disassemble() reads that of others.
  llvm::Error readLines(llvm::ArrayRef<uint64_t> Functions);

  /// Returns the code of \p Function with the samples of \p Measured, whose
  /// modules they are or, if it is null, with those of the histograms.
  llvm::Expected<FunctionAssembly> disassemble(CodePlace Function,
                                               const StackModel *Measured);

  /// Returns the counts of the program's instructions, or null.
  const InstructionCounts *counts();

private:
  struct Module;
  llvm::Expected<Module *> module(uint32_t Index);
  llvm::Expected<std::unique_ptr<Module>> openProgram() const;
  llvm::Expected<std::unique_ptr<Module>> openModule(uint32_t Index) const;
  FunctionAssembly make(Module &From, uint32_t Function) const;
  void addPart(Module &From, AddressRange Code, uint64_t &Room,
               FunctionAssembly &To) const;
  AssemblyPlace placeAt(Module &From, uint64_t Address) const;
  void addSamples(uint32_t Module, const StackModel *Measured,
                  FunctionAssembly &To);

  const Image &Program;
  const Profile &Data;
  const NamePrinter &Names;
  ProcessCode *Process;
  Warnings &Warn;
  std::map<uint32_t, std::unique_ptr<Module>> Modules; ///< as in CodePlace
  std::optional<InstructionCounts> Counts; ///< of the program; once computed
  bool HasCounted = false;
  const StackModel *Sampled = nullptr; ///< that of Samples
  std::optional<StackSamplesByAddress> Samples;
};

} // namespace gmon

#endif // GMON_ANALYZER_ASSEMBLY_ASSEMBLYSOURCE_H
