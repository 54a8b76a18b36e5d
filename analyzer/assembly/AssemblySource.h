//===-- AssemblySource.h - Code on demand -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Disassembles functions of all modules of a profile. In: the results of the
// stages, then a function. Out: its instructions with lines, samples and
// counts. Nothing is read before a function is asked for.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ASSEMBLY_ASSEMBLYSOURCE_H
#define GMON_ANALYZER_ASSEMBLY_ASSEMBLYSOURCE_H

#include "assembly/FunctionAssembly.h"
#include "model/ProfileModel.h"
#include "stacks/ProcessCode.h"
#include "support/Errors.h"

namespace gmon {

class AssemblySource {
public:
  /// \p Data must still have its histograms. \p Process is null without
  /// stacks. All must outlive the object.
  AssemblySource(const Image &Program, const Profile &Data,
                 const NamePrinter &Names, ProcessCode *Process,
                 Warnings &Warn);
  ~AssemblySource();

  /// Returns the code of the program's function that begins at \p Address,
  /// with the samples of the histograms.
  llvm::Expected<FunctionAssembly> ofProgram(uint64_t Address);

  /// Returns the code of \p Function, which is in another module of \p Stacks,
  /// with the samples of the stacks.
  llvm::Expected<FunctionAssembly> ofModule(const StackModel &Stacks,
                                            const StackFunction &Function);

private:
  struct Module;
  llvm::Expected<Module &> program();
  llvm::Expected<FunctionAssembly> make(Module &From, uint64_t Address) const;
  void addPart(Module &From, AddressRange Code, uint64_t &Room,
               FunctionAssembly &To) const;
  AssemblyPlace placeAt(Module &From, uint64_t Address) const;
  const InstructionCounts *counts();

  const Image &Program;
  const Profile &Data;
  const NamePrinter &Names;
  ProcessCode *Process;
  Warnings &Warn;
  std::unique_ptr<Module> OfProgram;
  std::optional<InstructionCounts> Counts; ///< of the program; once computed
  bool HasCounted = false;
};

} // namespace gmon

#endif // GMON_ANALYZER_ASSEMBLY_ASSEMBLYSOURCE_H
