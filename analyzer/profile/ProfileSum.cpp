//===-- ProfileSum.cpp - Adds up profile data -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares each histogram and build-id with the earlier ones. Allocates no
// memory for bins that a truncated record claims.
//
//===----------------------------------------------------------------------===//

#include "profile/ProfileSum.h"
#include "gmon/format.h"
#include "profile/DataFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace gmon;
using namespace llvm;

void ProfileSum::setKind(const DataFile &File, const HistogramRecord &Record) {
  Sum.Rate = Record.Rate;
  Sum.Dimension = Record.Dimension.str();
  Sum.Unit = Record.Unit;
  Sum.Scale = Record.scale();
  KindOwner = File.Name.str();
}

/// Returns "samples of time", or of an event.
static std::string kindOf(StringRef Dimension) {
  return ("samples of " + (Dimension == "seconds" ? "time" : Dimension)).str();
}

/// Returns "bins of 4 bytes". The width of bins is usually a whole number.
static std::string binsOf(double Scale) {
  std::string Width = formatv("{0:F3}", 2 * Scale);
  return ("bins of " + StringRef(Width).rtrim('0').rtrim('.') + " bytes").str();
}

/// Returns "100 samples a second", or for a unit of events.
static std::string rateOf(uint64_t Rate, StringRef Dimension) {
  return utostr(Rate) + (Dimension == "seconds"
                             ? std::string(" samples a second")
                             : (" samples for each of its " + Dimension).str());
}

// By rounding, the scales of ranges of different length differ slightly.
static bool isSameScale(double A, double B) { return std::abs(A - B) <= 1e-6; }

Error ProfileSum::failKind(const DataFile &File, const HistogramRecord &Record,
                           StringRef Old, StringRef New) const {
  if (File.Name == KindOwner)
    return File.fail(Record.Offset,
                     "expected " + Old + " as before, found " + New);
  return makeError("'" + File.Name + "' has " + New + ", and '" + KindOwner +
                   "' has " + Old + ": they do not add up");
}

Error ProfileSum::checkKind(const DataFile &File,
                            const HistogramRecord &Record) const {
  if (Record.Dimension != Sum.Dimension)
    return failKind(File, Record, kindOf(Sum.Dimension),
                    kindOf(Record.Dimension));
  if (Record.Unit != Sum.Unit)
    return failKind(File, Record, std::string("the unit ") + Sum.Unit,
                    std::string("the unit ") + Record.Unit);
  if (!isSameScale(Record.scale(), Sum.Scale))
    return failKind(File, Record, binsOf(Sum.Scale), binsOf(Record.scale()));
  return UsesGnuRules ? Error::success() : checkRate(File, Record);
}

Error ProfileSum::checkRate(const DataFile &File,
                            const HistogramRecord &Record) const {
  if (Record.Rate == Sum.Rate)
    return Error::success();
  return failKind(File, Record, rateOf(Sum.Rate, Sum.Dimension),
                  rateOf(Record.Rate, Sum.Dimension));
}

ProfileSum::PlaceMap::iterator
ProfileSum::addEmptyHistogram(uint64_t Low, uint64_t High, size_t NumBins) {
  Sum.Histograms.push_back({Low, High, BinCounts(NumBins)});
  return HistogramAt.insert_or_assign(Low, Place{Sum.Histograms.size() - 1})
      .first;
}

bool ProfileSum::addNote(uint64_t Note, uint64_t Number) {
  const NoteField *Field = find_if(
      NoteFields, [&](const NoteField &Field) { return Field.Note == Note; });
  if (Field == std::end(NoteFields))
    return true;
  uint64_t &Value = Sum.RunNotes.*Field->Sum;
  bool Overflows;
  Value = SaturatingMultiplyAdd(Number, Weight, Value, &Overflows);
  return !Overflows;
}

