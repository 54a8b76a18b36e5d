//===-- StackFile.cpp - Reads files with stacks ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads section by section. Sections may be in any order, so numbers that refer
// to another section are checked at the end. Allocates memory for entries only
// if the file is long enough.
//
//===----------------------------------------------------------------------===//

#include "profile/sidecar/StackFile.h"
#include "profile/DataFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"

using namespace gmon;
using namespace llvm;

namespace {

class StackFile {
public:
  StackFile(StringRef Name, FileBytes &Bytes)
      : File{Name, Bytes, /*IsLittleEndian=*/true, /*AddressSize=*/8} {}

  Expected<StackProfile> read();

private:
  static constexpr uint32_t LastTag = GMON_LAST_SECTION;
  /// A file with holes can claim any size.
  static constexpr uint64_t MostBytes = uint64_t(1) << 32;

  /// Where a section's body is in the file.
  struct Section {
    uint64_t Body = 0;
    uint64_t Size = 0;
    bool IsThere = false;
  };

  Error readHeader();
  Error findSections();
  Error readFacts();
  Error setFact(uint64_t Key, uint64_t Value, uint64_t Offset);
  Error readModules();
  Error readContexts();
  Error readThreads();
  Error readSamples();
  Error readProfiles();
  Error readCalls();
  Error readOutgoingCalls();
  Error readRanks();
  Error readMpiCalls();
  /// Reads the section \p Tag, if there is one: its header into \p To, and
  /// entries by \p Take.
  template <class Entry>
  Error readRankList(gmon_section_tag Tag, uint64_t EntrySize, StringRef What,
                     RankList<Entry> &To,
                     function_ref<Error(const char *, uint64_t)> Take);
  /// Reads distributions over the processes of \p Of, one behind another.
  template <class Entry>
  Error readDistributions(const char *Bytes, uint64_t Offset,
                          const RankList<Entry> &Of,
                          ArrayRef<RankDistribution *> To) const;

  /// Calls \p Take with each entry of the section \p Tag, whose entries have
  /// \p EntrySize bytes, and the entry's offset in the file.
  Error forEachEntry(gmon_section_tag Tag, uint64_t EntrySize,
                     function_ref<Error(const char *, uint64_t)> Take) {
    return forEachEntry(Sections[Tag], EntrySize, Take);
  }
  Error forEachEntry(const Section &Where, uint64_t EntrySize,
                     function_ref<Error(const char *, uint64_t)> Take);
  /// Calls \p Take with each entry of a section whose entries have \p FixedSize
  /// bytes and then texts; with the offset of the texts, which \p Take moves to
  /// their end, and the end of the section. \p What names an entry.
  Error
  forEachWithText(gmon_section_tag Tag, uint64_t FixedSize, StringRef What,
                  function_ref<Error(const char *, uint64_t &, uint64_t)> Take);
  /// Returns the text of \p Size bytes at \p Offset, which ends at \p End at
  /// the latest.
  Expected<std::string> textAt(uint64_t Offset, uint64_t Size, uint64_t End,
                               StringRef What);
  Error fail(uint64_t Offset, const Twine &What, uint64_t Found) const {
    return File.fail(Offset, "expected " + What + ", found " + Twine(Found));
  }

  DataFile File;
  Section Sections[LastTag + 1];
  char Unit[GMON_DIMENSION_SIZE + 1] = {}; ///< GMON_FACT_UNIT and its end
  StackProfile Result;
};

} // namespace

static uint32_t read32(const char *Bytes) {
  return support::endian::read32le(Bytes);
}
static uint64_t read64(const char *Bytes) {
  return support::endian::read64le(Bytes);
}

Error StackFile::readHeader() {
  if (File.size() > MostBytes)
    return fail(0, "at most " + Twine(MostBytes) + " bytes", File.size());
  StringRef Header = File.at(0, GMON_STACKS_HEADER_SIZE).getData();
  if (!Header.starts_with(GMON_STACKS_COOKIE))
    return File.fail(0, "expected a file with stacks, which starts with "
                        "'" GMON_STACKS_COOKIE "', found 0x" +
                            toHex(Header.take_front(GMON_STACKS_COOKIE_SIZE),
                                  /*LowerCase=*/true));
  if (Header.size() < GMON_STACKS_HEADER_SIZE)
    return File.fail(0, "the header is cut off");
  uint32_t Version = read32(Header.data() + GMON_STACKS_COOKIE_SIZE);
  if (Version != GMON_STACKS_VERSION)
    return fail(GMON_STACKS_COOKIE_SIZE,
                "version " + Twine(GMON_STACKS_VERSION), Version);
  return Error::success();
}

