/*===-- calls.c - Measures the calls of C functions ---------------*- C -*-===*\
|*
|* Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Defines the functions of calls.inc in front of the MPI library's.
|*
\*===----------------------------------------------------------------------===*/

#include "mpi/timing.h"

__thread const char *__gmon_mpi_frame;

void __gmon_find_next(void **next, const char *name, const char *mpi_name,
                      void *mpi) {
  void *found = NULL;
  if (dlsym && dlsym(RTLD_NEXT, mpi_name) == mpi)
    found = dlsym(RTLD_NEXT, name);
  __atomic_store_n(next, found ? found : mpi, __ATOMIC_RELAXED);
}

/* What a call sends; for functions with `comm`, `size` is its size. */
#define NOTHING 0
#define DATA(count, type) __gmon_data_size(count, type)
#define DATA_FOR_EACH(count, type) (size * __gmon_data_size(count, type))
/* Nothing if the rank is MPI_PROC_NULL or MPI_ROOT, which are negative. */
#define SENT(rank, count, type) ((rank) < 0 ? 0 : __gmon_data_size(count, type))
#define BLOCK(root, root_count, root_type, count, type)                        \
  __gmon_block_size(comm, root, root_count, root_type, count, type)
/* Of a process that passes MPI_IN_PLACE, the arguments of the other buffer. */
#define OWN_BLOCK(buffer, other_counts, other_type, bytes)                     \
  ((buffer) == MPI_IN_PLACE                                                    \
       ? __gmon_own_block_size(comm, other_counts, sizeof(*(other_counts)),    \
                               other_type)                                     \
       : (bytes))
#define ALL_BLOCKS(buffer, counts, type, other_counts, other_type)             \
  ((buffer) == MPI_IN_PLACE                                                    \
       ? __gmon_size_of_blocks(comm, 1, other_counts, sizeof(*(other_counts)), \
                               other_type, NULL)                               \
       : __gmon_size_of_blocks(comm, 1, counts, sizeof(*(counts)), type,       \
                               NULL))
#define ALL_TYPED_BLOCKS(buffer, counts, types, other_counts, other_types)     \
  ((buffer) == MPI_IN_PLACE                                                    \
       ? __gmon_size_of_blocks(comm, 1, other_counts, sizeof(*(other_counts)), \
                               MPI_DATATYPE_NULL, other_types)                 \
       : __gmon_size_of_blocks(comm, 1, counts, sizeof(*(counts)),             \
                               MPI_DATATYPE_NULL, types))
#define SUM_OF_BLOCKS(counts, type)                                            \
  __gmon_size_of_blocks(comm, 0, counts, sizeof(*(counts)), type, NULL)

#define DEFINE(short_name, function, parameters, arguments, communicator,      \
               bytes)                                                          \
  __attribute__((weak)) int function parameters {                              \
    static struct gmon_call call = {"MPI_" #short_name, 0, 0, {0, 0, 0}, 0};   \
    static __typeof__(function) *next;                                         \
    if (!__atomic_load_n(&next, __ATOMIC_RELAXED))                             \
      __gmon_find_next((void **)&next, #function, "P" #function,               \
                       (void *)P##function);                                   \
    uint64_t start = begin_call();                                             \
    int error = next arguments;                                                \
    if (start) {                                                               \
      uint64_t nanoseconds = __gmon_end_call(start);                           \
      uint32_t size = error ? 0 : __gmon_size_of(communicator);                \
      __gmon_add_call(&call, size, nanoseconds, error ? 0 : (bytes));          \
    }                                                                          \
    return error;                                                              \
  }

#define CALL(name, parameters, arguments, communicator, bytes)                 \
  DEFINE(name, MPI_##name, parameters, arguments, communicator, bytes)
#define LARGE_CALL CALL
#define COUNT int
#define DISPLACEMENT int
#include "mpi/calls.inc"

#if MPI_VERSION >= 4
#undef CALL
#undef LARGE_CALL
#undef COUNT
#undef DISPLACEMENT
#define CALL(name, parameters, arguments, communicator, bytes)
#define LARGE_CALL(name, parameters, arguments, communicator, bytes)           \
  DEFINE(name, MPI_##name##_c, parameters, arguments, communicator, bytes)
#define COUNT MPI_Count
#define DISPLACEMENT MPI_Aint
#include "mpi/calls.inc"
#endif
