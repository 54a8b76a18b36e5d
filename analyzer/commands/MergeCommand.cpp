//===-- MergeCommand.cpp - llvm-gprof merge -------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the files of one program, and writes their sum and those of its
// libraries; or a set of sets.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "commands/merge/Merger.h"
#include "driver/ModuleProfiles.h"
#include "files/FileNames.h"
#include "files/OutputFile.h"
#include "files/SetReader.h"
#include "files/SetWriter.h"
#include "gmon/format.h"
#include "program/Image.h"
#include "program/OtherModules.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Threading.h"
#include <map>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Opens the program of --program, if the option is given.
static Expected<std::optional<Image>> programOf(const CommandLine &Line) {
  if (!Line.has(OPT_program))
    return std::nullopt;
  Expected<Image> Program = Image::open(Line.valueOf(OPT_program, ""));
  if (!Program)
    return Program.takeError();
  return std::optional<Image>(std::move(*Program));
}

/// Returns the properties that \p Files must share: those of \p Program, if
/// there is one.
static ProgramKind kindOf(const Image *Program, const WeightedFiles &Files) {
  if (!Program)
    return {layoutOf(Files), ""};
  return {{Program->isLittleEndian(), Program->addressSize()},
          gmonBuildId(Program->buildId())};
}

/// Removes those of \p Files that do not belong to \p Program; with null, to
/// any one program. If it is a library, its profiles in sets replace those of
/// the programs.
static Error chooseFiles(const Image *Program, WeightedFiles &Files,
                         Warnings &Warn) {
  OtherModules Others(Program);
  WeightedFiles Candidates;
  for (WeightedFile File : Files) {
    std::vector<std::string> Names;
    if (placeOf(File.Name))
      Names = Others.ownFilesBeside(File.Name);
    if (Names.empty())
      Names.push_back(File.Name);
    for (std::string &Name : Names) {
      Others.look(Name);
      File.Name = std::move(Name);
      Candidates.push_back(File);
    }
  }
  Files = std::move(Candidates);
  if (Error E = Others.tell(Warn))
    return E;
  size_t I = 0;
  Files.eraseIf([&](const WeightedFile &) { return Others.has(I++); });
  return Error::success();
}

static Expected<WeightedFiles> inputsOf(const CommandLine &Line,
                                        StringRef Output, Warnings &Warn) {
  // Files of other modules have outputs of their own.
  const bool AllFiles = !Line.has(OPT_program) && Output != "-";
  MergeInputs Inputs(Warn, Line.segments(), AllFiles, Output);
  for (const opt::Arg *A : Line.args()) {
    Error E = Error::success();
    if (A->getOption().matches(OPT_INPUT))
      E = Inputs.add(A->getValue());
    else if (A->getOption().matches(OPT_weighted))
      E = Inputs.addWeighted(A->getValue());
    else if (A->getOption().matches(OPT_list_file))
      E = Inputs.addList(A->getValue());
    if (E)
      return std::move(E);
  }
  Expected<WeightedFiles> Files = Inputs.take();
  if (Files && Files->empty())
    return makeError("merge expects files to add up");
  return Files;
}

/// Fails if \p Output is an input of \p Line that a sum must not replace: a
/// program or a list.
static Error refuseOtherInputs(StringRef Output, const CommandLine &Line) {
  std::vector<std::string> Names = Line.args().getAllArgValues(OPT_list_file);
  append_range(Names, Line.args().getAllArgValues(OPT_program));
  return refuseInput(Output, NameList(Names));
}

/// Fails if \p Output is a sidecar file of \p Files.
static Error refuseSidecars(StringRef Output, const WeightedFiles &Files) {
  if (!sys::fs::exists(Output))
    return Error::success();
  return refuseInput(Output, existingSidecars(Files.names()));
}

/// Returns what is behind the name of the program's profile in that of \p File:
/// the name of a library, or of a series of samples in a set.
static std::string suffixOf(const WeightedFile &File) {
  std::optional<MemberPlace> Place = placeOf(File.Name);
  if (!Place)
    return libraryOf(File.Name);
  StringRef Rest = Place->File;
  return Rest.consume_front("gmon.out.") ? Rest.str() : "";
}

