//===-- commands/list/SourceLister.h - Files and functions ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the lines of files and functions, and their figures. In: a model with
// lines. Out: source with figures, or instructions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_LIST_SOURCELISTER_H
#define GMON_ANALYZER_COMMANDS_LIST_SOURCELISTER_H

#include "commands/list/FunctionChooser.h"
#include <optional>

namespace gmon::command {

/// A file's path and a line in it.
using SourcePlace = std::pair<llvm::StringRef, uint32_t>;

class SourceLister {
public:
  SourceLister(const ProfileModel &Model, SourceSettings Sources,
               const Terminal &Display, Context &Ctx)
      : Model(Model), Source(Model, Sources, Display, Ctx), Display(Display),
        Ctx(Ctx) {}

  void listFiles(llvm::StringRef Focus);
  /// Lists the functions that a user means by \p Name. \p Words are for errors.
  llvm::Error listFunctions(llvm::StringRef Name, DataWords Words);
  /// Prints the note about all listed lines.
  void printNote() const;

private:
  llvm::Error listFunction(FunctionIndex Index);
  std::vector<SourceListing> ownLines(FunctionIndex Index,
                                      const InlinedCopies &Copies) const;
  void addCounts(const ModelFunction &Function, const InlinedCopies &Copies,
                 SourceListing &Listing) const;
  std::optional<uint64_t> inlinedCalls(const InlinedFunction &Function) const;
  void listInlined(const InlinedFunction &Function);
  void printText(const llvm::Twine &Line);
  std::string listOf(std::vector<NamedAmount> Amounts) const;
  void addLibraryTimes(
      llvm::function_ref<SourceListing *(llvm::StringRef)> Find) const;
  bool print(const SourceListing &Listing, llvm::StringRef Separator = "",
             bool NeedsSource = false);
  llvm::Error printCode(const SourceListing &Listing,
                        const ModelFunction &Function);
  llvm::Error listOfModules(llvm::ArrayRef<FunctionIndex> Found);
  void printElsewhere(const std::map<SourcePlace, LineFigures> &Lines);

  const ProfileModel &Model;
  SourcePrinter Source;
  const Terminal &Display;
  Context &Ctx;
  bool HasCounts = false; ///< of lines that were listed
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_LIST_SOURCELISTER_H
