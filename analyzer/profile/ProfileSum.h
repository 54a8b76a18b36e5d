//===-- ProfileSum.h - Adds up profile data ---------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sum of data files. In: the records of files, one by one. Out: a Profile
// in which no arc and no block is twice, so that it grows with what the program
// did and not with the number of files.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROFILESUM_H
#define GMON_ANALYZER_PROFILESUM_H

#include "profile/Profile.h"
#include "profile/RecordIndex.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <map>

namespace gmon {

struct DataFile;

/// A histogram as it stands in a file.
struct HistogramRecord {
  uint64_t Offset = 0; ///< of the record in its file
  uint64_t Low = 0;
  uint64_t High = 0;
  uint32_t NumBins = 0;
  uint32_t Rate = 0;
  /// Of a sample; good until the file is read again.
  llvm::StringRef Dimension = "seconds";
  char Unit = 's';
  uint64_t BinsOffset = 0; ///< in the file, of two bytes for each bin

  /// The width of a bin in bytes, or 0 if that is no whole number.
  uint64_t binWidth() const {
    return NumBins && (High - Low) % NumBins == 0 ? (High - Low) / NumBins : 0;
  }
  /// The same, in units of two bytes.
  double scale() const {
    return NumBins ? double((High - Low) / 2) / NumBins : 0;
  }
};

// What RecordIndex asks of its records.
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

/// What an error says of a count that no longer fits.
inline constexpr llvm::StringLiteral CountsTooGreat =
    "with this count, those of all calls and blocks are more than 64 bits hold";

class ProfileSum {
public:
  /// A sum of nothing. Files that carry a build-id must carry \p BuildId, its
  /// first bytes, unless that is empty.
  explicit ProfileSum(llvm::StringRef BuildId) : ProgramId(BuildId.str()) {}

  /// Counts what is added from now on \p Times times.
  void setWeight(uint64_t Times) { Weight = Times; }
  /// From now on what GNU gprof demands of histograms: a range is equal to an
  /// earlier one or overlaps none, and rates may differ.
  void useGnuRules() { UsesGnuRules = true; }

  /// Adds \p Part, a sum of other files, as if these were added now; \p Part
  /// keeps its weights. False if something in it does not fit to this sum,
  /// which is of no use then.
  [[nodiscard]] bool add(const Profile &Part);

  /// Adds a histogram of a gmon file, of the rate, bin width and kind of the
  /// first. Where its range overlaps earlier ones, their bins must coincide.
  llvm::Error addHistogram(const DataFile &File, const HistogramRecord &Record);

  /// Adds the histogram of a BSD file, which must be like the first one. A rate
  /// of 0 is not known.
  llvm::Error addBsdHistogram(const DataFile &File,
                              const HistogramRecord &Record, bool HasRate);

  /// Adds an arc. False if the counts of calls and blocks together are more
  /// than 64 bits hold: later stages may add any of them up.
  [[nodiscard]] bool addArc(const RawArc &Arc) {
    return add(Sum.Arcs, ArcIndex, Arc);
  }
  /// Adds a basic block; false as above.
  [[nodiscard]] bool addBlock(const BlockCount &Block) {
    return add(Sum.Blocks, BlockIndex, Block);
  }

  /// Adds what the runtime says about the run: \p Note, a gmon_note, and its
  /// number. What is not known is passed over; false as above.
  [[nodiscard]] bool addNote(uint64_t Note, uint64_t Number);

  /// Notes that the profile has arcs, or blocks, even if their number is 0.
  void setHasArcs() { Sum.HasArcs = true; }
  void setHasBlocks() { Sum.HasBlocks = true; }

  /// Checks the build-id \p Id that \p File carries, zeros being none, and
  /// notes whether it is of a library.
  llvm::Error addBuildId(const DataFile &File, llvm::StringRef Id,
                         bool IsLibrary);

  /// The sum up to now. It does not depend on the order in which histograms
  /// were added: ranges that overlap are one, and all are sorted.
  const Profile &profile();
  /// Takes it out.
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
  /// Bins of a record, from FirstInRecord on, and the bins of a histogram that
  /// they are added to.
  struct BinSpan {
    size_t Histogram; ///< its index
    size_t FirstInHistogram;
    size_t FirstInRecord;
    size_t NumBins;
  };
  using BinSpans = llvm::SmallVector<BinSpan, 1>;
  /// Where a histogram of the sum is.
  struct Place {
    size_t Histogram; ///< its index
    /// It is of one range with the next one, where it ends.
    bool JoinsNext = false;
  };
  using PlaceMap = std::map<uint64_t, Place>; ///< by first address

  /// Adds the bins of \p Record that \p Span has.
  llvm::Error addBins(const DataFile &File, const HistogramRecord &Record,
                      const BinSpan &Span);
  /// Takes rate, dimension and scale from the first histogram.
  void setKind(const DataFile &File, const HistogramRecord &Record);
  llvm::Error checkKind(const DataFile &File,
                        const HistogramRecord &Record) const;
  llvm::Error checkRate(const DataFile &File,
                        const HistogramRecord &Record) const;
  /// Adds a histogram of the range [\p Low, \p High), without samples.
  PlaceMap::iterator addEmptyHistogram(uint64_t Low, uint64_t High,
                                       size_t NumBins);
  /// Makes the error of a histogram that does not fit.
  using FailFn = llvm::function_ref<llvm::Error(const llvm::Twine &)>;
  /// Where the bins of \p Record go, with histograms made for those of which
  /// there are none.
  llvm::Expected<BinSpans> spansFor(const HistogramRecord &Record, FailFn Fail);
  /// The same for a range that overlaps others, the first of which is \p At.
  llvm::Expected<BinSpans> splitSpans(const HistogramRecord &Record,
                                      PlaceMap::iterator At, FailFn Fail);
  /// Whether there is nothing to add of \p NumBins bins, which are none: a
  /// histogram without bins, whatever its kind, stands for having no other.
  bool isEmpty(uint64_t NumBins);
  /// Makes one of histograms that join, and sorts all.
  void joinHistograms();

  Profile Sum;
  uint64_t Total = 0; ///< of the counts of all arcs and blocks
  uint64_t Weight = 1;
  bool UsesGnuRules = false;
  RecordIndex<RawArc> ArcIndex;
  RecordIndex<BlockCount> BlockIndex;
  PlaceMap HistogramAt;
  size_t LastHistogram = 0;
  std::string KindOwner; ///< the file that rate and scale are from
  std::string ProgramId; ///< the program's build-id, or empty
  std::string IdOwner;   ///< the file that Sum.BuildId is from
};

} // namespace gmon

#endif // GMON_ANALYZER_PROFILESUM_H