Error StackFile::findSections() {
  for (uint64_t At = GMON_STACKS_HEADER_SIZE; At < File.size();) {
    StringRef Header = File.at(At, GMON_SECTION_HEADER_SIZE).getData();
    if (Header.size() < GMON_SECTION_HEADER_SIZE)
      return File.fail(At, "the header of this section is cut off");
    const uint32_t Tag = read32(Header.data());
    const uint64_t Size = read64(Header.data() + 8);
    const uint64_t Body = At + GMON_SECTION_HEADER_SIZE;
    if (Size > File.size() - Body)
      return File.fail(At, "expected " + Twine(Size) +
                               " bytes in this section, found " +
                               Twine(File.size() - Body));
    if (Size % 8)
      return fail(At, "a section whose size is a multiple of 8", Size);
    if (Tag && Tag <= LastTag) {
      if (Sections[Tag].IsThere)
        return File.fail(At, "expected one section with the tag " + Twine(Tag) +
                                 ", found a second one");
      Sections[Tag] = {Body, Size, true};
    }
    At = Body + Size;
  }
  return Error::success();
}

Error StackFile::forEachEntry(
    const Section &Where, uint64_t EntrySize,
    function_ref<Error(const char *, uint64_t)> Take) {
  if (Where.Size % EntrySize)
    return fail(Where.Body - GMON_SECTION_HEADER_SIZE,
                "a section whose size is a multiple of " + Twine(EntrySize),
                Where.Size);
  const uint64_t PartSize = FileBytes::PartSize / EntrySize * EntrySize;
  const uint64_t End = Where.Body + Where.Size;
  for (uint64_t At = Where.Body; At < End;) {
    StringRef Part = File.at(At, std::min(End - At, PartSize)).getData();
    if (Part.size() < EntrySize)
      return File.fail(At, "this section is cut off");
    for (; Part.size() >= EntrySize; Part = Part.drop_front(EntrySize)) {
      if (Error E = Take(Part.data(), At))
        return E;
      At += EntrySize;
    }
  }
  return Error::success();
}

Error StackFile::setFact(uint64_t Key, uint64_t Value, uint64_t Offset) {
  switch (Key) {
  case GMON_FACT_RATE:
    Result.Rate = Value;
    break;
  case GMON_FACT_UNIT:
  case GMON_FACT_UNIT_END:
    support::endian::write64le(
        Unit + (Key == GMON_FACT_UNIT ? 0 : sizeof(Value)), Value);
    break;
  case GMON_FACT_CLOCK:
    if (Value > GMON_CLOCK_ELAPSED)
      return fail(Offset + 8, "a clock, 0 or 1", Value);
    Result.Clock = gmon_stacks_clock(Value);
    break;
  case GMON_FACT_RUNS:
    Result.Runs = Value;
    break;
  case GMON_FACT_USER:
    Result.UserTime = Value;
    break;
  case GMON_FACT_SYSTEM:
    Result.SystemTime = Value;
    break;
  case GMON_FACT_ELAPSED:
    Result.ElapsedTime = Value;
    break;
  case GMON_FACT_FOLDED:
    Result.Folded = Value;
    break;
  case GMON_FACT_LOST:
    Result.Lost = Value;
    break;
  default:
    Result.OtherFacts[Key] = Value;
  }
  return Error::success();
}

Error StackFile::readFacts() {
  std::map<uint64_t, uint64_t> Seen;
  auto Take = [&](const char *Entry, uint64_t Offset) -> Error {
    uint64_t Key = read64(Entry);
    if (!Seen.try_emplace(Key, Offset).second)
      return File.fail(Offset, "expected one fact with the key " + Twine(Key) +
                                   ", found a second one");
    return setFact(Key, read64(Entry + 8), Offset);
  };
  if (Error E = forEachEntry(GMON_SECTION_FACTS, GMON_FACT_SIZE, Take))
    return E;
  if (*Unit)
    Result.Dimension = StringRef(Unit, GMON_DIMENSION_SIZE).split('\0').first;
  return Error::success();
}

