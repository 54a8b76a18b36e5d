/*===-- gmon/job.h - The processes of a job -----------------------*- C -*-===*\
|*
|* Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The interface between the runtime and a library that knows how the processes
|* of a job send messages to each other, such as rt/mpi. That library measures
|* the program's own messages, too. Both are linked into the program.
|*
\*===----------------------------------------------------------------------===*/

#ifndef GMON_JOB_H
#define GMON_JOB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct gmon_job {
  int rank; /* from 0 on */
  int size; /* number of processes */
  /* Send a message to the process `rank`, or receive one from there, and wait
     until that is done. Return 0, or another number after an error. `size` is
     the most that can be received, and then what was. */
  int (*send)(int rank, const void *bytes, size_t size);
  int (*receive)(int rank, void *bytes, size_t *size);
};

/* Defined by that library: the runtime finds out whether it is linked. */
extern const char __gmon_ends_job __attribute__((weak, visibility("hidden")));

/* Adds up what all processes of the job have counted so far. The process with
   rank 0 writes the sum: one profile for each program. All processes call this
   at the same time. What a process counts later goes to files of its own, and
   so does all that it has counted if anything fails. */
__attribute__((visibility("hidden"))) void
__gmon_end_job(const struct gmon_job *job);

struct gmon_call_counts {
  uint64_t calls;
  uint64_t nanoseconds; /* of elapsed time */
  uint64_t bytes;
};

/* A function of such a library whose calls are measured. An object of static
   storage: all but the name is the runtime's, and zeros at first. */
struct gmon_call {
  const char *name; /* less than GMON_MPI_NAME_SIZE characters */
  struct gmon_call *next;
  void *sizes;
  struct gmon_call_counts others;
  int is_listed;
};

/* Counts a call that has ended, of any thread. `communicator` is the number of
   processes of its communicator, or 0. Does nothing while the program has
   stopped profiling. */
__attribute__((visibility("hidden"))) void
__gmon_add_call(struct gmon_call *call, uint32_t communicator,
                uint64_t nanoseconds, uint64_t bytes);

#ifdef __cplusplus
}
#endif

#endif /* GMON_JOB_H */
