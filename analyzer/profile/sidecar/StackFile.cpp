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
#include "files/FileNames.h"
#include "profile/DataFile.h"
#include "profile/sidecar/StackRecords.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace gmon;
using namespace llvm;

namespace {

/// Reads the fixed fields of records.
class FieldReader {
public:
  struct TextToRead {
    std::string *To;
    uint32_t Size;
    StringRef What;
  };

  explicit FieldReader(const char *Bytes) : Bytes(Bytes) {}

  template <class Record> void read(Record &R) {
    forEachField<Record>([&]<class Field>(Field F) {
      if constexpr (std::is_member_object_pointer_v<Field>) {
        readValue(R.*F);
      } else if constexpr (std::is_same_v<Field, Text<Record>>) {
        Texts.push_back({&(R.*F.Field), take<uint32_t>(), F.What});
      } else if constexpr (std::is_same_v<Field, MpiName<Record>>) {
        R.*F.Field = StringRef(Bytes, GMON_MPI_NAME_SIZE).split('\0').first;
        Bytes += GMON_MPI_NAME_SIZE;
      } else {
        take<uint32_t>();
      }
    });
  }

  SmallVector<TextToRead, 2> Texts; ///< of the records that were read

private:
  template <class T> T take() {
    return support::endian::readNext<T, endianness::little>(Bytes);
  }
  template <class T> void readValue(T &Value) { Value = take<T>(); }
  void readValue(unsigned __int128 &Value) {
    Value = take<uint64_t>();
    Value |= static_cast<unsigned __int128>(take<uint64_t>()) << 64;
  }
  void readValue(gmon_sample_kind &Kind) { // StackReader refuses other numbers
    Kind = take<uint32_t>() ? GMON_SAMPLE_WAITING : GMON_SAMPLE_RUNNING;
  }
  void readValue(RankDistribution &Counts) { read(Counts); }

  const char *Bytes;
};

class StackReader {
public:
  StackReader(StringRef Name, FileBytes &Bytes)
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
  /// Takes the bytes of an entry, and their offset in the file.
  using EntryFn = function_ref<Error(const char *, uint64_t)>;

  Error readHeader();
  Error findSections();
  Error verifyChecksum();
  Error readFacts();
  Error setFact(uint64_t Key, uint64_t Value, uint64_t Offset);
  Error readContexts();
  Error readSamples();
  Error readCalls();
  Error readRanks();
  Error readMpiCalls();