Expected<ProfileSum::BinSpans>
ProfileSum::spansFor(const HistogramRecord &Record, FailFn Fail) {
  auto IsRange = [&](const Histogram &Other) {
    return Other.Low == Record.Low && Other.High == Record.High;
  };
  // Files of one program have their histograms in the same order.
  size_t Index = LastHistogram + 1;
  if (Index >= Sum.Histograms.size() || !IsRange(Sum.Histograms[Index])) {
    auto Place = HistogramAt.lower_bound(Record.Low);
    if (Place == HistogramAt.end() || Place->first != Record.Low)
      if (Place != HistogramAt.begin() &&
          Sum.Histograms[std::prev(Place)->second.Histogram].High > Record.Low)
        --Place;
    // The first histogram that the range can overlap.
    const Histogram *Other = Place == HistogramAt.end()
                                 ? nullptr
                                 : &Sum.Histograms[Place->second.Histogram];
    if (!Other || (Other->Low >= Record.High && Other->Low != Record.Low))
      Place = addEmptyHistogram(Record.Low, Record.High, Record.NumBins);
    else if (!IsRange(*Other))
      return splitSpans(Record, Place, Fail);
    Index = Place->second.Histogram;
  }
  const size_t NumBins = Sum.Histograms[Index].Bins.size();
  if (NumBins != Record.NumBins)
    return Fail("expected " + Twine(NumBins) +
                " bins, as in the first histogram of this range, found " +
                Twine(Record.NumBins));
  LastHistogram = Index;
  return BinSpans{{Index, 0, 0, NumBins}};
}

Expected<ProfileSum::BinSpans>
ProfileSum::splitSpans(const HistogramRecord &Record, PlaceMap::iterator It,
                       FailFn Fail) {
  auto Found = [&]() -> const Histogram & {
    return Sum.Histograms[It->second.Histogram];
  };
  const uint64_t Width = Record.binWidth();
  if (UsesGnuRules || Width == 0 || Sum.Scale == 0)
    return Fail("the histogram overlaps an earlier one at 0x" +
                utohexstr(Found().Low));
  BinSpans Spans;
  for (uint64_t Low = Record.Low, High; Low < Record.High; Low = High, ++It) {
    const bool IsLast = It == HistogramAt.end() || Found().Low >= Record.High;
    if (!IsLast && (Found().Low % Width != Record.Low % Width ||
                    Found().High - Found().Low != Found().Bins.size() * Width))
      return Fail("the bins of the histogram overlap those of an earlier one "
                  "at 0x" +
                  utohexstr(Found().Low) + ", and do not coincide with them");
    if (IsLast || Low < Found().Low) {
      High = IsLast ? Record.High : Found().Low;
      It = addEmptyHistogram(Low, High, (High - Low) / Width);
    }
    High = std::min(Found().High, Record.High);
    Spans.push_back({It->second.Histogram, (Low - Found().Low) / Width,
                     (Low - Record.Low) / Width, (High - Low) / Width});
    It->second.JoinsNext |= High < Record.High;
  }
  return Spans;
}

void ProfileSum::joinHistograms() {
  if (UsesGnuRules)
    return;
  std::vector<Histogram> Joined;
  PlaceMap Places;
  for (auto It = HistogramAt.begin(); It != HistogramAt.end();) {
    const auto First = It;
    size_t NumBins = 0;
    bool JoinsNext;
    do {
      NumBins += Sum.Histograms[It->second.Histogram].Bins.size();
      JoinsNext = It->second.JoinsNext;
    } while (++It != HistogramAt.end() && JoinsNext);

    Histogram Whole = std::move(Sum.Histograms[First->second.Histogram]);
    if (Whole.Bins.size() != NumBins) {
      BinCounts Bins(NumBins);
      (void)Bins.add(0, Whole.Bins, 0, Whole.Bins.size());
      size_t End = Whole.Bins.size();
      for (auto Next = std::next(First); Next != It; ++Next) {
        const Histogram &Part = Sum.Histograms[Next->second.Histogram];
        (void)Bins.add(End, Part.Bins, 0, Part.Bins.size());
        End += Part.Bins.size();
        Whole.High = Part.High;
      }
      Whole.Bins = std::move(Bins);
    }
    Places.emplace_hint(Places.end(), Whole.Low, Place{Joined.size()});
    Joined.push_back(std::move(Whole));
  }
  Sum.Histograms = std::move(Joined);
  HistogramAt = std::move(Places);
  LastHistogram = Sum.Histograms.size();
}

