//===-- Sidecars.cpp - Stacks beside the profiles -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the sidecar files of profiles, and adds up their stacks. A sidecar file
// names its profiles by their digests, so that no old file is joined with a new
// profile of the same name.
//
//===----------------------------------------------------------------------===//

#include "driver/Sidecars.h"
#include "files/FileBytes.h"
#include "files/FileNames.h"
#include "files/ProfileSet.h"
#include "files/SegmentChoice.h"
#include "profile/sidecar/StackFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace llvm;

/// Kinds of warnings.
static constexpr StringLiteral AreIgnored = "stacks are ignored";
static constexpr StringLiteral AreOfOthers =
    "skipped stacks of another profile than the one beside them, or of one "
    "that has changed";

SmallVector<std::string> gmon::sidecarNames(StringRef Profile) {
  SmallVector<std::string> Names;
  StringRef Last = sys::path::filename(Profile);
  StringRef Folder = Profile.drop_back(Last.size());
  while (true) {
    Names.push_back((Folder + GMON_STACKS_PREFIX + Last).str());
    size_t Dot = Last.rfind('.');
    if (Dot == StringRef::npos || Dot == 0)
      return Names;
    Last = Last.take_front(Dot);
  }
}

NameList gmon::existingSidecars(const NameList &Profiles) {
  NameList Result;
  for (const std::string &Profile : Profiles)
    for (const std::string &Name : sidecarNames(Profile))
      if (isStackFile(Name))
        Result.push_back(Name);
  return Result;
}

bool gmon::belongsTo(const StackProfile &Stacks, StringRef Profile) {
  const std::optional<uint64_t> Size = sizeOfFile(Profile);
  if (!Size || none_of(Stacks.Profiles, [&](const StackDigest &Known) {
        return Known.Size == *Size;
      }))
    return false;
  Expected<StackDigest> Digest = digestOf(Profile);
  if (!Digest) {
    consumeError(Digest.takeError());
    return false;
  }
  return is_contained(Stacks.Profiles, *Digest);
}

/// Returns the stacks of \p Profile, and the file's name as \p Name.
std::optional<StackProfile> Sidecars::read(StringRef Profile,
                                           std::string &Name) {
  SmallVector<std::string> Names = sidecarNames(Profile);
  for (const std::string &Candidate : Names) {
    if (!isRegularFile(Candidate))
      continue;
    Expected<StackProfile> Stacks = readStackFile(Candidate);
    if (!Stacks) {
      Failures.push_back(toString(Stacks.takeError()));
      continue;
    }
    if (belongsTo(*Stacks, Profile)) {
      Name = Candidate;
      return std::move(*Stacks);
    }
    // Another run's file may have a part of this name.
    if (Candidate == Names.front())
      OfOthers.push_back(Candidate);
  }
  return std::nullopt;
}

void Sidecars::addToSum(StringRef Name, Expected<StackProfile> Stacks,
                        uint64_t Weight, bool ContinuesRun) {
  ++NumFound;
  if (FirstName.empty())
    FirstName = Name.str();
  // After a failure there is no sum.
  if (NumMissing || !Failures.empty()) {
    consumeError(Stacks.takeError());
    return;
  }
  if (Error E = Stacks ? Sum.add(std::move(*Stacks), Weight, ContinuesRun)
                       : Stacks.takeError())
    Failures.push_back("'" + Name.str() + "': " + toString(std::move(E)));
}

/// Notes the first profile of a library beside \p Profile, a program's, whose
/// stacks \p Stacks are in the file \p Name.
void Sidecars::findLibrary(StringRef Profile, StringRef Name,
                           const StackProfile &Stacks) {
  if (!LibraryProfile.empty() || Stacks.Profiles.size() < 2 ||
      Name != sidecarNames(Profile).front())
    return;
  for (const StackModule &Module : Stacks.Modules) {
    StringRef Suffix = sys::path::filename(Module.Path);
    std::string Candidate = (Profile + "." + Suffix).str();
    if (!belongsTo(Stacks, Candidate))
      continue;
    LibraryProfile = std::move(Candidate);
    return;
  }
}

void Sidecars::warnOfLibraries(Warnings &Warn) const {
  if (!LibraryProfile.empty())
    Warn.add("the sum has no calls of libraries; 'llvm-gprof merge' adds up "
             "their profiles, too, if they are among the files",
             "'" + LibraryProfile + "'");
}

void Sidecars::add(StringRef Profile, uint64_t Weight, FoundFn Found) {
  std::string Name;
  std::optional<StackProfile> Stacks;
  if (Profile != "-")
    Stacks = read(Profile, Name);
  if (!Stacks) {
    ++NumMissing;
    return;
  }
  if (Name != sidecarNames(Profile).front() &&
      OfLibraries.try_emplace(Name, Profile).first->second != Profile) {
    ++NumFound;
    return;
  }
  findLibrary(Profile, Name, *Stacks);
  if (std::string Job = nameOfSum(Profile); !Job.empty())
    Times.add(Job, Profile, *Stacks);
  Found(Name, *Stacks);
  addToSum(Name, std::move(*Stacks), Weight, areOfOneRun(LastName, Name));
  LastName = std::move(Name);
}

