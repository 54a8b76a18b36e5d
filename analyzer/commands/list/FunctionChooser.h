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

#include "commands/list/LibraryFunctions.h"
#include "commands/list/SourceListing.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

namespace gmon::command {

/// A function that only exists where it is inlined.
struct InlinedFunction {
  llvm::StringRef LinkName;
  llvm::StringRef Path; ///< where it is defined; empty: anywhere

  bool operator==(const InlinedFunction &RHS) const {
    return LinkName == RHS.LinkName && Path == RHS.Path;
  }
};

/// What a user means. Only one of the lists has functions.
struct ChosenFunctions {
  /// Functions of the graph or, for their instructions, of other modules.
  llvm::SmallVector<FunctionIndex, 1> Whole;
  llvm::SmallVector<InlinedFunction, 1> Inlined;
};

class FunctionChooser {
public:
  FunctionChooser(const ProfileModel &Model, const SourcePrinter &Source,
                  DataWords Words)
      : Model(Model), Source(Source),
        Libraries(Model, Source, std::move(Words)) {}

  llvm::Expected<ChosenFunctions> choose(llvm::StringRef Name) const;

private:
  using CallerMap = llvm::MapVector<llvm::StringRef, FunctionIndex>;

  bool isAround(const ModelRow &Row, uint32_t Line) const;
  void addInnermost(const ModelRow &Row, ChosenFunctions &Chosen) const;
  ChosenFunctions aroundLine(llvm::StringRef File, uint32_t Line) const;
  CallerMap inlinedFunctions() const;
  ChosenFunctions chooseInlined(llvm::StringRef Name) const;
  llvm::Expected<ChosenFunctions>
  chooseElsewhere(llvm::StringRef Name,
                  llvm::ArrayRef<FunctionIndex> Found) const;
  llvm::Expected<ChosenFunctions> chooseNamed(const FunctionLookup &Lookup,
                                              llvm::StringRef Name) const;
  llvm::Expected<ChosenFunctions>
  chooseByLine(llvm::StringRef Name, llvm::StringRef File, uint32_t Line) const;
  llvm::Error checkInstructions(llvm::StringRef Name,
                                const ChosenFunctions &Chosen) const;
  llvm::Error withOtherNames(llvm::StringRef Name, llvm::StringRef Missing,
                             llvm::Error E) const;

  const ProfileModel &Model;
  const SourcePrinter &Source;
  LibraryFunctions Libraries;
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_LIST_FUNCTIONCHOOSER_H
