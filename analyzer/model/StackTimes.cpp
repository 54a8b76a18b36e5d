//===-- StackTimes.cpp - Times of functions, lines and arcs ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes totals by walks over the tree of stacks. A node's total is the sum
// of all samples below it. A total of something else, such as a function, is
// the sum over its outermost nodes: nodes that have none of the same function
// above them. A walk over the tree counts how often each one is on the current
// stack, so that all sums take time in proportion to the number of nodes.
//
// Without samples of stacks, functions and arcs have the times and calls of the
// call graph.
//
//===----------------------------------------------------------------------===//

#include "model/StackTimes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace gmon;
using namespace llvm;

namespace {

/// Sums totals by index: of functions, lines, modules or arcs on stacks.
class OutermostSum {
public:
  explicit OutermostSum(size_t Size) : Depth(Size), Total(Size) {}

  /// Returns false if \p I was on the stack already.
  bool enter(uint32_t I, double Samples) {
    if (Depth[I]++ != 0)
      return false;
    Total[I] += Samples;
    return true;
  }
  void leave(uint32_t I) { --Depth[I]; }
  /// Adds \p Samples at a leaf.
  void add(uint32_t I, double Samples) {
    if (Depth[I] == 0)
      Total[I] += Samples;
  }
  double totalOf(uint32_t I) const { return Total[I]; }

private:
  std::vector<uint32_t> Depth; ///< number of occurrences on the stack
  std::vector<double> Total;
};

/// Numbers the lines of functions.
class LineNumbering {
public:
  uint32_t operator()(FunctionIndex Function, StringRef Path, uint32_t Line) {
    uint32_t File = Files.try_emplace(Path, Files.size()).first->second;
    auto [It, IsNew] =
        Numbers.try_emplace({(uint64_t(Function) << 32) | File, Line}, 0);
    if (IsNew) {
      It->second = Lines.size();
      Lines.push_back({Function, Path, Line, {}});
    }
    return It->second;
  }
  std::vector<StackLine> Lines;

private:
  DenseMap<StringRef, uint32_t> Files;
  DenseMap<std::pair<uint64_t, uint32_t>, uint32_t> Numbers;
};

} // namespace

bool gmon::countsCalls(const ProfileModel &Model, FunctionIndex F) {
  uint32_t Module = Model.Functions[F].Module;
  if (Model.Functions[F].IsCountedByCallers)
    return false;
  return Module != NoIndex && Model.Modules[Module].HasProfile;
}

bool gmon::countsCalls(const ProfileModel &Model, FunctionIndex Caller,
                       FunctionIndex Callee) {
  if (!Model.Functions[Callee].IsCountedByCallers) {
    if (!countsCalls(Model, Callee))
      return false;
    if (Model.Functions[Caller].Module == Model.Functions[Callee].Module)
      return true;
  }
  auto KeyOf = [](const StackCalls &Call) {
    return std::pair(Call.Caller, Call.Callee);
  };
  auto It = llvm::lower_bound(Model.Calls, std::pair(Caller, Callee),
                              [&](const StackCalls &Call, const auto &Key) {
                                return KeyOf(Call) < Key;
                              });
  return It != Model.Calls.end() && KeyOf(*It) == std::pair(Caller, Callee);
}

StackTimes::StackTimes(const ProfileModel &Model, const StackFilter &Filter)
    : Model(Model), Nodes(Model.Nodes.size()),
      Functions(Model.Functions.size()), Called(Model.Functions.size()),
      SelfCalls(Model.Functions.size()), Modules(Model.Modules.size() + 1),
      Threads(Model.Threads.size()), Indirect(Model.Functions.size()) {
  linkNodes();
  addSamples(Filter);
  sumFunctions();
  sumModules();
  for (const StackCalls &Call : Model.Calls)
    if (Call.Caller == Call.Callee && !Call.IsInlined)
      SelfCalls[Call.Callee] += Call.Calls;
}

uint64_t StackTimes::timedCalls(FunctionIndex F) const {
  uint64_t Calls = Model.Functions[F].Calls.value_or(0);
  return isIndirectlyRecursive(F) ? 0 : Calls - std::min(Calls, SelfCalls[F]);
}

