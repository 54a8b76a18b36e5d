//===-- MergeInputs.cpp - Which files are added up ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns are those of shells. They serve for names in lists and from
// programs, and for more files than fit on a command line.
//
//===----------------------------------------------------------------------===//

#include "MergeInputs.h"
#include "driver/Sidecars.h"
#include "files/FileBytes.h"
#include "files/FileNames.h"
#include "files/SetReader.h"
#include "gmon/format.h"
#include "support/Errors.h"
#include "support/Pattern.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Returns the names in \p Folder, sorted.
static Expected<std::vector<std::string>> namesIn(StringRef Folder) {
  std::vector<std::string> Names;
  std::error_code Code;
  for (sys::fs::directory_iterator Next(Folder, Code), End;
       !Code && Next != End; Next.increment(Code))
    Names.push_back(sys::path::filename(Next->path()).str());
  if (Code)
    return makeFileError(Folder, "cannot read: " + Code.message());
  llvm::sort(Names);
  return Names;
}

static std::string pathIn(StringRef Folder, StringRef Name) {
  SmallString<128> Path(Folder);
  sys::path::append(Path, Name);
  return Path.str().str();
}

Expected<bool> command::isDataFile(StringRef Name) {
  auto CannotRead = [&](Error E) {
    return makeFileError(Name, "cannot read: " +
                                   errorToErrorCode(std::move(E)).message());
  };
  Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Name);
  if (!File)
    return CannotRead(File.takeError());
  char Start[GMON_VERSION_OFFSET + sizeof(uint32_t)] = {};
  Expected<size_t> Size = sys::fs::readNativeFile(*File, Start);
  (void)sys::fs::closeFile(*File);
  if (!Size)
    return CannotRead(Size.takeError());
  // The program's byte order is unknown. Other kinds of files, and text, have
  // no bytes below 9 there, and future versions are no reason to pass a file
  // over.
  constexpr uint32_t EndOfVersions = 9;
  const char *Version = Start + GMON_VERSION_OFFSET;
  return StringRef(Start, *Size).starts_with(GMON_COOKIE) &&
         std::min(support::endian::read32le(Version),
                  support::endian::read32be(Version)) < EndOfVersions;
}

/// Whether \p Name is that of a file that is about to be renamed: a process
/// that was killed leaves it. Its counts are incomplete, or those of another
/// file.
static bool isUnfinished(StringRef Name) {
  // NAME.PROCESS-NUMBER.tmp of the runtime, or NAME.RANDOM.tmp of llvm-gprof.
  if (!Name.consume_back(".tmp"))
    return false;
  auto [Front, Unique] = Name.rsplit('.');
  auto [Process, Number] = Unique.split('-');
  return (all_of(Process, isDigit) && all_of(Number, isDigit) &&
          Process.size() && Number.size()) ||
         (Unique.size() == 6 && all_of(Unique, isHexDigit));
}

void WeightedFiles::push_back(const WeightedFile &File) {
  if (Spans.empty() || Spans.back().Weight != File.Weight ||
      Spans.back().IsFound != File.IsFound)
    Spans.push_back({Names.size(), File.Weight, File.IsFound});
  Names.push_back(File.Name);
}

WeightedFile WeightedFiles::operator[](size_t I) const {
  const Span &Its = *std::prev(
      partition_point(Spans, [&](const Span &S) { return S.First <= I; }));
  return {Names[I], Its.Weight, Its.IsFound};
}

bool command::passOverOutput(const WeightedFile &File, StringRef Output,
                             Warnings &Warn) {
  if (!File.IsFound || Output.empty() ||
      !sys::fs::equivalent(containerOf(File.Name), Output))
    return false;
  Warn.add("passed over the output file, which lies in a folder of inputs",
           File.Name);
  return true;
}

