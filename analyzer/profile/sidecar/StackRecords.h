//===-- StackRecords.h - The records of files with stacks -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fields of each record of gmon/format.h, once for reading and writing.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROFILE_SIDECAR_STACKRECORDS_H
#define GMON_ANALYZER_PROFILE_SIDECAR_STACKRECORDS_H

#include "profile/StackProfile.h"
#include <type_traits>

namespace gmon {

/// Four bytes of zero.
struct Padding {};

/// A text of GMON_MPI_NAME_SIZE bytes, padded with zeros.
template <class Record> struct MpiName { std::string Record::*Field; };

/// The size of a text, which stands behind the fixed fields of its record.
template <class Record> struct Text {
  std::string Record::*Field;
  llvm::StringLiteral What; ///< for errors
};

/// The fields of sections' records, in order. A number is as wide as its type.
template <class Record> constexpr auto Fields = nullptr;
template <>
inline constexpr auto
    Fields<StackModule> = std::tuple(&StackModule::Slide,
                                     Text{&StackModule::BuildId, "a build-id"},
                                     Text{&StackModule::Path, "a path"});
template <>
inline constexpr auto Fields<StackContext> = std::tuple(&StackContext::Caller,
                                                        &StackContext::Module,
                                                        &StackContext::Address);
template <>
inline constexpr auto
    Fields<StackThread> = std::tuple(&StackThread::Id, &StackThread::Calls,
                                     Text{&StackThread::Name, "a name"},
                                     Padding());
template <>
inline constexpr auto
    Fields<StackSample> = std::tuple(&StackSample::Context,
                                     &StackSample::Thread, &StackSample::Kind,
                                     Padding(), &StackSample::Count);
template <>
inline constexpr auto Fields<StackDigest> = std::tuple(&StackDigest::Size,
                                                       &StackDigest::Checksum,
                                                       Padding());
template <>
inline constexpr auto Fields<CrossModuleCall> = std::tuple(
    &CrossModuleCall::FromModule, &CrossModuleCall::SelfModule,
    &CrossModuleCall::From, &CrossModuleCall::Self, &CrossModuleCall::Count);
template <>
inline constexpr auto Fields<OutgoingCall> =
    std::tuple(&OutgoingCall::Module, Text{&OutgoingCall::Name, "a name"},
               &OutgoingCall::From, &OutgoingCall::Count);
template <>
inline constexpr auto Fields<RankDistribution> =
    std::tuple(&RankDistribution::Sum, &RankDistribution::Squares,
               &RankDistribution::Least, &RankDistribution::Greatest,
               &RankDistribution::LeastRank, &RankDistribution::GreatestRank);
template <>
inline constexpr auto Fields<RankedFunction> =
    std::tuple(&RankedFunction::Module, Padding(), &RankedFunction::Address,
               &RankedFunction::Samples, &RankedFunction::Calls);
template <>
inline constexpr auto
    Fields<MpiCall> = std::tuple(MpiName{&MpiCall::Name},
                                 &MpiCall::Communicator, &MpiCall::Calls,
                                 &MpiCall::Nanoseconds, &MpiCall::Bytes);
template <class Entry>
constexpr auto Fields<RankList<Entry>> = std::tuple(
    &RankList<Entry>::NumProcesses, &RankList<Entry>::LowestRank, Padding());

/// Calls \p Visit with each field of \p Record.
template <class Record, class VisitFn>
constexpr void forEachField(VisitFn Visit) {
  std::apply([&](auto... All) { (Visit(All), ...); }, Fields<Record>);
}

/// The size of the fixed fields of \p Record.
template <class Record> constexpr uint64_t sizeOf() {
  uint64_t Size = 0;
  forEachField<Record>([&]<class Field>(Field F) {
    if constexpr (std::is_same_v<Field, MpiName<Record>>)
      Size += GMON_MPI_NAME_SIZE;
    else if constexpr (std::is_same_v<Field, RankDistribution Record::*>)
      Size += sizeOf<RankDistribution>();
    else if constexpr (std::is_member_object_pointer_v<Field>)
      Size += sizeof(std::declval<Record>().*F);
    else
      Size += sizeof(uint32_t);
  });
  return Size;
}
static_assert(sizeOf<StackSample>() == GMON_SAMPLE_SIZE &&
              sizeOf<RankedFunction>() == GMON_RANKED_SIZE &&
              sizeOf<MpiCall>() == GMON_MPI_CALL_SIZE);

} // namespace gmon

#endif // GMON_ANALYZER_PROFILE_SIDECAR_STACKRECORDS_H