/// Lists the callees of each node.
void StackTimes::linkNodes() {
  FirstCallee.resize(Model.Nodes.size() + 1);
  for (const StackNode &Node : Model.Nodes)
    if (Node.Parent != NoIndex)
      ++FirstCallee[Node.Parent + 1];
  for (size_t N = 0; N < Model.Nodes.size(); ++N)
    FirstCallee[N + 1] += FirstCallee[N];
  Callees.resize(FirstCallee.back());
  std::vector<uint32_t> Next(FirstCallee);
  for (StackNodeIndex N = 0; N < Model.Nodes.size(); ++N)
    if (StackNodeIndex Parent = Model.Nodes[N].Parent; Parent != NoIndex)
      Callees[Next[Parent]++] = N;
    else
      Roots.push_back(N);
}

/// Returns the nodes that have a function of \p Wanted on their stack.
static BitVector nodesWith(const ProfileModel &Model, const BitVector &Wanted) {
  BitVector Found(Model.Nodes.size());
  for (StackNodeIndex N = 0; N < Model.Nodes.size(); ++N) {
    const StackNode &Node = Model.Nodes[N];
    if (Wanted.test(Node.Function) ||
        (Node.Parent != NoIndex && Found.test(Node.Parent)))
      Found.set(N);
  }
  return Found;
}

/// Returns the nodes whose stack \p Filter chooses.
static BitVector chosenNodes(const ProfileModel &Model,
                             const StackFilter &Filter) {
  BitVector Result(Model.Nodes.size(), true);
  for (const BitVector &Functions : Filter.Focus)
    Result &= nodesWith(Model, Functions);
  if (!Filter.Ignore.empty())
    Result.reset(nodesWith(Model, Filter.Ignore));
  return Result;
}

/// Whether the calls that \p N represents may be counted.
static bool isCall(const ProfileModel &Model, StackNodeIndex N) {
  const StackNode &Node = Model.Nodes[N];
  if (Node.IsInlined || !Model.Functions[Node.Function].IsCountedByCallers)
    return !Node.IsInlined;
  return Node.Parent != NoIndex &&
         countsCalls(Model, Model.Nodes[Model.callerOf(N)].Function,
                     Node.Function);
}

/// Adds the samples that \p Filter chooses to nodes, functions, modules and
/// threads.
void StackTimes::addSamples(const StackFilter &Filter) {
  const BitVector IsChosen = chosenNodes(Model, Filter);
  auto Passes = [&](const StackSampleRow &Row) {
    return IsChosen.test(Row.Node) &&
           (Row.Kind == GMON_SAMPLE_WAITING ? Filter.HasWaiting
                                            : Filter.HasRunning) &&
           (Filter.Threads.empty() || Filter.Threads.test(Row.Thread)) &&
           (Filter.Modules.empty() ||
            (Row.Module != NoIndex && Filter.Modules.test(Row.Module)));
  };
  for (uint32_t I = 0; I < Model.Samples.size(); ++I) {
    const StackSampleRow &Row = Model.Samples[I];
    if (!Passes(Row))
      continue;
    Chosen.push_back(I);
    auto Count = double(Row.Count);
    AllSamples += Count;
    Nodes[Row.Node].Self += Count;
    const StackNode &Node = Model.Nodes[Row.Node];
    Functions[Node.Function].Self += Count;
    if (isCall(Model, Row.Node))
      Called[Node.Function].Self += Count;
    Modules[std::min<size_t>(moduleOf(Model, Row.Node), Model.Modules.size())]
        .Self += Count;
    Threads[Row.Thread] += Count;
  }
  llvm::stable_sort(Chosen, [&](uint32_t A, uint32_t B) {
    return Model.Samples[A].Node < Model.Samples[B].Node;
  });
  for (StackNodeIndex N = Nodes.size(); N-- > 0;) {
    Nodes[N].Total += Nodes[N].Self;
    if (StackNodeIndex Parent = Model.Nodes[N].Parent; Parent != NoIndex)
      Nodes[Parent].Total += Nodes[N].Total;
  }
}