  /// Calls \p Take with each entry of \p Where. Entries have \p Size bytes.
  Error forEachEntry(const Section &Where, uint64_t Size, EntryFn Take);
  /// Reads the records of \p Where, which have no texts, into \p List. \p Check
  /// also gets the bytes of each and their offset.
  template <class Record>
  Error readRecords(
      const Section &Where, std::vector<Record> &List,
      function_ref<Error(const Record &, const char *, uint64_t)> Check);
  /// Reads those of the section \p Tag, with texts. \p What names a record.
  template <class Record>
  Error readTextRecords(gmon_section_tag Tag, StringRef What,
                        std::vector<Record> &List,
                        function_ref<Error(const Record &, uint64_t)> Check);
  /// Reads the section \p Tag, if there is one, whose entries have \p Counts.
  /// \p CheckKey checks what precedes these.
  template <class Entry>
  Error readRankList(
      gmon_section_tag Tag, StringRef What, RankList<Entry> &List,
      ArrayRef<RankDistribution Entry::*> Counts,
      function_ref<Error(const Entry &, const char *, uint64_t)> CheckKey);
  Expected<std::string> textAt(uint64_t Offset, uint64_t Size, uint64_t End,
                               StringRef What);
  Error fail(uint64_t Offset, const Twine &What, uint64_t Found) const {
    return File.fail(Offset, "expected " + What + ", found " + Twine(Found));
  }
  Error checkIndex(uint64_t Offset, uint64_t Index, size_t Size,
                   StringRef Things) const {
    return Index < Size
               ? Error::success()
               : fail(Offset, "one of " + Twine(Size) + " " + Things, Index);
  }
  Error add(uint64_t Count, uint64_t Offset, StringRef Things,
            uint64_t &Total) const {
    if (!__builtin_add_overflow(Total, Count, &Total))
      return Error::success();
    return File.fail(Offset, "the " + Things + " exceed 64 bits");
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

Error StackReader::readHeader() {
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

Error StackReader::findSections() {
  for (uint64_t Offset = GMON_STACKS_HEADER_SIZE; Offset < File.size();) {
    StringRef Header = File.at(Offset, GMON_SECTION_HEADER_SIZE).getData();
    if (Header.size() < GMON_SECTION_HEADER_SIZE)
      return File.fail(Offset, "the header of this section is cut off");
    const uint32_t Tag = read32(Header.data());
    const uint64_t Size = read64(Header.data() + 8);
    const uint64_t Body = Offset + GMON_SECTION_HEADER_SIZE;
    if (Size > File.size() - Body)
      return File.fail(Offset, "expected " + Twine(Size) +
                                   " bytes in this section, found " +
                                   Twine(File.size() - Body));
    if (Size % 8)
      return fail(Offset, "a section whose size is a multiple of 8", Size);
    if (Tag && Tag <= LastTag) {
      if (Sections[Tag].IsThere)
        return File.fail(Offset, "expected one section with the tag " +
                                     Twine(Tag) + ", found a second one");
      Sections[Tag] = {Body, Size, true};
    }
    Offset = Body + Size;
  }
  return Error::success();
}

Error StackReader::verifyChecksum() {
  const Section &Last = Sections[GMON_SECTION_CHECKSUM];
  if (!Last.IsThere)
    return Error::success();
  const uint64_t Start = Last.Body - GMON_SECTION_HEADER_SIZE;
  if (Last.Size != GMON_CHECKSUM_SIZE)
    return fail(Start, "a checksum of " + Twine(GMON_CHECKSUM_SIZE) + " bytes",
                Last.Size);
  if (Last.Body + Last.Size != File.size())
    return File.fail(Start, "expected the checksum at the end of the file");
  const uint32_t Expected =
      read32(File.at(Last.Body, Last.Size).getData().data());
  const uint32_t Found = File.Bytes.checksum(0, Start);
  if (Found == Expected)
    return Error::success();
  return File.fail(Last.Body,
                   "expected the checksum 0x" +
                       utohexstr(Expected, /*LowerCase=*/true) + ", found 0x" +
                       utohexstr(Found, /*LowerCase=*/true) +
                       "; the file was damaged after it was written");
}

Error StackReader::forEachEntry(const Section &Where, uint64_t Size,
                                EntryFn Take) {
  if (Where.Size % Size)
    return fail(Where.Body - GMON_SECTION_HEADER_SIZE,
                "a section whose size is a multiple of " + Twine(Size),
                Where.Size);
  const uint64_t PartSize = FileBytes::PartSize / Size * Size;
  const uint64_t End = Where.Body + Where.Size;
  for (uint64_t Offset = Where.Body; Offset < End;) {
    StringRef Part =
        File.at(Offset, std::min(End - Offset, PartSize)).getData();
    if (Part.size() < Size)
      return File.fail(Offset, "this section is cut off");
    for (; Part.size() >= Size; Part = Part.drop_front(Size), Offset += Size)
      if (Error E = Take(Part.data(), Offset))
        return E;
  }
  return Error::success();
}

template <class Record>
Error StackReader::readRecords(
    const Section &Where, std::vector<Record> &List,
    function_ref<Error(const Record &, const char *, uint64_t)> Check) {
  return forEachEntry(Where, sizeOf<Record>(),
                      [&](const char *Entry, uint64_t Offset) -> Error {
                        Record R;
                        FieldReader(Entry).read(R);
                        if (Error E = Check(R, Entry, Offset))
                          return E;
                        List.push_back(std::move(R));
                        return Error::success();
                      });
}

template <class Record>
Error StackReader::readTextRecords(
    gmon_section_tag Tag, StringRef What, std::vector<Record> &List,
    function_ref<Error(const Record &, uint64_t)> Check) {
  const auto [Body, Size, IsThere] = Sections[Tag];
  const uint64_t End = Body + Size;
  for (uint64_t Offset = Body; Offset < End;) {
    StringRef Fixed =
        File.at(Offset, std::min(End - Offset, sizeOf<Record>())).getData();
    if (Fixed.size() < sizeOf<Record>())
      return File.fail(Offset, "this " + What + " is cut off");
    Record R;
    FieldReader Reader(Fixed.data());
    Reader.read(R);
    if (Error E = Check(R, Offset))
      return E;
    Offset += sizeOf<Record>();
    for (const auto &Text : Reader.Texts) {
      if (Error E =
              textAt(Offset, Text.Size, End, Text.What).moveInto(*Text.To))
        return E;
      Offset += Text.Size;
    }
    Offset = alignTo(Offset - Body, 8) + Body;
    List.push_back(std::move(R));
  }
  return Error::success();
}

Error StackReader::setFact(uint64_t Key, uint64_t Value, uint64_t Offset) {
  for (auto [Fact, Field] : SummedFacts)
    if (Key == Fact) {
      Result.*Field = Value;
      return Error::success();
    }
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
  default:
    Result.OtherFacts[Key] = Value;
  }
  return Error::success();
}

Error StackReader::readFacts() {
  std::set<uint64_t> Seen;
  auto Take = [&](const char *Entry, uint64_t Offset) -> Error {
    const uint64_t Key = read64(Entry);
    if (!Seen.insert(Key).second)
      return File.fail(Offset, "expected one fact with the key " + Twine(Key) +
                                   ", found a second one");
    return setFact(Key, read64(Entry + 8), Offset);
  };
  if (Error E =
          forEachEntry(Sections[GMON_SECTION_FACTS], GMON_FACT_SIZE, Take))
    return E;
  if (*Unit)
    Result.Dimension = StringRef(Unit, GMON_DIMENSION_SIZE).split('\0').first;
  return Error::success();
}

/// Returns the text of \p Size bytes at \p Offset, up to \p End.
Expected<std::string> StackReader::textAt(uint64_t Offset, uint64_t Size,
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

Error StackReader::readContexts() {
  constexpr uint64_t Most = UINT32_MAX - 1;
  const Section &Where = Sections[GMON_SECTION_CONTEXTS];
  const uint64_t NumContexts = Where.Size / GMON_CONTEXT_SIZE;
  if (NumContexts > Most)
    return fail(Where.Body, "at most " + Twine(Most) + " contexts",
                NumContexts);
  Result.Contexts.reserve(NumContexts);
  auto Check = [&](const StackContext &Context, const char *,
                   uint64_t Offset) -> Error {
    if (Context.Caller > Result.Contexts.size())
      return fail(Offset,
                  "an earlier context than " +
                      Twine(Result.Contexts.size() + 1) + " as the caller",
                  Context.Caller);
    if (Context.Module == GMON_NO_MODULE)
      return Error::success();
    return checkIndex(Offset + 4, Context.Module, Result.Modules.size(),
                      "modules");
  };
  return readRecords<StackContext>(Where, Result.Contexts, Check);
}

Error StackReader::readSamples() {
  const Section &Where = Sections[GMON_SECTION_SAMPLES];
  Result.Samples.reserve(Where.Size / GMON_SAMPLE_SIZE);
  uint64_t Total = 0;
  auto Check = [&](const StackSample &Sample, const char *Bytes,
                   uint64_t Offset) -> Error {
    if (Sample.Context > Result.Contexts.size())
      return checkIndex(Offset, Sample.Context, Result.Contexts.size(),
                        "contexts");
    if (Error E = checkIndex(Offset + 4, Sample.Thread, Result.Threads.size(),
                             "threads"))
      return E;
    if (const uint32_t Kind = read32(Bytes + 8); Kind > GMON_SAMPLE_WAITING)
      return fail(Offset + 8, "a kind of sample, 0 or 1", Kind);
    return add(Sample.Count, Offset + 16, "samples", Total);
  };
  return readRecords<StackSample>(Where, Result.Samples, Check);
}

/// Reads the calls between modules, and those by name.
Error StackReader::readCalls() {
  const uint64_t NumModules = Result.Modules.size();
  uint64_t Total = 0, NumOutgoing = 0;
  auto Check = [&](const CrossModuleCall &Call, const char *,
                   uint64_t Offset) -> Error {
    if (Error E = checkIndex(Offset, Call.FromModule, NumModules, "modules"))
      return E;
    if (Error E =
            checkIndex(Offset + 4, Call.SelfModule, NumModules, "modules"))
      return E;
    return add(Call.Count, Offset + 24, "calls", Total);
  };
  if (Error E = readRecords<CrossModuleCall>(Sections[GMON_SECTION_CALLS],
                                             Result.Calls, Check))
    return E;
  auto CheckOutgoing = [&](const OutgoingCall &Call, uint64_t Offset) -> Error {
    if (Error E = checkIndex(Offset, Call.Module, NumModules, "modules"))
      return E;
    return add(Call.Count, Offset + 16, "calls", NumOutgoing);
  };
  return readTextRecords<OutgoingCall>(GMON_SECTION_OUTGOING, "outgoing call",
                                       Result.OutgoingCalls, CheckOutgoing);
}

/// Checks what no values of so many processes, whose ranks begin at \p
/// LowestRank, can have as a result: the values are between the extremes, so
/// the squares are at least the least, and at most the greatest, times the sum.
static Error check(const RankDistribution &Counts, const DataFile &File,
                   uint64_t Offset, uint64_t NumProcesses,
                   uint32_t LowestRank) {
  using Wide = unsigned __int128;
  const auto [Sum, Squares, Least, Greatest, LeastRank, GreatestRank] = Counts;
  if (Least > Greatest || Wide(NumProcesses) * Least > Sum ||
      Wide(NumProcesses) * Greatest < Sum)
    return File.fail(Offset, "expected a sum of " + Twine(NumProcesses) +
                                 " values from " + Twine(Least) + " to " +
                                 Twine(Greatest) + ", found " + Twine(Sum));
  if (Squares < Wide(Least) * Sum || Squares > Wide(Greatest) * Sum)
    return File.fail(Offset + 8, "expected the squares of values from " +
                                     Twine(Least) + " to " + Twine(Greatest) +
                                     ", found another sum of squares");
  const uint32_t Rank = std::min(LeastRank, GreatestRank);
  if (Rank < LowestRank)
    return File.fail(Offset + 40, "expected ranks from " + Twine(LowestRank) +
                                      " on, found " + Twine(Rank));
  return Error::success();
}

template <class Entry>
Error StackReader::readRankList(
    gmon_section_tag Tag, StringRef What, RankList<Entry> &List,
    ArrayRef<RankDistribution Entry::*> Counts,
    function_ref<Error(const Entry &, const char *, uint64_t)> CheckKey) {
  Section Where = Sections[Tag];
  if (!Where.IsThere)
    return Error::success();
  StringRef Header = File.at(Where.Body, GMON_RANKS_HEADER_SIZE).getData();
  if (Where.Size < GMON_RANKS_HEADER_SIZE ||
      Header.size() < GMON_RANKS_HEADER_SIZE)
    return File.fail(Where.Body, "the header of the " + What + " is cut off");
  FieldReader(Header.data()).read(List);
  if (!List.NumProcesses)
    return fail(Where.Body, "at least one process", 0);
  Where.Body += GMON_RANKS_HEADER_SIZE;
  Where.Size -= GMON_RANKS_HEADER_SIZE;
  auto Check = [&](const Entry &E, const char *Bytes, uint64_t Offset) {
    Error Failure = CheckKey(E, Bytes, Offset);
    Offset += sizeOf<Entry>() - Counts.size() * GMON_DISTRIBUTION_SIZE;
    for (RankDistribution Entry::*Count : Counts) {
      if (!Failure)
        Failure =
            check(E.*Count, File, Offset, List.NumProcesses, List.LowestRank);
      Offset += GMON_DISTRIBUTION_SIZE;
    }
    return Failure;
  };
  return readRecords<Entry>(Where, List.Entries, Check);
}

Error StackReader::readRanks() {
  auto CheckKey = [&](const RankedFunction &Function, const char *,
                      uint64_t Offset) -> Error {
    if (Function.Module == GMON_NO_MODULE) {
      if (Function.Address > GMON_RANKS_MPI)
        return fail(Offset + 8, "a total, 0 to 2", Function.Address);
    } else if (Error E = checkIndex(Offset, Function.Module,
                                    Result.Modules.size(), "modules"))
      return E;
    if (!Result.Ranks.Entries.empty() &&
        Function.key() <= Result.Ranks.Entries.back().key())
      return File.fail(Offset, "expected functions sorted by module and "
                               "address, found one behind a later one");
    return Error::success();
  };
  return readRankList<RankedFunction>(
      GMON_SECTION_RANKS, "ranks", Result.Ranks,
      {&RankedFunction::Samples, &RankedFunction::Calls}, CheckKey);
}

Error StackReader::readMpiCalls() {
  auto CheckKey = [&](const MpiCall &Call, const char *Bytes,
                      uint64_t Offset) -> Error {
    StringRef Padded(Bytes, GMON_MPI_NAME_SIZE);
    if (Padded.back() || Padded.rtrim('\0') != Call.Name)
      return File.fail(Offset, "expected a name, padded with zeros");
    if (!Result.Mpi.Entries.empty() &&
        Call.key() <= Result.Mpi.Entries.back().key())
      return File.fail(Offset, "expected calls sorted by name and "
                               "communicator, found one behind a later one");
    return Error::success();
  };
  return readRankList<MpiCall>(
      GMON_SECTION_MPI, "MPI calls", Result.Mpi,
      {&MpiCall::Calls, &MpiCall::Nanoseconds, &MpiCall::Bytes}, CheckKey);
}

Expected<StackProfile> StackReader::read() {
  if (Error E = readHeader())
    return std::move(E);
  if (Error E = findSections())
    return std::move(E);
  if (Error E = verifyChecksum())
    return std::move(E);
  if (Error E = readFacts())
    return std::move(E);
  auto CheckNothing = [](const auto &...) { return Error::success(); };
  if (Error E = readTextRecords<StackModule>(GMON_SECTION_MODULES, "module",
                                             Result.Modules, CheckNothing))
    return std::move(E);
  if (Error E = readContexts())
    return std::move(E);
  if (Error E = readTextRecords<StackThread>(GMON_SECTION_THREADS, "thread",
                                             Result.Threads, CheckNothing))
    return std::move(E);
  if (Error E = readSamples())
    return std::move(E);
  if (Error E = readRecords<StackDigest>(Sections[GMON_SECTION_PROFILES],
                                         Result.Profiles, CheckNothing))
    return std::move(E);
  for (Error (StackReader::*Read)() :
       {&StackReader::readCalls, &StackReader::readRanks,
        &StackReader::readMpiCalls})
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
  Expected<StackProfile> Read = StackReader(Name, **Bytes).read();
  if (Error E = (*Bytes)->takeError()) {
    consumeError(Read.takeError());
    return cannotRead(Name, std::move(E));
  }
  return Read;
}

Expected<StackProfile> gmon::readStackFile(StringRef Name, StringRef Bytes) {
  FileBytes InMemory(Bytes);
  return StackReader(Name, InMemory).read();
}

bool gmon::isStackFile(StringRef Name) {
  if (!isRegularFile(Name))
    return false;
  SmallVector<char, 0> Buffer;
  Expected<std::unique_ptr<FileBytes>> Bytes = FileBytes::open(Name, Buffer);
  if (errorToBool(Bytes.takeError()))
    return false;
  return (*Bytes)->read(0, GMON_STACKS_COOKIE_SIZE) == GMON_STACKS_COOKIE;
}

StackDigest gmon::digestOf(FileBytes &Bytes) {
  return {Bytes.size(), Bytes.checksum(GMON_CHECKED_OFFSET(8))};
}

Expected<StackDigest> gmon::digestOf(StringRef Name) {
  SmallVector<char, 0> Buffer;
  Expected<std::unique_ptr<FileBytes>> Bytes = FileBytes::open(Name, Buffer);
  if (!Bytes)
    return cannotRead(Name, Bytes.takeError());
  const StackDigest Digest = digestOf(**Bytes);
  if (Error E = (*Bytes)->takeError())
    return cannotRead(Name, std::move(E));
  return Digest;
}
