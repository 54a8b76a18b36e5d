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

#include "encoding/field_reader.h"
#include "encoding/record_writer.h"
#include "sums/sum_list.h"

namespace gmon {

class profile_sum {
public:
  /// Adds a file's counts `times` times; with -1, a file that was added before
  /// is removed. The file is not needed any more. Returns 0, ENOMEM, EINVAL if
  /// the file is damaged, ENOEXEC if it is of another module than the files
  /// before it, or EDOM if its samples count something else. After an error the
  /// sum is invalid.
  int add(field_reader &from, int times = 1);
  int add(file_bytes file, int times = 1) {
    field_reader from(file);
    return add(from, times);
  }

  /// Whether the sum has calls, executed blocks, or samples of a tenth of a
  /// second or more. Fewer may be those of the profiler at the end, and so may
  /// any events.
  bool has_counts();

  /// Writes the sum of one file or more. Returns 0; EINVAL if histograms
  /// overlap; ERANGE if a removed file was not part of the sum; ENOMEM; or the
  /// error of `to`.
  int write(output &to);

private:
  struct cell {
    uintptr_t low, high;
    uint32_t num_bins;
    uint64_t count; ///< of records
  };
  struct counted {
    uintptr_t address; ///< of a bin's code, or of a block
    uint64_t count;
  };
  struct counted_arc {
    uintptr_t from, self;
    uint64_t count;
  };
  struct order_of_cells {
    static constexpr bool keeps_zeros = false;
    static unsigned __int128 key(const cell &of) {
      return (unsigned __int128)(of.low) << 64 | of.high;
    }
  };
  struct order_of_bins {
    static constexpr bool keeps_zeros = false;
    static uintptr_t key(const counted &of) { return of.address; }
  };
  /// Blocks that were never executed stay.
  struct order_of_blocks : order_of_bins {
    static constexpr bool keeps_zeros = true;
  };
  struct order_of_arcs {
    static constexpr bool keeps_zeros = false;
    static unsigned __int128 key(const counted_arc &of) {
      return (unsigned __int128)(of.from) << 64 | of.self;
    }
  };

  int add_header(field_reader &from);
  int add_histogram(field_reader &from, int times);
  int add_arc(field_reader &from, int times);
  int add_blocks(field_reader &from, int times);
  int sum_up();
  void write_cell(record_writer &to, const cell &each, size_t &next_bin);

  bool has_header = false;
  bool has_blocks = false;
  bool knows_runs = false; ///< a file says how many runs it is of
  char mark[GMON_BUILD_ID_MARK_SIZE];
  char build_id[GMON_BUILD_ID_SIZE];
  histogram_kind kind;
  uintptr_t bin_width = 0; ///< in bytes; 0: there is no histogram yet
  sum_list<cell, order_of_cells> cells;
  sum_list<counted, order_of_bins> bins; ///< those with samples
  sum_list<counted_arc, order_of_arcs> arcs;
  sum_list<counted, order_of_blocks> blocks;
};

} // namespace gmon

#endif // GMON_RT_SUMS_PROFILE_SUM_H
