//===-- reported_errors.cpp - The errors that were reported ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bit for each error number, in memory that children of a fork share.
//
//===----------------------------------------------------------------------===//

#include "process/reported_errors.h"
#include "base/system.h"
#include "process/process.h"

#include <sys/mman.h>

namespace gmon {

namespace {

/// A bit for each error number. A few numbers share a bit.
struct error_bits {
  uint64_t bits[num_file_kinds][2];
};

struct record_of_process {
  error_bits own;     ///< until the first fork
  error_bits *shared; ///< in memory that a fork does not copy, or null
};

} // namespace

static record_of_process &record() {
  return process().reported_errors.as<record_of_process>();
}

void share_reported_errors() {
  if (is_sealed() || record().shared)
    return;
  long memory =
      raw_syscall(SYS_mmap, 0, sizeof(error_bits), PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory < 0 && memory > -4096)
    return;
  record().shared = reinterpret_cast<error_bits *>(memory);
  *record().shared = record().own;
}

bool is_new_error(file_kind kind, int error) {
  error_bits &errors = record().shared ? *record().shared : record().own;
  constexpr unsigned bits_of_word = 64;
  uint64_t bit = uint64_t(1) << unsigned(error) % bits_of_word;
  uint64_t &word = errors.bits[kind][unsigned(error) / bits_of_word % 2];
  return !(__atomic_fetch_or(&word, bit, __ATOMIC_RELAXED) & bit);
}

} // namespace gmon
