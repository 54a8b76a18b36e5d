/*===-- gmon_mpi.c - One profile for an MPI job -------------------*- C -*-===*\
|*
|* Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Defines MPI_Finalize in front of the MPI library's, by MPI's interface for
|* profilers: the library offers all its functions under names with a P, too.
|* This file is compiled against each MPI that is installed, because their
|* handles differ.
|*
\*===----------------------------------------------------------------------===*/

#include "gmon/gmon.h"
#include "mpi/timing.h"

#include <limits.h>

/* A copy of MPI_COMM_WORLD: its messages do not meet the program's. */
static MPI_Comm world;

static int __gmon_send_bytes(int rank, const void *bytes, size_t size) {
  return size > INT_MAX ? MPI_ERR_COUNT
                        : PMPI_Send(bytes, (int)size, MPI_BYTE, rank, 0, world);
}

static int __gmon_receive_bytes(int rank, void *bytes, size_t size) {
  return size > INT_MAX ? MPI_ERR_COUNT
                        : PMPI_Recv(bytes, (int)size, MPI_BYTE, rank, 0, world,
                                    MPI_STATUS_IGNORE);
}

static void __gmon_end_ranks(void) {
  static struct gmon_call call = {"MPI_Finalize", NULL, NULL, {0, 0, 0}, 0};
  int is_initialized = 0, is_finalized = 0;
  PMPI_Initialized(&is_initialized);
  PMPI_Finalized(&is_finalized);
  if (!is_initialized || is_finalized)
    return;
  /* Waits until all ranks have come, as MPI_Finalize would. */
  uint64_t start = __gmon_current_time();
  if (PMPI_Comm_dup(MPI_COMM_WORLD, &world) != MPI_SUCCESS)
    return;
  PMPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
  __gmon_add_call(&call, __gmon_size_of(world), __gmon_current_time() - start,
                  0);
  struct gmon_job job = {0, 1, __gmon_send_bytes, __gmon_receive_bytes};
  PMPI_Comm_rank(world, &job.rank);
  PMPI_Comm_size(world, &job.size);
  __gmon_end_job(&job);
  PMPI_Comm_free(&world);
}

static int __gmon_finalize(void) {
  int (*next)(void);
  __gmon_end_ranks();
  __gmon_find_next((void **)&next, "MPI_Finalize", "PMPI_Finalize",
                   (void *)PMPI_Finalize);
  return next();
}

__attribute__((weak)) int MPI_Finalize(void) { return __gmon_finalize(); }

/* MPICH's launcher kills all ranks, this one too, before they could end. */
__attribute__((weak)) int MPI_Abort(MPI_Comm comm, int code) {
  int (*next)(MPI_Comm, int);
  gmon_dump(NULL);
  __gmon_find_next((void **)&next, "MPI_Abort", "PMPI_Abort",
                   (void *)PMPI_Abort);
  return next(comm, code);
}

/* Fortran's MPI_Finalize does not come by the C function in all libraries. Its
   name depends on the compiler; `error` may be absent with mpi_f08. */
#define GMON_FORTRAN_FINALIZE(name)                                            \
  void name(MPI_Fint *error);                                                  \
  __attribute__((weak)) void name(MPI_Fint *error) {                           \
    int result = __gmon_finalize();                                            \
    if (error)                                                                 \
      *error = result;                                                         \
  }

GMON_FORTRAN_FINALIZE(mpi_finalize)
GMON_FORTRAN_FINALIZE(mpi_finalize_)
GMON_FORTRAN_FINALIZE(mpi_finalize__)
GMON_FORTRAN_FINALIZE(mpi_finalize_f08)
GMON_FORTRAN_FINALIZE(mpi_finalize_f08_)
