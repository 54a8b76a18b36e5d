//===-- DistinctNames.cpp - Names that tell functions apart ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files have static functions of one name; and a name that is short enough in
// one build may be that of another function in the next.
//
//===----------------------------------------------------------------------===//

#include "views/DistinctNames.h"
#include "support/Paths.h"
#include "views/NameForms.h"
#include "views/NameParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

using namespace gmon;
using namespace llvm;

/// Replaces those of \p Names that are equal by what \p Make returns for each
/// of a group, unless that is equal, too.
static void
renameEqual(std::vector<std::string> &Names,
            function_ref<std::vector<std::string>(ArrayRef<size_t>)> Make) {
  StringMap<SmallVector<size_t, 1>> Groups;
  for (const auto &[I, Name] : enumerate(Names))
    Groups[Name].push_back(I);
  for (const auto &Group : Groups) {
    if (Group.second.size() == 1)
      continue;
    std::vector<std::string> Made = Make(Group.second);
    if (!all_equal(Made))
      for (auto &&[I, Name] : zip_equal(Group.second, Made))
        Names[I] = std::move(Name);
  }
}

/// Returns the linker's names of \p Some of \p Functions, demangled and as
/// short as they differ.
static std::vector<std::string> longerForms(ArrayRef<NamedFunction> Functions,
                                            ArrayRef<size_t> Some) {
  std::vector<StringRef> LinkNames;
  for (size_t I : Some)
    LinkNames.push_back(Functions[I].LinkName);
  const NameForms Forms(LinkNames, DemangleStyle::Auto);
  Demangler Parsed(DemangleStyle::Auto);
  std::vector<std::string> Result;
  for (StringRef LinkName : LinkNames) {
    Parsed.parse(LinkName);
    Result.push_back(Parsed.print(Forms.of(LinkName)));
  }
  return Result;
}

/// Returns \p Name with the place of \p Function in place of its line.
static std::string withPlace(StringRef Name, const NamedFunction &Function,
                             bool HasFolder) {
  const StringRef File = HasFolder ? Function.Path : baseName(Function.Path);
  // The line of a function that is inlined everywhere may be unknown.
  if (File.empty() || !Function.Line)
    return Name.str();
  const TableName Parts(Name);
  return (Parts.Function + " (" + File + ":" + Twine(Function.Line) + ")" +
          Parts.Module)
      .str();
}

std::vector<std::string>
gmon::distinctNames(ArrayRef<NamedFunction> Functions) {
  std::vector<std::string> Names;
  for (const NamedFunction &Each : Functions)
    Names.push_back(Each.Name);
  auto Rename = [&](function_ref<std::string(size_t)> Make) {
    renameEqual(Names, [&](ArrayRef<size_t> Equal) {
      return std::vector<std::string>(map_range(Equal, Make).begin(),
                                      map_range(Equal, Make).end());
    });
  };
  auto WithBehind = [&](size_t I, StringRef Function) {
    // What is no function has no linkage name.
    return Function.empty() ? Names[I]
                            : Function.str() + TableName(Names[I]).behind();
  };
  renameEqual(Names, [&](ArrayRef<size_t> Equal) {
    std::vector<std::string> Made = longerForms(Functions, Equal);
    for (auto &&[I, Name] : zip_equal(Equal, Made))
      Name = WithBehind(I, Name);
    return Made;
  });
  for (bool HasFolder : {false, true})
    Rename(
        [&](size_t I) { return withPlace(Names[I], Functions[I], HasFolder); });
  // The linker tells variants of a constructor apart.
  Rename([&](size_t I) { return WithBehind(I, Functions[I].LinkName); });
  return Names;
}
