//===-- commands/list/FunctionChooser.h - What to list ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a model with lines, and a user's word: a name, a pattern or a line. Out:
// the functions that the user means, or an error that helps.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_LIST_FUNCTIONCHOOSER_H
#define GMON_ANALYZER_COMMANDS_LIST_FUNCTIONCHOOSER_H

#include "commands/list/SourceListing.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

namespace gmon::command {

/// The words of the command line that name what is read, for command lines in
/// errors.
struct DataWords {
  std::vector<std::string> Options;
  std::vector<std::string> Files; ///< the program and its data
};

/// What a user means. Only one of the lists has functions.
struct ChosenFunctions {
  llvm::SmallVector<FunctionIndex, 1> OfModel;
  /// Linkage names of functions that only exist where they are inlined.
  llvm::SmallVector<llvm::StringRef, 1> Inlined;
  /// Functions of the stacks, of other modules: for their instructions.
  llvm::SmallVector<StackFunctionIndex, 1> OfStacks;
};

class FunctionChooser {
public:
  FunctionChooser(const ProfileModel &Model, const SourcePrinter &Source,
                  DataWords Words)
      : Model(Model), Source(Source), Words(std::move(Words)) {}

  llvm::Expected<ChosenFunctions> choose(llvm::StringRef Name) const;

private:
  using CallerMap = llvm::MapVector<llvm::StringRef, FunctionIndex>;

  ChosenFunctions aroundLine(llvm::StringRef File, uint32_t Line) const;
  bool isAround(const ModelRow &Row, uint32_t Line) const;
  CallerMap inlinedFunctions() const;
  ChosenFunctions chooseInlined(llvm::StringRef Name) const;
  llvm::Error checkInstructions(llvm::StringRef Name,
                                const ChosenFunctions &Chosen) const;
  llvm::Expected<ChosenFunctions>
  chooseElsewhere(llvm::StringRef Name,
                  llvm::ArrayRef<StackFunctionIndex> Found) const;
  llvm::Error withInlinedNames(llvm::StringRef Name, llvm::StringRef Missing,
                               llvm::Error E) const;

  const ProfileModel &Model;
  const SourcePrinter &Source;
  DataWords Words;
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_LIST_FUNCTIONCHOOSER_H
