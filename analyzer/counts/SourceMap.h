//===-- SourceMap.h - What source counters mean -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a module. Out: the entries of its section GMON_MAP_SECTION, whose format
// gmon/format.h specifies, and their fields for given counts.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COUNTS_SOURCEMAP_H
#define GMON_ANALYZER_COUNTS_SOURCEMAP_H

#include "counts/InstrProfile.h"
#include "program/Image.h"
#include "support/Errors.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace gmon {

/// Whether some code of \p Program was compiled with source counters.
bool hasSourceMap(const Image &Program);

/// Takes what an entry says. Each may be empty.
struct MapVisitor {
  llvm::function_ref<void(llvm::StringRef Path, llvm::StringRef Function,
                          uint32_t Line, uint64_t Count)>
      Line;
  /// A counter of another entry has counted \p Count more.
  llvm::function_ref<void(uint64_t Counter, uint64_t Count)> Share;
  llvm::function_ref<void(InstrProfFunction)> InstrProf;
};

/// The counters of a piece of code, most often a function.
class MapEntry {
public:
  MapEntry(uint64_t Key, llvm::StringRef Text) : Key(Key), Text(Text) {}

  /// Returns the value of the counter with a number.
  using ValueFn = llvm::function_ref<uint64_t(uint64_t Number)>;

  /// Passes what the entry says to \p See, in the order of MapVisitor, with
  /// counts by \p ValueOf. Returns the number of its counters. Fails if the
  /// entry is damaged.
  llvm::Expected<uint64_t> read(ValueFn ValueOf, const MapVisitor &See) const;

  /// The number of the first counter.
  uint64_t key() const { return Key; }
  /// The linkage name of the function.
  llvm::StringRef function() const;

private:
  uint64_t Key;
  llvm::StringRef Text;
};

/// Returns the entries of \p Program, each once. Fails if the map is damaged.
llvm::Expected<std::vector<MapEntry>> readSourceMap(const Image &Program);

} // namespace gmon

#endif // GMON_ANALYZER_COUNTS_SOURCEMAP_H
