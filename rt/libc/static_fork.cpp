//===-- static_fork.cpp - fork() of a static program ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked with what calls fork(). See libc/static_library.cpp.
//
//===----------------------------------------------------------------------===//

extern "C" {
void fork();

extern __attribute__((visibility("hidden"))) const char __gmon_links_fork;
const char __gmon_links_fork = 0;
}

__attribute__((used)) static void (*const linked)() = fork;
