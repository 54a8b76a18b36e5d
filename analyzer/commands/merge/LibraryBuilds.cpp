//===-- LibraryBuilds.cpp - Profiles of one build of a library ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the numbers of two processes differ, builds get numbers in the order of
// their build-ids. Copies of one build in a process stay apart.
//
//===----------------------------------------------------------------------===//

#include "commands/merge/LibraryBuilds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>
#include <tuple>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

StringRef command::withoutNumber(StringRef Name, const StringSet<> &Names) {
  const auto [Base, Number] = Name.rsplit('-');
  return !Number.empty() && all_of(Number, isDigit) && Names.contains(Base)
             ? Base
             : Name;
}

/// Returns the names without numbers of the profiles that share a name with one
/// of another build.
static std::set<std::string>
namesOfSeveral(const std::vector<LibraryProfile> &Profiles,
               const StringSet<> &Names) {
  std::map<StringRef, StringRef> Ids; ///< by name
  std::set<std::string> Result;
  for (const LibraryProfile &Library : Profiles)
    if (!Library.Id.empty() &&
        Ids.try_emplace(Library.Name, Library.Id).first->second != Library.Id)
      Result.insert(withoutNumber(Library.Name, Names).str());
  return Result;
}

std::vector<std::string>
command::namesOfSums(const std::vector<LibraryProfile> &Profiles) {
  StringSet<> Names;
  for (const LibraryProfile &Library : Profiles)
    Names.insert(Library.Name);
  const std::set<std::string> Several = namesOfSeveral(Profiles, Names);
  std::vector<std::string> Result;
  for (const LibraryProfile &Library : Profiles)
    Result.push_back(Library.Name);
  if (Several.empty())
    return Result;

  /// The name without a number, the build-id, and the number of the copy.
  using Build = std::tuple<std::string, std::string, unsigned>;
  std::map<Build, std::vector<size_t>> Builds;
  std::map<std::tuple<StringRef, StringRef, StringRef>, unsigned> Copies;
  std::set<std::string> Taken;
  for (const auto &[I, Library] : enumerate(Profiles)) {
    const StringRef Base = withoutNumber(Library.Name, Names);
    if (Library.Id.empty() || !Several.count(Base.str()))
      Taken.insert(Library.Name);
    else
      Builds[{Base.str(), Library.Id,
              Copies[{Library.Process, Base, Library.Id}]++}]
          .push_back(I);
  }
  for (const auto &[Key, Indices] : Builds) {
    const std::string &Base = std::get<0>(Key);
    std::string Name = Base;
    for (unsigned I = 2; !Taken.insert(Name).second; ++I)
      Name = Base + "-" + utostr(I);
    for (size_t I : Indices)
      Result[I] = Name;
  }
  return Result;
}
