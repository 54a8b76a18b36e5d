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
#include <stdio.h>

const char __gmon_ends_job = 1;

/* A copy of MPI_COMM_WORLD: its messages do not meet the program's. */
static MPI_Comm world;

/* Whether some ranks do not come: those of a program without this library. */
static int has_given_up;

/* Waits until a request is complete, but not forever: a minute with short
   pauses, and nine with long ones. PMPI_Wait would use the processor, which
   other ranks need if there are more ranks than processors. */
static int __gmon_wait(MPI_Request *request, MPI_Status *status) {
  const long short_pause = 1000000, long_pause = 100000000; /* nanoseconds */
  const long num_short = 60000, num_long = 5400;
  struct timespec pause = {0, 10000};
  for (long i = 0; !has_given_up; ++i) {
    int is_complete = 0;
    int error = PMPI_Test(request, &is_complete, status);
    if (error || is_complete)
      return error;
    nanosleep(&pause, NULL);
    if (pause.tv_nsec < (i < num_short ? short_pause : long_pause))
      pause.tv_nsec *= 2;
    has_given_up = i >= num_short + num_long;
  }
  return MPI_ERR_OTHER;
}

static int __gmon_send_bytes(int rank, const void *bytes, size_t size) {
  MPI_Request request;
  if (size > INT_MAX)
    return MPI_ERR_COUNT;
  int error = PMPI_Isend(bytes, (int)size, MPI_BYTE, rank, 0, world, &request);
  return error ? error : __gmon_wait(&request, MPI_STATUS_IGNORE);
}

static int __gmon_receive_bytes(int rank, void *bytes, size_t *size) {
  MPI_Request request;
  MPI_Status status;
  int received = 0;
  if (*size > INT_MAX)
    return MPI_ERR_COUNT;
  int error = PMPI_Irecv(bytes, (int)*size, MPI_BYTE, rank, 0, world, &request);
  if (!error)
    error = __gmon_wait(&request, &status);
  if (!error)
    error = PMPI_Get_count(&status, MPI_BYTE, &received);
  *size = (size_t)received;
  return error;
}

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

static void __gmon_end_ranks(void) {
  static struct gmon_call call = {"MPI_Finalize", NULL, NULL, {0, 0, 0}, 0};
  int is_initialized = 0, is_finalized = 0;
  PMPI_Initialized(&is_initialized);
  PMPI_Finalized(&is_finalized);
  if (!is_initialized || is_finalized)
    return;
  /* Waits until all ranks have come, as MPI_Finalize would. */
  uint64_t start = __gmon_current_time();
  MPI_Request request;
  if (PMPI_Comm_idup(MPI_COMM_WORLD, &world, &request) ||
      __gmon_wait(&request, MPI_STATUS_IGNORE)) {
    fputs("gmon: no profile of the job: not all ranks come to MPI_Finalize; "
          "this process writes its own\n",
          stderr);
    return;
  }
  PMPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
#ifdef MPICH_VERSION
  __gmon_note_handler(world, 0);
#endif
  __gmon_add_call(&call, __gmon_size_of(world), __gmon_current_time() - start,
                  0);
  struct gmon_job job = {0, 1, __gmon_send_bytes, __gmon_receive_bytes};
  PMPI_Comm_rank(world, &job.rank);
  PMPI_Comm_size(world, &job.size);
  __gmon_end_job(&job);
  if (!has_given_up)
    PMPI_Comm_free(&world);
}

static int __gmon_finalize(void) {
  int (*next)(void);
  __gmon_end_ranks();
  __gmon_find_next((void **)&next, "MPI_Finalize", "PMPI_Finalize",
                   (void *)PMPI_Finalize);
  int error = next();
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
