//===-- idle.cpp - A program that writes no profile -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gmon-clang links this object in front of the runtime with probes of build
// systems. So they have no start.cpp. Without its constructor the runtime takes
// no samples and writes no file. Hooks still count.
//
//===----------------------------------------------------------------------===//

extern "C" void __gmon_start() {}
