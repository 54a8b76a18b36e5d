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
// counts, as data for any output. Nothing is read before a function is asked
// for.
//
// A program counter is at the start of an instruction, so a bin of a histogram
// counts for the instructions that start in it, for each equally.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ASSEMBLY_ASSEMBLYSOURCE_H
#define GMON_ANALYZER_ASSEMBLY_ASSEMBLYSOURCE_H

#include "costs/CodeCosts.h"
#include "model/ProfileModel.h"
#include "stacks/ProcessCode.h"
#include "support/Errors.h"

namespace gmon {

/// A line of a function whose code is at an address.
struct AssemblyFrame {
  std::string Name; ///< of the function, as the options demand
  std::string Path; ///< empty if unknown
  uint32_t Line = 0;

  bool operator==(const AssemblyFrame &) const = default;
};

/// Where instructions come from, the innermost, inlined functions first.
using AssemblyPlace = std::vector<AssemblyFrame>;

struct AssemblyLine {
  uint64_t Address = 0;
  uint64_t Size = 0;
  std::string Text;               ///< see AssemblyInstruction
  std::optional<uint64_t> Target; ///< the same
  uint32_t Place = 0;             ///< index in FunctionAssembly::Places
  double Samples = 0;
  std::optional<InstructionCount> Count; ///< none if it is not counted
};

struct FunctionAssembly {
  /// A part of the code: a function, or what was split off from it.
  struct Part {
    std::string Name;
    size_t First = 0; ///< index of its first line
  };
  std::vector<AssemblyLine> Lines; ///< parts as below, each by address
  std::vector<Part> Parts;
  std::vector<AssemblyPlace> Places; ///< each once
  uint64_t OmittedBytes = 0;         ///< of code that is too long to show

  llvm::MutableArrayRef<AssemblyLine> linesOf(size_t Part) {
    auto [First, Size] = rangeOf(Part);
    return llvm::MutableArrayRef(Lines).slice(First, Size);
  }
  llvm::ArrayRef<AssemblyLine> linesOf(size_t Part) const {
    auto [First, Size] = rangeOf(Part);
    return llvm::ArrayRef(Lines).slice(First, Size);
  }

private:
  std::pair<size_t, size_t> rangeOf(size_t Part) const {
    const size_t End =
        Part + 1 < Parts.size() ? Parts[Part + 1].First : Lines.size();
    return {Parts[Part].First, End - Parts[Part].First};
  }
};

/// Adds the samples of \p Data's histograms to adjacent instructions.
void addHistogramSamples(const Profile &Data,
                         llvm::MutableArrayRef<AssemblyLine> Lines);

/// The samples of stacks, by module and address.
class StackSamplesByAddress {
public:
  /// Refers to \p Model.
  explicit StackSamplesByAddress(const ProfileModel &Model);

  /// Calls \p Visit with the index in adjacent \p Lines of samples in \p
  /// Module.
  void
  visit(uint32_t Module, llvm::ArrayRef<AssemblyLine> Lines,
        llvm::function_ref<void(size_t, const StackSampleRow &)> Visit) const;
  /// Adds the samples in \p Module to \p Lines, adjacent instructions.
  void addTo(uint32_t Module, llvm::MutableArrayRef<AssemblyLine> Lines) const;

private:
  std::vector<const StackSampleRow *> Rows;
};

/// Where a function begins.
struct CodePlace {
  uint32_t Module = NoIndex; ///< of the stacks; none: the program
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
                                               const ProfileModel *Measured);

  /// Returns the counts of the program's instructions, or null.
  const InstructionCounts *counts();

private:
  struct Module;
  llvm::Expected<Module *> module(uint32_t Index);
  llvm::Expected<std::unique_ptr<Module>> openProgram() const;
  llvm::Expected<std::unique_ptr<Module>> openModule(uint32_t Index) const;
  FunctionAssembly make(Module &Source, uint32_t Function) const;
  void addPart(Module &Source, AddressRange Code, uint64_t &Room,
               FunctionAssembly &Result) const;
  AssemblyPlace placeAt(Module &Source, uint64_t Address) const;
  void addSamples(uint32_t Module, const ProfileModel *Measured,
                  FunctionAssembly &Result);

  const Image &Program;
  const Profile &Data;
  const NamePrinter &Names;
  ProcessCode *Process;
  Warnings &Warn;
  std::map<uint32_t, std::unique_ptr<Module>> Modules; ///< as in CodePlace
  std::optional<InstructionCounts> Counts; ///< of the program; once computed
  bool HasCounted = false;
  const ProfileModel *Sampled = nullptr; ///< that of Samples
  std::optional<StackSamplesByAddress> Samples;
};

} // namespace gmon

#endif // GMON_ANALYZER_ASSEMBLY_ASSEMBLYSOURCE_H
