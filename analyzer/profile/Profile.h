//===-- Profile.h - The contents of gmon files ------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The contents of one or more gmon files, added up. Addresses name code here;
// later stages find the symbols.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROFILE_PROFILE_H
#define GMON_ANALYZER_PROFILE_PROFILE_H

#include "gmon/format.h"
#include "profile/BinCounts.h"
#include "profile/Cost.h"
#include "llvm/Support/MathExtras.h"

namespace gmon {

enum class FileFormat { Auto, Magic, Bsd, Bsd44 };

/// The values of notes, each summed over all runs; 0 without a note.
struct Notes {
  uint64_t NumRuns = 0;
  uint64_t HookPicoseconds = 0; ///< the cost of an entry hook's call
  /// Samples that were counted at the same interrupt as another.
  uint64_t LateSamples = 0;
  /// Samples of the process that are in no histogram, but in other modules.
  uint64_t OtherSamples = 0;
  /// Threads of the process whose samples are missing or incomplete.
  uint64_t UnsampledThreads = 0;
  /// Earlier runs whose profiles were replaced.
  uint64_t ReplacedRuns = 0;
  /// Runs that measured the cost of a hook; 0 if all did.
  uint64_t MeasuredRuns = 0;

  /// Returns the mean cost of an entry hook's call.
  double hookSeconds() const {
    uint64_t Runs = MeasuredRuns ? MeasuredRuns : NumRuns;
    return Runs ? double(HookPicoseconds) / double(Runs) * 1e-12 : 0;
  }
};

/// A kind of note and its sum.
struct NoteField {
  gmon_note Note;
  uint64_t Notes::*Sum;
};

/// In the order of files. A checksum is no sum.
inline constexpr NoteField NoteFields[] = {
    {GMON_NOTE_RUNS, &Notes::NumRuns},
    {GMON_NOTE_HOOK_COST, &Notes::HookPicoseconds},
    {GMON_NOTE_LATE_SAMPLES, &Notes::LateSamples},
    {GMON_NOTE_OTHER_SAMPLES, &Notes::OtherSamples},
    {GMON_NOTE_UNSAMPLED_THREADS, &Notes::UnsampledThreads},
    {GMON_NOTE_REPLACED_RUNS, &Notes::ReplacedRuns},
    {GMON_NOTE_MEASURED_RUNS, &Notes::MeasuredRuns},
};

/// Samples of [Low, High), in bins of equal width.
struct Histogram {
  uint64_t Low = 0;
  uint64_t High = 0;
  BinCounts Bins;
};

/// Count calls of the function at Self by the code at From.
struct RawArc {
  uint64_t From = 0;
  uint64_t Self = 0;
  uint64_t Count = 0;
};

/// Count executions of the basic block that contains Address.
struct BlockCount {
  uint64_t Address = 0;
  uint64_t Count = 0;
};

struct Profile {
  bool HasHistograms = false;
  bool HasArcs = false;
  bool HasBlocks = false;

  uint32_t Rate = 0;     ///< samples a second; 0 if there are none
  std::string Dimension; ///< of a sample: "seconds"
  char Unit = 's';       ///< its abbreviation
  double Scale = 0;      ///< width of a bin, in units of two bytes
  /// The counts are of single instructions, at the address of each, and a bin
  /// is a byte. Otherwise addresses are known to two bytes.
  bool IsOfInstructions = false;

  Notes RunNotes;
  /// The counts are of an unknown number of runs. All runs with counts of
  /// blocks note that they are one. GNU gprof's sums lack the notes, the
  /// callers' addresses in arcs, and counts at keys that are no addresses.
  bool AreRunsUnknown = false;

  std::string BuildId;    ///< the first bytes of the program's; or empty
  bool IsLibrary = false; ///< the files say that the program is a library

  std::vector<Histogram> Histograms; ///< of disjoint ranges
  std::vector<RawArc> Arcs;          ///< all different, by first appearance
  std::vector<BlockCount> Blocks;    ///< all different, by first appearance

  /// Returns what the samples count.
  CostKind cost() const { return makeCost(Dimension, Rate); }
  /// Returns the number of samples in histograms.
  uint64_t numSamples() const {
    uint64_t Result = 0;
    for (const Histogram &Hist : Histograms)
      Result = llvm::SaturatingAdd(Result, Hist.Bins.total());
    return Result;
  }

  /// Frees the samples or arcs once a later stage has added them to symbols:
  /// most of a profile's memory.
  void dropHistograms() { std::vector<Histogram>().swap(Histograms); }
  void dropArcs() { std::vector<RawArc>().swap(Arcs); }
};

/// The contents of one gmon file.
struct FileContents {
  std::string Name;
  uint32_t Version = 0;
  uint64_t NumHistograms = 0;
  uint64_t NumArcs = 0;
  uint64_t NumBlockRecords = 0;
};

} // namespace gmon

#endif // GMON_ANALYZER_PROFILE_PROFILE_H
