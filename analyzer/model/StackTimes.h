//===-- StackTimes.h - Times that stacks measure ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds up the samples of the stacks. In: a model, and a filter that chooses
// samples. Out: self and total of functions, lines and modules, totals of arcs
// and threads; all in samples.
//
// A total counts a sample once, however often the function, line, module or arc
// is on its stack.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_MODEL_STACKTIMES_H
#define GMON_ANALYZER_MODEL_STACKTIMES_H

#include "model/ProfileModel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"

namespace gmon {

/// The samples that count. An empty BitVector chooses all.
struct StackFilter {
  /// Sets of functions: a stack must contain a function of each set.
  std::vector<llvm::BitVector> Focus;
  llvm::BitVector Ignore;  ///< functions: a stack must contain none of them
  llvm::BitVector Threads; ///< by index
  llvm::BitVector Modules; ///< by index, of the innermost frame
  bool HasRunning = true;
  bool HasWaiting = true;

  /// Returns a filter without any samples.
  static StackFilter none() {
    StackFilter Filter;
    Filter.HasRunning = Filter.HasWaiting = false;
    return Filter;
  }
  /// Whether the filter may leave out samples because of their stack.
  bool choosesStacks() const { return !Focus.empty() || Ignore.any(); }
};

struct StackTime {
  double Self = 0;  ///< samples in it
  double Total = 0; ///< samples on whose stack it is
};

/// All calls of a function by another. Arcs to inlined functions are included.
/// The caller of a call is the function into which the code of the call site is
/// inlined; in addition, there are the arcs of the inlined functions.
struct StackArc {
  /// NoIndex represents all callers whose calls are not counted, in
  /// addition to the arcs of these callers.
  FunctionIndex Caller = 0;
  FunctionIndex Callee = 0;
  double Self = 0;               ///< samples in the callee when so called
  double Total = 0;              ///< samples on whose stack the arc is
  double TotalOfCalls = 0;       ///< those in calls that are not inlined
  std::optional<uint64_t> Calls; ///< exact; none if they are not counted
  /// Whether such calls are made while the callee is on the stack already: the
  /// total may be the time of fewer calls than were counted.
  bool IsNested = false;
  /// The caller is inlined there: such calls are part of other arcs, and no
  /// callers of the callee.
  bool IsInlined = false;
};

/// A line of a function's own code; or, without a path, its code of which no
/// line is known.
struct StackLine {
  FunctionIndex Function = 0;
  llvm::StringRef Path;
  uint32_t Line = 0;
  StackTime Time; ///< the total includes what is called in the line
};

/// All calls of a function in a line. Times are in samples.
struct LineCall {
  llvm::StringRef Path;
  uint32_t Line = 0;
  FunctionIndex Callee = 0;
  double Total = 0;   ///< samples on whose stack such a call is, each once
  double Inlined = 0; ///< the part of Total in inlined copies
  std::optional<uint64_t> Calls; ///< exact; none if they are not counted
};

/// The indices of each node's arcs.
class NodeArcs;

class StackTimes {
public:
  /// \p Model must outlive the result.
  explicit StackTimes(const ProfileModel &Model,
                      const StackFilter &Filter = {});
  /// Returns the times that views show: those of stacks or, unless
  /// ProfileModel::isMeasured(), those of the call graph. Then \p Filter may
  /// only focus: it chooses functions, and all that they call.
  static StackTimes shown(const ProfileModel &Model,
                          const StackFilter &Filter = {});

  const ProfileModel &model() const { return Model; }
  /// Whether the times are those of a call graph.
  bool areEstimates() const { return AreEstimates; }
  /// If so, whether the filter chooses \p F.
  bool isFocused(FunctionIndex F) const { return Focused.test(F); }
  /// Returns the arcs to or, if not \p IsUpward, from \p F in the call graph;
  /// none if times are measured, or if the graph lacks \p F or times.
  std::vector<StackArc> graphArcs(FunctionIndex F, bool IsUpward) const;
  /// The number of samples that the filter chooses.
  double total() const { return AllSamples; }

  /// The samples at a node, and those at it and below it.
  const StackTime &ofNode(StackNodeIndex N) const { return Nodes[N]; }
  const StackTime &ofFunction(FunctionIndex F) const { return Functions[F]; }
  /// The samples of ofFunction() in calls that are not inlined: those whose
  /// number is counted.
  const StackTime &ofCalls(FunctionIndex F) const { return Called[F]; }
  /// Returns the number of calls that the total of ofCalls() is the time of:
  /// those that \p F does not make itself. 0 if \p F calls itself through
  /// other functions, or if calls are not counted.
  uint64_t timedCalls(FunctionIndex F) const;
  /// Whether \p F calls itself through other functions: its total is the time
  /// of fewer calls than were counted.
  bool isIndirectlyRecursive(FunctionIndex F) const { return Indirect.test(F); }
  /// \p M may be NoIndex: the functions of no module, such as the
  /// profiler.
  const StackTime &ofModule(uint32_t M) const {
    return Modules[std::min<size_t>(M, Modules.size() - 1)];
  }
  double ofThread(uint32_t T) const { return Threads[T]; }