Error MergeInputs::addFolder(const std::string &Name, uint64_t Weight) {
  Expected<std::vector<std::string>> Names = namesIn(Name);
  if (!Names)
    return Names.takeError();
  for (const std::string &Entry : *Names) {
    std::string Path = pathIn(Name, Entry);
    using sys::fs::file_type;
    // A link to a folder may lead back to this one.
    file_type Type = sys::fs::get_file_type(Path, /*Follow=*/false);
    if (Type == file_type::directory_file) {
      if (Error E = addFolder(Path, Weight))
        return E;
      continue;
    }
    if (sys::fs::get_file_type(Path) != file_type::regular_file ||
        isUnfinished(Entry))
      continue;
    if (passOverOutput({Path, Weight, /*IsFound=*/true}, Output, Warn))
      continue;
    if (beginsAsSet(Path)) {
      if (Error E = addSet(Path, Weight, /*IsFound=*/true))
        return E;
      continue;
    }
    Expected<bool> IsData = isDataFile(Path);
    if (!IsData)
      return IsData.takeError();
    if (*IsData)
      Files.push_back({Path, Weight, /*IsFound=*/true});
  }
  return Error::success();
}

Error MergeInputs::addSet(StringRef Path, uint64_t Weight, bool IsFound) {
  // Of two copies of a set, one counts, too.
  if (is_contained(Sets, Path))
    return Error::success();
  auto Set = openSet(Path);
  if (!Set)
    return Set.takeError();
  Sets.push_back(Path.str());
  if (const ProfileSet::Unused &Rest = (*Set)->unused(); Rest.Damaged) {
    Damage.push_back(
        ("'" + Path + "': skipped " + Twine(Rest.Damaged) +
         (Rest.Damaged == 1 ? " damaged segment, " : " damaged segments, ") +
         Twine(Rest.DamagedBytes) + " bytes")
            .str());
    Warn.addOnce(Damage.back());
  }
  for (const std::string &Name : profilesIn(**Set, Choice, AllFiles))
    Files.push_back({Name, Weight, IsFound});
  return Error::success();
}

Expected<BitVector> command::findSuperseded(ArrayRef<SegmentOfSet> Segments) {
  std::vector<SegmentVersion> Versions;
  for (const auto &[I, Member] : enumerate(Segments)) {
    if (!Member.Set)
      continue;
    Expected<SegmentHead> Head = Member.Set->headOf(*Member.Chosen);
    if (!Head)
      return Head.takeError();
    Versions.push_back({Head->Image, Head->Number, uint32_t(I)});
  }
  BitVector Result(Segments.size());
  forEachSuperseded(
      Versions, [&](const SegmentVersion &Earlier, const SegmentVersion &Last) {
        // A segment may have several files.
        if (Segments[Earlier.Index].Chosen != Segments[Last.Index].Chosen)
          Result.set(Earlier.Index);
      });
  return Result;
}

Expected<WeightedFiles> MergeInputs::take() {
  if (Sets.size() > 1) {
    std::vector<SegmentOfSet> Segments; ///< by indices of files
    for (const std::string &Name : Files.names()) {
      const std::optional<MemberPlace> Place = placeOf(Name);
      Segments.push_back(Place ? SegmentOfSet{Place->Set.get(), Place->Of}
                               : SegmentOfSet{nullptr, nullptr});
    }
    Expected<BitVector> IsSuperseded = findSuperseded(Segments);
    if (!IsSuperseded)
      return IsSuperseded.takeError();
    size_t I = 0;
    Files.eraseIf([&](const WeightedFile &) { return (*IsSuperseded)[I++]; });
  }
  auto IsMember = [](const WeightedFile &File) {
    return containerOf(File.Name) != File.Name;
  };
  if (!Choice.isAll())
    for (const WeightedFile &File : Files)
      if (!IsMember(File))
        return makeFileError(File.Name, "no set, and '" + Choice.text() +
                                            "' chooses from sets");
  if (Sets.empty() || !Files.empty())
    return std::move(Files);
  std::string Text =
      (Choice.isAll() ? "no profile"
                      : "no profile with '" + Choice.text() + "'") +
      " in '" + join(Sets, "', '") + "'";
  // The error has these warnings.
  for (const std::string &Warning : Damage) {
    Warn.take(Warning);
    Text += "; " + Warning;
  }
  return makeError(Text);
}

/// Whether \p Name contains special characters of patterns.
static bool isPattern(StringRef Name) {
  return Name.find_first_of("*?[") != StringRef::npos;
}

