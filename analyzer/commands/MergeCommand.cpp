//===-- MergeCommand.cpp - llvm-gprof merge -------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds data files up, several at a time. Each thread computes the sum of
// adjacent files, and these sums are added up in the order of the files. So the
// result does not depend on the number of threads. Memory grows with that
// number, but not with the number of files.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "MergeInputs.h"
#include "driver/Sidecars.h"
#include "gmon/format.h"
#include "profile/GmonReader.h"
#include "profile/GmonWriter.h"
#include "program/Image.h"
#include "program/OtherModules.h"
#include "support/OutputFile.h"
#include "support/Progress.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ThreadPool.h"
#include <atomic>
#include <map>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

/// The properties that the files must share.
struct ProgramKind {
  GmonLayout Layout;
  std::string BuildId; ///< empty: any, but the same in all files

  GmonReader makeReader() const {
    return GmonReader(Layout.IsLittleEndian, Layout.AddressSize,
                      FileFormat::Magic, BuildId);
  }
};

class Merger {
public:
  /// \p WithStacks: also adds up the sidecar files.
  Merger(const ProgramKind &Kind, ArrayRef<WeightedFile> Files, bool WithStacks)
      : Kind(Kind), Files(Files), WithStacks(WithStacks),
        Shown("reading", Files.size(), "files") {}

  Expected<Profile> merge(unsigned NumThreads);
  /// Returns the sum of the sidecar files, after merge(). Unless \p
  /// WithLibraries, warns if there are libraries' profiles to add up.
  std::optional<StackProfile> takeStacks(bool WithLibraries, Warnings &Warn) {
    std::optional<StackProfile> Sum = Stacks.take(Warn);
    if (Sum && !WithLibraries)
      Stacks.warnOfLibraries(Warn);
    return Sum;
  }

private:
  /// A sum of adjacent files.
  struct Part {
    explicit Part(GmonReader Reader) : Reader(std::move(Reader)) {}
    GmonReader Reader;
    Sidecars Stacks;
    Error Failure = Error::success();
  };
  Error read(GmonReader &Reader, Sidecars &Beside, ArrayRef<WeightedFile> Some,
             bool IsMain);
  Expected<Profile> mergeInTurn();

  const ProgramKind &Kind;
  ArrayRef<WeightedFile> Files;
  bool WithStacks;
  Sidecars Stacks;
  Progress Shown;
  std::atomic<uint64_t> NumDone = 0;
};

} // namespace

/// Adds \p Some files to \p Reader, and their sidecar files to \p Beside. Only
/// the main thread shows progress.
Error Merger::read(GmonReader &Reader, Sidecars &Beside,
                   ArrayRef<WeightedFile> Some, bool IsMain) {
  for (const WeightedFile &File : Some) {
    Reader.setWeight(File.Weight);
    if (Expected<FileContents> Read = Reader.add(File.Name); !Read)
      return Read.takeError();
    if (WithStacks)
      Beside.add(File.Name, File.Weight);
    uint64_t Done = ++NumDone;
    if (IsMain)
      Shown.update(Done);
  }
  return Error::success();
}

Expected<Profile> Merger::mergeInTurn() {
  NumDone = 0;
  GmonReader Reader = Kind.makeReader();
  Stacks = Sidecars();
  if (Error E = read(Reader, Stacks, Files, /*IsMain=*/true))
    return std::move(E);
  return Reader.take();
}

/// Whether reading \p File consumes it: standard input, or a pipe.
static bool isReadOnce(const WeightedFile &File) {
  return File.Name == "-" ||
         (sys::fs::exists(File.Name) && !sys::fs::is_regular_file(File.Name));
}