bool Sidecars::add(Sidecars &&Added) {
  if (any_of(Added.OfLibraries, [&](const auto &Library) {
        return OfLibraries.count(Library.first) != 0;
      }))
    return false;
  OfLibraries.merge(Added.OfLibraries);
  NumMissing += Added.NumMissing;
  Times.add(Added.Times);
  append_range(OfOthers, Added.OfOthers);
  append_range(Failures, Added.Failures);
  if (LibraryProfile.empty())
    LibraryProfile = std::move(Added.LibraryProfile);
  if (!Added.NumFound)
    return true;
  addToSum(Added.FirstName, Added.Sum.take(), 1, /*ContinuesRun=*/false);
  NumFound += Added.NumFound - 1;
  return true;
}

std::optional<StackProfile> Sidecars::take(Warnings &Warn) {
  Times.tell(Warn);
  std::optional<StackProfile> Result;
  if (!NumMissing && Failures.empty() && NumFound) {
    Expected<StackProfile> Whole = Sum.take();
    if (Whole)
      Result = std::move(*Whole);
    else
      Failures.push_back(toString(Whole.takeError()));
  }
  for (const std::string &Text : Failures)
    Warn.add(AreIgnored, Text);
  for (const std::string &Name : OfOthers)
    Warn.add(AreOfOthers, "'" + Name + "'");
  if (Failures.empty() && OfOthers.empty() && NumMissing && NumFound)
    Warn.add(AreIgnored, Twine(NumMissing) + " of " +
                             Twine(NumMissing + NumFound) + " files have none");
  return Result;
}

void gmon::dropUnknownRanks(const NameList &Profiles, StackProfile &Stacks,
                            Warnings &Warn) {
  if ((!Stacks.Ranks.NumProcesses && !Stacks.Mpi.NumProcesses) ||
      !mayCountTwice(Profiles))
    return;
  Warn.addOnce("the counts of ranks are left out", WhyCountedTwice);
  Stacks.Ranks = {};
  Stacks.Mpi = {};
}

std::string gmon::takeStacksFailure(Warnings &Warn) {
  const std::string Skipped = Warn.take(AreOfOthers);
  const std::string Ignored = Warn.take(AreIgnored);
  if (!Ignored.empty())
    return "they are ignored: " + Ignored;
  return Skipped.empty() ? "" : Skipped + " has those of another profile";
}

Error gmon::makeStacksError(const Twine &What, Warnings &Warn) {
  const std::string Why = takeStacksFailure(Warn);
  return makeError(What + " needs the stacks of samples, and " +
                   (Why.empty() ? "the profile data have none" : Why));
}

/// Returns the bytes of a sidecar file with \p Stacks.
static std::string bytesOf(const StackProfile &Stacks) {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  writeStacks(OS, Stacks);
  return Bytes;
}

/// Whether both have the same bytes, but for digests.
static bool areSame(StackProfile A, StackProfile B) {
  A.Profiles.clear();
  B.Profiles.clear();
  return bytesOf(A) == bytesOf(B);
}

static StackDigest digestOfBytes(StringRef Bytes) {
  FileBytes File(Bytes);
  return digestOf(File);
}

/// Returns the stacks of the sidecar file that has \p Stacks, the stacks of \p
/// Path.
Expected<StackProfile *> SumFiles::sidecarFor(StringRef Path,
                                              StackProfile Stacks) {
  const SmallVector<std::string> Names = sidecarNames(Path);
  for (const std::string &Candidate : ArrayRef(Names).drop_front()) {
    auto It = Sidecars.find(Candidate);
    if (It != Sidecars.end()) {
      if (areSame(It->second, Stacks))
        return &It->second;
      continue;
    }
    if (!sys::fs::is_regular_file(Candidate))
      continue;
    Expected<StackProfile> Found = readStackFile(Candidate);
    if (!Found)
      consumeError(Found.takeError());
    else if (areSame(*Found, Stacks))
      return &(Sidecars[Candidate] = std::move(*Found));
  }
  const std::string &Name = Names.front();
  if (sys::fs::exists(Name))
    if (Expected<StackProfile> Old = readStackFile(Name); !Old)
      return makeFileError(Name, "not replaced by the stacks of '" + Path +
                                     "': " + toString(Old.takeError()));
  return &(Sidecars[Name] = std::move(Stacks));
}

Error SumFiles::add(StringRef Path, std::string Bytes,
                    std::optional<StackProfile> Stacks) {
  if (Stacks && (!sys::fs::exists(Path) || sys::fs::is_regular_file(Path))) {
    Expected<StackProfile *> Sidecar = sidecarFor(Path, std::move(*Stacks));
    if (!Sidecar)
      return Sidecar.takeError();
    (*Sidecar)->Profiles.push_back(digestOfBytes(Bytes));
  }
  Files.push_back({Path.str(), std::move(Bytes)});
  return Error::success();
}

void SumFiles::addOwned(StringRef Path, std::string Bytes, StringRef Owner) {
  auto It = Sidecars.find(sidecarNames(Owner).front());
  if (It != Sidecars.end())
    It->second.Profiles.push_back(digestOfBytes(Bytes));
  Files.push_back({Path.str(), std::move(Bytes)});
}

Error SumFiles::write() {
  for (auto &[Name, Stacks] : Sidecars) {
    llvm::sort(Stacks.Profiles);
    Stacks.Profiles.erase(llvm::unique(Stacks.Profiles), Stacks.Profiles.end());
    Files.push_back({Name, bytesOf(Stacks)});
  }
  return writeFiles(Files);
}