// The runtime writes an empty cell if there are no samples at all. Processes
// that add to one file may write it and have samples later.
void ProfileSum::dropEmptyCells() {
  auto IsEmptyCell = [](const Histogram &Cell) {
    return Cell.Bins.size() == GMON_CELL_BINS && Cell.Bins.total() == 0;
  };
  if (UsesGnuRules || all_of(Sum.Histograms, IsEmptyCell))
    return;
  erase_if(Sum.Histograms, IsEmptyCell);
  HistogramAt.clear();
  for (auto [Index, Hist] : enumerate(Sum.Histograms))
    HistogramAt.emplace_hint(HistogramAt.end(), Hist.Low, Place{Index});
}

void ProfileSum::continueProcess(const Notes &Earlier, uint64_t SamplesBefore) {
  const uint64_t Own = Sum.numSamples() - SamplesBefore;
  Sum.RunNotes.OtherSamples =
      Earlier.OtherSamples - std::min(Earlier.OtherSamples, Own);
  Sum.RunNotes.UnsampledThreads = Earlier.UnsampledThreads;
}

void ProfileSum::finish() {
  joinHistograms();
  dropEmptyCells();
  if (Sum.AreRunsUnknown)
    Sum.RunNotes.NumRuns = 0;
}

const Profile &ProfileSum::profile() {
  finish();
  return Sum;
}

Profile ProfileSum::take() {
  finish();
  HistogramAt.clear();
  return std::move(Sum);
}

Error ProfileSum::addBins(const DataFile &File, const HistogramRecord &Record,
                          const BinSpan &Span) {
  BinCounts &Bins = Sum.Histograms[Span.Histogram].Bins;
  constexpr size_t MostBins = FileBytes::PartSize / 2;
  for (size_t First = 0; First < Span.NumBins; First += MostBins) {
    size_t Size = 2 * std::min(MostBins, Span.NumBins - First);
    uint64_t Offset = Record.BinsOffset + 2 * (Span.FirstInRecord + First);
    StringRef Bytes = File.at(Offset, Size).getData();
    if (Bytes.size() < Size)
      return File.fail(Record.Offset, "this histogram is cut off");
    if (!Bins.add(Span.FirstInHistogram + First, arrayRefFromStringRef(Bytes),
                  File.order(), Weight))
      return File.fail(Record.Offset, "with this histogram, the samples of a "
                                      "bin are more than 64 bits hold");
  }
  return Error::success();
}

bool ProfileSum::isEmpty(uint64_t NumBins) {
  if (UsesGnuRules || Sum.Histograms.empty())
    return false;
  if (NumBins == 0)
    return true;
  if (Sum.Histograms.front().Bins.size() == 0) {
    Sum.Histograms.clear();
    HistogramAt.clear();
  }
  return false;
}

Error ProfileSum::addHistogram(const DataFile &File,
                               const HistogramRecord &Record) {
  if (isEmpty(Record.NumBins))
    return Error::success();
  if (Sum.Histograms.empty())
    setKind(File, Record);
  else if (Error E = checkKind(File, Record))
    return E;
  Expected<BinSpans> Spans = spansFor(Record, [&](const Twine &Message) {
    return File.fail(Record.Offset, Message);
  });
  if (!Spans)
    return Spans.takeError();
  Sum.HasHistograms = true;
  for (const BinSpan &Span : *Spans)
    if (Error E = addBins(File, Record, Span))
      return E;
  return Error::success();
}

