//===-- stacks_writer.cpp - The stacks as a sidecar file ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "encoding/stacks_writer.h"
#include "encoding/field_writer.h"

namespace gmon {

static size_t padded(size_t size) { return (size + 7) & ~size_t(7); }

static void pad(field_writer &to, size_t size) {
  for (size_t i = size; i != padded(size); ++i)
    to.integer(uint8_t(0));
}

static void begin_section(field_writer &to, gmon_section_tag tag, size_t size) {
  to.integer(uint32_t(tag));
  to.integer(uint32_t(0));
  to.integer(uint64_t(size));
}

static void write_facts(field_writer &to, const stacks_snapshot &from) {
  begin_section(to, GMON_SECTION_FACTS, from.facts.count() * GMON_FACT_SIZE);
  for (const auto &each : from.facts) {
    to.integer(each.key);
    to.integer(each.value);
  }
}

static void write_modules(field_writer &to, const stacks_snapshot &from) {
  size_t size = 0;
  for (const auto &each : from.modules)
    size += GMON_MODULE_SIZE + padded(each.build_id_size + each.path_size);
  begin_section(to, GMON_SECTION_MODULES, size);
  for (const auto &each : from.modules) {
    to.integer(each.slide);
    to.integer(each.build_id_size);
    to.integer(each.path_size);
    to.bytes(each.build_id, each.build_id_size);
    to.bytes(each.path, each.path_size);
    pad(to, each.build_id_size + each.path_size);
  }
}

static void write_contexts(field_writer &to, const stacks_snapshot &from) {
  begin_section(to, GMON_SECTION_CONTEXTS,
                from.contexts.count() * GMON_CONTEXT_SIZE);
  for (const auto &each : from.contexts) {
    to.integer(each.caller);
    to.integer(each.module);
    to.integer(each.address);
  }
}

static size_t name_size(const stacks_snapshot::thread &of) {
  size_t size = 0;
  while (size != sizeof(of.name) && of.name[size])
    ++size;
  return size;
}

static void write_threads(field_writer &to, const stacks_snapshot &from) {
  size_t size = 0;
  for (const auto &each : from.threads)
    size += GMON_THREAD_SIZE + padded(name_size(each));
  begin_section(to, GMON_SECTION_THREADS, size);
  for (const auto &each : from.threads) {
    size_t length = name_size(each);
    to.integer(each.id);
    to.integer(each.calls);
    to.integer(uint32_t(length));
    to.integer(uint32_t(0));
    to.bytes(each.name, length);
    pad(to, length);
  }
}

static void write_samples(field_writer &to, const stacks_snapshot &from) {
  begin_section(to, GMON_SECTION_SAMPLES,
                from.samples.count() * GMON_SAMPLE_SIZE);
  for (const auto &each : from.samples) {
    to.integer(each.context);
    to.integer(each.thread);
    to.integer(each.kind);
    to.integer(uint32_t(0));
    to.integer(each.count);
  }
}

static void write_profiles(field_writer &to, const stacks_snapshot &from) {
  begin_section(to, GMON_SECTION_PROFILES,
                from.profiles.count() * GMON_PROFILE_SIZE);
  for (const auto &each : from.profiles) {
    to.integer(each.size);
    to.integer(each.checksum);
    to.integer(uint32_t(0));
  }
}

static void write_calls(field_writer &to, const stacks_snapshot &from) {
  begin_section(to, GMON_SECTION_CALLS, from.calls.count() * GMON_CALL_SIZE);
  for (const auto &each : from.calls) {
    to.integer(each.from_module);
    to.integer(each.self_module);
    to.integer(each.from);
    to.integer(each.self);
    to.integer(each.count);
  }
}

static void write_outgoing(field_writer &to, const stacks_snapshot &from) {
  size_t size = 0;
  for (const auto &each : from.outgoing_calls)
    size += GMON_OUTGOING_SIZE + padded(each.name_size);
  begin_section(to, GMON_SECTION_OUTGOING, size);
  for (const auto &each : from.outgoing_calls) {
    to.integer(each.module);
    to.integer(each.name_size);
    to.integer(each.from);
    to.integer(each.count);
    to.bytes(each.name, each.name_size);
    pad(to, each.name_size);
  }
}

/// Writes the distribution of a count over a single process.
static void write_distribution(field_writer &to, uint64_t count,
                               uint32_t rank) {
  const auto squares = static_cast<unsigned __int128>(count) * count;
  struct {
    uint64_t sum, squares[2], least, greatest;
    uint32_t least_rank, greatest_rank;
  } fields = {count, {uint64_t(squares), uint64_t(squares >> 64)},
              count, count,
              rank,  rank};
  static_assert(sizeof(fields) == GMON_DISTRIBUTION_SIZE);
  to.bytes(&fields, sizeof(fields));
}

/// Begins a section about a single process of a job, unless it has no items.
static bool begin_ranked(field_writer &to, gmon_section_tag tag, size_t size,
                         uint32_t rank) {
  if (!size)
    return false;
  begin_section(to, tag, GMON_RANKS_HEADER_SIZE + size);
  to.integer(uint64_t(1));
  to.integer(rank);
  to.integer(uint32_t(0));
  return true;
}

static void write_ranks(field_writer &to, const stacks_snapshot &from) {
  if (!begin_ranked(to, GMON_SECTION_RANKS,
                    from.ranks.count() * GMON_RANKED_SIZE, from.rank))
    return;
  for (const auto &each : from.ranks) {
    to.integer(each.module);
    to.integer(uint32_t(0));
    to.integer(each.address);
    write_distribution(to, each.samples, from.rank);
    write_distribution(to, each.calls, from.rank);
  }
}

static void write_mpi_calls(field_writer &to, const stacks_snapshot &from) {
  if (!begin_ranked(to, GMON_SECTION_MPI,
                    from.mpi_calls.count() * GMON_MPI_CALL_SIZE, from.rank))
    return;
  for (const auto &each : from.mpi_calls) {
    to.bytes(each.name, sizeof(each.name));
    to.integer(each.communicator);
    write_distribution(to, each.calls, from.rank);
    write_distribution(to, each.nanoseconds, from.rank);
    write_distribution(to, each.bytes, from.rank);
  }
}

static void write_checksum(field_writer &to) {
  const uint32_t checksum = to.checksum();
  begin_section(to, GMON_SECTION_CHECKSUM, GMON_CHECKSUM_SIZE);
  to.integer(checksum);
  to.integer(uint32_t(0));
}

int write_snapshot(output &to, const stacks_snapshot &from) {
  field_writer writer(to, /*has_checksum=*/true);
  writer.bytes(GMON_STACKS_COOKIE, GMON_STACKS_COOKIE_SIZE);
  writer.integer(uint32_t(GMON_STACKS_VERSION));
  writer.integer(uint32_t(0));
  write_facts(writer, from);
  write_modules(writer, from);
  write_contexts(writer, from);
  write_threads(writer, from);
  write_samples(writer, from);
  write_profiles(writer, from);
  write_calls(writer, from);
  write_outgoing(writer, from);
  write_ranks(writer, from);
  write_mpi_calls(writer, from);
  write_checksum(writer);
  return writer.finish();
}

} // namespace gmon
