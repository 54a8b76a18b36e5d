//===-- HotPath.cpp - Where the time goes ---------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the hot path, and prints its functions. The path is taken from measured
// stacks, if there are any, else from the tree that the calls make likely.
//
//===----------------------------------------------------------------------===//

#include "advice/CodeOrigin.h"
#include "commands/CostText.h"
#include "commands/report/ProfileReport.h"
#include "commands/report/StackNames.h"
#include "formats/Format.h"
#include "model/CallTree.h"
#include "model/StackTimes.h"
#include "support/Printable.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

/// The width of a line where there is no limit.
constexpr unsigned DefaultWidth = 80;

/// A call on the path.
struct PathCall {
  std::string Name;
  double Total = 0; ///< in samples
};

} // namespace

/// Whether the path goes on from calls with \p Total samples to \p Callee.
static bool isHot(double Callee, double Total) {
  return Callee > 0 && Callee >= Total / 2;
}

/// Calls \p Add with the nodes of the hottest path from a root.
static void followHottest(ArrayRef<TreeNode> Nodes,
                          function_ref<void(const TreeNode &)> Add) {
  constexpr uint32_t None = TreeNode::NoParent;
  uint32_t Root = None;
  std::vector<uint32_t> HottestBelow(Nodes.size(), None);
  for (auto [N, Node] : enumerate(Nodes)) {
    uint32_t &Hottest = Node.Parent == None ? Root : HottestBelow[Node.Parent];
    if (Hottest == None || Node.Total > Nodes[Hottest].Total)
      Hottest = N;
  }
  double Total = 0;
  for (uint32_t N = Root; N != None && isHot(Nodes[N].Total, Total);
       N = HottestBelow[N]) {
    Add(Nodes[N]);
    Total = Nodes[N].Total;
  }
}

namespace {

/// Finds the hottest path through measured stacks. A stack begins at main or,
/// in another thread, at the outermost function of the program: what is in
/// front is the same for all of them, and says nothing. A thread that has such
/// stacks has no others here: if the profile is that of a library, these are
/// the program's.
class MeasuredPath {
public:
  explicit MeasuredPath(const ProfileModel &Model);

  std::vector<FunctionIndex> Functions; ///< the outermost first
  std::vector<double> Totals;           ///< of these, in samples
  size_t NumThreads = 0;    ///< how many threads have the path's start
  double TimeOfThreads = 0; ///< their samples

private:
  using Group = std::pair<double, std::vector<StackNodeIndex>>;
  void findStarts();
  Group hottest(ArrayRef<std::pair<StackNodeIndex, double>> Nodes) const;
  void follow(Group First);

  const ProfileModel &Model;
  const StackTimes Times;
  std::vector<StackNodeIndex> StartOf; ///< by node
  BitVector HasStart;                  ///< by node; else StartOf is the root
};

} // namespace

void MeasuredPath::findStarts() {
  StartOf.resize(Model.Nodes.size(), NoIndex);
  std::vector<StackNodeIndex> RootOf(Model.Nodes.size());
  const CompiledCode OfProgram(Model);
  for (const auto &[N, Node] : enumerate(Model.Nodes)) {
    const ModelFunction &Function = Model.Functions[Node.Function];
    const bool HasCaller = Node.Parent != NoIndex;
    RootOf[N] = HasCaller ? RootOf[Node.Parent] : N;
    const StackNodeIndex Outer = HasCaller ? StartOf[Node.Parent] : NoIndex;
    const bool MayStart = Function.What == ModelFunction::Function &&
                          OfProgram.has(Node.Function);
    if (MayStart && (Outer == NoIndex || Function.LinkName == "main"))
      StartOf[N] = N;
    else
      StartOf[N] = Outer;
  }
  HasStart.resize(Model.Nodes.size());
  for (const auto &[N, Start] : enumerate(StartOf))
    if (Start == NoIndex)
      Start = RootOf[N];
    else
      HasStart.set(N);
}

/// Returns those of \p Nodes that are of the function with the most samples.
MeasuredPath::Group
MeasuredPath::hottest(ArrayRef<std::pair<StackNodeIndex, double>> Nodes) const {
  std::map<FunctionIndex, Group> Groups;
  for (const auto &[Node, Samples] : Nodes) {
    Group &Candidate = Groups[Model.Nodes[Node].Function];
    Candidate.first += Samples;
    Candidate.second.push_back(Node);
  }
  Group Result;
  for (auto &[Function, Candidate] : Groups)
    if (Candidate.first > Result.first)
      Result = std::move(Candidate);
  return Result;
}