void StackTimes::sumFunctions() {
  OutermostSum Sum(Functions.size()), SumOfCalls(Functions.size());
  walk(
      [&](StackNodeIndex N) {
        const StackNode &Node = Model.Nodes[N];
        if (isCall(Model, N))
          SumOfCalls.enter(Node.Function, Nodes[N].Total);
        if (!Sum.enter(Node.Function, Nodes[N].Total) &&
            Model.Nodes[Node.Parent].Function != Node.Function)
          Indirect.set(Node.Function);
      },
      [&](StackNodeIndex N) {
        const StackNode &Node = Model.Nodes[N];
        Sum.leave(Node.Function);
        if (isCall(Model, N))
          SumOfCalls.leave(Node.Function);
      });
  for (FunctionIndex F = 0; F < Functions.size(); ++F) {
    Functions[F].Total = Sum.totalOf(F);
    Called[F].Total = SumOfCalls.totalOf(F);
  }
}

void StackTimes::sumModules() {
  OutermostSum Sum(Modules.size());
  auto IndexOf = [&](StackNodeIndex N) {
    return uint32_t(std::min<size_t>(moduleOf(Model, N), Modules.size() - 1));
  };
  walk([&](StackNodeIndex N) { Sum.enter(IndexOf(N), Nodes[N].Total); },
       [&](StackNodeIndex N) { Sum.leave(IndexOf(N)); });
  for (size_t M = 0; M < Modules.size(); ++M)
    Modules[M].Total = Sum.totalOf(M);
}

class gmon::NodeArcs {
public:
  explicit NodeArcs(size_t NumNodes) { First.reserve(NumNodes + 1); }
  /// Adds the next node, with its \p Own arcs.
  void add(ArrayRef<uint32_t> Own) {
    First.push_back(All.size());
    llvm::append_range(All, Own);
  }
  ArrayRef<uint32_t> of(StackNodeIndex N) const {
    const size_t End = N + 1 < First.size() ? First[N + 1] : All.size();
    return ArrayRef(All).slice(First[N], End - First[N]);
  }

private:
  std::vector<uint32_t> First; ///< by node
  std::vector<uint32_t> All;
};

/// Adds totals to \p Arcs.
void StackTimes::addTotals(std::vector<StackArc> &Arcs,
                           const NodeArcs &OfNode) const {
  OutermostSum Sum(Arcs.size()), SumOfCalls(Arcs.size());
  std::vector<uint32_t> Depth(Functions.size()); // of functions on the stack
  walk(
      [&](StackNodeIndex N) {
        const StackNode &Node = Model.Nodes[N];
        const bool IsNested = Depth[Node.Function]++ != 0;
        for (uint32_t Arc : OfNode.of(N)) {
          Sum.enter(Arc, Nodes[N].Total);
          if (!Node.IsInlined)
            SumOfCalls.enter(Arc, Nodes[N].Total);
          Arcs[Arc].IsNested |= IsNested;
        }
      },
      [&](StackNodeIndex N) {
        const StackNode &Node = Model.Nodes[N];
        --Depth[Node.Function];
        for (uint32_t Arc : OfNode.of(N)) {
          Sum.leave(Arc);
          if (!Node.IsInlined)
            SumOfCalls.leave(Arc);
        }
      });
  for (uint32_t A = 0; A < Arcs.size(); ++A) {
    Arcs[A].Total = Sum.totalOf(A);
    Arcs[A].TotalOfCalls = SumOfCalls.totalOf(A);
  }
}

SmallVector<FunctionIndex, 4> gmon::inlinedCallers(const ProfileModel &Model,
                                                   StackNodeIndex N) {
  SmallVector<FunctionIndex, 4> Result;
  const StackNode &Node = Model.Nodes[N];
  if (Node.IsInlined || Node.Parent == NoIndex)
    return Result;
  const StackNodeIndex Last = Model.callerOf(N);
  for (StackNodeIndex Caller = Node.Parent; Caller != Last;
       Caller = Model.Nodes[Caller].Parent)
    if (FunctionIndex F = Model.Nodes[Caller].Function;
        F != Model.Nodes[Last].Function && !is_contained(Result, F))
      Result.push_back(F);
  return Result;
}

