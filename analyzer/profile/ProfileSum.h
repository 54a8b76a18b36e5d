//===-- ProfileSum.h - Adds up profile data ---------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sum of data files. In: the records of files, one by one. Out: a Profile
// in which all arcs and blocks are different. So it grows with what the program
// executed, not with the number of files.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROFILE_PROFILESUM_H
#define GMON_ANALYZER_PROFILE_PROFILESUM_H

#include "profile/Profile.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <map>

namespace gmon {

/// An index of a vector of RecordT. hashKey(RecordT) and hasSameKey(RecordT,
/// RecordT) are found by argument-dependent lookup.
///
/// Data files of one program have their records in nearly the same order. So
/// the index first tries the record that followed the one found last, then the
/// next one, and uses the hash table only where the order changes.
template <typename RecordT> class RecordIndex {
public:
  /// Returns the record of \p Records with the key of \p Wanted, which it
  /// appends if there is none. It must have added all records.
  RecordT &findOrAdd(std::vector<RecordT> &Records, const RecordT &Wanted,
                     bool &IsNew) {
    size_t Guess = Followers.empty() ? 0 : Followers[Last];
    // The next record matches where this file lacks one.
    for (size_t I = Guess; I < Records.size() && I < Guess + 2; ++I)
      if (hasSameKey(Records[I], Wanted)) {
        Last = I;
        IsNew = false;
        return Records[I];
      }
    size_t Found = lookUp(Records, Wanted);
    IsNew = Found == Records.size();
    if (IsNew) {
      Records.push_back(Wanted);
      Followers.push_back(Found + 1);
    }
    Followers[Last] = Found;
    Last = Found;
    return Records[Found];
  }

private:
  /// Returns the index of the record. If there is none, adds the number of
  /// records to the table and returns it.
  size_t lookUp(const std::vector<RecordT> &Records, const RecordT &Wanted) {
    if (Records.size() * 2 >= Slots.size())
      grow(Records);
    uint32_t &Slot = slotOf(Records, Wanted);
    if (!Slot)
      Slot = Records.size() + 1;
    return Slot - 1;
  }

  /// Returns the slot of the record, or the free slot for it.
  uint32_t &slotOf(const std::vector<RecordT> &Records, const RecordT &Wanted) {
    size_t Slot = size_t(hashKey(Wanted)) & (Slots.size() - 1);
    while (Slots[Slot] && !hasSameKey(Records[Slots[Slot] - 1], Wanted))
      Slot = (Slot + 1) & (Slots.size() - 1);
    return Slots[Slot];
  }

  void grow(const std::vector<RecordT> &Records) {
    Slots.assign(Slots.empty() ? 64 : Slots.size() * 2, 0);
    for (size_t I = 0; I < Records.size(); ++I)
      slotOf(Records, Records[I]) = I + 1;
  }

  // Memory cannot hold more than 2^32 records of at least 16 bytes.
  std::vector<uint32_t> Slots;     ///< index of a record plus 1; 0 is empty
  std::vector<uint32_t> Followers; ///< for each record, the index of the next
                                   ///< one
  size_t Last = 0;                 ///< the record found last
};

struct DataFile;

struct HistogramRecord {
  uint64_t Offset = 0; ///< of the record in its file
  uint64_t Low = 0;
  uint64_t High = 0;
  uint32_t NumBins = 0;
  uint32_t Rate = 0;
  /// of a sample; valid until the next read of the file
  llvm::StringRef Dimension = "seconds";
  char Unit = 's';
  uint64_t BinsOffset = 0; ///< of the bins in the file; each has two bytes

