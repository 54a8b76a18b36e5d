//===-- OwnOptions.cpp - Options that Clang does not have -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See OwnOptions.h.
//
//===----------------------------------------------------------------------===//

#include "OwnOptions.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

const char gmon::OwnHelp[] =
    R"(OVERVIEW: gmon-clang is Clang with profiling switched on; see gmon-clang(1)

OPTIONS OF THE PROFILER:
  -a, -a=machine          Count executions of basic blocks, after optimization
  -a=source               Count executions of lines, as the source has them
  -gmon-calls=<which>     Count calls of instrumented functions, or of all
  -gmon-coverage=clang    Leave the counters of -fprofile-instr-generate to Clang
  -gmon-filter=<file>     Leave out the functions that the file names
  -gmon-hook=<how>        Count calls by code in line, by a call of mcount, or not at all: inline, call, none
  -gmon-min-size=<number> Leave out functions without a loop that have fewer instructions
  -gmon-mpi=<which>       Make one profile of an MPI job: openmpi, mpich, off
  -gmon-pgo               Count blocks as -a does, for llvm-gprof pgo
  -pg                     Is implied

)";

std::string gmon::whyWrong(StringRef Option) {
  static constexpr StringLiteral BlockKinds[] = {"machine", "source", ""};
  static constexpr StringLiteral CalleeKinds[] = {"instrumented", "all"};
  static constexpr StringLiteral HookKinds[] = {"inline", "call", "none"};
  // What the driver itself passes, and what the manual has for Clang.
  static constexpr StringLiteral Others[] = {
      "-gmon-library", "-gmon-only-marked", "-gmon-unmarked"};
  auto [Name, Value] = Option.split('=');
  unsigned Number;
  if (Name == "-a" || Name == "-gmon-blocks")
    return is_contained(BlockKinds, Value) ? ""
                                           : "the values are machine, source";
  if (Name == "-gmon-calls")
    return is_contained(CalleeKinds, Value)
               ? ""
               : "the values are instrumented, all";
  if (Name == "-gmon-coverage")
    return Value == "clang" ? "" : "the value is clang";
  if (Name == "-gmon-hook")
    return is_contained(HookKinds, Value) ? ""
                                          : "the values are inline, call, none";
  if (Name == "-gmon-min-size")
    return Value.getAsInteger(0, Number)
               ? "the value is a number of instructions"
               : "";
  if (Name == "-gmon-pgo")
    return Option == Name ? "" : "it has no value";
  if (Name == "-gmon-filter")
    return Value.empty() ? "the value is the name of a file" : "";
  return is_contained(Others, Name) ? "" : "there is no such option";
}
