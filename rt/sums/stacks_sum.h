//===-- stacks_sum.h - Adds stacks up ---------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds up sidecar files, in memory. In: files of one program. Out: their sum,
// in one order, which is that of llvm-gprof merge. Async-signal-safe.
//
// Ids of threads and addresses in no module mean nothing beyond their run. So
// all threads of one name are one thread, which has the lowest of their ids,
// and all code in no module is one place.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SUMS_STACKS_SUM_H
#define GMON_RT_SUMS_STACKS_SUM_H

#include "encoding/field_reader.h"
#include "encoding/stacks_snapshot.h"
#include "sums/name_store.h"
#include "sums/numbering.h"
#include "sums/orders.h"
#include "sums/rank_sum.h"
#include "sums/sum_list.h"

namespace gmon {

struct output;

class stacks_sum {
public:
  /// Adds a file's counts `times` times; with -1, a file that was added before
  /// is removed. The file is not needed any more. Returns 0, ENOMEM, EINVAL if
  /// the file is damaged, or EDOM if its samples count something else than
  /// those of the files before it. After an error the sum is invalid.
  int add(field_reader &from, int times = 1);
  int add(file_bytes file, int times = 1) {
    field_reader from(file);
    return add(from, times);
  }

  /// Says that the sum belongs to this profile. Returns false if there is no
  /// memory.
  bool add_profile(stacks_snapshot::profile profile) {
    return profiles.add(profile);
  }

  /// Writes the sum of one file or more, once, without contexts that have no
  /// samples.
  /// Returns 0, ENOMEM, ERANGE if a removed file was not part of the sum, or
  /// the error of `to`.
  int write(output &to);

private:
  struct module_name {
    const char *path, *build_id;
    uint32_t path_size, build_id_size;
    uint64_t hash() const;
    bool operator==(const module_name &other) const;
  };
  struct symbol_name {
    const char *name;
    uint32_t size;
    uint64_t hash() const;
    bool operator==(const symbol_name &other) const;
  };
  struct thread_name {
    char name[16];
    bool is_known;
    uint64_t hash() const;
    bool operator==(const thread_name &other) const;
  };
  using context = stacks_snapshot::context;
  struct thread_facts {
    uint64_t id, calls;
  };
  using numbers = scratch_list<uint32_t>;

  /// The numbers in the sum of what a file numbers.
  struct file_numbers {
    numbers module_of, context_of, thread_of;
  };

  int add_section(uint32_t tag, field_reader &from, int times,
                  file_numbers &of);
  int add_facts(field_reader &from, int times);
  int add_modules(field_reader &from, numbers &module_of);
  int add_contexts(field_reader &from, const numbers &module_of,
                   numbers &context_of);
  int add_threads(field_reader &from, int times, numbers &thread_of);
  int add_samples(field_reader &from, int times, const numbers &context_of,
                  const numbers &thread_of);
  int add_calls(field_reader &from, int times, const numbers &module_of);
  int add_outgoing(field_reader &from, int times, const numbers &module_of);
  uint32_t number_of(context place);
  uint32_t number_of(module_name name);
  const char *kept(symbol_name name);

  bool list_facts(stacks_snapshot &to) const;
  bool list_modules(stacks_snapshot &to, numbers &module_of);
  bool list_threads(stacks_snapshot &to, numbers &thread_of);
  bool list_contexts(stacks_snapshot &to, const numbers &module_of,
                     numbers &context_of);
  void sort_contexts(const numbers &module_of, scratch_list<bool> &is_used,
                     const numbers &context_of);

  size_t num_added = 0;
  bool are_threads_counted = true; ///< in all files that were added
  scratch_list<stacks_snapshot::fact> facts;
  name_store names;
  numbering<module_name> modules;
  numbering<symbol_name> symbols; ///< of outgoing calls
  numbering<context> contexts;    ///< the first has the number 1 in samples
  numbering<thread_name> threads;
  scratch_list<thread_facts> facts_of_threads; ///< by number
  sum_list<stacks_snapshot::sample, order_of_samples> samples;
  sum_list<stacks_snapshot::call, order_of_calls> calls;
  sum_list<stacks_snapshot::outgoing, order_of_outgoing> outgoing_calls;
  scratch_list<stacks_snapshot::profile> profiles;
  rank_sum<stacks_snapshot::ranked> ranks;
  rank_sum<stacks_snapshot::mpi_call> mpi_calls;
};

/// Appends the profiles that a sidecar file names, and verifies its checksum.
/// Returns 0, EINVAL for a damaged file, or ENOMEM.
int list_profiles(file_bytes file, scratch_list<stacks_snapshot::profile> &to);

} // namespace gmon

#endif // GMON_RT_SUMS_STACKS_SUM_H