Expected<Profile> Merger::merge(unsigned NumThreads) {
  // All files may have to be read again.
  size_t NumParts = any_of(Files, isReadOnce)
                        ? 1
                        : std::min<size_t>(NumThreads, Files.size());
  if (NumParts <= 1)
    return mergeInTurn();
  std::vector<Part> Parts;
  for (size_t I = 0; I < NumParts; ++I)
    Parts.emplace_back(Kind.makeReader());
  auto ReadPart = [&](size_t I) {
    size_t First = Files.size() * I / NumParts;
    size_t End = Files.size() * (I + 1) / NumParts;
    Parts[I].Failure = read(Parts[I].Reader, Parts[I].Stacks,
                            Files.slice(First, End - First), I == 0);
  };
  DefaultThreadPool Pool(hardware_concurrency(NumParts - 1));
  for (size_t I = 1; I < NumParts; ++I)
    Pool.async(ReadPart, I);
  ReadPart(0);
  Pool.wait();

  bool IsGood = true;
  for (Part &Each : Parts)
    IsGood &= !errorToBool(std::move(Each.Failure));
  GmonReader &Sum = Parts.front().Reader;
  for (size_t I = 1; I < NumParts && IsGood; ++I) {
    IsGood = Sum.add(Parts[I].Reader.profile());
    (void)Parts[I].Reader.take();
  }
  for (Part &Each : Parts)
    Stacks.add(std::move(Each.Stacks));
  // Reports the error for the first file that does not match those before it.
  // Only reading the files in order finds it.
  return IsGood ? Expected<Profile>(Sum.take()) : mergeInTurn();
}

/// Returns the byte order and address size of \p Files: the first ones with
/// which the first file with records can be read, or else the most common ones.
static GmonLayout layoutOf(ArrayRef<WeightedFile> Files) {
  constexpr GmonLayout Layouts[] = {
      {true, 8}, {true, 4}, {false, 8}, {false, 4}};
  for (const WeightedFile &File : Files) {
    if (isReadOnce(File))
      continue;
    for (GmonLayout Layout : Layouts) {
      GmonReader Reader(Layout.IsLittleEndian, Layout.AddressSize,
                        FileFormat::Magic);
      Expected<FileContents> Read = Reader.add(File.Name);
      if (errorToBool(Read.takeError()))
        continue;
      if (Read->NumHistograms || Read->NumArcs || Read->NumBlockRecords)
        return Layout;
      break; // The header does not say them.
    }
  }
  return Layouts[0];
}

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
static ProgramKind kindOf(const Image *Program, ArrayRef<WeightedFile> Files) {
  if (!Program)
    return {layoutOf(Files), ""};
  return {{Program->isLittleEndian(), Program->addressSize()},
          gmonBuildId(Program->buildId())};
}

/// Removes those of \p Files that do not belong to \p Program; with null, to
/// any one program.
static Error chooseFiles(const Image *Program, std::vector<WeightedFile> &Files,
                         Warnings &Warn) {
  OtherModules Others(Program);
  for (const WeightedFile &File : Files)
    Others.look(File.Name);
  if (Error E = Others.tell(Warn))
    return E;
  llvm::erase_if(
      Files, [&](const WeightedFile &File) { return Others.has(File.Name); });
  return Error::success();
}

static Expected<std::vector<WeightedFile>>
inputsOf(const CommandLine &Line, StringRef Output, Warnings &Warn) {
  MergeInputs Inputs(Warn, Output);
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
  if (Inputs.files().empty())
    return makeError("merge expects files to add up");
  return Inputs.take();
}

/// Fails if \p Output is an input of \p Line that a sum must not replace: a
/// program or a list.
static Error refuseOtherInputs(StringRef Output, const CommandLine &Line) {
  std::vector<std::string> Names = Line.args().getAllArgValues(OPT_list_file);
  append_range(Names, Line.args().getAllArgValues(OPT_program));
  return refuseInput(Output, Names);
}

/// Fails if \p Output is a sidecar file of \p Files.
static Error refuseSidecars(StringRef Output, ArrayRef<WeightedFile> Files) {
  if (!sys::fs::exists(Output))
    return Error::success();
  for (const WeightedFile &File : Files)
    if (Error E = refuseInput(Output, existingSidecars(File.Name)))
      return E;
  return Error::success();
}

