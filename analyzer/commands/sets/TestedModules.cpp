//===-- TestedModules.cpp - The programs and libraries of sets ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Segments name their programs. Of libraries they have the file's name; the
// sidecar file beside the profile has its folder.
//
//===----------------------------------------------------------------------===//

#include "commands/sets/TestedModules.h"
#include "commands/MergeInputs.h"
#include "driver/Sidecars.h"
#include "files/ProfileSet.h"
#include "profile/sidecar/StackFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Returns the path of the library \p Name of the process of \p Place; empty if
/// it is not known.
static std::string pathOfLibrary(const MemberPlace &Place, StringRef Name) {
  const std::string Profile = Place.Set->nameOf(*Place.Of, "gmon.out");
  Expected<StackProfile> Stacks = readStackFile(sidecarNames(Profile).front());
  if (!Stacks) {
    consumeError(Stacks.takeError());
    return "";
  }
  for (const StackModule &Module : Stacks->Modules)
    if (sys::path::filename(Module.Path) == Name)
      return Module.Path;
  return "";
}

/// Returns the programs and libraries of \p Profiles, which are in sets.
static Expected<std::vector<TestedModule>> findInSets(const NameList &Profiles,
                                                      Warnings &Warn) {
  std::map<std::string, NameList> ByPath;
  std::map<std::pair<StringRef, std::string>, std::string> Libraries;
  for (const std::string &Name : Profiles) {
    const std::optional<MemberPlace> Place = placeOf(Name);
    if (!Place)
      return makeFileError(Name, "this is no set; name its program, too");
    const std::optional<SegmentMember> Member = memberAt(*Place);
    // Other series have samples of something else.
    if (!Member || !Member->Series.empty())
      continue;
    std::string Path = Place->Of->program().str();
    if (!Member->Library.empty()) {
      auto [It, IsNew] =
          Libraries.try_emplace({Place->Of->program(), Member->Library});
      if (IsNew)
        It->second = pathOfLibrary(*Place, Member->Library);
      Path = It->second;
    }
    if (Path.empty())
      Warn.add("passed over profiles of a library whose file is not known; "
               "name it",
               "'" + Member->Library + "'");
    else
      ByPath[Path].push_back(Name);
  }
  std::vector<TestedModule> Result;
  for (auto &[Path, Names] : ByPath)
    Result.push_back({Path, std::move(Names)});
  return Result;
}

Expected<std::vector<TestedModule>>
command::findTestedModules(const CommandLine &Line, Warnings &Warn) {
  std::vector<TestedModule> Named;
  std::vector<std::string> Words;
  for (const std::string &Word : Line.inputs())
    if (isProgram(Word))
      Named.push_back({Word, {}});
    else
      Words.push_back(Word);
  if (Words.empty())
    Words.push_back(GMON_SET_NAME);
  Expected<SegmentChoice> Choice = segmentChoice(Line);
  if (!Choice)
    return Choice.takeError();
  MergeInputs Inputs(Warn, *Choice, /*AllFiles=*/Named.empty());
  for (const std::string &Word : Words)
    if (Error E = Inputs.add(Word))
      return std::move(E);
  Expected<WeightedFiles> Profiles = Inputs.take();
  if (!Profiles)
    return Profiles.takeError();
  if (Named.empty())
    return findInSets(Profiles->names(), Warn);
  for (TestedModule &Each : Named)
    Each.Profiles = Profiles->names();
  return Named;
}
