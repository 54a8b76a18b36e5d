//===-- formats/FrameTree.h - The stacks that formats print -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stacks in one form, whether they were measured or are estimated. In: a
// ProfileModel. Out: a tree of frames with times. Frames of one function below
// one caller are one node.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FORMATS_FRAMETREE_H
#define GMON_ANALYZER_FORMATS_FRAMETREE_H

#include "formats/Format.h"

namespace gmon {

/// The greatest number of frames of a measured stack: a list of stacks repeats
/// all callers of each one.
inline constexpr uint32_t MaxStackDepth = 512;

/// What a frame shows. Each one occurs once in a tree.
struct TreeFrame {
  enum Kind : uint8_t {
    Function, ///< Index is one of the StackModel's functions if the tree is
              ///< measured, or else one of the ProfileModel's
    Cycle,    ///< Index is one of the ProfileModel's cycles
    Pruned,   ///< stands for frames that were left out
    Unknown,  ///< samples in no function of an estimate
    Waiting,  ///< the innermost frame of samples of waiting threads
    Thread,   ///< the outermost frame of a thread, or of those of one name
  };

  Kind What = Function;
  uint32_t Index = 0;
  std::string Name;     ///< any bytes
  llvm::StringRef Path; ///< source file, or the module if the file is unknown
  uint32_t Line = 0;    ///< where the function begins; 0 if unknown
};

struct TreeNode {
  static constexpr uint32_t NoParent = UINT32_MAX;

  uint32_t Frame = 0;         ///< index
  uint32_t Parent = NoParent; ///< an earlier node: the caller
  double Self = 0;            ///< in samples
  double Total = 0;           ///< with all nodes below it
  bool IsInlined = false;     ///< measured: its code is part of the caller's
};

/// The samples of a thread of a group of processes at a node. Estimates have no
/// threads.
struct TreeSample {
  uint32_t Node = 0;
  uint32_t Thread = 0; ///< index of the StackModel's thread
  uint32_t Group = 0;  ///< as in StackSampleRow
  uint64_t Count = 0;
};

struct FrameTree {
  bool IsMeasured = false;
  /// The units of wholeTimes() in a sample.
  double UnitsPerSample = 0;
  std::vector<TreeFrame> Frames;   ///< in order of first occurrence
  std::vector<TreeNode> Nodes;     ///< parents before children; if measured, a
                                   ///< node is followed by the nodes below it
  std::vector<TreeSample> Samples; ///< by node, thread and group

  /// Returns the frames from the outermost to that of \p Node.
  llvm::SmallVector<uint32_t> stackOf(uint32_t Node) const;

  /// Returns the Self of all nodes in microseconds, or in units of another
  /// cost. Rounding keeps their sum,
  /// and the sum of each function if it is whole.
  std::vector<uint64_t> wholeTimes() const;

  /// Returns the costs of Samples in the same unit. Those of a node add up to
  /// its own in wholeTimes().
  std::vector<uint64_t> wholeSampleTimes() const;
};

/// The outermost frames of measured stacks that stand for threads.
enum class ThreadFrames {
  None,
  ByName, ///< one for each name, if there are several
  ByThread
};

struct FrameTreeSettings {
  /// The least part of the time, in percent, of a measured stack, unless the
  /// user chooses another.
  double MeasuredPercent = 0;
  ThreadFrames Threads = ThreadFrames::None;
};

/// Returns the measured stacks, or else estimated ones, without those that take
/// too little time.
FrameTree makeFrameTree(const FormatContext &Context,
                        const FrameTreeSettings &Settings = {});

} // namespace gmon

#endif // GMON_ANALYZER_FORMATS_FRAMETREE_H