/// Takes the profiles of libraries out of \p Files and returns them by the name
/// of the library's sum. If there are no others, it takes none.
static std::map<std::string, WeightedFiles>
takeLibraries(WeightedFiles &Files) {
  std::vector<LibraryProfile> Profiles;
  WeightedFiles OfLibraries, Others;
  for (const WeightedFile &File : Files) {
    const std::string Library = suffixOf(File);
    if (Library.empty()) {
      Others.push_back(File);
      continue;
    }
    Profiles.push_back({StringRef(File.Name).drop_back(Library.size()).str(),
                        Library, idOfProfile(File.Name)});
    OfLibraries.push_back(File);
  }
  if (Others.empty() && !placeOf(Files.front().Name))
    return {};
  std::map<std::string, WeightedFiles> Libraries;
  for (const auto &[I, Name] : enumerate(namesOfSums(Profiles)))
    Libraries[Name].push_back(OfLibraries[I]);
  Files = std::move(Others);
  return Libraries;
}

/// Returns the sum whose stacks are also those of a library's profiles \p
/// Files: that of the program of all the processes in sets; or "".
static std::string ownerOf(const WeightedFiles &Files, StringRef Output) {
  std::string Owner;
  for (const WeightedFile &File : Files) {
    std::optional<MemberPlace> Place = placeOf(File.Name);
    std::optional<SegmentMember> Member =
        Place ? memberAt(*Place) : std::nullopt;
    if (!Member || Member->Library.empty())
      return "";
    Member->Library.clear();
    if (!isRegularFile(Place->Set->nameOf(*Place->Of, Member->name())))
      return "";
    Owner = Output.str();
    if (!Member->Series.empty())
      Owner += "." + Member->Series;
  }
  return Owner;
}

namespace {

struct SumSettings {
  const Image *Module; ///< of --program, or null
  uint64_t Jobs;
  bool WithLibraries; ///< which have sums of their own
};

} // namespace

/// Adds the sum of \p Files, and of the sidecar files, to \p Sums as \p Output.
/// The stacks of \p Owner, a sum that was added before, are those of \p Files,
/// too; "" is none. Prints the sum to \p Ctx if \p Output is "-".
static Error addSum(StringRef Output, const WeightedFiles &Files,
                    const SumSettings &Set, Context &Ctx, SumFiles &Sums,
                    StringRef Owner = "") {
  const ProgramKind Kind = kindOf(Set.Module, Files);
  constexpr uint64_t MostThreads = 256;
  Merger Work(Kind, Files, /*WithStacks=*/Output != "-" && Owner.empty());
  Expected<std::string> Sum = Work.merge(std::min(Set.Jobs, MostThreads));
  if (!Sum)
    return Sum.takeError();
  if (Output == "-")
    Ctx.OS << *Sum;
  else if (Owner.empty())
    return Sums.add(Output, std::move(*Sum),
                    Work.takeStacks(Set.WithLibraries, Ctx.Warn));
  else
    Sums.addOwned(Output, std::move(*Sum), Owner);
  return Error::success();
}

/// Fails if sets among \p Files have profiles of several programs.
static Error refuseSeveralPrograms(const WeightedFiles &Files) {
  struct Found {
    StringRef Path;
    uint64_t Number = 0;
  };
  std::map<std::string, Found> Programs;               ///< by build-id
  std::vector<std::shared_ptr<const ProfileSet>> Sets; ///< own the paths
  for (const std::string &Name : Files.names()) {
    std::optional<MemberPlace> Place = placeOf(Name);
    if (!Place || Place->File != "gmon.out")
      continue;
    char Bytes[GMON_HEADER_SIZE];
    Found &Program = Programs
        [startOfFile(Name, Bytes).substr(GMON_BUILD_ID_MARK_OFFSET).str()];
    Program.Path = Place->Of->program();
    ++Program.Number;
    if (Sets.empty() || Sets.back() != Place->Set)
      Sets.push_back(std::move(Place->Set));
  }
  if (Programs.size() < 2)
    return Error::success();
  std::vector<std::string> Names;
  for (const auto &[Id, Program] : Programs)
    Names.push_back(
        ("'" + Program.Path + "' (" + Twine(Program.Number) + ")").str());
  llvm::sort(Names);
  return makeError("the profiles are those of " + Twine(Names.size()) +
                   " programs or builds, " + join(Names, ", ") +
                   ": choose one by --process=NAME or --program=FILE");
}

