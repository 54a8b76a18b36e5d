/*===-- fortran.c - Measures the calls of Fortran functions -------*- C -*-===*\
|*
|* Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Defines functions of fortran.inc in front of those of a Fortran library that
|* does not call the C functions. All arguments are pointers, which the library
|* gets as they are; `error`, the last one, may be null with mpi_f08. Compiled
|* for each such library:
|*
|*   GMON_NAME(name)      the function's name, as programs call it
|*   GMON_NEXT_NAME(name) the library's name for profilers
|*   GMON_ALIASES         it has names for other Fortran compilers, too
|*   GMON_ONLY_PLAIN      it calls the C functions that have buffers
|*
\*===----------------------------------------------------------------------===*/

#include "mpi/timing.h"

#define INTEGER(i) (*(const MPI_Fint *)a##i)

/* As in calls.c, by the numbers of arguments. */
#define NONE MPI_COMM_NULL
#define WORLD MPI_COMM_WORLD
#define COMMUNICATOR(i) PMPI_Comm_f2c(INTEGER(i))
#define NOTHING 0
#define DATA(count, type)                                                      \
  __gmon_data_size(INTEGER(count), PMPI_Type_f2c(INTEGER(type)))
#define DATA_FOR_EACH(count, type) (size * DATA(count, type))
#define SENT(rank, count, type) (INTEGER(rank) < 0 ? 0 : DATA(count, type))
#define BLOCK(root, root_count, root_type, count, type)                        \
  __gmon_block_size(comm, INTEGER(root), INTEGER(root_count),                  \
                    PMPI_Type_f2c(INTEGER(root_type)), INTEGER(count),         \
                    PMPI_Type_f2c(INTEGER(type)))

/* The parameters and arguments of functions with this many, but `error`. */
#define PARAMETERS_1
#define PARAMETERS_2 void *a1,
#define PARAMETERS_3 PARAMETERS_2 void *a2,
#define PARAMETERS_4 PARAMETERS_3 void *a3,
#define PARAMETERS_5 PARAMETERS_4 void *a4,
#define PARAMETERS_6 PARAMETERS_5 void *a5,
#define PARAMETERS_7 PARAMETERS_6 void *a6,
#define PARAMETERS_8 PARAMETERS_7 void *a7,
#define PARAMETERS_9 PARAMETERS_8 void *a8,
#define PARAMETERS_10 PARAMETERS_9 void *a9,
#define PARAMETERS_11 PARAMETERS_10 void *a10,
#define PARAMETERS_12 PARAMETERS_11 void *a11,
#define PARAMETERS_13 PARAMETERS_12 void *a12,
#define PARAMETERS_14 PARAMETERS_13 void *a13,
#define ARGUMENTS_1
#define ARGUMENTS_2 a1,
#define ARGUMENTS_3 ARGUMENTS_2 a2,
#define ARGUMENTS_4 ARGUMENTS_3 a3,
#define ARGUMENTS_5 ARGUMENTS_4 a4,
#define ARGUMENTS_6 ARGUMENTS_5 a5,
#define ARGUMENTS_7 ARGUMENTS_6 a6,
#define ARGUMENTS_8 ARGUMENTS_7 a7,
#define ARGUMENTS_9 ARGUMENTS_8 a8,
#define ARGUMENTS_10 ARGUMENTS_9 a9,
#define ARGUMENTS_11 ARGUMENTS_10 a10,
#define ARGUMENTS_12 ARGUMENTS_11 a11,
#define ARGUMENTS_13 ARGUMENTS_12 a12,
#define ARGUMENTS_14 ARGUMENTS_13 a13,

#define STRING_OF(name) #name
#define NAME_OF(name) STRING_OF(name)

#define DEFINE(short_name, function, next_name, count, communicator, bytes)    \
  void next_name(PARAMETERS_##count void *error);                              \
  void function(PARAMETERS_##count void *error);                               \
  __attribute__((weak)) void function(PARAMETERS_##count void *error) {        \
    static struct gmon_call call = {"MPI_" #short_name, 0, 0, {0, 0, 0}, 0};   \
    static __typeof__(function) *next;                                         \
    if (!__atomic_load_n(&next, __ATOMIC_RELAXED))                             \
      __gmon_find_next((void **)&next, NAME_OF(function), NAME_OF(next_name),  \
                       (void *)next_name);                                     \
    MPI_Fint own_error = MPI_SUCCESS;                                          \
    if (!error)                                                                \
      error = &own_error;                                                      \
    uint64_t start = begin_call();                                             \
    next(ARGUMENTS_##count error);                                             \
    if (!start)                                                                \
      return;                                                                  \
    uint64_t nanoseconds = __gmon_end_call(start), data = 0;                   \
    uint32_t size = 0;                                                         \
    if (*(const MPI_Fint *)error == MPI_SUCCESS) {                             \
      MPI_Comm comm = communicator;                                            \
      size = __gmon_size_of(comm);                                             \
      data = bytes;                                                            \
    }                                                                          \
    __gmon_add_call(&call, size, nanoseconds, data);                           \
  }

#ifdef GMON_ALIASES
#define ALIAS(other, function)                                                 \
  extern __typeof__(function) other __attribute__((weak, alias(#function)));
#else
#define ALIAS(other, function)
#endif

#define CALL(name, small_name, count, communicator, bytes)                     \
  DEFINE(name, GMON_NAME(small_name), GMON_NEXT_NAME(small_name), count,       \
         communicator, bytes)                                                  \
  ALIAS(mpi_##small_name, mpi_##small_name##_)                                 \
  ALIAS(mpi_##small_name##__, mpi_##small_name##_)
#ifdef GMON_ONLY_PLAIN
#define BUFFER_CALL(name, small_name, count, communicator, bytes)
#else
#define BUFFER_CALL CALL
#endif
#include "mpi/fortran.inc"
