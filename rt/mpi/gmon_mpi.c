/*===-- gmon_mpi.c - The ranks of an MPI job ----------------------*- C -*-===*\
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

#include <stdio.h>

const char __gmon_knows_job = 1;

#ifdef MPICH_VERSION
/* Whether errors of MPI_COMM_WORLD return to the program, or come to a handler
   of its own, and whether those of any other communicator may: a copy has the
   handler of its original. Recorded here because MPICH reports an error while
   it holds a lock that each function of MPI would take. */
static int world_has_handler, others_have_handler;

static void __gmon_note_handler(MPI_Comm comm, int is_fatal) {
  if (comm == MPI_COMM_WORLD)
    __atomic_store_n(&world_has_handler, !is_fatal, __ATOMIC_RELAXED);
  if (!is_fatal)
    __atomic_store_n(&others_have_handler, 1, __ATOMIC_RELAXED);
}

static void __gmon_forget_handlers(void) {
  __atomic_store_n(&world_has_handler, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&others_have_handler, 0, __ATOMIC_RELAXED);
}
#endif

/* Launchers kill ranks that have not ended when another one fails, so the
   profile is written here. The process writes it again at its end. Returns the
   number of ranks, or 0 outside of MPI. */
static int __gmon_write_rank(void) {
  int is_initialized = 0, is_finalized = 0, rank = 0, size = 0;
  PMPI_Initialized(&is_initialized);
  PMPI_Finalized(&is_finalized);
  if (!is_initialized || is_finalized)
    return 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size > 1)
    __gmon_set_rank((uint32_t)rank);
  gmon_dump(NULL);
  return size;
}

static int __gmon_finalize(void) {
  static struct gmon_call call = {"MPI_Finalize", NULL, NULL, {0, 0, 0}, 0};
  int (*next)(void);
  const uint32_t size = (uint32_t)__gmon_write_rank();
  __gmon_find_next((void **)&next, "MPI_Finalize", "PMPI_Finalize",
                   (void *)PMPI_Finalize);
  uint64_t start = __gmon_current_time();
  int error = next();
  __gmon_add_call(&call, size, __gmon_current_time() - start, 0);
#ifdef MPICH_VERSION
  __gmon_forget_handlers();
#endif
  return error;
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

#ifdef MPICH_VERSION
static int __gmon_is_fatal(MPI_Errhandler handler) {
#if MPI_VERSION >= 4
  if (handler == MPI_ERRORS_ABORT)
    return 1;
#endif
  return handler == MPI_ERRORS_ARE_FATAL;
}

__attribute__((weak)) int MPI_Comm_set_errhandler(MPI_Comm comm,
                                                  MPI_Errhandler handler) {
  int (*next)(MPI_Comm, MPI_Errhandler);
  __gmon_find_next((void **)&next, "MPI_Comm_set_errhandler",
                   "PMPI_Comm_set_errhandler",
                   (void *)PMPI_Comm_set_errhandler);
  int error = next(comm, handler);
  if (!error)
    __gmon_note_handler(comm, __gmon_is_fatal(handler));
  return error;
}

/* That of mpi_f08 does not come by the C function. */
void mpi_comm_set_errhandler_f08_(const MPI_Fint *comm, const MPI_Fint *handler,
                                  MPI_Fint *error);
__attribute__((weak)) void mpi_comm_set_errhandler_f08_(const MPI_Fint *comm,
                                                        const MPI_Fint *handler,
                                                        MPI_Fint *error) {
  int result = MPI_Comm_set_errhandler(PMPI_Comm_f2c(*comm),
                                       PMPI_Errhandler_f2c(*handler));
  if (error)
    *error = result;
}

/* Writes the profile before an error of `comm` ends the process. */
static void __gmon_expect_error(MPI_Comm comm) {
  const int *has_handler =
      comm == MPI_COMM_WORLD ? &world_has_handler : &others_have_handler;
  if (!__atomic_load_n(has_handler, __ATOMIC_RELAXED))
    gmon_dump(NULL);
}

/* MPICH's functions report their errors by this one. If the error is fatal, it
   prints a message and asks the launcher to kill all ranks, this one, too.
   `comm` is null, which means MPI_COMM_WORLD, or points to MPICH's object of a
   communicator, of which the handle comes first. If the error turns out not to
   be fatal, no later one is expected to be. Not called if the library is linked
   statically. */
int MPIR_Err_return_comm(const MPI_Comm *comm, const char *function, int code);
__attribute__((weak)) int MPIR_Err_return_comm(const MPI_Comm *comm,
                                               const char *function, int code) {
  __typeof__(MPIR_Err_return_comm) *next = NULL;
  MPI_Comm handle = comm ? *comm : MPI_COMM_WORLD;
  __gmon_expect_error(handle);
  if (dlsym)
    next = (__typeof__(next))dlsym(RTLD_NEXT, "MPIR_Err_return_comm");
  int error = next ? next(comm, function, code) : code;
  __gmon_note_handler(handle, 0);
  return error;
}

__attribute__((weak)) int MPI_Comm_call_errhandler(MPI_Comm comm, int code) {
  int (*next)(MPI_Comm, int);
  __gmon_expect_error(comm);
  __gmon_find_next((void **)&next, "MPI_Comm_call_errhandler",
                   "PMPI_Comm_call_errhandler",
                   (void *)PMPI_Comm_call_errhandler);
  return next(comm, code);
}
#endif

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