std::vector<StackArc> StackTimes::arcs() const {
  if (hasGraphArcs())
    return graphArcs();
  std::vector<StackArc> Arcs;
  DenseMap<std::tuple<FunctionIndex, FunctionIndex, unsigned>, uint32_t>
      Numbers;
  auto NumberOf = [&](FunctionIndex Caller, FunctionIndex Callee,
                      bool IsInlined) {
    auto [It, IsNew] =
        Numbers.try_emplace({Callee, Caller, IsInlined}, uint32_t(Arcs.size()));
    if (IsNew)
      Arcs.push_back({Caller, Callee, 0, 0, 0, std::nullopt, false, IsInlined});
    return It->second;
  };
  for (const StackCalls &Call : Model.Calls)
    Arcs[NumberOf(Call.Caller, Call.Callee, Call.IsInlined)].Calls = Call.Calls;

  NodeArcs OfNode(Nodes.size());
  for (StackNodeIndex N = 0; N < Nodes.size(); ++N) {
    const StackNode &Node = Model.Nodes[N];
    SmallVector<uint32_t, 4> Own;
    if (Node.Parent != NoIndex && Nodes[N].Total > 0) {
      const FunctionIndex Caller = Model.Nodes[Model.callerOf(N)].Function;
      Own.push_back(NumberOf(Caller, Node.Function, false));
      // Represents all callers whose calls are not counted.
      if (countsCalls(Model, Node.Function) &&
          !countsCalls(Model, Caller, Node.Function))
        Own.push_back(NumberOf(NoIndex, Node.Function, false));
      for (FunctionIndex F : inlinedCallers(Model, N))
        Own.push_back(NumberOf(F, Node.Function, true));
    }
    for (uint32_t Arc : Own)
      Arcs[Arc].Self += Nodes[N].Self;
    OfNode.add(Own);
  }
  addTotals(Arcs, OfNode);
  llvm::sort(Arcs, [](const StackArc &A, const StackArc &B) {
    return std::tie(A.Caller, A.Callee, A.IsInlined) <
           std::tie(B.Caller, B.Callee, B.IsInlined);
  });
  return Arcs;
}

std::vector<StackLine> StackTimes::lines() const {
  LineNumbering NumberOf;
  // The call site of each node, and the line of each chosen sample.
  std::vector<uint32_t> OfNode(Nodes.size(), NoIndex);
  for (StackNodeIndex N = 0; N < Nodes.size(); ++N) {
    const StackNode &Node = Model.Nodes[N];
    if (Node.Parent != NoIndex && Nodes[N].Total > 0)
      OfNode[N] = NumberOf(Model.Nodes[Node.Parent].Function, Node.CallPath,
                           Node.CallLine);
  }
  std::vector<uint32_t> OfSample;
  for (uint32_t I : Chosen) {
    const StackSampleRow &Row = Model.Samples[I];
    OfSample.push_back(
        NumberOf(Model.Nodes[Row.Node].Function, Row.Path, Row.Line));
  }
  std::vector<StackLine> &Lines = NumberOf.Lines;
  OutermostSum Sum(Lines.size());
  walk(
      [&](StackNodeIndex N) {
        if (OfNode[N] != NoIndex)
          Sum.enter(OfNode[N], Nodes[N].Total);
        auto First = llvm::lower_bound(Chosen, N, [&](uint32_t I, auto Node) {
          return Model.Samples[I].Node < Node;
        });
        for (size_t I = First - Chosen.begin();
             I < Chosen.size() && Model.Samples[Chosen[I]].Node == N; ++I) {
          auto Count = double(Model.Samples[Chosen[I]].Count);
          Lines[OfSample[I]].Time.Self += Count;
          Sum.add(OfSample[I], Count);
        }
      },
      [&](StackNodeIndex N) {
        if (OfNode[N] != NoIndex)
          Sum.leave(OfNode[N]);
      });
  for (uint32_t L = 0; L < Lines.size(); ++L)
    Lines[L].Time.Total = Sum.totalOf(L);
  llvm::sort(Lines, [](const StackLine &A, const StackLine &B) {
    return std::tie(A.Function, A.Path, A.Line) <
           std::tie(B.Function, B.Path, B.Line);
  });
  return std::move(Lines);
}

StackTimes StackTimes::shown(const ProfileModel &Model,
                             const StackFilter &Filter) {
  if (Model.isMeasured())
    return StackTimes(Model, Filter);
  StackTimes Result(Model, StackFilter::none());
  Result.takeGraph(Filter);
  return Result;
}

