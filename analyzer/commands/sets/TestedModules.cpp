//===-- TestedModules.cpp - The programs and libraries of tests -----------===//
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
#include "commands/merge/Merger.h"
#include "driver/ModuleProfiles.h"
#include "driver/Sidecars.h"
#include "files/ProfileSet.h"
#include "profile/GmonReader.h"
#include "profile/sidecar/StackFile.h"
#include "program/Image.h"
#include "llvm/Support/Errc.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Returns the path of the program or library whose profile \p Place is; empty
/// if the process has neither sampled nor called it.
static std::string pathOf(const MemberPlace &Place,
                          const SegmentMember &Profile) {
  const Segment &S = *Place.Of;
  Expected<StackProfile> Stacks =
      readStackFile(sidecarNames(Place.Set->nameOf(S, "gmon.out")).front());
  if (errorToBool(Stacks.takeError()))
    return "";
  const StackModule *Module =
      moduleOf(Place.Set->nameOf(S, Profile.name()), Profile.Library, *Stacks);
  return Module ? Module->Path : "";
}

/// Returns the file \p Library with the build-id \p Id if it lies beside the
/// program of \p Profile; or "".
static std::string pathBesideProgram(StringRef Profile, StringRef Library,
                                     StringRef Id) {
  const MemberPlace Place = *placeOf(Profile);
  std::string Program = pathOf(Place, {});
  if (Program.empty())
    Program = Place.Of->program().str();
  SmallString<128> Path = sys::path::parent_path(Program);
  sys::path::append(Path, Library);
  Expected<Image> File = Image::open(Path);
  if (errorToBool(File.takeError()))
    return "";
  return !Id.empty() && Id == gmonBuildId(File->buildId()) ? Path.str().str()
                                                           : "";
}

/// Whether the library of \p Profiles was called.
static bool wasCalled(const NameList &Profiles) {
  return any_of(Profiles, [](const std::string &Name) {
    WeightedFiles Only;
    Only.push_back({Name});
    const GmonLayout Layout = layoutOf(Only);
    GmonReader Reader(Layout.IsLittleEndian, Layout.AddressSize);
    return errorToBool(Reader.add(Name).takeError()) ||
           !Reader.profile().Arcs.empty();
  });
}

/// Returns the programs and libraries of \p Profiles, which are in sets.
static Expected<std::vector<TestedModule>> findInSets(const NameList &Profiles,
                                                      Warnings &Warn) {
  /// By the names of the program and the library, and by build-id.
  std::map<std::tuple<std::string, std::string, std::string>, TestedModule> All;
  for (const std::string &Name : Profiles) {
    const std::optional<MemberPlace> Place = placeOf(Name);
    if (!Place && !sys::fs::exists(Name))
      return makeFileError(
          Name, "cannot read: " +
                    make_error_code(errc::no_such_file_or_directory).message());
    if (!Place)
      return makeFileError(Name, "this is no set; name its program, too");
    const std::optional<SegmentMember> Member = memberAt(*Place);
    // Other series have samples of something else.
    if (!Member || !Member->Series.empty())
      continue;
    const bool IsLibrary = !Member->Library.empty();
    TestedModule &Module = All[{IsLibrary ? "" : Place->Of->program().str(),
                                Member->Library, idOfProfile(Name)}];
    Module.Profiles.push_back(Name);
    // Some process knows the path.
    if (Module.Path.empty())
      Module.Path = pathOf(*Place, *Member);
  }
  std::map<std::string, NameList> ByPath;
  for (auto &[Key, Module] : All) {
    const auto &[Program, Library, Id] = Key;
    if (Module.Path.empty() && !Library.empty())
      Module.Path = pathBesideProgram(Module.Profiles.front(), Library, Id);
    const std::string &Path = Module.Path.empty() ? Program : Module.Path;
    if (Path.empty() && !wasCalled(Module.Profiles))
      continue;
    if (Path.empty())
      Warn.add("passed over profiles of a library whose file is not known; "
               "name it",
               "'" + Library + "'");
    else
      ByPath[Path].append(Module.Profiles);
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
      Named.push_back({Word, {}, /*IsNamed=*/true});
    else
      Words.push_back(Word);
  if (Words.empty())
    Words.push_back(GMON_SET_NAME);
  MergeInputs Inputs(Warn, Line.segments(), /*AllFiles=*/Named.empty());
  for (const std::string &Word : Words)
    if (Error E = Inputs.add(Word))
      return std::move(E);
  Expected<WeightedFiles> Profiles = Inputs.take();
  if (!Profiles)
    return Profiles.takeError();
  if (Named.empty())
    return findInSets(Profiles->names(), Warn);
  for (TestedModule &Module : Named)
    Module.Profiles = Profiles->names();
  return Named;
}
