/*===-- gmon/job.h - The processes of a job -----------------------*- C -*-===*\
|*
|* Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The interface between the runtime and a library that knows the job that a
|* process belongs to, and measures the messages of its processes, such as
|* rt/mpi. Both are linked into the program.
|*
\*===----------------------------------------------------------------------===*/

#ifndef GMON_JOB_H
#define GMON_JOB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Defined by that library: the runtime finds out whether it is linked. The
   processes of a job then append their profiles to one set. */
extern const char __gmon_knows_job __attribute__((weak, visibility("hidden")));

/* Says that this process is one of several in a job, with this rank. */
__attribute__((visibility("hidden"))) void __gmon_set_rank(uint32_t rank);

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
