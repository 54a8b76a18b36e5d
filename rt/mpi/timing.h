/*===-- timing.h - Measures the calls of an MPI library -----------*- C -*-===*\
|*
|* Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* What the functions in front of the MPI library have in common.
|*
|* They change nothing that the program sees. So the size of a communicator or
|* of a type is only asked for after the call has succeeded: then it is valid,
|* and no error handler is called. All definitions are weak: the program's own
|* ones take precedence.
|*
\*===----------------------------------------------------------------------===*/

#ifndef GMON_RT_MPI_TIMING_H
#define GMON_RT_MPI_TIMING_H

#include "gmon/job.h"

#include <dlfcn.h>
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* The runtime counts samples in this section as samples in MPI. */
#pragma clang section text = "gmon_mpi"

/* Inlined into each of the functions, they would double the size. */
#define NOT_INLINED __attribute__((noinline, unused)) static

/* Null in a static program. */
extern __typeof__(dlsym) dlsym __attribute__((weak));

/* Sets *next to the next definition of a function after the program's: that of
   another tool, in a shared library, or the MPI library's. If the MPI library
   is a part of the program, it is `mpi`, the library's function for profilers,
   with the name `mpi_name`. */
__attribute__((visibility("hidden"))) void
__gmon_find_next(void **next, const char *name, const char *mpi_name,
                 void *mpi);

/* The frame of the measured function that this thread executes, or null. Some
   MPI libraries call functions of their own by names that programs use, and
   they call functions of the program, such as error handlers. Such inner calls
   are a part of the outer one. A frame that was left by longjmp is not below a
   later one. */
extern __thread const char *__gmon_mpi_frame
    __attribute__((visibility("hidden"), tls_model("initial-exec")));

NOT_INLINED uint64_t __gmon_current_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Begins a call. Returns its start, or 0 if it is an inner one. */
static inline __attribute__((always_inline)) uint64_t begin_call(void) {
  const char *frame = (const char *)__builtin_frame_address(0);
  if (__gmon_mpi_frame > frame)
    return 0;
  __gmon_mpi_frame = frame;
  return __gmon_current_time();
}

/* Ends a call that is not an inner one. Returns how long it took. */
NOT_INLINED uint64_t __gmon_end_call(uint64_t start) {
  uint64_t end = __gmon_current_time();
  __gmon_mpi_frame = NULL;
  return end > start ? end - start : 0;
}

/* Returns the number of processes of a communicator, which is valid or null. */
NOT_INLINED uint32_t __gmon_size_of(MPI_Comm communicator) {
  int size = 0;
  if (communicator != MPI_COMM_NULL)
    PMPI_Comm_size(communicator, &size);
  return size > 0 ? (uint32_t)size : 0;
}

NOT_INLINED uint64_t __gmon_data_size(MPI_Count count, MPI_Datatype type) {
  int size = 0;
  if (count <= 0 || type == MPI_DATATYPE_NULL ||
      PMPI_Type_size(type, &size) != MPI_SUCCESS || size < 0)
    return 0;
  return (uint64_t)count * (uint64_t)size;
}

/* Returns the size of the data of a process in a gather or scatter: the root
   passes them in other arguments than the others. */
NOT_INLINED uint64_t __gmon_block_size(MPI_Comm communicator, int root,
                                       MPI_Count root_count,
                                       MPI_Datatype root_type, MPI_Count count,
                                       MPI_Datatype type) {
  int rank = -1;
  if (root < 0)
    return 0;
  PMPI_Comm_rank(communicator, &rank);
  return rank == root ? __gmon_data_size(root_count, root_type)
                      : __gmon_data_size(count, type);
}

/* Returns an item of an array of int or MPI_Count, by the size of an item. */
static inline MPI_Count count_at(const void *counts, size_t item_size,
                                 int index) {
  return item_size == sizeof(int) ? ((const int *)counts)[index]
                                  : ((const MPI_Count *)counts)[index];
}

/* Returns the size of this process's own block, of an array with one for each
   process. */
NOT_INLINED uint64_t __gmon_own_block_size(MPI_Comm communicator,
                                           const void *counts, size_t item_size,
                                           MPI_Datatype type) {
  int rank = -1;
  PMPI_Comm_rank(communicator, &rank);
  return rank < 0 ? 0
                  : __gmon_data_size(count_at(counts, item_size, rank), type);
}

/* Returns the size of all blocks, of an array with one for each process of the
   communicator, or of the remote group if `is_sent`. All have `type`, or, if
   `types` is not null, each its own. */
NOT_INLINED uint64_t __gmon_size_of_blocks(MPI_Comm communicator, int is_sent,
                                           const void *counts, size_t item_size,
                                           MPI_Datatype type,
                                           const MPI_Datatype *types) {
  int num_blocks = 0, is_inter = 0;
  PMPI_Comm_test_inter(communicator, &is_inter);
  if (is_inter && is_sent)
    PMPI_Comm_remote_size(communicator, &num_blocks);
  else
    PMPI_Comm_size(communicator, &num_blocks);
  uint64_t sum = 0;
  MPI_Count count = 0;
  for (int i = 0; i != num_blocks; ++i)
    if (types)
      sum += __gmon_data_size(count_at(counts, item_size, i), types[i]);
    else
      count += count_at(counts, item_size, i);
  return types ? sum : __gmon_data_size(count, type);
}

#endif /* GMON_RT_MPI_TIMING_H */
