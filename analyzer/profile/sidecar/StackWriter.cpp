//===-- StackWriter.cpp - Writes files with stacks ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes section by section, each with its size first. Keeps nothing in memory.
//
//===----------------------------------------------------------------------===//

#include "profile/sidecar/StackFile.h"
#include "profile/sidecar/StackRecords.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/MathExtras.h"

using namespace gmon;
using namespace llvm;

namespace {

/// Computes the CRC-32 of what it passes on to another stream.
class ChecksumStream : public raw_ostream {
public:
  explicit ChecksumStream(raw_ostream &OS) : OS(OS) {}
  ~ChecksumStream() override { flush(); }

  uint32_t checksum() {
    flush();
    return Checksum;
  }

private:
  void write_impl(const char *Bytes, size_t Size) override {
    Checksum = crc32(Checksum, arrayRefFromStringRef({Bytes, Size}));
    Position += Size;
    OS.write(Bytes, Size);
  }
  uint64_t current_pos() const override { return Position; }

  raw_ostream &OS;
  uint32_t Checksum = 0;
  uint64_t Position = 0;
};

class Writer {
public:
  explicit Writer(raw_ostream &OS) : OS(OS), Out(OS, endianness::little) {}

  void write(uint32_t Value) { Out.write(Value); }
  void write(uint64_t Value) { Out.write(Value); }
  void write(unsigned __int128 Value) {
    Out.write(uint64_t(Value));
    Out.write(uint64_t(Value >> 64));
  }
  void write(gmon_sample_kind Kind) { Out.write<uint32_t>(Kind); }
  void write(const RankDistribution &Counts) { writeFields(Counts); }

  void beginSection(gmon_section_tag Tag, uint64_t Size) {
    write(uint32_t(Tag));
    write(uint32_t(0));
    write(Size);
  }
  template <class Record>
  void writeSection(gmon_section_tag Tag, const std::vector<Record> &List) {
    uint64_t Size = 0;
    for (const Record &R : List)
      Size += alignTo(sizeOf<Record>() + sizeOfTexts(R), 8);
    beginSection(Tag, Size);
    for (const Record &R : List)
      writeRecord(R);
  }
  /// Writes nothing if nothing is known of processes.
  template <class Entry>
  void writeSection(gmon_section_tag Tag, const RankList<Entry> &List) {
    if (!List.NumProcesses)
      return;
    beginSection(Tag, GMON_RANKS_HEADER_SIZE +
                          sizeOf<Entry>() * List.Entries.size());
    writeFields(List);
    for (const Entry &E : List.Entries)
      writeFields(E);
  }
  void writeFacts(const StackProfile &Stacks);

private:
  /// Calls \p Visit with each text of \p R.
  template <class Record, class VisitFn>
  static void forEachText(const Record &R, VisitFn Visit) {
    forEachField<Record>([&]<class Field>(Field F) {
      if constexpr (std::is_same_v<Field, Text<Record>>)
        Visit(R.*F.Field);
    });
  }
  template <class Record> static uint64_t sizeOfTexts(const Record &R) {
    uint64_t Size = 0;
    forEachText(R, [&](StringRef Text) { Size += Text.size(); });
    return Size;
  }
  template <class Record> void writeFields(const Record &R) {
    forEachField<Record>([&]<class Field>(Field F) {
      if constexpr (std::is_member_object_pointer_v<Field>) {
        write(R.*F);
      } else if constexpr (std::is_same_v<Field, Text<Record>>) {
        write(uint32_t((R.*F.Field).size()));
      } else if constexpr (std::is_same_v<Field, MpiName<Record>>) {
        OS << R.*F.Field;
        OS.write_zeros(GMON_MPI_NAME_SIZE - (R.*F.Field).size());
      } else {
        write(uint32_t(0));
      }
    });
  }
  template <class Record> void writeRecord(const Record &R) {
    writeFields(R);
    forEachText(R, [&](StringRef Text) { OS << Text; });
    const uint64_t Size = sizeOf<Record>() + sizeOfTexts(R);
    OS.write_zeros(alignTo(Size, 8) - Size);
  }

  raw_ostream &OS;
  support::endian::Writer Out;
};

} // namespace

void Writer::writeFacts(const StackProfile &Stacks) {
  std::map<uint64_t, uint64_t> Facts = Stacks.OtherFacts;
  for (auto [Fact, Field] : SummedFacts)
    if (Stacks.*Field)
      Facts[Fact] = Stacks.*Field;
  Facts[GMON_FACT_RATE] = Stacks.Rate;
  Facts[GMON_FACT_CLOCK] = Stacks.Clock;
  Facts[GMON_FACT_RUNS] = Stacks.Runs;
  if (Stacks.Dimension != "seconds") {
    char Unit[GMON_DIMENSION_SIZE + 1] = {};
    Stacks.Dimension.copy(Unit, GMON_DIMENSION_SIZE);
    for (auto [Fact, Value] :
         {std::pair(GMON_FACT_UNIT, support::endian::read64le(Unit)),
          {GMON_FACT_UNIT_END, support::endian::read64le(Unit + 8)}})
      if (Value)
        Facts[Fact] = Value;
  }
  beginSection(GMON_SECTION_FACTS, GMON_FACT_SIZE * Facts.size());
  for (auto [Key, Value] : Facts) {
    write(Key);
    write(Value);
  }
}

void gmon::writeStacks(raw_ostream &OS, const StackProfile &Stacks) {
  ChecksumStream Checked(OS);
  Writer Out(Checked);
  Checked << GMON_STACKS_COOKIE;
  Out.write(uint32_t(GMON_STACKS_VERSION));
  Out.write(uint32_t(0));
  Out.writeFacts(Stacks);
  Out.writeSection(GMON_SECTION_MODULES, Stacks.Modules);
  Out.writeSection(GMON_SECTION_CONTEXTS, Stacks.Contexts);
  Out.writeSection(GMON_SECTION_THREADS, Stacks.Threads);
  Out.writeSection(GMON_SECTION_SAMPLES, Stacks.Samples);
  Out.writeSection(GMON_SECTION_PROFILES, Stacks.Profiles);
  Out.writeSection(GMON_SECTION_CALLS, Stacks.Calls);
  Out.writeSection(GMON_SECTION_OUTGOING, Stacks.OutgoingCalls);
  Out.writeSection(GMON_SECTION_RANKS, Stacks.Ranks);
  Out.writeSection(GMON_SECTION_MPI, Stacks.Mpi);
  const uint32_t Checksum = Checked.checksum();
  Out.beginSection(GMON_SECTION_CHECKSUM, GMON_CHECKSUM_SIZE);
  Out.write(Checksum);
  Out.write(uint32_t(0));
}
