//===-- RankReader.cpp - Reads the sections about ranks -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ranks of a job, and its MPI calls: distributions over the processes.
//
//===----------------------------------------------------------------------===//

#include "profile/sidecar/StackReader.h"

using namespace gmon;
using namespace llvm;

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
Error StackReader::readDistributions(const char *Bytes, uint64_t Offset,
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
Error StackReader::readRankList(
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

Error StackReader::readRanks() {
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

Error StackReader::readMpiCalls() {
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
