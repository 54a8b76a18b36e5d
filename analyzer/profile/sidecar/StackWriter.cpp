//===-- StackWriter.cpp - Writes files with stacks ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes section by section. The size of a section is known before its body, so
// nothing is kept in memory.
//
//===----------------------------------------------------------------------===//

#include "profile/sidecar/StackWriter.h"
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
  explicit ChecksumStream(raw_ostream &To) : To(To) {}
  ~ChecksumStream() override { flush(); }

  uint32_t checksum() {
    flush();
    return Checksum;
  }

private:
  void write_impl(const char *Bytes, size_t Size) override {
    Checksum = crc32(Checksum, arrayRefFromStringRef({Bytes, Size}));
    Position += Size;
    To.write(Bytes, Size);
  }
  uint64_t current_pos() const override { return Position; }

  raw_ostream &To;
  uint32_t Checksum = 0;
  uint64_t Position = 0;
};

class Writer {
public:
  explicit Writer(raw_ostream &OS) : OS(OS), Out(OS, endianness::little) {}

  void header();
  void facts(const StackProfile &Stacks);
  void modules(const StackProfile &Stacks);
  void contexts(const StackProfile &Stacks);
  void threads(const StackProfile &Stacks);
  void samples(const StackProfile &Stacks);
  void profiles(const StackProfile &Stacks);
  void calls(const StackProfile &Stacks);
  void outgoingCalls(const StackProfile &Stacks);
  void ranks(const RankCounts &Ranks);
  void mpiCalls(const MpiCalls &Calls);
  void checksum(uint32_t Checksum);

private:
  /// Begins a section of \p List, unless there is none.
  template <class Entry>
  bool rankSection(gmon_section_tag Tag, uint64_t EntrySize,
                   const RankList<Entry> &List);
  void distribution(const RankDistribution &Of);
  void section(gmon_section_tag Tag, uint64_t Size);
  void pad(uint64_t Size) { OS.write_zeros(alignTo(Size, 8) - Size); }

  raw_ostream &OS;
  support::endian::Writer Out;
};

} // namespace

void Writer::header() {
  OS << GMON_STACKS_COOKIE;
  Out.write<uint32_t>(GMON_STACKS_VERSION);
  Out.write<uint32_t>(0);
}

void Writer::section(gmon_section_tag Tag, uint64_t Size) {
  Out.write<uint32_t>(Tag);
  Out.write<uint32_t>(0);
  Out.write<uint64_t>(Size);
}

void Writer::facts(const StackProfile &Stacks) {
  std::map<uint64_t, uint64_t> Facts = Stacks.OtherFacts;
  Facts[GMON_FACT_RATE] = Stacks.Rate;
  Facts[GMON_FACT_CLOCK] = Stacks.Clock;
  Facts[GMON_FACT_RUNS] = Stacks.Runs;
  auto Add = [&](gmon_fact Key, uint64_t Value) {
    if (Value)
      Facts[Key] = Value;
  };
  if (Stacks.Dimension != "seconds") {
    char Unit[GMON_DIMENSION_SIZE + 1] = {};
    StringRef Name =
        StringRef(Stacks.Dimension).take_front(GMON_DIMENSION_SIZE);
    std::copy(Name.begin(), Name.end(), Unit);
    Add(GMON_FACT_UNIT, support::endian::read64le(Unit));
    Add(GMON_FACT_UNIT_END, support::endian::read64le(Unit + 8));
  }
  Add(GMON_FACT_USER, Stacks.UserTime);
  Add(GMON_FACT_SYSTEM, Stacks.SystemTime);
  Add(GMON_FACT_ELAPSED, Stacks.ElapsedTime);
  Add(GMON_FACT_FOLDED, Stacks.Folded);
  Add(GMON_FACT_LOST, Stacks.Lost);
  Add(GMON_FACT_SQUARES, Stacks.Squares);
  Add(GMON_FACT_UNPROFILED, Stacks.UnprofiledTime);
  Add(GMON_FACT_WRITING, Stacks.WritingTime);
  section(GMON_SECTION_FACTS, GMON_FACT_SIZE * Facts.size());
  for (auto [Key, Value] : Facts) {
    Out.write<uint64_t>(Key);
    Out.write<uint64_t>(Value);
  }
}

void Writer::modules(const StackProfile &Stacks) {
  uint64_t Size = 0;
  for (const StackModule &Module : Stacks.Modules)
    Size += alignTo(
        GMON_MODULE_SIZE + Module.BuildId.size() + Module.Path.size(), 8);
  section(GMON_SECTION_MODULES, Size);
  for (const StackModule &Module : Stacks.Modules) {
    Out.write<uint64_t>(Module.Slide);
    Out.write<uint32_t>(Module.BuildId.size());
    Out.write<uint32_t>(Module.Path.size());
    OS << Module.BuildId << Module.Path;
    pad(GMON_MODULE_SIZE + Module.BuildId.size() + Module.Path.size());
  }
}

void Writer::contexts(const StackProfile &Stacks) {
  section(GMON_SECTION_CONTEXTS, GMON_CONTEXT_SIZE * Stacks.Contexts.size());
  for (const StackContext &Context : Stacks.Contexts) {
    Out.write<uint32_t>(Context.Caller);
    Out.write<uint32_t>(Context.Module);
    Out.write<uint64_t>(Context.Address);
  }
}

