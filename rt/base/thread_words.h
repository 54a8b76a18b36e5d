//===-- thread_words.h - Variables of a thread ------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables of a thread are initial-exec, so that code reads them without a
// call. Not with musl, which has room for initial-exec words only in modules
// loaded at the start.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_THREAD_WORDS_H
#define GMON_RT_BASE_THREAD_WORDS_H

#ifdef GMON_DYNAMIC_TLS
#define GMON_TLS_MODEL "global-dynamic"
#else
#define GMON_TLS_MODEL "initial-exec"
#endif

#endif // GMON_RT_BASE_THREAD_WORDS_H
