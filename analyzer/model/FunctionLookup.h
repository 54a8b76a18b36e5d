//===-- FunctionLookup.h - Functions by the names people use ----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds functions by name. In: the functions of a ProfileModel,
// and linkage names or source names, with or without parameters and template
// arguments, or behind a file and a colon. Out: the functions of that name.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_MODEL_FUNCTIONLOOKUP_H
#define GMON_ANALYZER_MODEL_FUNCTIONLOOKUP_H

#include "model/ProfileModel.h"
#include "names/Demangler.h"
#include "names/NameComponents.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Regex.h"
#include <array>
#include <map>
#include <optional>
#include <vector>

namespace gmon {

/// Whether \p Path is \p Name or ends with its folders: b.c matches a/b.c.
bool isPathOf(llvm::StringRef Path, llvm::StringRef Name);

/// Returns the name of the function to which the stub \p Name leads, puts of
/// puts@plt; or \p Name.
llvm::StringRef withoutStubSuffix(llvm::StringRef Name);

class FunctionLookup {
public:
  /// Finds functions of the graph only.
  static FunctionLookup ofGraph(const ProfileModel &Model);
  /// Finds functions of all modules. Entries that represent other code are
  /// found by name, such as
  /// "[libm.so.6]". A name may have its module behind it: "sin [libm.so.6]".
  explicit FunctionLookup(const ProfileModel &Model);

  /// A function of which only the name and the module are known.
  struct LinkedName {
    llvm::StringRef Name;
    llvm::StringRef Module; ///< empty if it is the program
  };
  explicit FunctionLookup(llvm::ArrayRef<LinkedName> Names);

  /// Returns the functions called \p Name, in the model's order. A function may
  /// have several names. \p Name may be a linkage name or a full name; if no
  /// function has it, any NameForm; or one of these behind a file and a colon.
  llvm::SmallVector<FunctionIndex, 1> find(llvm::StringRef Name) const;

  /// Whether a function precedes others whose names have the same end.
  using PrecedesFn = llvm::function_ref<bool(FunctionIndex)>;

  /// Returns the functions that a user means by \p Name: those of find(). If
  /// there are none, those whose name ends in "::" and \p Name, or else those
  /// that a table or a page shows as \p Name, if these have one name; names of
  /// functions that \p Precedes count first. \p Name may be behind a file and a
  /// colon here, too. Otherwise returns an error: that there are several, which
  /// it names, or \p Missing with similar names.
  llvm::Expected<llvm::SmallVector<FunctionIndex, 1>>
  findMeant(llvm::StringRef Name, const llvm::Twine &Missing,
            PrecedesFn Precedes = nullptr) const;

  /// Returns the end of an error that suggests names for \p Name, of which
  /// find() has no function; or nothing.
  std::string suggestFor(llvm::StringRef Name) const;

  /// Whether the name of a function ends in "::" and \p Name.
  bool hasBehindScopes(llvm::StringRef Name) const {
    return !findBehindScopes(Name).empty();
  }

  /// Whether the name of a function contains \p Part.
  bool anyContains(llvm::StringRef Part) const;

  /// Returns the functions of findMeant(), or none.
  llvm::SmallVector<FunctionIndex, 1> findAny(llvm::StringRef Name) const;

  /// Returns the functions of whose names, in any form, \p Pattern matches a
  /// part.
  llvm::SmallVector<FunctionIndex, 1>
  findMatches(const llvm::Regex &Pattern) const;

  /// Returns names that findAny() may find \p I by, in all forms, with fewer
  /// and fewer scopes.
  std::vector<std::string> spellingsOf(FunctionIndex I) const;

  /// Functions of which a user may mean some, by name.
  using Candidates =
      std::map<llvm::StringRef, llvm::SmallVector<FunctionIndex, 1>>;

private:
  FunctionLookup() = default;
  struct Entry {
    llvm::StringRef LinkName;
    llvm::ArrayRef<llvm::StringRef> OtherNames;
    llvm::StringRef Path;
    llvm::StringRef Module; ///< or empty
    bool HasSymbol = true;  ///< LinkName is that of a symbol
  };
  /// A name in each form, without ABI tags. The forms refer to the keys of
  /// ByForm.
  struct Name {
    FunctionIndex Function;
    llvm::StringRef LinkName;
    std::array<llvm::StringRef, NumNameForms> Forms;
  };
  /// A way to read a user's words.
  struct Reading {
    llvm::StringRef File; ///< or empty
    llvm::StringRef Function;
    llvm::StringRef Module; ///< or empty
  };
  using NameMap = llvm::StringMap<llvm::SmallVector<FunctionIndex, 1>>;

  void addNames();
  void addName(Demangler &Parsed, FunctionIndex I, llvm::StringRef Name);
  static void add(llvm::SmallVectorImpl<FunctionIndex> &Indices,
                  FunctionIndex I) {
    if (Indices.empty() || Indices.back() != I)
      Indices.push_back(I);
  }
  static llvm::SmallVector<Reading, 4> readingsOf(llvm::StringRef Name);
  const NameMap::value_type *findWhole(llvm::StringRef Name) const;
  llvm::SmallVector<FunctionIndex, 1>
  findByArguments(llvm::StringRef Name) const;
  std::vector<llvm::StringRef> inForm(NameForm Form) const;
  bool isInPlace(FunctionIndex I, const Reading &Wanted) const;
  /// Returns the functions whose name, in the first form for which there are
  /// any, ends in "::" and the one of \p Wanted.
  Candidates findBehindScopes(const Reading &Wanted) const;
  Candidates findBehindScopes(llvm::StringRef Name) const;
  /// Returns the functions whose name, in the first form for which there are
  /// any, a narrow table or a page shows as that of \p Wanted.
  Candidates findShown(const Reading &Wanted) const;
  /// Returns the functions of findBehindScopes(), or else of findShown().
  Candidates findByPart(llvm::StringRef Name) const;
  /// Returns the functions whose whole name or whose last components are most
  /// similar to the name of \p Wanted, if at most a third of its letters
  /// differs.
  Candidates findSimilar(const Reading &Wanted) const;

  /// Returns the functions of whose names the one of \p Wanted is a part
  /// between other characters than letters, such as __sin_fma for sin; none if
  /// there are many.
  Candidates findParts(const Reading &Wanted) const;

  std::vector<Entry> Functions;
  NameMap ByName; ///< linkage names and full names
  NameMap ByForm;
  std::vector<Name> Names; ///< of all functions, in their order
  /// Indices into Names by the name without any arguments, once a name with
  /// template arguments needs them.
  mutable std::optional<llvm::StringMap<std::vector<size_t>>> ByComponents;
  /// The names in each form, once the end of one is searched.
  mutable std::array<std::optional<NameEnds>, NumNameForms> Ends;
};

} // namespace gmon

#endif // GMON_ANALYZER_MODEL_FUNCTIONLOOKUP_H