/// Takes the profiles of libraries out of \p Files and returns them by the name
/// of the library. If there are no others, it takes none.
static std::map<std::string, std::vector<WeightedFile>>
takeLibraries(std::vector<WeightedFile> &Files) {
  std::map<std::string, std::vector<WeightedFile>> Libraries;
  std::vector<WeightedFile> Others;
  for (const WeightedFile &File : Files)
    if (std::string Library = libraryOf(File.Name); !Library.empty())
      Libraries[Library].push_back(File);
    else
      Others.push_back(File);
  if (Others.empty())
    return {};
  Files = std::move(Others);
  return Libraries;
}

namespace {

struct SumSettings {
  const Image *Module; ///< of --program, or null
  uint64_t Jobs;
  bool WithLibraries; ///< which have sums of their own
};

} // namespace

/// Writes the sum of \p Files, and of the sidecar files, to \p Output.
static Error writeSum(StringRef Output, ArrayRef<WeightedFile> Files,
                      const SumSettings &Set, Context &To) {
  const ProgramKind Kind = kindOf(Set.Module, Files);
  constexpr uint64_t MostThreads = 256;
  Merger Work(Kind, Files, /*WithStacks=*/Output != "-");
  Expected<Profile> Sum = Work.merge(std::min(Set.Jobs, MostThreads));
  if (!Sum)
    return Sum.takeError();
  sortByAddress(Sum->Arcs, Sum->Blocks);
  if (Error E = checkFits(*Sum, Kind.Layout, FileFormat::Magic))
    return E;
  auto Write = [&](raw_ostream &OS) {
    writeGmon(OS, *Sum, Kind.Layout.IsLittleEndian, Kind.Layout.AddressSize);
  };
  if (Output == "-")
    Write(To.OS);
  else if (Error E = writeFile(Output, Write))
    return E;
  if (auto Stacks = Work.takeStacks(Set.WithLibraries, To.Warn))
    return writeSidecar(Output, std::move(*Stacks));
  return Error::success();
}

static std::string outputOfLibrary(StringRef Output, StringRef Library) {
  return (Output + "." + Library).str();
}

Expected<int> command::merge(const CommandLine &Line, Context &To) {
  Expected<uint64_t> Jobs = Line.numberOf(
      OPT_jobs, /*Least=*/1, hardware_concurrency().compute_thread_count());
  if (!Jobs)
    return Jobs.takeError();
  StringRef Output = Line.valueOf(OPT_output, "gmon.sum");
  if (Error E = refuseOtherInputs(Output, Line))
    return std::move(E);
  Expected<std::vector<WeightedFile>> Files = inputsOf(Line, Output, To.Warn);
  if (!Files)
    return Files.takeError();
  Expected<std::optional<Image>> Program = programOf(Line);
  if (!Program)
    return Program.takeError();
  const Image *Module = *Program ? &**Program : nullptr;
  std::map<std::string, std::vector<WeightedFile>> Libraries;
  if (!Module && Output != "-")
    Libraries = takeLibraries(*Files);
  for (auto &[Library, Profiles] : Libraries)
    llvm::erase_if(Profiles, [&, &Name = Library](const WeightedFile &File) {
      return passOverOutput(File, outputOfLibrary(Output, Name), To.Warn);
    });
  if (Error E = chooseFiles(Module, *Files, To.Warn))
    return std::move(E);
  if (Error E = refuseSidecars(Output, *Files))
    return std::move(E);
  const SumSettings Set = {Module, *Jobs, !Libraries.empty()};
  if (Error E = writeSum(Output, *Files, Set, To))
    return std::move(E);
  for (const auto &[Library, Profiles] : Libraries)
    if (!Profiles.empty())
      if (Error E =
              writeSum(outputOfLibrary(Output, Library), Profiles, Set, To))
        return std::move(E);
  return EXIT_SUCCESS;
}
