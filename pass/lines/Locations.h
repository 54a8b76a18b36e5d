//===-- Locations.h - Lines of instructions ---------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The source lines that instructions and blocks have in debug information.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_LINES_LOCATIONS_H
#define GMON_PASS_LINES_LOCATIONS_H

#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/DebugLoc.h"
#include <optional>
#include <utility>

namespace llvm {
class DIFile;
} // namespace llvm

namespace gmon {

/// A line of a source file.
using FileLine = std::pair<const llvm::DIFile *, unsigned>;

/// The line at \p Location, if it has one. Line 0 stands for none.
std::optional<FileLine> lineOf(const llvm::DebugLoc &Location);

/// Whether both have a line, and the same one.
bool isSameLine(const llvm::DebugLoc &A, const llvm::DebugLoc &B);

/// The location of the first instruction of \p Block that has a line, or none.
llvm::DebugLoc firstLocation(const llvm::BasicBlock &Block);

/// The location of the last instruction of \p Block that has a line and is not
/// the terminator; the terminator's location if there is no such instruction.
llvm::DebugLoc lastLocation(const llvm::BasicBlock &Block);

/// The location of a counter that is inserted before \p Point: that of the code
/// that it counts, which follows it. In unoptimized code, a counter at the end
/// of a block has the location of the code in front. The code generator merges
/// others into copies of the next block, which may be executed more often than
/// that code.
llvm::DebugLoc counterLocation(llvm::BasicBlock::iterator Point);

} // namespace gmon

#endif // GMON_PASS_LINES_LOCATIONS_H