/// Returns the names that match \p Pattern, as in a shell, sorted.
static Expected<std::vector<std::string>> findFitting(StringRef Pattern) {
  std::vector<std::string> Found = {Pattern.starts_with("/") ? "/" : ""};
  SmallVector<StringRef> Parts;
  Pattern.split(Parts, '/', -1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts) {
    std::vector<std::string> Next;
    Expected<Glob> Fitting = Glob::create(Part);
    if (!Fitting)
      return makeError("'" + Pattern + "': " + toString(Fitting.takeError()));
    for (const std::string &Folder : Found) {
      if (!isPattern(Part)) {
        std::string Path = pathIn(Folder, Part);
        if (sys::fs::exists(Path))
          Next.push_back(std::move(Path));
        continue;
      }
      if (!Folder.empty() && !sys::fs::is_directory(Folder))
        continue;
      Expected<std::vector<std::string>> Names =
          namesIn(Folder.empty() ? "." : Folder);
      if (!Names)
        return Names.takeError();
      for (const std::string &Name : *Names)
        if (Fitting->match(Name) && (Name[0] != '.' || Part.starts_with(".")))
          Next.push_back(pathIn(Folder, Name));
    }
    Found = std::move(Next);
  }
  return Found;
}

Error MergeInputs::addSetOrFile(StringRef Name, uint64_t Weight) {
  if (isSet(Name))
    return addSet(Name, Weight, /*IsFound=*/false);
  // It may be the name of a member, as in messages.
  if (const StringRef Set = setOfMember(Name);
      !Set.empty() && !sys::fs::exists(Name) && isSet(Set))
    if (Error E = openSet(Set).takeError())
      return E;
  Files.push_back({Name.str(), Weight});
  return Error::success();
}

Error MergeInputs::add(StringRef Name, uint64_t Weight) {
  if (Name.empty())
    return makeError("the name of a file is empty");
  if (Name != "-" && isPattern(Name) && !sys::fs::exists(Name)) {
    Expected<std::vector<std::string>> Found = findFitting(Name);
    if (!Found)
      return Found.takeError();
    if (Found->empty())
      return makeError("no file matches '" + Name + "'");
    for (const std::string &Fitting : *Found)
      if (Error E = add(Fitting, Weight))
        return E;
    return Error::success();
  }
  if (Error E = refuseDevice(Name))
    return E;
  if (Name == "-" || !sys::fs::is_directory(Name))
    return addSetOrFile(Name, Weight);
  const size_t NumBefore = Files.size() + Sets.size();
  if (Error E = addFolder(Name.str(), Weight))
    return E;
  if (Files.size() + Sets.size() == NumBefore)
    return makeFileError(Name,
                         "no file in this folder begins as gmon.out does");
  return Error::success();
}

Error MergeInputs::addWeighted(StringRef Text) {
  auto [Number, Name] = Text.split(',');
  uint64_t Weight;
  if (Number.getAsInteger(10, Weight) || Weight == 0 || Name.empty())
    return makeError(
        "expected a weight of 1 or more, a comma and a file, not '" + Text +
        "'");
  return add(Name, Weight);
}

Error MergeInputs::addList(StringRef Name) {
  // The list may be typed on a terminal.
  if (Error E = Name == "-" ? Error::success() : refuseDevice(Name))
    return E;
  Expected<std::unique_ptr<MemoryBuffer>> Text = readTextFile(Name);
  if (!Text)
    return Text.takeError();
  for (line_iterator Line(**Text, /*SkipBlanks=*/true, '#'); !Line.is_at_end();
       ++Line) {
    StringRef Entry = Line->trim();
    if (Entry.empty())
      continue;
    // A name that looks like one with a weight may be the name of a file.
    size_t NumDigits = Entry.find_first_not_of("0123456789");
    bool HasWeight = NumDigits != 0 && NumDigits != StringRef::npos &&
                     Entry[NumDigits] == ',' && !sys::fs::exists(Entry);
    if (Error E = HasWeight ? addWeighted(Entry) : add(Entry))
      return makeFileError(Name, "line " + Twine(Line.line_number()) + ": " +
                                     toString(std::move(E)));
  }
  return Error::success();
}

Expected<NameList> command::expandNames(const NameList &Names,
                                        const SegmentChoice &Choice,
                                        Warnings &Warn, bool OnlySets) {
  MergeInputs Inputs(Warn, Choice);
  for (const std::string &Name : Names)
    if (Error E = OnlySets ? Inputs.addSetOrFile(Name) : Inputs.add(Name))
      return std::move(E);
  Expected<WeightedFiles> Found = Inputs.take();
  if (!Found)
    return Found.takeError();
  return Found->names();
}
