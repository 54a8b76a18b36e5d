/*===-- gmon/job.h - The processes of a job -----------------------*- C -*-===*\
|*
|* Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The interface between the runtime and a library that knows how the processes
|* of a job send messages to each other, such as rt/mpi. Both are linked into
|* the program.
|*
\*===----------------------------------------------------------------------===*/

#ifndef GMON_JOB_H
#define GMON_JOB_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct gmon_job {
  int rank; /* from 0 on */
  int size; /* number of processes */
  /* Send a message to the process `rank`, or receive one from there, and wait
     until that is done. Return 0, or another number after an error. */
  int (*send)(int rank, const void *bytes, size_t size);
  int (*receive)(int rank, void *bytes, size_t size);
};

/* Adds up what all processes of the job have counted so far. The process with
   rank 0 writes the sum: one profile for each program. All processes call this
   at the same time. What a process counts later goes to files of its own, and
   so does all that it has counted if anything fails. */
__attribute__((visibility("hidden"))) void
__gmon_end_job(const struct gmon_job *job);

#ifdef __cplusplus
}
#endif

#endif /* GMON_JOB_H */