  /// Returns the width of a bin in bytes, or 0 if it is no whole number.
  uint64_t binWidth() const {
    return NumBins && (High - Low) % NumBins == 0 ? (High - Low) / NumBins : 0;
  }
  /// Returns the width of a bin in units of two bytes.
  double scale() const {
    return NumBins ? double((High - Low) / 2) / NumBins : 0;
  }
};

// RecordIndex calls these functions for its records.
inline llvm::hash_code hashKey(const RawArc &Arc) {
  return llvm::hash_combine(Arc.From, Arc.Self);
}
inline bool hasSameKey(const RawArc &A, const RawArc &B) {
  return A.From == B.From && A.Self == B.Self;
}
inline llvm::hash_code hashKey(const BlockCount &Block) {
  return llvm::hash_value(Block.Address);
}
inline bool hasSameKey(const BlockCount &A, const BlockCount &B) {
  return A.Address == B.Address;
}

/// The text of an error about a count that exceeds its type.
inline constexpr llvm::StringLiteral CountsTooGreat =
    "with this count, those of all calls and blocks are more than 64 bits hold";

/// First addresses and ends of code, sorted, without overlaps.
using CodeRanges = std::vector<std::pair<uint64_t, uint64_t>>;

inline bool contains(const CodeRanges &Ranges, uint64_t Address) {
  auto Next = llvm::partition_point(
      Ranges, [&](const auto &Range) { return Range.first <= Address; });
  return Next != Ranges.begin() && Address < std::prev(Next)->second;
}

class ProfileSum {
public:
  /// Makes an empty sum. If \p BuildId, the first bytes of the program's, is
  /// not empty, files with a build-id must have this one.
  explicit ProfileSum(llvm::StringRef BuildId) : ProgramId(BuildId.str()) {}

  /// Multiplies the counts that are added from now on by \p Times.
  void setWeight(uint64_t Times) { Weight = Times; }
  /// From now on, applies GNU gprof's rules for histograms: a range equals an
  /// earlier one or overlaps none, and rates may differ.
  void useGnuRules() { UsesGnuRules = true; }

  /// From now on, ignores calls of code, and blocks, that are not in \p Wanted,
  /// which must outlive this object.
  void keepOnly(const CodeRanges &Wanted) { this->Wanted = &Wanted; }

  /// Adds \p Part, a sum of other files, as if those files were added now. \p
  /// Part keeps its weights. Returns false if \p Part does not match this sum;
  /// then this sum is invalid.
  [[nodiscard]] bool add(const Profile &Part);

  /// Adds a histogram of a gmon file. Rate, bin width and dimension must be
  /// those of the first. Where ranges overlap, bins must coincide.
  llvm::Error addHistogram(const DataFile &File, const HistogramRecord &Record);

  /// Adds the histogram of a BSD file like the first. A rate of 0 is unknown.
  llvm::Error addBsdHistogram(const DataFile &File,
                              const HistogramRecord &Record, bool HasRate);

  /// Adds an arc. Returns false if the sum of all counts of calls and blocks
  /// exceeds 64 bits, since later stages may add up any of them.
  [[nodiscard]] bool addArc(const RawArc &Arc) {
    return !isWanted(Arc.Self) || add(Sum.Arcs, ArcIndex, Arc);
  }
  /// Adds a basic block. Returns false as above.
  [[nodiscard]] bool addBlock(const BlockCount &Block) {
    return !isWanted(Block.Address) || add(Sum.Blocks, BlockIndex, Block);
  }

  /// Adds the value \p Number of \p Note, a gmon_note of the runtime. Ignores
  /// unknown notes. Returns false as above.
  [[nodiscard]] bool addNote(uint64_t Note, uint64_t Number);

  /// Records that a part, and so the whole, is of an unknown number of runs.
  void setRunsUnknown() { Sum.AreRunsUnknown = true; }

  const Notes &notes() const { return Sum.RunNotes; }
  /// Returns the samples in histograms so far.
  uint64_t numSamples() const { return Sum.numSamples(); }
  /// Records that what was added since the notes were \p Earlier, and the
  /// samples \p SamplesBefore, is of another copy of the library in the process
  /// that was added last. The samples of this one were in another module there.
  void continueProcess(const Notes &Earlier, uint64_t SamplesBefore);
  /// Records that what was added since the notes were \p Earlier is of the run
  /// that was added last: a run, and the cost of its hooks, count once.
  void continueRun(const Notes &Earlier) {
    for (uint64_t Notes::*OfRun :
         {&Notes::NumRuns, &Notes::HookPicoseconds, &Notes::MeasuredRuns})
      Sum.RunNotes.*OfRun = Earlier.*OfRun;
  }