Expected<std::string> StackFile::textAt(uint64_t Offset, uint64_t Size,
                                        uint64_t End, StringRef What) {
  const uint64_t Available = End - Offset;
  StringRef Text;
  if (Size <= Available)
    Text = File.at(Offset, Size).getData();
  if (Size > Available || Text.size() < Size)
    return File.fail(
        Offset, "expected " + Twine(Size) + " bytes of " + What + ", found " +
                    Twine(Size > Available ? Available : Text.size()));
  return Text.str();
}

Error StackFile::forEachWithText(
    gmon_section_tag Tag, uint64_t FixedSize, StringRef What,
    function_ref<Error(const char *, uint64_t &, uint64_t)> Take) {
  const Section &Where = Sections[Tag];
  const uint64_t End = Where.Body + Where.Size;
  for (uint64_t At = Where.Body; At < End;) {
    StringRef Fixed =
        File.at(At, std::min<uint64_t>(End - At, FixedSize)).getData();
    if (Fixed.size() < FixedSize)
      return File.fail(At, "this " + What + " is cut off");
    uint64_t Next = At + FixedSize;
    if (Error E = Take(Fixed.data(), Next, End))
      return E;
    At = alignTo(Next - Where.Body, 8) + Where.Body;
  }
  return Error::success();
}

Error StackFile::readModules() {
  auto Take = [&](const char *Fixed, uint64_t &At, uint64_t End) -> Error {
    StackModule Module;
    Module.Slide = read64(Fixed);
    const uint64_t IdSize = read32(Fixed + 8), PathSize = read32(Fixed + 12);
    if (Error E =
            textAt(At, IdSize, End, "a build-id").moveInto(Module.BuildId))
      return E;
    At += IdSize;
    if (Error E = textAt(At, PathSize, End, "a path").moveInto(Module.Path))
      return E;
    At += PathSize;
    Result.Modules.push_back(std::move(Module));
    return Error::success();
  };
  return forEachWithText(GMON_SECTION_MODULES, GMON_MODULE_SIZE, "module",
                         Take);
}

Error StackFile::readContexts() {
  constexpr uint64_t Most = UINT32_MAX - 1;
  const uint64_t NumContexts =
      Sections[GMON_SECTION_CONTEXTS].Size / GMON_CONTEXT_SIZE;
  if (NumContexts > Most)
    return fail(Sections[GMON_SECTION_CONTEXTS].Body,
                "at most " + Twine(Most) + " contexts", NumContexts);
  Result.Contexts.reserve(NumContexts);
  auto Take = [&](const char *Entry, uint64_t Offset) -> Error {
    StackContext Context{read32(Entry), read32(Entry + 4), read64(Entry + 8)};
    if (Context.Caller > Result.Contexts.size())
      return fail(Offset,
                  "an earlier context than " +
                      Twine(Result.Contexts.size() + 1) + " as the caller",
                  Context.Caller);
    if (Context.Module != GMON_NO_MODULE &&
        Context.Module >= Result.Modules.size())
      return fail(Offset + 4,
                  "one of " + Twine(Result.Modules.size()) + " modules",
                  Context.Module);
    Result.Contexts.push_back(Context);
    return Error::success();
  };
  return forEachEntry(GMON_SECTION_CONTEXTS, GMON_CONTEXT_SIZE, Take);
}

Error StackFile::readThreads() {
  auto Take = [&](const char *Fixed, uint64_t &At, uint64_t End) -> Error {
    StackThread Thread{read64(Fixed), read64(Fixed + 8), ""};
    const uint64_t NameSize = read32(Fixed + 16);
    if (Error E = textAt(At, NameSize, End, "a name").moveInto(Thread.Name))
      return E;
    At += NameSize;
    Result.Threads.push_back(std::move(Thread));
    return Error::success();
  };
  return forEachWithText(GMON_SECTION_THREADS, GMON_THREAD_SIZE, "thread",
                         Take);
}