Error ProfileSum::addBsdHistogram(const DataFile &File,
                                  const HistogramRecord &Record, bool HasRate) {
  auto Range = [](uint64_t Low, uint64_t High, size_t NumBins) {
    return std::to_string(NumBins) + " bins from 0x" + utohexstr(Low) +
           " to 0x" + utohexstr(High);
  };
  if (Sum.Histograms.empty()) {
    uint32_t Rate = HasRate ? Record.Rate : Sum.Rate;
    setKind(File, Record);
    Sum.Rate = Rate;
    addEmptyHistogram(Record.Low, Record.High, Record.NumBins);
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
  Sum.HasHistograms = true;
  return addBins(File, Record, {0, 0, 0, Record.NumBins});
}

Error ProfileSum::addBuildId(const DataFile &File, StringRef Id,
                             bool IsLibrary) {
  if (IsLibrary && Id.find_first_not_of('\0') == StringRef::npos) {
    Sum.IsLibrary = true;
    return Error::success();
  }
  auto Fail = [&](const Twine &Text, StringRef Whose, StringRef Wanted) {
    return makeFileError(File.Name, Text + "; its build-id is " +
                                        toHex(Id, /*LowerCase=*/true) +
                                        ", that of " + Whose + " " +
                                        toHex(Wanted, /*LowerCase=*/true));
  };
  if (!ProgramId.empty() && Id != ProgramId)
    return Fail("another build of the program, or another program or library, "
                "wrote this profile: run the program again, or name the file "
                "that wrote it",
                "the program", ProgramId);
  if (Sum.BuildId.empty()) {
    Sum.BuildId = Id.str();
    IdOwner = File.Name.str();
    Sum.IsLibrary = IsLibrary;
  } else if (Id != Sum.BuildId) {
    return Fail(
        "another program or library, or another build, wrote it than '" +
            IdOwner + "'; merge --program=PROGRAM passes over files of others",
        "'" + IdOwner + "'", Sum.BuildId);
  }
  return Error::success();
}

bool ProfileSum::add(const Profile &Part) {
  const bool HasSamples =
      !Part.Histograms.empty() && !isEmpty(Part.Histograms.front().Bins.size());
  const bool HasKind = !Sum.Histograms.empty();
  if (HasSamples) {
    if (HasKind && (Part.Dimension != Sum.Dimension || Part.Unit != Sum.Unit ||
                    !isSameScale(Part.Scale, Sum.Scale) ||
                    (!UsesGnuRules && Part.Rate != Sum.Rate)))
      return false;
    if (!HasKind)
      std::tie(Sum.Rate, Sum.Dimension, Sum.Unit, Sum.Scale) =
          std::tie(Part.Rate, Part.Dimension, Part.Unit, Part.Scale);
  }
  for (const Histogram &Hist : Part.Histograms) {
    if (!HasSamples)
      break;
    HistogramRecord Record;
    Record.Low = Hist.Low;
    Record.High = Hist.High;
    Record.NumBins = Hist.Bins.size();
    Expected<BinSpans> Spans = spansFor(
        Record, [](const Twine &Message) { return makeError(Message); });
    if (errorToBool(Spans.takeError()))
      return false;
    for (const BinSpan &Span : *Spans)
      if (!Sum.Histograms[Span.Histogram].Bins.add(
              Span.FirstInHistogram, Hist.Bins, Span.FirstInRecord,
              Span.NumBins))
        return false;
  }
  Sum.IsLibrary |= Part.IsLibrary;
  if (Sum.BuildId.empty())
    Sum.BuildId = Part.BuildId;
  else if (!Part.BuildId.empty() && Part.BuildId != Sum.BuildId)
    return false;
  Sum.HasHistograms |= Part.HasHistograms;
  Sum.HasArcs |= Part.HasArcs;
  Sum.HasBlocks |= Part.HasBlocks;
  Sum.AreRunsUnknown |= Part.AreRunsUnknown;
  setWeight(1);
  return all_of(Part.Arcs, [&](const RawArc &Arc) { return addArc(Arc); }) &&
         all_of(Part.Blocks,
                [&](const BlockCount &Block) { return addBlock(Block); }) &&
         all_of(NoteFields, [&](const NoteField &Field) {
           return addNote(Field.Note, Part.RunNotes.*Field.Sum);
         });
}
