//===-- hidden_names.h - Names that reports leave out -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A profile describes the program, not its profiler. Every gprof omits some
// functions of the C library's profiler from its reports, among them
// __mcount_internal. And no gprof takes a local symbol with a '$' in its name
// for a function: it charges that code to the symbol before.
//
// So the code of each object of the runtime begins with the symbol
// __mcount_internal, and the namespace's name puts a '$' into the names of the
// functions. GMON_PUBLIC puts functions that keep their names behind all
// others.
//
// Each source file of the runtime is compiled with this header in front, and
// each object's code is one section. cmake/GmonHiddenNames.cmake makes the
// names local.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_HIDDEN_NAMES_H
#define GMON_RT_BASE_HIDDEN_NAMES_H

#define gmon gmon$rt

// The merged object has this text once for each of its sources. Its second
// subsection is behind all functions; the function behind it has another
// address than the label.
#ifdef GMON_MERGED
#define GMON_TEXT_BOUNDS                                                       \
  "__gmon$text:\n"                                                             \
  ".text 1\n"                                                                  \
  "__gmon$text_end: nop\n"                                                     \
  ".text\n"
#else
#define GMON_TEXT_BOUNDS ""
#endif
__asm__(".text\n"
        ".ifndef __mcount_internal\n"
        ".type __mcount_internal, %function\n"
        "__mcount_internal:\n" GMON_TEXT_BOUNDS ".endif\n");

// The runtime must not call the program's own memcpy. The compiler, too,
// generates calls of some of these functions, so other names in the source
// would not be enough. base/strings.cpp and libc/loader.cpp define the
// functions.
#ifndef GMON_KEEPS_NAMES
__asm__("__errno_location = __gmon$errno_location\n"
        "getauxval = __gmon$getauxval\n");
__asm__("memcpy = __gmon$memcpy\n"
        "memmove = __gmon$memmove\n"
        "memset = __gmon$memset\n"
        "memcmp = __gmon$memcmp\n"
        "strlen = __gmon$strlen\n"
        "strcmp = __gmon$strcmp\n"
        "strncmp = __gmon$strncmp\n"
        "strchr = __gmon$strchr\n"
        "strrchr = __gmon$strrchr\n"
        "strstr = __gmon$strstr\n"
        "strspn = __gmon$strspn\n"
        "strcspn = __gmon$strcspn\n");
#endif

#endif // GMON_RT_BASE_HIDDEN_NAMES_H