Error StackFile::readSamples() {
  Result.Samples.reserve(Sections[GMON_SECTION_SAMPLES].Size /
                         GMON_SAMPLE_SIZE);
  uint64_t Total = 0;
  auto Take = [&](const char *Entry, uint64_t Offset) -> Error {
    const uint32_t Context = read32(Entry), Thread = read32(Entry + 4),
                   Kind = read32(Entry + 8);
    const uint64_t Count = read64(Entry + 16);
    if (Context > Result.Contexts.size())
      return fail(Offset,
                  "one of " + Twine(Result.Contexts.size()) + " contexts",
                  Context);
    if (Thread >= Result.Threads.size())
      return fail(Offset + 4,
                  "one of " + Twine(Result.Threads.size()) + " threads",
                  Thread);
    if (Kind > GMON_SAMPLE_WAITING)
      return fail(Offset + 8, "a kind of sample, 0 or 1", Kind);
    if (Count > UINT64_MAX - Total)
      return File.fail(Offset + 16, "the samples exceed 64 bits");
    Total += Count;
    Result.Samples.push_back({Context, Thread, gmon_sample_kind(Kind), Count});
    return Error::success();
  };
  return forEachEntry(GMON_SECTION_SAMPLES, GMON_SAMPLE_SIZE, Take);
}

Error StackFile::readProfiles() {
  auto Take = [&](const char *Entry, uint64_t) -> Error {
    Result.Profiles.push_back({read64(Entry), read32(Entry + 8)});
    return Error::success();
  };
  return forEachEntry(GMON_SECTION_PROFILES, GMON_PROFILE_SIZE, Take);
}

Error StackFile::readCalls() {
  const uint64_t NumModules = Result.Modules.size();
  uint64_t Total = 0;
  auto Take = [&](const char *Entry, uint64_t Offset) -> Error {
    CrossModuleCall Call{read32(Entry), read32(Entry + 4), read64(Entry + 8),
                         read64(Entry + 16), read64(Entry + 24)};
    if (Call.FromModule >= NumModules)
      return fail(Offset, "one of " + Twine(NumModules) + " modules",
                  Call.FromModule);
    if (Call.SelfModule >= NumModules)
      return fail(Offset + 4, "one of " + Twine(NumModules) + " modules",
                  Call.SelfModule);
    if (Call.Count > UINT64_MAX - Total)
      return File.fail(Offset + 24, "the calls exceed 64 bits");
    Total += Call.Count;
    Result.Calls.push_back(Call);
    return Error::success();
  };
  return forEachEntry(GMON_SECTION_CALLS, GMON_CALL_SIZE, Take);
}

Error StackFile::readOutgoingCalls() {
  const uint64_t NumModules = Result.Modules.size();
  uint64_t Total = 0;
  auto Take = [&](const char *Fixed, uint64_t &At, uint64_t End) -> Error {
    OutgoingCall Call{read32(Fixed), read64(Fixed + 8), read64(Fixed + 16), ""};
    const uint64_t NameSize = read32(Fixed + 4);
    const uint64_t Start = At - GMON_OUTGOING_SIZE;
    if (Call.Module >= NumModules)
      return fail(Start, "one of " + Twine(NumModules) + " modules",
                  Call.Module);
    if (Call.Count > UINT64_MAX - Total)
      return File.fail(Start + 16, "the calls exceed 64 bits");
    Total += Call.Count;
    if (Error E = textAt(At, NameSize, End, "a name").moveInto(Call.Name))
      return E;
    At += NameSize;
    Result.OutgoingCalls.push_back(std::move(Call));
    return Error::success();
  };
  return forEachWithText(GMON_SECTION_OUTGOING, GMON_OUTGOING_SIZE,
                         "outgoing call", Take);
}

