//===-- SumsTest.cpp - Tests of the runtime's sums ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime adds random files up as llvm-gprof merge does, to the byte, in
// any order and grouping, and removes one that it added.
//
//===----------------------------------------------------------------------===//

#include "sums/profile_sum.h"
#include "sums/stacks_sum.h"

#include "StringOutput.h"
#include "profile/GmonReader.h"
#include "profile/GmonWriter.h"
#include "profile/sidecar/StackFile.h"
#include "profile/sidecar/StackSum.h"
#include "profile/sidecar/StackWriter.h"
#include "gtest/gtest.h"
#include <errno.h>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace gmon;

namespace {

class Sums : public testing::Test {
protected:
  uint64_t below(uint64_t End) {
    return std::uniform_int_distribution<uint64_t>(0, End - 1)(Random);
  }
  std::string makeProfile();
  std::string makeStacks();
  template <class Entry>
  RankDistribution makeDistribution(const RankList<Entry> &In);
  void makeRanks(StackProfile &To);
  void makeMpiCalls(StackProfile &To);

  std::mt19937_64 Random{1};
};

constexpr unsigned AddressSize = sizeof(uintptr_t);

std::string Sums::makeProfile() {
  Profile P;
  P.Rate = 100;
  P.Dimension = "seconds";
  P.Scale = 1;
  P.BuildId = "12345678";
  std::set<uint64_t> Cells;
  for (uint64_t I = below(4); I + 1; --I)
    Cells.insert(below(6));
  for (uint64_t Cell : Cells) {
    uint64_t Low = 0x401000 + Cell * GMON_CELL_BINS * 2;
    Histogram H{Low, Low + GMON_CELL_BINS * 2, BinCounts(GMON_CELL_BINS)};
    // Some counts need several records.
    const uint16_t Samples[] = {uint16_t(below(3)), GMON_BIN_MAX};
    BinCounts Bins(GMON_CELL_BINS);
    (void)H.Bins.add(
        below(GMON_CELL_BINS),
        llvm::ArrayRef(reinterpret_cast<const uint8_t *>(&Samples[below(2)]),
                       2),
        llvm::endianness::little, 1 + below(3));
    P.Histograms.push_back(std::move(H));
  }
  P.RunNotes.NumRuns = 1;
  P.RunNotes.HookPicoseconds = below(1000);
  P.RunNotes.OtherSamples = below(3);
  std::set<std::pair<uint64_t, uint64_t>> Arcs;
  for (uint64_t I = below(20); I + 1; --I)
    Arcs.insert({0x401000 + below(8), 0x401000 + 16 * below(4)});
  for (auto [From, Self] : Arcs)
    P.Arcs.push_back({From, Self, 1 + below(uint64_t(1) << 33)});
  P.HasBlocks = below(4) != 0;
  for (uint64_t I = 0; I != 8 && P.HasBlocks; ++I)
    P.Blocks.push_back({0x401000 + 4 * I, below(2) * below(1000)});
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeGmon(OS, P, /*IsLittleEndian=*/true, AddressSize);
  return Text;
}

/// Makes a count of consecutive ranks.
template <class Entry>
RankDistribution Sums::makeDistribution(const RankList<Entry> &In) {
  RankDistribution Result;
  for (uint32_t I = 0; I != In.NumProcesses; ++I) {
    const uint64_t Value = below(3) ? below(4) : below(uint64_t(1) << 40);
    const uint32_t Rank = In.LowestRank + I;
    if (!I || Value < Result.Least) {
      Result.Least = Value;
      Result.LeastRank = Rank;
    }
    if (!I || Value > Result.Greatest) {
      Result.Greatest = Value;
      Result.GreatestRank = Rank;
    }
    Result.Sum += Value;
    Result.Squares += (unsigned __int128)(Value)*Value;
  }
  return Result;
}

/// Makes the section of MPI calls, for most files.
void Sums::makeMpiCalls(StackProfile &To) {
  MpiCalls &Mpi = To.Mpi;
  Mpi.NumProcesses = below(4);
  Mpi.LowestRank = below(20);
  const std::string Names[] = {"", "MPI_Bcast", "MPI_B", "MPI_\xff"};
  std::set<std::pair<std::string, uint64_t>> Calls;
  for (uint64_t I = below(8); I; --I)
    Calls.insert({Names[below(4)], below(3) << 40});
  for (const auto &[Name, Communicator] : Calls)
    if (Mpi.NumProcesses)
      Mpi.Entries.push_back({Name, Communicator, makeDistribution(Mpi),
                             makeDistribution(Mpi), makeDistribution(Mpi)});
}

/// Makes the section of ranks, for most files.
void Sums::makeRanks(StackProfile &To) {
  RankCounts &Ranks = To.Ranks;
  Ranks.NumProcesses = below(4);
  Ranks.LowestRank = below(20);
  std::set<std::pair<uint32_t, uint64_t>> Functions;
  for (uint64_t I = below(8); I; --I)
    Functions.insert({uint32_t(below(To.Modules.size())), 16 * below(5)});
  for (uint64_t Total = below(3); Total; --Total)
    Functions.insert({GMON_NO_MODULE, Total});
  for (auto [Module, Address] : Functions)
    if (Ranks.NumProcesses)
      Ranks.Entries.push_back(
          {Module, Address, makeDistribution(Ranks), makeDistribution(Ranks)});
}

std::string Sums::makeStacks() {
  StackProfile P;
  P.Rate = 100;
  P.UserTime = below(1000);
  P.Lost = below(2);
  P.Squares = below(100);
  const std::string Paths[] = {"/a/program", "/lib/b.so", "/lib/c.so",
                               "/lib/\xff.so"};
  for (uint64_t I = 1 + below(4); I; --I)
    P.Modules.push_back(
        {Paths[I - 1], std::string(below(2) ? 20 : 0, 'i'), below(1 << 20)});
  for (uint64_t I = 0, End = below(60); I != End; ++I) {
    StackContext C{uint32_t(below(I + 1)), uint32_t(below(P.Modules.size())),
                   0x1000 + below(5)};
    if (below(5) == 0)
      C.Module = GMON_NO_MODULE;
    if (below(10) == 0)
      C.Address = below(5);
    P.Contexts.push_back(C);
  }
  const std::string Names[] = {"", "main", "worker", "worker 2"};
  for (uint64_t I = 1 + below(5); I; --I)
    P.Threads.push_back({below(4), below(3), Names[below(4)]});
  for (uint64_t I = 0, End = below(80); I != End; ++I)
    P.Samples.push_back({uint32_t(below(P.Contexts.size() + 1)),
                         uint32_t(below(P.Threads.size())),
                         gmon_sample_kind(below(2)), 1 + below(9)});
  for (uint64_t I = below(10); I; --I)
    P.Calls.push_back({uint32_t(below(P.Modules.size())),
                       uint32_t(below(P.Modules.size())), below(4), below(4),
                       1 + below(5)});
  for (uint64_t I = below(10); I; --I)
    P.OutgoingCalls.push_back({uint32_t(below(P.Modules.size())), below(3),
                               1 + below(5), below(2) ? "malloc" : "free"});
  P.Profiles.push_back({below(100), uint32_t(below(100))});
  makeRanks(P);
  makeMpiCalls(P);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeStacks(OS, P);
  return Text;
}

file_bytes bytesOf(const std::string &Text) {
  return {Text.data(), Text.size()};
}

template <class Sum> std::string textOf(Sum &S) {
  StringOutput Out;
  EXPECT_EQ(S.write(Out), 0);
  return Out.Text;
}

/// Adds \p Files up in random groups.
template <class Sum>
std::string addUp(std::vector<std::string> Files, std::mt19937_64 &Random) {
  std::shuffle(Files.begin(), Files.end(), Random);
  do {
    std::vector<std::string> Groups;
    for (size_t I = 0; I < Files.size();) {
      Sum S;
      for (size_t Left = 1 + Random() % 3; Left && I < Files.size(); --Left)
        EXPECT_EQ(S.add(bytesOf(Files[I++])), 0);
      Groups.push_back(textOf(S));
    }
    Files = std::move(Groups);
  } while (Files.size() > 1);
  return Files.front();
}

/// A file that comes in pieces of random sizes. Pieces that were read are
/// overwritten.
class Pieces : public file_pieces {
public:
  Pieces(const std::string &Text, std::mt19937_64 &Random)
      : file_pieces{extend}, Text(Text), Random(Random) {}

private:
  static bool extend(file_pieces &Of, file_bytes &Left, uint64_t Count) {
    Pieces &Self = static_cast<Pieces &>(Of);
    std::string Next(Left.data, Left.size);
    while (Next.size() < Count && Self.At != Self.Text.size()) {
      const size_t Size =
          std::min<size_t>(1 + Self.Random() % 50, Self.Text.size() - Self.At);
      Next += Self.Text.substr(Self.At, Size);
      Self.At += Size;
    }
    std::fill(Self.Buffer.begin(), Self.Buffer.end(), '?');
    Self.Buffer = std::vector<char>(Next.begin(), Next.end());
    Left = {Self.Buffer.data(), Self.Buffer.size()};
    return Left.size >= Count;
  }

