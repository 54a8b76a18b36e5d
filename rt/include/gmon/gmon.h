/*===-- gmon/gmon.h - Control of the profiler from a program ------*- C -*-===*\
|*
|* Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* What a program may call. None of it is needed: a program that is linked with
|* the runtime is profiled from its start and writes its profile when it exits.
|* The names are those of the BSD and GNU C libraries, and so are the types:
|* this header goes together with the latter's <sys/gmon.h> and <unistd.h>.
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

/* Starts profiling where it has not started by itself. Samples outside
   [low, high), addresses in the running process, are not counted. */
void monstartup(unsigned long low, unsigned long high) GMON_NOEXCEPT;

/* Stops profiling for mode 0, resumes it otherwise, in all modules. Neither
   samples nor calls nor blocks are counted while it is stopped. Returns 0. */
int moncontrol(int mode) GMON_NOEXCEPT;

/* Writes the profile so far to the file `path`, and goes on. A null pointer
   means the file that is written at the end. Each library adds its name to the
   path for a profile of its own. Returns 0, or -1 with errno set. */
int gmon_dump(const char *path) GMON_NOEXCEPT;

/* Forgets all samples, calls and blocks counted so far, of all modules. */
void gmon_reset(void) GMON_NOEXCEPT;

/* Writes the profile so far of the module that calls this into a buffer of
   `size` bytes, and goes on. Returns the bytes that the profile has, or 0 with
   errno set if there is no memory. If they are more than `size` the buffer is
   too small, and what is in it means nothing. */
size_t gmon_buffer(void *buffer, size_t size) GMON_NOEXCEPT;

/* Stops profiling and writes the profile. Later calls do nothing; instrumented
   code may still run. */
void _mcleanup(void) GMON_NOEXCEPT;
void mcleanup(void) GMON_NOEXCEPT;

/* As profil(3): counts samples of the program counter in buffer, `size` bytes
   of 16-bit bins, bin ((pc - offset) / 2) * scale / 65536, until it is called
   with a null buffer. Returns 0, or -1 with errno set. */
int profil(unsigned short *buffer, size_t size, size_t offset,
           unsigned int scale) GMON_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* GMON_GMON_H */