/// Reads a distribution of so many processes, whose ranks begin at \p
/// LowestRank, and checks what no values of processes can have as a result: the
/// values are between the extremes, so the squares are at least the least, and
/// at most the greatest, times the sum.
static Error readDistribution(const DataFile &File, const char *Bytes,
                              uint64_t Offset, uint64_t NumProcesses,
                              uint32_t LowestRank, RankDistribution &To) {
  using Wide = unsigned __int128;
  To = {read64(Bytes),      Wide(read64(Bytes + 16)) << 64 | read64(Bytes + 8),
        read64(Bytes + 24), read64(Bytes + 32),
        read32(Bytes + 40), read32(Bytes + 44)};
  if (To.Least > To.Greatest || Wide(NumProcesses) * To.Least > To.Sum ||
      Wide(NumProcesses) * To.Greatest < To.Sum)
    return File.fail(Offset, "expected a sum of " + Twine(NumProcesses) +
                                 " values from " + Twine(To.Least) + " to " +
                                 Twine(To.Greatest) + ", found " +
                                 Twine(To.Sum));
  if (To.Squares < Wide(To.Least) * To.Sum ||
      To.Squares > Wide(To.Greatest) * To.Sum)
    return File.fail(Offset + 8, "expected the squares of values from " +
                                     Twine(To.Least) + " to " +
                                     Twine(To.Greatest) +
                                     ", found another sum of squares");
  const uint32_t Rank = std::min(To.LeastRank, To.GreatestRank);
  if (Rank < LowestRank)
    return File.fail(Offset + 40, "expected ranks from " + Twine(LowestRank) +
                                      " on, found " + Twine(Rank));
  return Error::success();
}

template <class Entry>
Error StackFile::readDistributions(const char *Bytes, uint64_t Offset,
                                   const RankList<Entry> &Of,
                                   ArrayRef<RankDistribution *> To) const {
  for (RankDistribution *Each : To) {
    if (Error E = readDistribution(File, Bytes, Offset, Of.NumProcesses,
                                   Of.LowestRank, *Each))
      return E;
    Bytes += GMON_DISTRIBUTION_SIZE;
    Offset += GMON_DISTRIBUTION_SIZE;
  }
  return Error::success();
}

template <class Entry>
Error StackFile::readRankList(
    gmon_section_tag Tag, uint64_t EntrySize, StringRef What,
    RankList<Entry> &To, function_ref<Error(const char *, uint64_t)> Take) {
  Section Where = Sections[Tag];
  if (!Where.IsThere)
    return Error::success();
  StringRef Header = File.at(Where.Body, GMON_RANKS_HEADER_SIZE).getData();
  if (Where.Size < GMON_RANKS_HEADER_SIZE ||
      Header.size() < GMON_RANKS_HEADER_SIZE)
    return File.fail(Where.Body, "the header of the " + What + " is cut off");
  To.NumProcesses = read64(Header.data());
  To.LowestRank = read32(Header.data() + 8);
  if (!To.NumProcesses)
    return fail(Where.Body, "at least one process", 0);
  Where.Body += GMON_RANKS_HEADER_SIZE;
  Where.Size -= GMON_RANKS_HEADER_SIZE;
  return forEachEntry(Where, EntrySize, Take);
}

Error StackFile::readRanks() {
  RankCounts &Ranks = Result.Ranks;
  const uint64_t NumModules = Result.Modules.size();
  auto Take = [&](const char *Entry, uint64_t Offset) -> Error {
    RankedFunction Function{read32(Entry), read64(Entry + 8), {}, {}};
    if (Function.Module != GMON_NO_MODULE && Function.Module >= NumModules)
      return fail(Offset, "one of " + Twine(NumModules) + " modules",
                  Function.Module);
    if (Function.Module == GMON_NO_MODULE && Function.Address > GMON_RANKS_MPI)
      return fail(Offset + 8, "a total, 0 to 2", Function.Address);
    if (!Ranks.Entries.empty()) {
      const RankedFunction &Last = Ranks.Entries.back();
      if (std::tie(Function.Module, Function.Address) <=
          std::tie(Last.Module, Last.Address))
        return File.fail(Offset, "expected functions sorted by module and "
                                 "address, found one behind a later one");
    }
    if (Error E = readDistributions(Entry + 16, Offset + 16, Ranks,
                                    {&Function.Samples, &Function.Calls}))
      return E;
    Ranks.Entries.push_back(Function);
    return Error::success();
  };
  return readRankList(GMON_SECTION_RANKS, GMON_RANKED_SIZE, "ranks", Ranks,
                      Take);
}

