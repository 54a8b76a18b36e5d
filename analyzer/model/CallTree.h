//===-- CallTree.h - The tree of all calls ----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a ProfileModel. Out: a tree of frames with times. Frames of one function
// below one caller are one node. The times are those of measured stacks.
// Without these they are estimated: as if all calls of a function took equally
// long, as the call graph's times assume. The self times of a function's nodes
// then add up to the function's self time.
//
// In an estimate a cycle is one node, as in the call graph, with its members
// below it. So the number of paths is finite, though it may be very large.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_MODEL_CALLTREE_H
#define GMON_ANALYZER_MODEL_CALLTREE_H

#include "model/ProfileModel.h"
#include <map>

namespace gmon {

/// The greatest number of frames of a measured stack: a list of stacks repeats
/// all callers of each one.
inline constexpr uint32_t MaxStackDepth = 512;

/// What a frame shows. Each one occurs once in a tree.
struct TreeFrame {
  enum Kind : uint8_t {
    Function, ///< Index is one of the model's functions
    Cycle,    ///< Index is one of the model's cycles; no time of its own
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
  double Total = 0;           ///< with all nodes below it, and what is left out
  bool IsInlined = false;     ///< measured: its code is part of the caller's
  double LeftOut = 0;         ///< the time of callees that are left out
  uint32_t NumLeftOut = 0;    ///< how many those are
};

/// The samples of a thread of a group of processes at a node. Estimates have no
/// threads.
struct TreeSample {
  uint32_t Node = 0;
  uint32_t Thread = 0; ///< index of the model's thread
  uint32_t Group = 0;  ///< as in StackSampleRow
  uint64_t Count = 0;
};

class CallTree {
public:
  bool IsMeasured = false;
  /// The units of wholeTimes() in a sample.
  double UnitsPerSample = 0;
  std::vector<TreeFrame> Frames;   ///< in order of first occurrence
  std::vector<TreeNode> Nodes;     ///< parents before children; if measured, a
                                   ///< node is followed by the nodes below it
  std::vector<TreeSample> Samples; ///< by node, thread and group

  const TreeFrame &frameOf(const TreeNode &Node) const {
    return Frames[Node.Frame];
  }
  /// Returns the frames from the outermost to that of \p Node.
  llvm::SmallVector<uint32_t> stackOf(uint32_t Node) const;

  /// Returns the Self of all nodes in microseconds, or in units of another
  /// cost. Rounding keeps their sum, and the sum of each function if it is
  /// whole.
  std::vector<uint64_t> wholeTimes() const;

  /// Returns the costs of Samples in the same unit. Those of a node add up to
  /// its own in wholeTimes().
  std::vector<uint64_t> wholeSampleTimes() const;

  /// Adds a node without times. \p Name is that of a thread.
  uint32_t addNode(const ProfileModel &Model, TreeFrame::Kind What,
                   uint32_t Index, uint32_t Parent, llvm::StringRef Name = "");
  /// Sets the Total of all nodes.
  void sumUp();

private:
  std::map<std::pair<unsigned, uint32_t>, uint32_t> FrameNumbers;
};

/// The outermost frames of measured stacks that stand for threads.
enum class ThreadFrames {
  None,
  ByName, ///< one for each name, if there are several
  ByThread
};

/// Returns the measured stacks without those that take less than \p MinPercent
/// of the time: their samples are at their innermost function, below a frame
/// "<pruned>" of the last caller that is kept.
CallTree makeMeasuredTree(const ProfileModel &Model, double MinPercent,
                          ThreadFrames Threads = ThreadFrames::None);

/// Where the time of paths is that are pruned. OfFunctions: below one node for
/// pruned paths, in the functions that have it. OfPaths: left out below the
/// last caller that is kept.
enum class KeptTime { OfFunctions, OfPaths };

/// Returns the stacks that calls by caller and callee make likely, without
/// paths that take less than \p MinPercent of the time.
CallTree makeEstimatedTree(const ProfileModel &Model, double MinPercent,
                           KeptTime Keep);

/// Returns the measured stacks, or else estimated ones. The least part of the
/// time is \p MinPercent or, unless the user chooses one, \p MeasuredPercent of
/// measured stacks.
CallTree makeCallTree(const ProfileModel &Model,
                      std::optional<double> MinPercent,
                      double MeasuredPercent = 0,
                      ThreadFrames Threads = ThreadFrames::None);

} // namespace gmon

#endif // GMON_ANALYZER_MODEL_CALLTREE_H