void Writer::threads(const StackProfile &Stacks) {
  uint64_t Size = 0;
  for (const StackThread &Thread : Stacks.Threads)
    Size += alignTo(GMON_THREAD_SIZE + Thread.Name.size(), 8);
  section(GMON_SECTION_THREADS, Size);
  for (const StackThread &Thread : Stacks.Threads) {
    Out.write<uint64_t>(Thread.Id);
    Out.write<uint64_t>(Thread.Calls);
    Out.write<uint32_t>(Thread.Name.size());
    Out.write<uint32_t>(0);
    OS << Thread.Name;
    pad(GMON_THREAD_SIZE + Thread.Name.size());
  }
}

void Writer::samples(const StackProfile &Stacks) {
  section(GMON_SECTION_SAMPLES, GMON_SAMPLE_SIZE * Stacks.Samples.size());
  for (const StackSample &Sample : Stacks.Samples) {
    Out.write<uint32_t>(Sample.Context);
    Out.write<uint32_t>(Sample.Thread);
    Out.write<uint32_t>(Sample.Kind);
    Out.write<uint32_t>(0);
    Out.write<uint64_t>(Sample.Count);
  }
}

void Writer::profiles(const StackProfile &Stacks) {
  section(GMON_SECTION_PROFILES, GMON_PROFILE_SIZE * Stacks.Profiles.size());
  for (const StackDigest &Digest : Stacks.Profiles) {
    Out.write<uint64_t>(Digest.Size);
    Out.write<uint32_t>(Digest.Checksum);
    Out.write<uint32_t>(0);
  }
}

void Writer::calls(const StackProfile &Stacks) {
  section(GMON_SECTION_CALLS, GMON_CALL_SIZE * Stacks.Calls.size());
  for (const CrossModuleCall &Call : Stacks.Calls) {
    Out.write<uint32_t>(Call.FromModule);
    Out.write<uint32_t>(Call.SelfModule);
    Out.write<uint64_t>(Call.From);
    Out.write<uint64_t>(Call.Self);
    Out.write<uint64_t>(Call.Count);
  }
}

void Writer::outgoingCalls(const StackProfile &Stacks) {
  uint64_t Size = 0;
  for (const OutgoingCall &Call : Stacks.OutgoingCalls)
    Size += alignTo(GMON_OUTGOING_SIZE + Call.Name.size(), 8);
  section(GMON_SECTION_OUTGOING, Size);
  for (const OutgoingCall &Call : Stacks.OutgoingCalls) {
    Out.write<uint32_t>(Call.Module);
    Out.write<uint32_t>(Call.Name.size());
    Out.write<uint64_t>(Call.From);
    Out.write<uint64_t>(Call.Count);
    OS << Call.Name;
    pad(GMON_OUTGOING_SIZE + Call.Name.size());
  }
}

void Writer::distribution(const RankDistribution &Of) {
  Out.write<uint64_t>(Of.Sum);
  Out.write<uint64_t>(uint64_t(Of.Squares));
  Out.write<uint64_t>(uint64_t(Of.Squares >> 64));
  Out.write<uint64_t>(Of.Least);
  Out.write<uint64_t>(Of.Greatest);
  Out.write<uint32_t>(Of.LeastRank);
  Out.write<uint32_t>(Of.GreatestRank);
}

template <class Entry>
bool Writer::rankSection(gmon_section_tag Tag, uint64_t EntrySize,
                         const RankList<Entry> &List) {
  if (!List.NumProcesses)
    return false;
  section(Tag, GMON_RANKS_HEADER_SIZE + EntrySize * List.Entries.size());
  Out.write<uint64_t>(List.NumProcesses);
  Out.write<uint32_t>(List.LowestRank);
  Out.write<uint32_t>(0);
  return true;
}

void Writer::ranks(const RankCounts &Ranks) {
  if (!rankSection(GMON_SECTION_RANKS, GMON_RANKED_SIZE, Ranks))
    return;
  for (const RankedFunction &Function : Ranks.Entries) {
    Out.write<uint32_t>(Function.Module);
    Out.write<uint32_t>(0);
    Out.write<uint64_t>(Function.Address);
    distribution(Function.Samples);
    distribution(Function.Calls);
  }
}

void Writer::mpiCalls(const MpiCalls &Calls) {
  if (!rankSection(GMON_SECTION_MPI, GMON_MPI_CALL_SIZE, Calls))
    return;
  for (const MpiCall &Call : Calls.Entries) {
    OS << Call.Name;
    OS.write_zeros(GMON_MPI_NAME_SIZE - Call.Name.size());
    Out.write<uint64_t>(Call.Communicator);
    distribution(Call.Calls);
    distribution(Call.Nanoseconds);
    distribution(Call.Bytes);
  }
}

void Writer::checksum(uint32_t Checksum) {
  section(GMON_SECTION_CHECKSUM, GMON_CHECKSUM_SIZE);
  Out.write<uint32_t>(Checksum);
  Out.write<uint32_t>(0);
}

void gmon::writeStacks(raw_ostream &OS, const StackProfile &Stacks) {
  ChecksumStream Checked(OS);
  Writer Out(Checked);
  Out.header();
  Out.facts(Stacks);
  Out.modules(Stacks);
  Out.contexts(Stacks);
  Out.threads(Stacks);
  Out.samples(Stacks);
  Out.profiles(Stacks);
  Out.calls(Stacks);
  Out.outgoingCalls(Stacks);
  Out.ranks(Stacks.Ranks);
  Out.mpiCalls(Stacks.Mpi);
  Out.checksum(Checked.checksum());
}
