//===-- stacks_snapshot.h - What a sidecar file says ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What output/snapshot.h collects and encoding/stacks_writer.h writes.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_ENCODING_STACKS_SNAPSHOT_H
#define GMON_RT_ENCODING_STACKS_SNAPSHOT_H

#include "base/scratch_list.h"
#include "gmon/format.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace gmon {

/// The contents of a sidecar file of stacks (gmon/format.h) as plain data.
/// Facts, contexts, samples, profiles and calls have the layout of the file,
/// whose byte order is that of all processors with a runtime.
struct stacks_snapshot {
  struct fact {
    uint64_t key; ///< a gmon_fact
    uint64_t value;
  };
  struct module {
    uint64_t slide;
    const char *path; ///< of `path_size` characters
    const char *build_id;
    uint32_t path_size;
    uint32_t build_id_size;
  };
  struct context {
    uint32_t caller; ///< number of an earlier context, from 1 on, or 0
    uint32_t module; ///< number of a module, from 0 on, or GMON_NO_MODULE
    uint64_t address;
    bool operator==(const context &other) const {
      return caller == other.caller && module == other.module &&
             address == other.address;
    }
  };
  struct thread {
    uint64_t id;
    uint64_t calls;
    char name[16]; ///< NUL-terminated if it is shorter
  };
  struct sample {
    uint32_t context; ///< number of a context, from 1 on, or 0
    uint32_t thread;  ///< number of a thread, from 0 on
    uint64_t kind;    ///< a gmon_sample_kind
    uint64_t count;
  };
  struct call {
    uint32_t from_module; ///< numbers of modules
    uint32_t self_module;
    uint64_t caller; ///< link-time addresses: inside the call
    uint64_t self;   ///< of the called function
    uint64_t count;
  };
  struct outgoing {
    uint32_t module;  ///< number of a module
    uint64_t caller;  ///< link-time address inside the call
    const char *name; ///< of the called function, of `name_size` characters
    uint32_t name_size;
    uint64_t count;
  };
  struct profile {
    uint64_t size;
    uint32_t checksum;
    uint32_t unused = 0;
  };
  /// The counts of a function of this process, or a gmon_rank_total.
  struct ranked {
    uint32_t module; ///< number of a module, or GMON_NO_MODULE
    uint64_t address;
    uint64_t samples, calls;
  };
  /// The calls of an MPI function with communicators of one size, or all calls.
  struct mpi_call {
    char name[GMON_MPI_NAME_SIZE];
    uint64_t communicator; ///< number of its processes, or 0
    uint64_t calls, nanoseconds, bytes;
  };
  /// Orders MPI calls by name and communicator.
  struct mpi_call_key {
    const char *name; ///< NUL-terminated if it is shorter
    uint64_t communicator;

    int compare(const mpi_call_key &other) const {
      int order = strncmp(name, other.name, GMON_MPI_NAME_SIZE);
      if (order)
        return order;
      return communicator < other.communicator
                 ? -1
                 : communicator > other.communicator;
    }
    bool operator<(const mpi_call_key &other) const {
      return compare(other) < 0;
    }
    bool operator<=(const mpi_call_key &other) const {
      return compare(other) <= 0;
    }
    bool operator==(const mpi_call_key &other) const {
      return compare(other) == 0;
    }
  };
  scratch_list<fact> facts;
  scratch_list<module> modules;
  scratch_list<context> contexts;
  scratch_list<thread> threads;
  scratch_list<sample> samples;
  scratch_list<profile> profiles;
  scratch_list<call> calls;
  scratch_list<outgoing> outgoing_calls;
  uint32_t rank = 0;                ///< of this process, if it has one
  scratch_list<ranked> ranks;       ///< by module and address
  scratch_list<mpi_call> mpi_calls; ///< by name and communicator
};

} // namespace gmon

#endif // GMON_RT_ENCODING_STACKS_SNAPSHOT_H
