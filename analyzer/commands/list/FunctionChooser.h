//===-- commands/list/FunctionChooser.h - What to list ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a model with lines, and a user's word: a name, a pattern or a line. Out:
// the functions that the user means, or an error that helps: the source of a
// library's function is listed with the library's own profile. The code of a
// function may be out of line, inlined into others, or both.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_LIST_FUNCTIONCHOOSER_H
#define GMON_ANALYZER_COMMANDS_LIST_FUNCTIONCHOOSER_H

#include "commands/list/SourceListing.h"
#include "model/FunctionLookup.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

namespace gmon::command {

/// The words of the command line that name what is read, for command lines in
/// errors.
struct DataWords {
  std::vector<std::string> Options;
  std::vector<std::string> Files; ///< the program and its data
};

class LibraryFunctions {
public:
  using Functions = llvm::SmallVector<FunctionIndex, 1>;

  LibraryFunctions(const ProfileModel &Model, const SourcePrinter &Source,
                   DataWords Words)
      : Model(Model), Source(Source), Words(std::move(Words)) {}

  /// Returns the functions that a user means by \p Name, a name or an
  /// expression.
  Functions named(llvm::StringRef Name) const;
  /// Returns the functions with code in \p Line of \p File or, if there are
  /// none, those whose text it is in.
  Functions aroundLine(llvm::StringRef File, uint32_t Line) const;

  /// Returns those of \p Found, which are called \p Name, that have
  /// instructions if these are wanted. Otherwise fails with a command line that
  /// lists them.
  llvm::Expected<Functions> choose(llvm::StringRef Name,
                                   llvm::ArrayRef<FunctionIndex> Found) const;

  /// Returns the names of all functions.
  std::vector<FunctionLookup::LinkedName> names() const;

private:
  bool isElsewhere(FunctionIndex F) const;
  const StackModuleRow &moduleOf(FunctionIndex F) const {
    return Model.Modules[Model.Functions[F].Module];
  }
  FunctionIndex callerOf(FunctionIndex Inlined) const;
  llvm::Error tellCaller(llvm::StringRef Name, FunctionIndex F) const;

  const ProfileModel &Model;
  const SourcePrinter &Source;
  DataWords Words;
};

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

/// Samples, and what has them.
using NamedAmount = std::pair<double, std::string>;

/// The code of a function that is inlined into others.
struct InlinedCopies {
  llvm::StringRef Name;                     ///< empty if there are none
  const UnitFunction *Definition = nullptr; ///< as in a ModelFrame
  /// The lines of the function that have code, by path.
  std::map<llvm::StringRef, std::set<uint32_t>> Numbers;
  /// The code, with that of functions that are inlined in it.
  std::vector<const ModelRow *> Rows;
};

/// The time of a function. With stacks, it is the time of all its code, but not
/// of functions that are inlined in it. Otherwise it is gprof's: the time of
/// the code out of line, with functions that are inlined in it.
class FunctionTime {
public:
  /// \p Model must outlive the object.
  FunctionTime(const ProfileModel &Model, FunctionIndex Index);
  FunctionTime(const ProfileModel &Model, const InlinedFunction &Function);

  const InlinedCopies &copies() const { return Copies; }
  /// Whether the time is from stacks.
  bool isMeasured() const { return Model.isMeasured(); }
  double self() const { return Self; } ///< in samples
  /// Returns the time in the copies, by function into which they are inlined.
  std::vector<NamedAmount> inCallers() const;
  /// Returns \p Name and the time: the start of a listing's first line.
  std::string head(llvm::StringRef Name) const;

private:
  void findCopies(const InlinedFunction &Function, llvm::StringRef OnlyPath,
                  FunctionIndex OutOfLine);
  void measure(llvm::ArrayRef<FunctionIndex> Wanted);

  const ProfileModel &Model;
  InlinedCopies Copies;
  std::map<FunctionIndex, double> InCallers; ///< samples in the copies
  double Self = 0;
  std::optional<double> Total; ///< with what it calls, if it is known
  bool IsEstimate = false;     ///< Self has bounds
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_LIST_FUNCTIONCHOOSER_H
