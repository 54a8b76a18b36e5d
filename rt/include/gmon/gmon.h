/*===-- gmon/gmon.h - Control of the profiler from a program ------*- C -*-===*\
|*
|* Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Functions that a program may call. A program need not call them: the runtime
|* starts profiling with the program and writes the profile when it exits. Names
|* and types are those of the BSD and GNU C libraries, so a program may include
|* this header together with <sys/gmon.h> and <unistd.h>.
|*
\*===----------------------------------------------------------------------===*/

#ifndef GMON_GMON_H
#define GMON_GMON_H

#include <stddef.h>

#if defined(__cplusplus) && __cplusplus >= 201103L
#define GMON_NOEXCEPT noexcept
#elif defined(__cplusplus)
#define GMON_NOEXCEPT throw()
#else
#define GMON_NOEXCEPT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Starts profiling if it has not started at the program's start. Counts samples
   in [low, high) only; these are addresses in the running process. */
void monstartup(unsigned long low, unsigned long high) GMON_NOEXCEPT;

/* Stops profiling in all modules if mode is 0, else resumes it. Samples, calls
   and blocks are not counted while profiling is stopped. Returns 0. */
int moncontrol(int mode) GMON_NOEXCEPT;

/* Writes the profile so far to the file `path`, and continues profiling. A null
   pointer means the file that the program writes at its end. Each library
   writes its own profile, and adds its name to the path. Returns 0, or -1 with
   errno set. */
int gmon_dump(const char *path) GMON_NOEXCEPT;

/* Resets the counts of samples, calls and blocks of all modules. */
void gmon_reset(void) GMON_NOEXCEPT;

/* In a process that writes a set of profiles: what it has counted so far has
   the label that it has had, and what it counts from now on, in any thread, has
   `label`. Null means no label; 255 bytes of one count. Does nothing in other
   processes, nor in the child of a vfork. Returns 0, or -1 with errno set: then
   the label before goes on, and no count is lost. Costs as much as writing a
   profile. */
int gmon_label(const char *label) GMON_NOEXCEPT;

/* Writes the profile so far of the calling module to a buffer of `size` bytes,
   and continues profiling. Returns the size of the profile, or 0 with errno set
   if there is no memory. If the result is more than `size`, the buffer is too
   small, and its contents are undefined. */
size_t gmon_buffer(void *buffer, size_t size) GMON_NOEXCEPT;

/* Stops profiling and writes the profile. Later calls do nothing; instrumented
   code may still run. */
void _mcleanup(void) GMON_NOEXCEPT;
void mcleanup(void) GMON_NOEXCEPT;

/* Does what profil(3) does: counts each sample of the program counter in bin
   ((pc - offset) / 2) * scale / 65536 of `buffer`, which has `size` bytes and
   16-bit bins. A null buffer stops that. Returns 0, or -1 with errno set. */
int profil(unsigned short *buffer, size_t size, size_t offset,
           unsigned int scale) GMON_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* GMON_GMON_H */
