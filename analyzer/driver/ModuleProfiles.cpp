//===-- ModuleProfiles.cpp - Profiles of the same process -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the module of each profile beside a sidecar file. A profile's header
// has the first bytes of its module's build-id. Without a build-id, the end of
// the profile's name is the module's name.
//
//===----------------------------------------------------------------------===//

#include "driver/ModuleProfiles.h"
#include "driver/Sidecars.h"
#include "files/FileNames.h"
#include "gmon/format.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace llvm;

std::string gmon::idOfProfile(StringRef Profile) {
  char Bytes[GMON_HEADER_SIZE];
  const StringRef Header = startOfFile(Profile, Bytes);
  StringRef Mark = Header.substr(GMON_BUILD_ID_MARK_OFFSET);
  if (!Header.starts_with(GMON_COOKIE) ||
      (!Mark.starts_with(GMON_BUILD_ID_MARK) &&
       !Mark.starts_with(GMON_LIBRARY_ID_MARK)))
    return "";
  Mark = Mark.drop_front(GMON_BUILD_ID_MARK_SIZE);
  return Mark.find_first_not_of('\0') == StringRef::npos ? "" : Mark.str();
}

const StackModule *gmon::moduleOf(StringRef Profile, StringRef Library,
                                  const StackProfile &Stacks,
                                  const std::set<const StackModule *> &Seen) {
  const std::string Id = idOfProfile(Profile);
  if (!Id.empty()) {
    const StackModule *Found = nullptr;
    for (const StackModule &Module : Stacks.Modules)
      if (gmonBuildId(arrayRefFromStringRef(Module.BuildId)) == Id &&
          (!Found || Seen.count(Found)))
        Found = &Module;
    return Found;
  }
  auto It = find_if(Stacks.Modules, [&](const StackModule &Module) {
    return Module.BuildId.empty() &&
           sys::path::filename(Module.Path) == Library;
  });
  return It == Stacks.Modules.end() ? nullptr : &*It;
}

void ModuleProfiles::noteOthers(StringRef Sidecar, const StackProfile &Stacks,
                                ArrayRef<std::string> OfOthers,
                                const std::set<const StackModule *> &Seen) {
  const StringRef MyId = toStringRef(Program.buildId());
  for (StringRef Profile : OfOthers) {
    // Files of other processes may begin with this process's name.
    auto It = find_if(Stacks.Modules, [&](const StackModule &Module) {
      StringRef Rest = Profile;
      return Rest.consume_back(sys::path::filename(Module.Path)) &&
             Rest.ends_with(".") &&
             sidecarNames(Rest.drop_back()).front() == Sidecar;
    });
    if (It == Stacks.Modules.end() || Seen.count(&*It) ||
        (!MyId.empty() && It->BuildId == MyId))
      continue;
    Failures.try_emplace(
        {It->Path, It->BuildId},
        ("'" + Profile + "' is of another run than '" + Sidecar + "'").str());
  }
}

void ModuleProfiles::add(StringRef Sidecar, const StackProfile &Stacks) {
  for (const StackModule &Module : Stacks.Modules)
    ++Modules[{Module.Path, Module.BuildId}].NumLoaded;
  if (Stacks.Profiles.size() < 2)
    return;
  StringRef Base = sys::path::filename(Sidecar);
  StringRef Folder = Sidecar.drop_back(Base.size());
  Base.consume_front(GMON_STACKS_PREFIX);
  std::vector<std::string> Names;
  const std::vector<std::string> All = namesBeside(Sidecar);
  for (StringRef Rest : All)
    if (Rest.consume_front(Base) && (Rest.empty() || Rest.starts_with(".")))
      Names.push_back(Rest.str());
  llvm::sort(Names);
  const StringRef MyId = toStringRef(Program.buildId());
  std::set<const StackModule *> Seen;
  std::vector<std::string> OfOthers;
  for (StringRef Rest : Names) {
    const std::string Profile = (Folder + Base + Rest).str();
    if (!belongsTo(Stacks, Profile)) {
      OfOthers.push_back(Profile);
      continue;
    }
    const StackModule *Module =
        moduleOf(Profile, Rest.drop_front(!Rest.empty()), Stacks, Seen);
    // There may be copies of a profile.
    if (!Module || (!MyId.empty() && Module->BuildId == MyId) ||
        !Seen.insert(Module).second)
      continue;
    Counted &Calls = Modules[{Module->Path, Module->BuildId}];
    if (!Calls.Reader)
      Calls.Reader.emplace(Program.isLittleEndian(), Program.addressSize(),
                           FileFormat::Magic,
                           gmonBuildId(arrayRefFromStringRef(Module->BuildId)));
    if (Expected<FileContents> Read = Calls.Reader->add(Profile); !Read) {
      Failures.try_emplace({Module->Path, Module->BuildId},
                           toString(Read.takeError()));
      continue;
    }
    Calls.Profiles.push_back(Profile);
  }
  noteOthers(Sidecar, Stacks, OfOthers, Seen);
}

std::vector<ModuleProfile> ModuleProfiles::take(Warnings &Warn) {
  for (const auto &[Name, Text] : Failures)
    Warn.add("the calls of a library are ignored", Text);
  std::vector<ModuleProfile> Result;
  for (auto &[Name, Calls] : Modules)
    if (Calls.Reader && Calls.Profiles.size() == Calls.NumLoaded) {
      Result.push_back({{Name.first, Name.second, 0},
                        Calls.Reader->take(),
                        std::move(Calls.Profiles)});
      Result.back().Data.dropHistograms();
    }
  return Result;
}