Error StackFile::readMpiCalls() {
  MpiCalls &Calls = Result.Mpi;
  auto Take = [&](const char *Entry, uint64_t Offset) -> Error {
    StringRef Padded(Entry, GMON_MPI_NAME_SIZE);
    MpiCall Call;
    Call.Name = Padded.split('\0').first;
    Call.Communicator = read64(Entry + GMON_MPI_NAME_SIZE);
    if (Padded.back() || Padded.rtrim('\0') != Call.Name)
      return File.fail(Offset, "expected a name, padded with zeros");
    if (!Calls.Entries.empty()) {
      const MpiCall &Last = Calls.Entries.back();
      if (std::tie(Call.Name, Call.Communicator) <=
          std::tie(Last.Name, Last.Communicator))
        return File.fail(Offset, "expected calls sorted by name and "
                                 "communicator, found one behind a later one");
    }
    if (Error E = readDistributions(
            Entry + GMON_MPI_NAME_SIZE + 8, Offset + GMON_MPI_NAME_SIZE + 8,
            Calls, {&Call.Calls, &Call.Nanoseconds, &Call.Bytes}))
      return E;
    Calls.Entries.push_back(std::move(Call));
    return Error::success();
  };
  return readRankList(GMON_SECTION_MPI, GMON_MPI_CALL_SIZE, "MPI calls", Calls,
                      Take);
}

Expected<StackProfile> StackFile::read() {
  if (Error E = readHeader())
    return std::move(E);
  if (Error E = findSections())
    return std::move(E);
  for (Error (StackFile::*Read)() :
       {&StackFile::readFacts, &StackFile::readModules,
        &StackFile::readContexts, &StackFile::readThreads,
        &StackFile::readSamples, &StackFile::readProfiles,
        &StackFile::readCalls, &StackFile::readOutgoingCalls,
        &StackFile::readRanks, &StackFile::readMpiCalls})
    if (Error E = (this->*Read)())
      return std::move(E);
  if (!Result.Rate && !Result.Samples.empty())
    return File.fail(GMON_STACKS_HEADER_SIZE,
                     "expected the rate of the samples, found none");
  return std::move(Result);
}

/// Makes the error of a file that cannot be read because of \p E.
static Error cannotRead(StringRef Name, Error E) {
  return makeFileError(Name, "cannot read: " +
                                 errorToErrorCode(std::move(E)).message());
}

Expected<StackProfile> gmon::readStackFile(StringRef Name) {
  SmallVector<char, 0> Buffer;
  Expected<std::unique_ptr<FileBytes>> Bytes = FileBytes::open(Name, Buffer);
  if (!Bytes)
    return cannotRead(Name, Bytes.takeError());
  Expected<StackProfile> Read = StackFile(Name, **Bytes).read();
  if (Error E = (*Bytes)->takeError()) {
    consumeError(Read.takeError());
    return cannotRead(Name, std::move(E));
  }
  return Read;
}

Expected<StackProfile> gmon::readStackFile(StringRef Name, StringRef Bytes) {
  FileBytes InMemory(Bytes);
  return StackFile(Name, InMemory).read();
}

bool gmon::isStackFile(StringRef Name) {
  if (!sys::fs::is_regular_file(Name))
    return false;
  SmallVector<char, 0> Buffer;
  Expected<std::unique_ptr<FileBytes>> Bytes = FileBytes::open(Name, Buffer);
  if (!Bytes) {
    consumeError(Bytes.takeError());
    return false;
  }
  return (*Bytes)->read(0, GMON_STACKS_COOKIE_SIZE) == GMON_STACKS_COOKIE;
}

Expected<StackDigest> gmon::digestOf(StringRef Name) {
  SmallVector<char, 0> Buffer;
  Expected<std::unique_ptr<FileBytes>> Bytes = FileBytes::open(Name, Buffer);
  if (!Bytes)
    return cannotRead(Name, Bytes.takeError());
  StackDigest Digest{(*Bytes)->size(), 0};
  for (uint64_t At = GMON_CHECKED_OFFSET(8); At < Digest.Size;) {
    StringRef Part = (*Bytes)->read(At, FileBytes::PartSize);
    if (Part.empty())
      break;
    Digest.Checksum = crc32(Digest.Checksum, arrayRefFromStringRef(Part));
    At += Part.size();
  }
  if (Error E = (*Bytes)->takeError())
    return cannotRead(Name, std::move(E));
  return Digest;
}
