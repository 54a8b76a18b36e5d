//===-- profile_sum.h - Adds profiles up ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds up files of gmon.out, in memory. In: files of one module. Out: their
// sum, in one order, which is that of llvm-gprof merge: so any way of adding
// the same files up makes the same bytes. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SUMS_PROFILE_SUM_H
#define GMON_RT_SUMS_PROFILE_SUM_H

#include "base/scratch_list.h"
#include "encoding/field_reader.h"
#include "encoding/record_writer.h"

namespace gmon {

class profile_sum {
public:
  /// Adds a file's counts `times` times; with -1, a file that was added before
  /// is removed. Returns 0, ENOMEM, EINVAL if the file is damaged, ENOEXEC if
  /// it is of another module than the files before it, or EDOM if its samples
  /// count something else. After an error the sum is invalid.
  int add(file_bytes file, int times = 1);

  /// Whether the sum has calls, executed blocks, or samples of a tenth of a
  /// second or more. Fewer may be those of the profiler at the end.
  bool has_counts();

  /// Writes the sum of one file or more. Returns 0; EINVAL if histograms
  /// overlap; ERANGE if a removed file was not part of the sum; or the error of
  /// `to`.
  int write(output &to);

private:
  struct cell {
    uintptr_t low, high;
    uint32_t num_bins;
  };
  struct counted {
    uintptr_t address; ///< of a bin's code, or of a block
    uint64_t count;
  };
  struct counted_arc {
    uintptr_t from, self;
    uint64_t count;
    unsigned __int128 key() const {
      return (unsigned __int128)(from) << 64 | self;
    }
  };

  int add_header(field_reader &from);
  int add_histogram(field_reader &from, int times);
  int add_arc(field_reader &from, int times);
  int add_blocks(field_reader &from, int times);
  bool sort_cells();
  void sum_blocks();
  bool sum_up();
  void write_cell(record_writer &to, const cell &each, size_t &next_bin);

  bool has_header = false;
  bool has_blocks = false;
  bool knows_runs = false; ///< a file says how many runs it is of
  char mark[GMON_BUILD_ID_MARK_SIZE];
  char build_id[GMON_BUILD_ID_SIZE];
  histogram_kind kind;
  uintptr_t bin_width = 0; ///< in bytes; 0: there is no histogram yet
  scratch_list<cell> cells;
  scratch_list<counted> bins; ///< those with samples
  scratch_list<counted_arc> arcs;
  scratch_list<counted> blocks;
};

} // namespace gmon

#endif // GMON_RT_SUMS_PROFILE_SUM_H
