//===-- stacks_writer.cpp - The stacks as a sidecar file ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Serializes a snapshot: a section for each list, then the checksum.
//
//===----------------------------------------------------------------------===//

#include "encoding/stacks_writer.h"
#include "encoding/field_writer.h"

namespace gmon {

static size_t padded(size_t size) { return (size + 7) & ~size_t(7); }

static void pad(field_writer &writer, size_t size) {
  for (size_t i = size; i != padded(size); ++i)
    writer.integer(uint8_t(0));
}

static void begin_section(field_writer &writer, gmon_section_tag tag,
                          size_t size) {
  writer.integer(uint32_t(tag));
  writer.integer(uint32_t(0));
  writer.integer(uint64_t(size));
}

/// Writes a section whose records have the layout of the file.
template <size_t RecordSize, typename Record>
static void write_records(field_writer &writer, gmon_section_tag tag,
                          const scratch_list<Record> &records) {
  static_assert(sizeof(Record) == RecordSize);
  const size_t size = records.count() * RecordSize;
  begin_section(writer, tag, size);
  writer.bytes(records.begin(), size);
}

static void write_modules(field_writer &writer,
                          const stacks_snapshot &snapshot) {
  size_t size = 0;
  for (const auto &module : snapshot.modules)
    size += GMON_MODULE_SIZE + padded(module.build_id_size + module.path_size);
  begin_section(writer, GMON_SECTION_MODULES, size);
  for (const auto &module : snapshot.modules) {
    writer.integer(module.slide);
    writer.integer(module.build_id_size);
    writer.integer(module.path_size);
    writer.bytes(module.build_id, module.build_id_size);
    writer.bytes(module.path, module.path_size);
    pad(writer, module.build_id_size + module.path_size);
  }
}

static size_t name_size(const stacks_snapshot::thread &thread) {
  size_t size = 0;
  while (size != sizeof(thread.name) && thread.name[size])
    ++size;
  return size;
}

static void write_threads(field_writer &writer,
                          const stacks_snapshot &snapshot) {
  size_t size = 0;
  for (const auto &thread : snapshot.threads)
    size += GMON_THREAD_SIZE + padded(name_size(thread));
  begin_section(writer, GMON_SECTION_THREADS, size);
  for (const auto &thread : snapshot.threads) {
    size_t length = name_size(thread);
    writer.integer(thread.id);
    writer.integer(thread.calls);
    writer.integer(uint32_t(length));
    writer.integer(uint32_t(0));
    writer.bytes(thread.name, length);
    pad(writer, length);
  }
}

static void write_outgoing(field_writer &writer,
                           const stacks_snapshot &snapshot) {
  size_t size = 0;
  for (const auto &call : snapshot.outgoing_calls)
    size += GMON_OUTGOING_SIZE + padded(call.name_size);
  begin_section(writer, GMON_SECTION_OUTGOING, size);
  for (const auto &call : snapshot.outgoing_calls) {
    writer.integer(call.module);
    writer.integer(call.name_size);
    writer.integer(call.caller);
    writer.integer(call.count);
    writer.bytes(call.name, call.name_size);
    pad(writer, call.name_size);
  }
}

/// Writes the distribution of a count over a single process.
static void write_distribution(field_writer &writer, uint64_t count,
                               uint32_t rank) {
  const auto squares = static_cast<unsigned __int128>(count) * count;
  struct {
    uint64_t sum, squares[2], least, greatest;
    uint32_t least_rank, greatest_rank;
  } fields = {count, {uint64_t(squares), uint64_t(squares >> 64)},
              count, count,
              rank,  rank};
  static_assert(sizeof(fields) == GMON_DISTRIBUTION_SIZE);
  writer.bytes(&fields, sizeof(fields));
}

/// Begins a section about a single process of a job, unless it has no items.
static bool begin_ranked(field_writer &writer, gmon_section_tag tag,
                         size_t size, uint32_t rank) {
  if (!size)
    return false;
  begin_section(writer, tag, GMON_RANKS_HEADER_SIZE + size);
  writer.integer(uint64_t(1));
  writer.integer(rank);
  writer.integer(uint32_t(0));
  return true;
}

static void write_ranks(field_writer &writer, const stacks_snapshot &snapshot) {
  if (!begin_ranked(writer, GMON_SECTION_RANKS,
                    snapshot.ranks.count() * GMON_RANKED_SIZE, snapshot.rank))
    return;
  for (const auto &function : snapshot.ranks) {
    writer.integer(function.module);
    writer.integer(uint32_t(0));
    writer.integer(function.address);
    write_distribution(writer, function.samples, snapshot.rank);
    write_distribution(writer, function.calls, snapshot.rank);
  }
}

static void write_mpi_calls(field_writer &writer,
                            const stacks_snapshot &snapshot) {
  if (!begin_ranked(writer, GMON_SECTION_MPI,
                    snapshot.mpi_calls.count() * GMON_MPI_CALL_SIZE,
                    snapshot.rank))
    return;
  for (const auto &call : snapshot.mpi_calls) {
    writer.bytes(call.name, sizeof(call.name));
    writer.integer(call.communicator);
    write_distribution(writer, call.calls, snapshot.rank);
    write_distribution(writer, call.nanoseconds, snapshot.rank);
    write_distribution(writer, call.bytes, snapshot.rank);
  }
}

static void write_checksum(field_writer &writer) {
  const uint32_t checksum = writer.checksum();
  begin_section(writer, GMON_SECTION_CHECKSUM, GMON_CHECKSUM_SIZE);
  writer.integer(checksum);
  writer.integer(uint32_t(0));
}

int write_snapshot(output &file, const stacks_snapshot &snapshot) {
  field_writer writer(file, /*has_checksum=*/true);
  writer.bytes(GMON_STACKS_COOKIE, GMON_STACKS_COOKIE_SIZE);
  writer.integer(uint32_t(GMON_STACKS_VERSION));
  writer.integer(uint32_t(0));
  write_records<GMON_FACT_SIZE>(writer, GMON_SECTION_FACTS, snapshot.facts);
  write_modules(writer, snapshot);
  write_records<GMON_CONTEXT_SIZE>(writer, GMON_SECTION_CONTEXTS,
                                   snapshot.contexts);
  write_threads(writer, snapshot);
  write_records<GMON_SAMPLE_SIZE>(writer, GMON_SECTION_SAMPLES,
                                  snapshot.samples);
  write_records<GMON_PROFILE_SIZE>(writer, GMON_SECTION_PROFILES,
                                   snapshot.profiles);
  write_records<GMON_CALL_SIZE>(writer, GMON_SECTION_CALLS, snapshot.calls);
  write_outgoing(writer, snapshot);
  write_ranks(writer, snapshot);
  write_mpi_calls(writer, snapshot);
  write_checksum(writer);
  return writer.finish();
}

} // namespace gmon
