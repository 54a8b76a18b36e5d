//===-- Notes.h - The runtime's notes in a profile --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sums of the notes of gmon files, and the one table that readers and
// writers use.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_NOTES_H
#define GMON_ANALYZER_NOTES_H

#include "gmon/format.h"
#include <cstdint>

namespace gmon {

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

} // namespace gmon

#endif // GMON_ANALYZER_NOTES_H