/// Writes a set of sets.
static Error mergeSets(const CommandLine &Line, StringRef Output, uint64_t Jobs,
                       Warnings &Warn) {
  for (auto [ID, Name] :
       {std::pair(OPT_program, "--program"), std::pair(OPT_weighted, "-w")})
    if (Line.has(ID))
      return makeError(Twine("options '-o FILE.set' and '") + Name +
                       "' exclude each other");
  Expected<Separation> Kept =
      parseSeparation(Line.valueOf(OPT_by, "label,rank"));
  if (!Kept)
    return Kept.takeError();
  // Processes do not append between reading and writing, unless they have
  // waited too long.
  Expected<SetLock> Lock = SetLock::take(Output);
  if (!Lock)
    return Lock.takeError();
  Expected<WeightedFiles> Files = inputsOf(Line, Output, Warn);
  if (!Files)
    return Files.takeError();
  return compactSets(Output, *Lock, *Files, *Kept, Jobs, Warn);
}

static std::string outputOfLibrary(StringRef Output, StringRef Library) {
  return (Output + "." + Library).str();
}

Expected<int> command::merge(const CommandLine &Line, Context &Ctx) {
  const uint64_t Jobs =
      Line.numberOf(OPT_jobs, hardware_concurrency().compute_thread_count());
  StringRef Output = Line.valueOf(OPT_output, "gmon.sum");
  if (Error E = refuseOtherInputs(Output, Line))
    return std::move(E);
  if (isNameOfSet(Output) ||
      (sys::fs::is_regular_file(Output) && beginsAsSet(Output))) {
    if (Error E = mergeSets(Line, Output, Jobs, Ctx.Warn))
      return std::move(E);
    return EXIT_SUCCESS;
  }
  if (Line.has(OPT_by))
    return makeError("option '--by' of merge needs '-o FILE.set'");
  Expected<WeightedFiles> Files = inputsOf(Line, Output, Ctx.Warn);
  if (!Files)
    return Files.takeError();
  Expected<std::optional<Image>> Program = programOf(Line);
  if (!Program)
    return Program.takeError();
  const Image *Module = *Program ? &**Program : nullptr;
  std::map<std::string, WeightedFiles> Libraries;
  if (!Module && Output != "-")
    Libraries = takeLibraries(*Files);
  for (auto &[Library, Profiles] : Libraries)
    Profiles.eraseIf([&, &Name = Library](const WeightedFile &File) {
      return passOverOutput(File, outputOfLibrary(Output, Name), Ctx.Warn);
    });
  if (!Module)
    if (Error E = refuseSeveralPrograms(*Files))
      return std::move(E);
  if (Error E = chooseFiles(Module, *Files, Ctx.Warn))
    return std::move(E);
  if (Error E = refuseSidecars(Output, *Files))
    return std::move(E);
  const SumSettings Set = {Module, Jobs, !Libraries.empty()};
  SumFiles Sums;
  // A set may have libraries only.
  if (!Files->empty())
    if (Error E = addSum(Output, *Files, Set, Ctx, Sums))
      return std::move(E);
  // Their owners first.
  for (bool IsOwned : {false, true})
    for (const auto &[Library, Profiles] : Libraries) {
      const std::string Owner = Files->empty() ? "" : ownerOf(Profiles, Output);
      if (Profiles.empty() || Owner.empty() == IsOwned)
        continue;
      if (Error E = addSum(outputOfLibrary(Output, Library), Profiles, Set, Ctx,
                           Sums, Owner))
        return std::move(E);
    }
  if (Error E = Sums.write())
    return std::move(E);
  return EXIT_SUCCESS;
}
