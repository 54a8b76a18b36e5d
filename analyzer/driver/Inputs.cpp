//===-- Inputs.cpp - Reads the files that the options name ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds up data files. The result does not depend on their order.
//
//===----------------------------------------------------------------------===//

#include "driver/Inputs.h"
#include "driver/Sidecars.h"
#include "files/FileBytes.h"
#include "files/FileNames.h"
#include "files/OutputFile.h"
#include "gmon/format.h"
#include "profile/GmonReader.h"
#include "profile/GmonWriter.h"
#include "profile/sidecar/StackFile.h"
#include "program/OtherModules.h"
#include "support/Pager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace llvm;

Error gmon::checkFiles(const Options &Opts) {
  NameList Inputs({Opts.ImageFile, Opts.ObjectMap, Opts.ExternalSymbolTable});
  if (Opts.wants(ReportSum))
    if (Error E = refuseInput(SumFile, Inputs))
      return E;
  Inputs.append(Opts.ProfileFiles);
  for (const std::string &Name : Inputs)
    if (Error E = refuseDevice(Name))
      return E;
  if (Opts.OutputFile.empty())
    return Error::success();
  Inputs.append(existingSidecars(Opts.ProfileFiles));
  return refuseInput(Opts.OutputFile, Inputs);
}

/// Returns the profiles in the current folder that the ranks of a job wrote
/// (see gmon(7)).
static std::vector<std::string> rankProfiles() {
  std::vector<std::string> Names;
  std::error_code Code;
  for (sys::fs::directory_iterator Next(".", Code), End; !Code && Next != End;
       Next.increment(Code)) {
    const StringRef Name = sys::path::filename(Next->path());
    if (nameOfSum(Name) == DefaultProfile)
      Names.push_back(Name.str());
  }
  return Names;
}

/// If \p Program is a library, replaces members of sets by those of the library
/// beside them; and if \p Names is the default name of a profile, which is the
/// program's, that by the library's profile beside it.
static Error takeFilesOfLibrary(const Options &Opts, const Image &Program,
                                NameList &Names) {
  const bool IsDefault = Names.size() == 1 && Names.front() == DefaultProfile;
  const OtherModules Modules(&Program);
  bool HasChanged = false;
  NameList Chosen;
  for (const std::string &Name : Names) {
    std::vector<std::string> Own;
    if (IsDefault || containerOf(Name) != Name)
      Own = Modules.ownFilesBeside(Name);
    HasChanged |= !Own.empty();
    if (Own.empty())
      Chosen.push_back(Name);
    for (const std::string &Copy : Own)
      Chosen.push_back(Copy);
  }
  if (!HasChanged)
    return Error::success();
  Names = std::move(Chosen);
  Options Checked = Opts;
  Checked.ProfileFiles = Names;
  return checkFiles(Checked);
}

/// Fails if \p Names is the default name of a profile, and it is not there.
static Error checkDefaultProfile(const NameList &Names, const Image &Program) {
  SmallString<128> Folder;
  if (Names.size() != 1 || Names.front() != DefaultProfile ||
      sys::fs::exists(DefaultProfile) || sys::fs::current_path(Folder))
    return Error::success();
  if (size_t Number = rankProfiles().size())
    return makeFileError(DefaultProfile,
                         "no such file in " + Folder.str() +
                             ", but the ranks of a job wrote " + Twine(Number) +
                             " files there: name " + DefaultProfile +
                             ".rank* behind the program");
  return makeFileError(DefaultProfile,
                       "no such file in " + Folder.str() +
                           ". A program writes it where it runs, when it ends: "
                           "was '" +
                           Program.path() +
                           "' linked by gmon-clang, and has it run there?");
}

Expected<NameList> gmon::chooseProfiles(const Options &Opts,
                                        const Image &Program, Warnings &Warn) {
  NameList Names = Opts.ProfileFiles;
  if (!Opts.PassedOver.empty())
    Warn.addOnce("the profile is the newer one of '" + DefaultProfile.str() +
                 "' and '" GMON_SET_NAME "'; name '" + Opts.PassedOver +
                 "' to read that");
  if (!Opts.isGnu()) {
    if (Error E = takeFilesOfLibrary(Opts, Program, Names))
      return std::move(E);
    if (Error E = checkDefaultProfile(Names, Program))
      return std::move(E);
  }
  if (Opts.Format == FileFormat::Auto || Opts.Format == FileFormat::Magic)
    if (Error E = dropOtherModules(Names, Program, Warn))
      return std::move(E);
  return Names;
}

Expected<bool> gmon::hasProfile(const Options &Opts) {
  Expected<Image> Program = Image::open(Opts.ImageFile);
  if (!Program)
    return Program.takeError();
  NameList Names = Opts.ProfileFiles;
  if (Error E = takeFilesOfLibrary(Opts, *Program, Names))
    return std::move(E);
  OtherModules Modules(&*Program);
  for (const std::string &Name : Names)
    Modules.look(Name);
  return !Modules.areAllOfOthers();
}

Expected<InputFiles> gmon::readProfiles(const Options &Opts,
                                        const Image &Program, Warnings &Warn) {
  NameList Names;
  if (Error E = chooseProfiles(Opts, Program, Warn).moveInto(Names))
    return std::move(E);
  GmonReader Reader(Program.isLittleEndian(), Program.addressSize(),
                    Opts.Format, gmonBuildId(Program.buildId()));
  if (Opts.isGnu())
    Reader.useGnuRules();
  Progress Shown("reading", Names.size(), "files");
  InputFiles Result;
  for (const std::string &Name : Names) {
    Shown.update(Result.Files.size());
    Expected<FileContents> File = Reader.add(Name);
    if (!File)
      return File.takeError();
    Result.Files.push_back(*File, Reader.hasContinuedRun());
  }
  Result.Data = Reader.take();
  // A sum is written in this order. So it depends neither on the order of the
  // files nor on earlier additions.
  if (!Opts.isGnu() && Names.size() > 1)
    sortByAddress(Result.Data.Arcs, Result.Data.Blocks);
  return Result;
}