/// Takes the times of the functions that \p Filter chooses from the graph.
void StackTimes::takeGraph(const StackFilter &Filter) {
  AreEstimates = true;
  AllSamples = Model.Run.Total;
  Focused.resize(Functions.size(), true);
  for (const BitVector &Focus : Filter.Focus) {
    BitVector Reached(Functions.size());
    SmallVector<FunctionIndex> Left(Focus.set_bits());
    while (!Left.empty()) {
      const FunctionIndex F = Left.pop_back_val();
      if (Reached.test(F))
        continue;
      Reached.set(F);
      for (ArcIndex A : Model.Functions[F].Callees)
        Left.push_back(Model.Arcs[A].Callee);
    }
    Focused &= Reached;
  }
  for (const auto &[F, Own] : enumerate(Model.graphFunctions())) {
    SelfCalls[F] = Own.SelfCalls;
    if (Focused.test(F))
      Functions[F] = Called[F] = {Own.Self, Own.Self + Own.Children};
  }
}

/// Returns an arc of the graph.
StackArc StackTimes::graphArc(const ModelArc &Arc) const {
  StackArc Made;
  Made.Caller = Arc.Caller;
  Made.Callee = Arc.Callee;
  Made.IsNested = Arc.IsInternal;
  if (Arc.Calls)
    Made.Calls = Arc.Calls;
  if (Arc.IsInternal)
    return Made;
  Made.Self = Arc.Self;
  Made.Total = Made.TotalOfCalls = Arc.Self + Arc.Children;
  return Made;
}

bool StackTimes::hasGraphArcs() const {
  return AreEstimates && !(Model.HasStacks && !Model.hasTimes());
}

std::vector<StackArc> StackTimes::graphArcs() const {
  std::vector<StackArc> Arcs;
  for (const ModelArc &Arc : Model.Arcs)
    Arcs.push_back(graphArc(Arc));
  return Arcs;
}

std::vector<StackArc> StackTimes::graphArcs(FunctionIndex F,
                                            bool IsUpward) const {
  std::vector<StackArc> Arcs;
  if (!hasGraphArcs())
    return Arcs;
  const ModelFunction &Function = Model.Functions[F];
  for (ArcIndex I : IsUpward ? Function.Callers : Function.Callees)
    Arcs.push_back(graphArc(Model.Arcs[I]));
  return Arcs;
}

std::vector<LineCall> gmon::lineCalls(const StackTimes &Times) {
  const ProfileModel &Model = Times.model();
  LineNumbering NumberOf; // of callees in lines
  std::vector<std::pair<uint32_t, uint64_t>> Counted;
  for (const StackSiteCalls &Site : Model.SiteCalls)
    if (!Site.CallPath.empty() && Site.CallLine)
      Counted.push_back(
          {NumberOf(Site.Callee, Site.CallPath, Site.CallLine), Site.Calls});
  std::vector<uint32_t> OfNode(Model.Nodes.size(), NoIndex);
  for (const auto &[N, Node] : enumerate(Model.Nodes))
    if (!Node.CallPath.empty() && Node.CallLine && Times.ofNode(N).Total > 0)
      OfNode[N] = NumberOf(Node.Function, Node.CallPath, Node.CallLine);
  std::vector<LineCall> Calls;
  for (const StackLine &Line : NumberOf.Lines)
    Calls.push_back({Line.Path, Line.Line, Line.Function, 0, 0, std::nullopt});
  for (auto [I, Number] : Counted)
    Calls[I].Calls = Calls[I].Calls.value_or(0) + Number;
  OutermostSum Sum(Calls.size());
  Times.walk(
      [&](StackNodeIndex N) {
        const double Total = Times.ofNode(N).Total;
        if (OfNode[N] != NoIndex && Sum.enter(OfNode[N], Total) &&
            Model.Nodes[N].IsInlined)
          Calls[OfNode[N]].Inlined += Total;
      },
      [&](StackNodeIndex N) {
        if (OfNode[N] != NoIndex)
          Sum.leave(OfNode[N]);
      });
  for (const auto &[I, Call] : enumerate(Calls))
    Call.Total = Sum.totalOf(I);
  llvm::sort(Calls, [](const LineCall &A, const LineCall &B) {
    return std::tie(A.Path, A.Line, A.Callee) <
           std::tie(B.Path, B.Line, B.Callee);
  });
  return Calls;
}
