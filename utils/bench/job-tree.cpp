//===-- job-tree.cpp - Adds up the profiles of a large job ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the ranks of a job of many processes send, and what they need for that,
// without the processes: takes the profiles of real ranks, with their sidecar
// files, and adds them up by the runtime's own code, along the tree of
// rt/control/job.cpp. If the job has more ranks than there are files, the files
// repeat with other ranks.
//
//   clang++ -std=c++20 -O2 -I rt -I rt/include utils/bench/job-tree.cpp \
//     rt/base/memory.cpp rt/encoding/memory_output.cpp \
//     rt/encoding/packed_file.cpp rt/encoding/stacks_writer.cpp \
//     rt/sums/*.cpp -o job-tree
//   ./job-tree RANKS gmon.out.rank*
//
// Prints for each level of the tree the number of its messages with files, and
// their mean and greatest size; and what the root receives, its memory, and the
// time of its additions.
//
//===----------------------------------------------------------------------===//

#include "encoding/memory_output.h"
#include "encoding/packed_file.h"
#include "sums/profile_sum.h"
#include "sums/stacks_sum.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace gmon;

/// As in control/job_pieces.h.
static constexpr size_t piece_size = size_t(1) << 16;

namespace {

/// A rank's two files.
struct rank_files {
  std::string profile, stacks;
  size_t size() const { return profile.size() + stacks.size(); }
};

struct level {
  uint64_t messages = 0, bytes = 0, most_bytes = 0;
};

} // namespace

static std::vector<rank_files> files;
static std::map<int, level> levels; ///< by step
static double root_seconds = 0;
static uint64_t num_messages = 0;

static void require(bool holds, const std::string &what) {
  if (holds)
    return;
  fprintf(stderr, "job-tree: %s\n", what.c_str());
  exit(1);
}

static std::string read_file(const std::string &name) {
  std::ifstream from(name, std::ios::binary);
  require(bool(from), "cannot read " + name);
  return {std::istreambuf_iterator<char>(from), {}};
}

static file_bytes bytes_of(const std::string &text) {
  return {text.data(), text.size()};
}

/// Gives a sidecar file of one process another rank.
static void set_rank(std::string &stacks, uint32_t rank) {
  for (size_t at = GMON_STACKS_HEADER_SIZE; at < stacks.size();) {
    uint32_t tag;
    uint64_t size;
    memcpy(&tag, &stacks[at], sizeof(tag));
    memcpy(&size, &stacks[at + 8], sizeof(size));
    const size_t body = at + GMON_SECTION_HEADER_SIZE;
    at = body + size;
    if (tag != GMON_SECTION_RANKS && tag != GMON_SECTION_MPI)
      continue;
    const bool is_mpi = tag == GMON_SECTION_MPI;
    const size_t entry = is_mpi ? GMON_MPI_CALL_SIZE : GMON_RANKED_SIZE;
    const size_t first = is_mpi ? 40 : 16;
    memcpy(&stacks[body + 8], &rank, sizeof(rank));
    for (size_t of = body + GMON_RANKS_HEADER_SIZE; of < at; of += entry)
      for (size_t each = of + first; each < of + entry;
           each += GMON_DISTRIBUTION_SIZE) {
        memcpy(&stacks[each + 40], &rank, sizeof(rank));
        memcpy(&stacks[each + 44], &rank, sizeof(rank));
      }
  }
}

template <typename Sum>
static std::string add_two(const std::string &a, const std::string &b) {
  Sum sum;
  memory_output to;
  require(sum.add(bytes_of(a)) == 0 && sum.add(bytes_of(b)) == 0 &&
              sum.write(to) == 0,
          "the files do not add up");
  return {to.bytes().data, to.bytes().size};
}

static size_t packed_size(const std::string &file) {
  packed_output to;
  require(to.write(to, file.data(), file.size()) == 0 && to.finish(),
          "no memory");
  return to.get().packed.size;
}

/// Returns the number of messages that send a file, or receive it: a header and
/// pieces, of which the last is not full.
static uint64_t messages_of(const std::string &file) {
  return 2 + file.size() / piece_size;
}