  const std::string &Text;
  std::mt19937_64 &Random;
  size_t At = 0;
  std::vector<char> Buffer;
};

/// Adds files up that come in pieces.
template <class Sum>
std::string addPieces(const std::vector<std::string> &Files,
                      std::mt19937_64 &Random) {
  Sum S;
  for (const std::string &File : Files) {
    Pieces Of(File, Random);
    field_reader From(Of);
    EXPECT_EQ(S.add(From), 0);
  }
  return textOf(S);
}

TEST_F(Sums, ProfilesAreThoseOfMerge) {
  for (int Round = 0; Round != 100; ++Round) {
    std::vector<std::string> Files;
    for (uint64_t I = 2 + below(6); I; --I)
      Files.push_back(makeProfile());
    GmonReader Reader(/*IsLittleEndian=*/true, AddressSize);
    for (const std::string &File : Files)
      ASSERT_EQ(llvm::toString(Reader.add("file", File).takeError()), "");
    Profile Merged = Reader.take();
    sortByAddress(Merged.Arcs, Merged.Blocks);
    std::string Expected;
    llvm::raw_string_ostream OS(Expected);
    writeGmon(OS, Merged, /*IsLittleEndian=*/true, AddressSize);
    for (int Order = 0; Order != 3; ++Order)
      ASSERT_EQ(addUp<profile_sum>(Files, Random), Expected);
    ASSERT_EQ(addPieces<profile_sum>(Files, Random), Expected);
  }
}

TEST_F(Sums, StacksAreThoseOfMerge) {
  for (int Round = 0; Round != 300; ++Round) {
    std::vector<std::string> Files;
    StackSum Sum;
    for (uint64_t I = 2 + below(6); I; --I) {
      Files.push_back(makeStacks());
      llvm::Expected<StackProfile> Read = readStackFile("file", Files.back());
      ASSERT_EQ(llvm::toString(Read.takeError()), "");
      ASSERT_EQ(llvm::toString(Sum.add(std::move(*Read))), "");
    }
    std::string Expected;
    llvm::raw_string_ostream OS(Expected);
    writeStacks(OS, Sum.take());
    for (int Order = 0; Order != 3; ++Order)
      ASSERT_EQ(addUp<stacks_sum>(Files, Random), Expected);
    ASSERT_EQ(addPieces<stacks_sum>(Files, Random), Expected);
  }
}

struct Counted {
  uint64_t key, count;
};

struct OrderOfCounted {
  static constexpr bool keeps_zeros = false;
  static uint64_t key(const Counted &Of) { return Of.key; }
};

/// Lists that are too long to be added up only at the end: the counts of each
/// key are right, also if they were 0 meanwhile.
TEST_F(Sums, LongLists) {
  sum_list<Counted, OrderOfCounted> List;
  std::map<uint64_t, uint64_t> Expected;
  for (int I = 0; I != 200000; ++I) {
    const Counted Added = {below(30000), below(3) - 1};
    ASSERT_TRUE(List.add(Added));
    Expected[Added.key] += Added.count;
  }
  ASSERT_TRUE(List.sum_up());
  size_t At = 0;
  for (auto [Key, Count] : Expected) {
    if (!Count)
      continue;
    ASSERT_LT(At, List.items().count());
    EXPECT_EQ(List.items()[At].key, Key);
    EXPECT_EQ(List.items()[At++].count, Count);
  }
  EXPECT_EQ(At, List.items().count());
}

/// Removes a file again, and one that was never added.
template <class Sum>
void remove(const std::string &A, const std::string &B, const std::string &C) {
  Sum Part, Whole, Wrong;
  ASSERT_EQ(Part.add(bytesOf(A)), 0);
  ASSERT_EQ(Part.add(bytesOf(C)), 0);
  const std::string Expected = textOf(Part);
  ASSERT_EQ(Whole.add(bytesOf(A)), 0);
  ASSERT_EQ(Whole.add(bytesOf(B)), 0);
  const std::string Both = textOf(Whole);
  Sum Rest;
  ASSERT_EQ(Rest.add(bytesOf(Both)), 0);
  ASSERT_EQ(Rest.add(bytesOf(B), -1), 0);
  ASSERT_EQ(Rest.add(bytesOf(C)), 0);
  EXPECT_EQ(textOf(Rest), Expected);
  ASSERT_EQ(Wrong.add(bytesOf(A)), 0);
  ASSERT_EQ(Wrong.add(bytesOf(Both), -1), 0);
  StringOutput Out;
  EXPECT_EQ(Wrong.write(Out), ERANGE);
}

TEST_F(Sums, Remove) {
  for (int Round = 0; Round != 100; ++Round) {
    std::vector<std::string> Profiles;
    while (Profiles.size() != 3) {
      // All have the same blocks, as those of one process do.
      std::string Text = makeProfile();
      GmonReader Reader(/*IsLittleEndian=*/true, AddressSize);
      ASSERT_EQ(llvm::toString(Reader.add("file", Text).takeError()), "");
      Profile P = Reader.take();
      if (P.HasBlocks && llvm::any_of(P.Histograms, [](const Histogram &Each) {
            return Each.Bins.total() != 0;
          }))
        Profiles.push_back(std::move(Text));
    }
    remove<profile_sum>(Profiles[0], Profiles[1], Profiles[2]);
  }
}

/// The ranks of a sum are those of all values at once, and a difference has
/// none.
TEST_F(Sums, Ranks) {
  for (int Round = 0; Round != 100; ++Round) {
    constexpr uint64_t NumRanks = 9;
    std::vector<std::string> Files;
    RankDistribution Expected;
    std::vector<uint64_t> Values;
    for (uint32_t Rank = 0; Rank != NumRanks; ++Rank) {
      Values.push_back(below(4));
      StackProfile P;
      P.Rate = 100;
      P.Modules.push_back({"/a/program", "", 0});
      P.Ranks.NumProcesses = 1;
      P.Ranks.LowestRank = Rank;
      // A rank without a function may lack its entry.
      const uint64_t Value = Values.back();
      const RankDistribution Of = {
          Value, (unsigned __int128)(Value)*Value, Value, Value, Rank, Rank};
      if (Value || below(2))
        P.Ranks.Entries.push_back({0, 0x1130, Of, Of});
      std::string &Text = Files.emplace_back();
      llvm::raw_string_ostream OS(Text);
      writeStacks(OS, P);
      Expected.Sum += Value;
      Expected.Squares += Value * Value;
    }
    const auto Least = std::min_element(Values.begin(), Values.end()),
               Greatest = std::max_element(Values.begin(), Values.end());
    llvm::Expected<StackProfile> Read =
        readStackFile("sum", addUp<stacks_sum>(Files, Random));
    ASSERT_EQ(llvm::toString(Read.takeError()), "");
    EXPECT_EQ(Read->Ranks.NumProcesses, NumRanks);
    EXPECT_EQ(Read->Ranks.LowestRank, 0u);
    if (!Expected.Sum && Read->Ranks.Entries.empty())
      continue;
    ASSERT_EQ(Read->Ranks.Entries.size(), 1u);
    const RankDistribution &Found = Read->Ranks.Entries[0].Samples;
    EXPECT_EQ(Found.Sum, Expected.Sum);
    EXPECT_TRUE(Found.Squares == Expected.Squares);
    EXPECT_EQ(Found.Least, *Least);
    EXPECT_EQ(Found.Greatest, *Greatest);
    EXPECT_EQ(Found.LeastRank, Least - Values.begin());
    EXPECT_EQ(Found.GreatestRank, Greatest - Values.begin());

    stacks_sum Rest;
    for (const std::string &File : Files)
      ASSERT_EQ(Rest.add(bytesOf(File)), 0);
    ASSERT_EQ(Rest.add(bytesOf(Files.front()), -1), 0);
    Read = readStackFile("rest", textOf(Rest));
    ASSERT_EQ(llvm::toString(Read.takeError()), "");
    EXPECT_EQ(Read->Ranks.NumProcesses, 0u);
  }
}

/// Sums of ranks beyond their integers are refused.
TEST_F(Sums, RanksThatAreTooGreat) {
  StackProfile P;
  P.Rate = 100;
  P.Ranks.NumProcesses = 1;
  constexpr uint64_t Most = UINT64_MAX;
  const RankDistribution Of = {
      Most, (unsigned __int128)(Most)*Most, Most, Most, 0, 0};
  P.Ranks.Entries.push_back({GMON_NO_MODULE, GMON_RANKS_PROGRAM, Of, Of});
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeStacks(OS, P);
  stacks_sum Sum;
  ASSERT_EQ(Sum.add(bytesOf(Text)), 0);
  EXPECT_EQ(Sum.add(bytesOf(Text)), EOVERFLOW);
  StackSum Other;
  ASSERT_EQ(llvm::toString(Other.add(P)), "");
  EXPECT_EQ(llvm::toString(Other.add(P)), "the counts exceed 64 bits");
}

TEST_F(Sums, RefuseOthers) {
  profile_sum Sum;
  const std::string Text = makeProfile();
  ASSERT_EQ(Sum.add(bytesOf(Text)), 0);
  std::string Other = Text;
  Other[GMON_BUILD_ID_OFFSET] ^= 1;
  EXPECT_EQ(Sum.add(bytesOf(Other)), ENOEXEC);
}

/// Damaged files are refused or read, and nothing else happens.
template <class Sum>
void damage(const std::string &Text, std::mt19937_64 &Random) {
  for (size_t Size = 0; Size != Text.size(); ++Size) {
    Sum Cut;
    std::string Part = Text.substr(0, Size);
    (void)Cut.add(bytesOf(Part));
    Sum CutInPieces;
    Pieces Of(Part, Random);
    field_reader From(Of);
    (void)CutInPieces.add(From);
  }
  for (int I = 0; I != 2000; ++I) {
    std::string Changed = Text;
    Changed[Random() % Changed.size()] = char(Random());
    Sum S;
    StringOutput Out;
    if (S.add(bytesOf(Changed)) == 0)
      (void)S.write(Out);
  }
}

TEST_F(Sums, Damage) {
  damage<profile_sum>(makeProfile(), Random);
  damage<stacks_sum>(makeStacks(), Random);
}

/// Reads stacks and writes them again.
std::string rewritten(llvm::StringRef Text, std::string &Error) {
  llvm::Expected<StackProfile> Read = readStackFile("stacks", Text);
  if (!Read) {
    Error = llvm::toString(Read.takeError());
    return "";
  }
  std::string Written;
  llvm::raw_string_ostream OS(Written);
  writeStacks(OS, *Read);
  return Written;
}

/// Whatever bit of stacks is changed, they are refused, or read as they were.
TEST_F(Sums, ChangedBitsOfStacks) {
  const std::string Text = makeStacks();
  scratch_list<stacks_snapshot::profile> Profiles;
  ASSERT_EQ(list_profiles(bytesOf(Text), Profiles), 0);
  unsigned NumByChecksum = 0;
  for (size_t Bit = 0; Bit != Text.size() * 8; ++Bit) {
    std::string Changed = Text;
    Changed[Bit / 8] ^= char(1 << Bit % 8);
    std::string Error;
    std::string Read = rewritten(Changed, Error);
    EXPECT_TRUE(Read.empty() || Read == Text) << "bit " << Bit;
    NumByChecksum += llvm::StringRef(Error).contains("checksum");
    // Fields that nothing reads are at the end.
    if (Bit / 8 < Text.size() - GMON_CHECKSUM_SIZE - 16) {
      scratch_list<stacks_snapshot::profile> Found;
      EXPECT_EQ(list_profiles(bytesOf(Changed), Found), EINVAL) << Bit;
    }
  }
  EXPECT_GT(NumByChecksum, Text.size());
}

} // namespace
