//===-- ProfileSum.cpp - Adds up profile data -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Holds each histogram and build-id against what came before it. Nothing is
// allocated for bins that are not there: records are shorter than their file.
//
//===----------------------------------------------------------------------===//

#include "ProfileSum.h"
#include "DataFile.h"
#include "gmon/format.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace gmon;
using namespace llvm;

void ProfileSum::setKind(const HistogramRecord &Record) {
  Sum.Rate = Record.Rate;
  Sum.Dimension = Record.Dimension.str();
  Sum.Unit = Record.Unit;
  Sum.Scale = Record.scale();
}

Error ProfileSum::checkKind(const DataFile &File,
                            const HistogramRecord &Record) const {
  if (Record.Dimension != Sum.Dimension || Record.Unit != Sum.Unit)
    return File.fail(Record.Offset, "expected a histogram of '" +
                                        Sum.Dimension +
                                        "' like the first, found one of '" +
                                        Record.Dimension + "'");
  // Rounding lets the scales of ranges of different length differ a little.
  if (std::abs(Record.scale() - Sum.Scale) > 1e-6)
    return File.fail(Record.Offset,
                     "expected a histogram of the first one's scale, " +
                         std::to_string(Sum.Scale) + ", found " +
                         std::to_string(Record.scale()));
  return NeedsSameRate ? checkRate(File, Record) : Error::success();
}

Error ProfileSum::checkRate(const DataFile &File,
                            const HistogramRecord &Record) const {
  if (Record.Rate == Sum.Rate)
    return Error::success();
  return File.fail(Record.Offset,
                   "expected a histogram of the first one's rate, " +
                       Twine(Sum.Rate) + ", found " + Twine(Record.Rate));
}

void ProfileSum::addEmptyHistogram(const HistogramRecord &Record) {
  HistogramAt[Record.Low] = Sum.Histograms.size();
  Sum.Histograms.push_back(
      {Record.Low, Record.High, BinCounts(Record.NumBins)});
}

bool ProfileSum::addNote(uint64_t Note, uint64_t Number) {
  uint64_t *To = Note == GMON_NOTE_RUNS           ? &Sum.Hooks.NumRuns
                 : Note == GMON_NOTE_HOOK_COST    ? &Sum.Hooks.Picoseconds
                 : Note == GMON_NOTE_LATE_SAMPLES ? &Sum.LateSamples
                                                  : nullptr;
  if (!To)
    return true;
  bool Overflows;
  *To = SaturatingMultiplyAdd(Number, Weight, *To, &Overflows);
  return !Overflows;
}

Expected<Histogram *> ProfileSum::histogramFor(const HistogramRecord &Record,
                                               FailFn Fail) {
  auto IsRange = [&](const Histogram &Other) {
    return Other.Low == Record.Low && Other.High == Record.High;
  };
  auto Overlap = [&](const Histogram &Other) {
    return Fail("the histogram overlaps an earlier one at 0x" +
                utohexstr(Other.Low));
  };
  // Files of one program have their histograms in the same order.
  size_t Index = LastHistogram + 1;
  if (Index >= Sum.Histograms.size() || !IsRange(Sum.Histograms[Index])) {
    auto Next = HistogramAt.lower_bound(Record.Low);
    if (Next != HistogramAt.begin()) {
      const Histogram &Other = Sum.Histograms[std::prev(Next)->second];
      if (Record.Low < Other.High)
        return Overlap(Other);
    }
    Index = Sum.Histograms.size();
    if (Next != HistogramAt.end()) {
      const Histogram &Other = Sum.Histograms[Next->second];
      if (IsRange(Other))
        Index = Next->second;
      else if (Other.Low < Record.High || Other.Low == Record.Low)
        return Overlap(Other);
    }
    if (Index == Sum.Histograms.size())
      addEmptyHistogram(Record);
  }
  Histogram &Found = Sum.Histograms[Index];
  if (Found.Bins.size() != Record.NumBins)
    return Fail("expected " + Twine(Found.Bins.size()) +
                " bins, as in the first histogram of this range, found " +
                Twine(Record.NumBins));
  LastHistogram = Index;
  return &Found;
}

Error ProfileSum::addBins(const DataFile &File, const HistogramRecord &Record,
                          BinCounts &Bins) {
  Sum.HasHistograms = true;
  constexpr size_t MostBins = FileBytes::PartSize / 2;
  for (size_t First = 0; First < Record.NumBins; First += MostBins) {
    size_t Size = 2 * std::min(MostBins, Record.NumBins - First);
    StringRef Bytes = File.at(Record.BinsOffset + 2 * First, Size).getData();
    if (Bytes.size() < Size)
      return File.fail(Record.Offset, "this histogram is cut off");
    if (!Bins.add(First, arrayRefFromStringRef(Bytes), File.order(), Weight))
      return File.fail(Record.Offset, "with this histogram, the samples of a "
                                      "bin are more than 64 bits hold");
  }
  return Error::success();
}

