//===-- hidden_names.h - Names that reports leave out -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A profile is about the program, not about its profiler. All gprofs leave some
// functions of the C library's profiler out of their reports; __mcount_internal
// is one. And none takes a local symbol with a '$' in its name for a function:
// what it covers counts as the function before. So the code of each object of
// the runtime begins with the one, and the names of its functions have the
// other, in the name of their namespace. What programs call keeps its name, and
// stands at the end of its file.
//
// Each source file of the runtime is compiled with this in front, and each
// object's code is one section. cmake/GmonHiddenNames.cmake sees to it that the
// names become local.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_HIDDEN_NAMES_H
#define GMON_RT_BASE_HIDDEN_NAMES_H

#define gmon gmon$rt

__asm__(".text\n"
        ".type __mcount_internal, %function\n"
        "__mcount_internal:\n");

// A program's own memcpy is not for the runtime. The compiler calls some of
// these, too, so that other names in the source would not do; base/strings.cpp
// has what is called.
#ifndef GMON_DEFINES_STRINGS
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
