//===-- MachineAssembly.h - The plugin's assembly in machine code -*- C++
//-*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code generator sets up an assembler for each piece of inline assembly,
// which takes as long as generating a hundred instructions. Behind all that
// changes code, a pass of this part looks for the pieces that this plugin
// wrote: it puts in the instructions that they stand for, and leaves one piece
// for all that a function says of its calls. A code generator without the
// plugin assembles each piece by itself, which gives the same program.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_MACHINEASSEMBLY_H
#define GMON_PASS_MACHINEASSEMBLY_H

namespace gmon {

/// The one instruction that adds to a counter of x86-64's, as assembly whose
/// first operand is the counter.
inline constexpr char IncrementText[] = "incq $0";
/// Likewise for a counter in the thread's segment.
inline constexpr char SegmentIncrementText[] = "incq %gs:$0";
/// Likewise without operands: the counter's symbol and its distance from that,
/// after a plus, stand between these.
inline constexpr char NamedIncrementText[] = "incq %gs:";
inline constexpr char NamedIncrementEnd[] = "(%rip)";
/// The instruction that stands where a line's address is to be.
inline constexpr char NopText[] = "nop";

/// What describes a call in assembly begins so, with the label of the call.
inline constexpr char CallLabelText[] = ".Lgmon_call${:uid}:\n\t";
/// The name of that label.
inline constexpr char CallLabelName[] = ".Lgmon_call${:uid}";

} // namespace gmon

#endif // GMON_PASS_MACHINEASSEMBLY_H