static rank_files add(const rank_files &a, const rank_files &b) {
  return {add_two<profile_sum>(a.profile, b.profile),
          add_two<stacks_sum>(a.stacks, b.stacks)};
}

/// Returns the sum that a rank has after it has received from its children with
/// steps below `end`.
static rank_files sum_of(int rank, int end, int size) {
  rank_files sum = files[size_t(rank) % files.size()];
  set_rank(sum.stacks, uint32_t(rank));
  for (int step = 1; step < end && rank + step < size; step *= 2) {
    const rank_files child = sum_of(rank + step, step, size);
    level &at = levels[step];
    ++at.messages;
    at.bytes += child.size();
    // Behind the files an end and an error number; later the job's result.
    num_messages += messages_of(child.profile) + messages_of(child.stacks) + 3;
    if (child.size() > at.most_bytes)
      at.most_bytes = child.size();
    const auto start = std::chrono::steady_clock::now();
    sum = add(sum, child);
    if (!rank)
      root_seconds += std::chrono::duration<double>(
                          std::chrono::steady_clock::now() - start)
                          .count();
  }
  return sum;
}

/// Returns the memory of a rank that has added up `sum`, in bytes: the lists of
/// the sum, and its own files, packed.
static uint64_t memory_of(const rank_files &own, const rank_files &sum) {
  const size_t packed = packed_size(own.profile) + packed_size(own.stacks);
  int ends[2];
  require(pipe(ends) == 0, "no pipe");
  if (!fork()) {
    auto resident = [] {
      std::ifstream from("/proc/self/status");
      uint64_t most = 0;
      for (std::string word; from >> word;)
        if (word == "VmHWM:")
          from >> most;
      return most * 1024;
    };
    std::ofstream("/proc/self/clear_refs") << 5; // the peak begins here
    const uint64_t before = resident();
    profile_sum profile;
    stacks_sum stacks;
    require(profile.add(bytes_of(sum.profile)) == 0 &&
                stacks.add(bytes_of(sum.stacks)) == 0,
            "the files do not add up");
    const uint64_t taken = resident() - before + packed;
    require(write(ends[1], &taken, sizeof(taken)) == sizeof(taken), "no pipe");
    _exit(0);
  }
  uint64_t taken = 0;
  require(read(ends[0], &taken, sizeof(taken)) == sizeof(taken), "no pipe");
  close(ends[0]);
  close(ends[1]);
  wait(nullptr);
  return taken;
}

int main(int argc, char **argv) {
  require(argc > 2, "usage: job-tree RANKS FILE...");
  const int size = atoi(argv[1]);
  uint64_t own_bytes = 0;
  for (int i = 2; i != argc; ++i) {
    const std::string name = argv[i];
    const size_t last = name.rfind('/') + 1;
    files.push_back(
        {read_file(name), read_file(name.substr(0, last) + GMON_STACKS_PREFIX +
                                    name.substr(last))});
    own_bytes += files.back().size();
  }
  const rank_files sum = sum_of(0, size, size);
  uint64_t received = 0, messages = 0, bytes = 0;
  printf("%10s %10s %12s %12s\n", "of ranks", "messages", "mean bytes",
         "most bytes");
  for (const auto &[step, at] : levels) {
    printf("%10d %10llu %12llu %12llu\n", step, (unsigned long long)at.messages,
           (unsigned long long)(at.bytes / at.messages),
           (unsigned long long)at.most_bytes);
    received += at.most_bytes;
    messages += at.messages;
    bytes += at.bytes;
  }
  printf("%d ranks: %llu sums are sent, in %llu messages, %.1f MB together; a "
         "rank's own files have %llu bytes, the sum of all %zu; the root "
         "receives at most %llu bytes, adds for %.1f ms, and has %llu KiB in "
         "memory\n",
         size, (unsigned long long)messages, (unsigned long long)num_messages,
         double(bytes) / 1e6, (unsigned long long)(own_bytes / files.size()),
         sum.size(), (unsigned long long)received, 1e3 * root_seconds,
         (unsigned long long)memory_of(files[0], sum) / 1024);
}