/// Adds the functions from \p First on.
void MeasuredPath::follow(Group First) {
  for (Group At = std::move(First); !At.second.empty();) {
    Functions.push_back(Model.Nodes[At.second.front()].Function);
    Totals.push_back(At.first);
    std::vector<std::pair<StackNodeIndex, double>> Callees;
    for (StackNodeIndex Caller : At.second)
      for (StackNodeIndex Callee : Times.calleesOf(Caller))
        Callees.push_back({Callee, Times.ofNode(Callee).Total});
    Group Next = hottest(Callees);
    if (!isHot(Next.first, At.first))
      return;
    At = std::move(Next);
  }
}

MeasuredPath::MeasuredPath(const ProfileModel &Model)
    : Model(Model), Times(Model) {
  findStarts();
  std::map<StackNodeIndex, double> SamplesOf;
  BitVector ThreadHasStart(Model.Threads.size());
  for (const StackSampleRow &Row : Model.Samples)
    if (HasStart.test(Row.Node))
      ThreadHasStart.set(Row.Thread);
  for (const StackSampleRow &Row : Model.Samples)
    if (HasStart.test(Row.Node) || !ThreadHasStart.test(Row.Thread))
      SamplesOf[StartOf[Row.Node]] += double(Row.Count);
  Group First = hottest(std::vector<std::pair<StackNodeIndex, double>>(
      SamplesOf.begin(), SamplesOf.end()));
  BitVector IsFirst(Model.Nodes.size()), InThread(Model.Threads.size());
  for (StackNodeIndex N : First.second)
    IsFirst.set(N);
  for (const StackSampleRow &Row : Model.Samples)
    if (IsFirst.test(StartOf[Row.Node]))
      InThread.set(Row.Thread);
  NumThreads = InThread.count();
  for (unsigned Thread : InThread.set_bits())
    TimeOfThreads += Times.ofThread(Thread);
  follow(std::move(First));
}

/// Returns the path that the calls make likely.
static std::vector<PathCall> estimatedPath(const ProfileModel &Model) {
  std::vector<PathCall> Path;
  if (!Model.Run.HasTimes || !Model.Run.HasArcs)
    return Path;
  const CallTree Tree =
      makeEstimatedTree(Model, /*MinPercent=*/1, KeptTime::OfPaths);
  followHottest(Tree.Nodes, [&](const TreeNode &Node) {
    Path.push_back({Tree.frameOf(Node).Name, Node.Total});
  });
  // What starts the program says nothing about it.
  auto Main = llvm::find_if(
      Path, [](const PathCall &Call) { return Call.Name == "main"; });
  if (Main != Path.end())
    Path.erase(Path.begin(), Main);
  return Path;
}

/// Leaves the ends of a long path, such as one of a deep recursion.
static void shorten(std::vector<PathCall> &Path) {
  constexpr size_t End = 8;
  if (Path.size() <= 2 * End + 1)
    return;
  Path[End] = {std::to_string(Path.size() - 2 * End) + " calls", 0};
  Path.erase(Path.begin() + End + 1, Path.end() - End);
}

void command::printHotPath(raw_ostream &OS, const ProfileModel &Model,
                           const Terminal &Display) {
  const double All = Model.allSamples();
  auto Percent = [&](double Samples) {
    return fixed(ProfileModel::percent(Samples, All), 0) + "%";
  };
  std::string Remark = ", estimated";
  std::vector<PathCall> Path;
  if (Model.isMeasured()) {
    const StackNames Names(Model);
    const MeasuredPath Measured(Model);
    for (auto [Function, Total] :
         zip_equal(Measured.Functions, Measured.Totals))
      Path.push_back({Names.function(Function), Total});
    Remark.clear();
    if (Model.Threads.size() > 1)
      Remark = (", in " + Twine(Measured.NumThreads) + " of " +
                Twine(Model.Threads.size()) + " threads with " +
                Percent(Measured.TimeOfThreads) + " of the " +
                CostText(Model.StackCost).word())
                   .str();
  } else {
    Path = estimatedPath(Model);
  }
  if (Path.size() < 2)
    return;
  shorten(Path);
  OS << "\nHot path" << Remark << ":\n";
  constexpr unsigned Indent = 2;
  const unsigned Width = Display.Width ? Display.Width : DefaultWidth;
  size_t Column = 0;
  for (const PathCall &Call : Path) {
    std::string Text = printable(Call.Name);
    if (Call.Total > 0)
      Text += ' ' + Percent(Call.Total);
    if (&Call != &Path.front())
      Text = "> " + Text;
    if (!Column || Column + 1 + Text.size() > Width) {
      if (Column)
        OS << '\n';
      OS.indent(Column ? 2 * Indent : Indent);
      Column = Column ? 2 * Indent : Indent;
    } else {
      OS << ' ';
      ++Column;
    }
    OS << Text;
    Column += Text.size();
  }
  OS << '\n';
}
