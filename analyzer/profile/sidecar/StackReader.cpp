//===-- StackReader.cpp - Reads the sections of files with stacks ---------===//
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

#include "profile/sidecar/StackReader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace gmon;
using namespace llvm;

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

Error StackReader::forEachEntry(
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

Error StackReader::setFact(uint64_t Key, uint64_t Value, uint64_t Offset) {
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
  case GMON_FACT_SQUARES:
    Result.Squares = Value;
    break;
  case GMON_FACT_UNPROFILED:
    Result.UnprofiledTime = Value;
    break;
  case GMON_FACT_WRITING:
    Result.WritingTime = Value;
    break;
  default:
    Result.OtherFacts[Key] = Value;
  }
  return Error::success();
}

Error StackReader::readFacts() {
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

Error StackReader::forEachWithText(
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

Error StackReader::readModules() {
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

Error StackReader::readContexts() {
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

Error StackReader::readThreads() {
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

Error StackReader::readSamples() {
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
    Result.Samples.push_back(
        {Context, Thread, gmon_sample_kind(Kind), /*Group=*/0, Count});
    return Error::success();
  };
  return forEachEntry(GMON_SECTION_SAMPLES, GMON_SAMPLE_SIZE, Take);
}

Error StackReader::readProfiles() {
  auto Take = [&](const char *Entry, uint64_t) -> Error {
    Result.Profiles.push_back({read64(Entry), read32(Entry + 8)});
    return Error::success();
  };
  return forEachEntry(GMON_SECTION_PROFILES, GMON_PROFILE_SIZE, Take);
}

Error StackReader::readCalls() {
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

Error StackReader::readOutgoingCalls() {
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

Expected<StackProfile> StackReader::read() {
  if (Error E = readHeader())
    return std::move(E);
  if (Error E = findSections())
    return std::move(E);
  if (Error E = verifyChecksum())
    return std::move(E);
  for (Error (StackReader::*Read)() :
       {&StackReader::readFacts, &StackReader::readModules,
        &StackReader::readContexts, &StackReader::readThreads,
        &StackReader::readSamples, &StackReader::readProfiles,
        &StackReader::readCalls, &StackReader::readOutgoingCalls,
        &StackReader::readRanks, &StackReader::readMpiCalls})
    if (Error E = (this->*Read)())
      return std::move(E);
  if (!Result.Rate && !Result.Samples.empty())
    return File.fail(GMON_STACKS_HEADER_SIZE,
                     "expected the rate of the samples, found none");
  return std::move(Result);
}