  /// The indices of the samples that the filter chooses, by node.
  llvm::ArrayRef<uint32_t> samples() const { return Chosen; }

  /// The nodes that \p N calls, in order.
  llvm::ArrayRef<StackNodeIndex> calleesOf(StackNodeIndex N) const {
    return llvm::ArrayRef(Callees).slice(FirstCallee[N],
                                         FirstCallee[N + 1] - FirstCallee[N]);
  }
  /// The nodes without a caller.
  llvm::ArrayRef<StackNodeIndex> roots() const { return Roots; }

  /// Returns all arcs that were called or are on stacks that the filter
  /// chooses, by caller and callee; or those of the graph, in its order.
  std::vector<StackArc> arcs() const;
  /// Returns all lines with samples, by function, path and line.
  std::vector<StackLine> lines() const;

  /// Visits all nodes, callers first: Enter(N) before and Leave(N) after the
  /// nodes below N.
  template <class EnterFn, class LeaveFn>
  void walk(EnterFn Enter, LeaveFn Leave) const;

private:
  void takeGraph(const StackFilter &Filter);
  /// Whether arcs are those of the graph. Without times, the call sites of
  /// stacks tell more.
  bool hasGraphArcs() const;
  StackArc graphArc(const ModelArc &Arc) const;
  std::vector<StackArc> graphArcs() const;
  void linkNodes();
  void addSamples(const StackFilter &Filter);
  void sumFunctions();
  void sumModules();
  void addTotals(std::vector<StackArc> &Arcs, const NodeArcs &OfNode) const;

  const ProfileModel &Model;
  bool AreEstimates = false; ///< the times are the call graph's
  double AllSamples = 0;
  std::vector<StackNodeIndex> Callees; ///< of all nodes
  std::vector<uint32_t> FirstCallee;   ///< by node, and the end
  std::vector<StackNodeIndex> Roots;
  std::vector<uint32_t> Chosen; ///< indices of samples, by node
  std::vector<StackTime> Nodes, Functions;
  std::vector<StackTime> Called;   ///< by function; see ofCalls()
  std::vector<uint64_t> SelfCalls; ///< by function; direct recursion
  std::vector<StackTime> Modules;  ///< the last is for code in no module
  std::vector<double> Threads;
  llvm::BitVector Focused;  ///< functions; see isFocused()
  llvm::BitVector Indirect; ///< functions that call themselves through others
};

/// Returns the calls that are on stacks or were counted, by path, line and
/// callee.
std::vector<LineCall> lineCalls(const StackTimes &Times);

/// Returns the module of the function of \p N, or NoIndex.
inline uint32_t moduleOf(const ProfileModel &Model, StackNodeIndex N) {
  return Model.Functions[Model.Nodes[N].Function].Module;
}

/// Returns the inlined functions whose code calls \p N, the innermost first;
/// none if \p N is inlined itself.
llvm::SmallVector<FunctionIndex, 4> inlinedCallers(const ProfileModel &Model,
                                                   StackNodeIndex N);

/// Returns whether the calls that \p F makes are counted.
bool countsCalls(const ProfileModel &Model, FunctionIndex F);

/// Returns whether calls of \p Callee by \p Caller have a count of their own: a
/// module counts calls of its functions and knows callers in itself; calls
/// between modules are known one by one.
bool countsCalls(const ProfileModel &Model, FunctionIndex Caller,
                 FunctionIndex Callee);

template <class EnterFn, class LeaveFn>
void StackTimes::walk(EnterFn Enter, LeaveFn Leave) const {
  struct Visit {
    StackNodeIndex Node;
    uint32_t Next; ///< number of callees that were visited
  };
  // Stacks may be deeper than this function's own stack allows.
  std::vector<Visit> Stack;
  for (StackNodeIndex Root : Roots) {
    Enter(Root);
    Stack.push_back({Root, 0});
    while (!Stack.empty()) {
      Visit &Top = Stack.back();
      llvm::ArrayRef<StackNodeIndex> Callees = calleesOf(Top.Node);
      if (Top.Next == Callees.size()) {
        Leave(Top.Node);
        Stack.pop_back();
        continue;
      }
      StackNodeIndex Callee = Callees[Top.Next++];
      Enter(Callee);
      Stack.push_back({Callee, 0});
    }
  }
}

} // namespace gmon

#endif // GMON_ANALYZER_MODEL_STACKTIMES_H