Error ProfileSum::addHistogram(const DataFile &File,
                               const HistogramRecord &Record) {
  if (Sum.Histograms.empty())
    setKind(Record);
  else if (Error E = checkKind(File, Record))
    return E;
  Expected<Histogram *> Found = histogramFor(Record, [&](const Twine &Message) {
    return File.fail(Record.Offset, Message);
  });
  if (!Found)
    return Found.takeError();
  return addBins(File, Record, (*Found)->Bins);
}

Error ProfileSum::addBsdHistogram(const DataFile &File,
                                  const HistogramRecord &Record, bool HasRate) {
  auto Range = [](uint64_t Low, uint64_t High, size_t NumBins) {
    return std::to_string(NumBins) + " bins from 0x" + utohexstr(Low) +
           " to 0x" + utohexstr(High);
  };
  if (Sum.Histograms.empty()) {
    uint32_t Rate = HasRate ? Record.Rate : Sum.Rate;
    setKind(Record);
    Sum.Rate = Rate;
    addEmptyHistogram(Record);
  }
  const Histogram &First = Sum.Histograms.front();
  if (First.Low != Record.Low || First.High != Record.High ||
      First.Bins.size() != Record.NumBins)
    return File.fail(Record.Offset,
                     "expected a histogram like the first, " +
                         Range(First.Low, First.High, First.Bins.size()) +
                         ", found " +
                         Range(Record.Low, Record.High, Record.NumBins));
  if (HasRate)
    if (Error E = checkRate(File, Record))
      return E;
  if (Sum.Rate == 0)
    Sum.Rate = GMON_BSD_RATE;
  return addBins(File, Record, Sum.Histograms.front().Bins);
}

Error ProfileSum::addBuildId(const DataFile &File, StringRef Id) {
  auto Fail = [&](const Twine &Whose, StringRef Wanted) {
    return File.fail(GMON_BUILD_ID_OFFSET,
                     "expected the build-id of " + Whose + ", " +
                         toHex(Wanted, /*LowerCase=*/true) + ", found " +
                         toHex(Id, /*LowerCase=*/true));
  };
  if (!ProgramId.empty() && Id != ProgramId)
    return Fail("the program", ProgramId);
  if (Sum.BuildId.empty()) {
    Sum.BuildId = Id.str();
    IdOwner = File.Name.str();
  } else if (Id != Sum.BuildId) {
    return Fail("'" + IdOwner + "'", Sum.BuildId);
  }
  return Error::success();
}

bool ProfileSum::add(const Profile &Part) {
  const bool HasKind = !Sum.Histograms.empty();
  if (!Part.Histograms.empty()) {
    if (HasKind && (Part.Dimension != Sum.Dimension || Part.Unit != Sum.Unit ||
                    std::abs(Part.Scale - Sum.Scale) > 1e-6 ||
                    (NeedsSameRate && Part.Rate != Sum.Rate)))
      return false;
    if (!HasKind)
      std::tie(Sum.Rate, Sum.Dimension, Sum.Unit, Sum.Scale) =
          std::tie(Part.Rate, Part.Dimension, Part.Unit, Part.Scale);
  }
  for (const Histogram &Hist : Part.Histograms) {
    HistogramRecord Record;
    Record.Low = Hist.Low;
    Record.High = Hist.High;
    Record.NumBins = Hist.Bins.size();
    Expected<Histogram *> Found = histogramFor(
        Record, [](const Twine &Message) { return makeError(Message); });
    if (errorToBool(Found.takeError()) || !(*Found)->Bins.add(Hist.Bins))
      return false;
  }
  if (Sum.BuildId.empty())
    Sum.BuildId = Part.BuildId;
  else if (!Part.BuildId.empty() && Part.BuildId != Sum.BuildId)
    return false;
  Sum.HasHistograms |= Part.HasHistograms;
  Sum.HasArcs |= Part.HasArcs;
  Sum.HasBlocks |= Part.HasBlocks;
  setWeight(1);
  return all_of(Part.Arcs, [&](const RawArc &Arc) { return addArc(Arc); }) &&
         all_of(Part.Blocks,
                [&](const BlockCount &Block) { return addBlock(Block); }) &&
         addNote(GMON_NOTE_RUNS, Part.Hooks.NumRuns) &&
         addNote(GMON_NOTE_HOOK_COST, Part.Hooks.Picoseconds) &&
         addNote(GMON_NOTE_LATE_SAMPLES, Part.LateSamples);
}