  /// Records that the profile has arcs, or blocks, even if their number is 0.
  void setHasArcs() { Sum.HasArcs = true; }
  void setHasBlocks() { Sum.HasBlocks = true; }

  /// Checks the build-id \p Id of \p File, where zeros mean none, and notes it.
  llvm::Error addBuildId(const DataFile &File, llvm::StringRef Id,
                         bool IsLibrary);

  /// Returns the sum so far. It does not depend on the order in which
  /// histograms were added: overlapping ranges are joined, and all are sorted.
  const Profile &profile();
  /// Moves the sum out.
  Profile take();

private:
  template <typename RecordT>
  bool add(std::vector<RecordT> &Records, RecordIndex<RecordT> &Index,
           const RecordT &Record) {
    bool Overflows;
    uint64_t Count = llvm::SaturatingMultiply(Record.Count, Weight, &Overflows);
    if (Overflows || Count > UINT64_MAX - Total)
      return false;
    Total += Count;
    bool IsNew;
    RecordT &Found = Index.findOrAdd(Records, Record, IsNew);
    Found.Count = IsNew ? Count : Found.Count + Count;
    return true;
  }
  /// Bins of a record, and those of a histogram to which they are added.
  struct BinSpan {
    size_t Histogram; ///< its index
    size_t FirstInHistogram;
    size_t FirstInRecord;
    size_t NumBins;
  };
  using BinSpans = llvm::SmallVector<BinSpan, 1>;
  /// The place of a histogram in the sum.
  struct Place {
    size_t Histogram; ///< its index
    /// The range continues in the next histogram, without a gap.
    bool JoinsNext = false;
  };
  using PlaceMap = std::map<uint64_t, Place>; ///< by first address

  llvm::Error addBins(const DataFile &File, const HistogramRecord &Record,
                      const BinSpan &Span);
  /// Takes rate, dimension and scale from the first histogram.
  void setKind(const DataFile &File, const HistogramRecord &Record);
  /// Fails: \p Record has \p New, and the histograms before it have \p Old.
  llvm::Error failKind(const DataFile &File, const HistogramRecord &Record,
                       llvm::StringRef Old, llvm::StringRef New) const;
  llvm::Error checkKind(const DataFile &File,
                        const HistogramRecord &Record) const;
  llvm::Error checkRate(const DataFile &File,
                        const HistogramRecord &Record) const;
  PlaceMap::iterator addEmptyHistogram(uint64_t Low, uint64_t High,
                                       size_t NumBins);
  /// Makes the error for a histogram that does not match.
  using FailFn = llvm::function_ref<llvm::Error(const llvm::Twine &)>;
  /// Returns the places for the bins of \p Record. Makes missing histograms.
  llvm::Expected<BinSpans> spansFor(const HistogramRecord &Record, FailFn Fail);
  /// The same for a range that overlaps others, the first of which is \p Place.
  llvm::Expected<BinSpans> splitSpans(const HistogramRecord &Record,
                                      PlaceMap::iterator Place, FailFn Fail);
  /// Whether \p NumBins is 0: such a record only says that there are no
  /// samples.
  bool isEmpty(uint64_t NumBins);
  /// Joins adjacent histograms and sorts all.
  bool isWanted(uint64_t Address) const {
    return !Wanted || contains(*Wanted, Address);
  }
  void joinHistograms();
  /// Drops cells of the runtime that have no samples, unless all are so.
  void dropEmptyCells();
  void finish();

  Profile Sum;
  uint64_t Total = 0; ///< of the counts of all arcs and blocks
  uint64_t Weight = 1;
  bool UsesGnuRules = false;
  const CodeRanges *Wanted = nullptr; ///< null: all are
  RecordIndex<RawArc> ArcIndex;
  RecordIndex<BlockCount> BlockIndex;
  PlaceMap HistogramAt;
  size_t LastHistogram = 0;
  std::string KindOwner; ///< the file that determined rate and scale
  std::string ProgramId; ///< the program's build-id, or empty
  std::string IdOwner;   ///< the file that determined Sum.BuildId
};

} // namespace gmon

#endif // GMON_ANALYZER_PROFILE_PROFILESUM_H
