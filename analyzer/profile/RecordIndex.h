//===-- RecordIndex.h - Finds records of a growing list ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hash table over a list of different records. The records contain the keys,
// so the table consists of indices only.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_RECORDINDEX_H
#define GMON_ANALYZER_RECORDINDEX_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gmon {

/// An index of a vector of RecordT. hashKey(RecordT) and hasSameKey(RecordT,
/// RecordT) are found by argument-dependent lookup.
///
/// Data files of one program have their records in nearly the same order. So
/// the index first tries the record that followed the one found last, then the
/// next one, and uses the hash table only where the order changes.
template <typename RecordT> class RecordIndex {
public:
  /// Returns the record of \p Records with the key of \p Wanted. Appends \p
  /// Wanted if there is none. All records must have been added by this
  /// function.
  RecordT &findOrAdd(std::vector<RecordT> &Records, const RecordT &Wanted,
                     bool &IsNew) {
    size_t Guess = Followers.empty() ? 0 : Followers[Last];
    // The next record matches where this file lacks one.
    for (size_t I = Guess; I < Records.size() && I < Guess + 2; ++I)
      if (hasSameKey(Records[I], Wanted)) {
        Last = I;
        IsNew = false;
        return Records[I];
      }
    size_t Found = lookUp(Records, Wanted);
    IsNew = Found == Records.size();
    if (IsNew) {
      Records.push_back(Wanted);
      Followers.push_back(Found + 1);
    }
    Followers[Last] = Found;
    Last = Found;
    return Records[Found];
  }

private:
  /// Returns the index of the record. If there is none, adds the number of
  /// records to the table and returns it.
  size_t lookUp(const std::vector<RecordT> &Records, const RecordT &Wanted) {
    if (Records.size() * 2 >= Slots.size())
      grow(Records);
    uint32_t &Slot = slotOf(Records, Wanted);
    if (!Slot)
      Slot = Records.size() + 1;
    return Slot - 1;
  }

  /// Returns the slot of the record, or the free slot for it.
  uint32_t &slotOf(const std::vector<RecordT> &Records, const RecordT &Wanted) {
    size_t At = size_t(hashKey(Wanted)) & (Slots.size() - 1);
    while (Slots[At] && !hasSameKey(Records[Slots[At] - 1], Wanted))
      At = (At + 1) & (Slots.size() - 1);
    return Slots[At];
  }

  void grow(const std::vector<RecordT> &Records) {
    Slots.assign(Slots.empty() ? 64 : Slots.size() * 2, 0);
    for (size_t I = 0; I < Records.size(); ++I)
      slotOf(Records, Records[I]) = I + 1;
  }

  // Memory cannot hold more than 2^32 records of at least 16 bytes.
  std::vector<uint32_t> Slots;     ///< index of a record plus 1; 0 is empty
  std::vector<uint32_t> Followers; ///< for each record, the index of the next
                                   ///< one
  size_t Last = 0;                 ///< the record found last
};

} // namespace gmon

#endif // GMON_ANALYZER_RECORDINDEX_H
