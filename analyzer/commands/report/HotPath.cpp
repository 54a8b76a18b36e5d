//===-- HotPath.cpp - Where the time goes, and what to ask next -----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The path is taken from measured stacks, if there are any, else from the tree
// that the calls make likely.
//
//===----------------------------------------------------------------------===//

#include "commands/report/HotPath.h"
#include "commands/CostText.h"
#include "commands/report/StackNames.h"
#include "formats/Format.h"
#include "model/CallTree.h"
#include "model/FunctionLookup.h"
#include "model/StackTimes.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
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

/// Calls \p Add with the nodes of the hottest path from a root. Nodes have
/// Total and Parent, which precedes them.
template <class NodeT>
static void followHottest(ArrayRef<NodeT> Nodes,
                          function_ref<void(const NodeT &)> Add) {
  constexpr uint32_t None = NodeT::NoParent;
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
/// front is the same for all of them, and says nothing.
class MeasuredPath {
public:
  explicit MeasuredPath(const StackModel &Stacks);

  std::vector<StackFunctionIndex> Functions; ///< the outermost first
  std::vector<double> Totals;                ///< of these, in samples
  size_t NumThreads = 0;    ///< how many threads have the path's start
  double TimeOfThreads = 0; ///< their samples

private:
  using Group = std::pair<double, std::vector<StackNodeIndex>>;
  void findStarts();
  Group hottest(ArrayRef<std::pair<StackNodeIndex, double>> Nodes) const;
  void follow(Group First);

  const StackModel &Stacks;
  const StackTimes Times;
  std::vector<StackNodeIndex> StartOf; ///< by node
};

} // namespace

void MeasuredPath::findStarts() {
  StartOf.resize(Stacks.Nodes.size(), NoStackIndex);
  std::vector<StackNodeIndex> RootOf(Stacks.Nodes.size());
  for (const auto &[N, Node] : enumerate(Stacks.Nodes)) {
    const StackFunction &Function = Stacks.Functions[Node.Function];
    const bool HasCaller = Node.Parent != NoStackIndex;
    RootOf[N] = HasCaller ? RootOf[Node.Parent] : N;
    const StackNodeIndex Outer =
        HasCaller ? StartOf[Node.Parent] : NoStackIndex;
    const bool MayStart = Function.What == StackFunction::Function &&
                          Stacks.isOfProgram(Node.Function);
    if (MayStart && (Outer == NoStackIndex || Function.LinkName == "main"))
      StartOf[N] = N;
    else
      StartOf[N] = Outer;
  }
  for (const auto &[Start, Root] : zip_equal(StartOf, RootOf))
    if (Start == NoStackIndex)
      Start = Root;
}

/// Returns those of \p Nodes that are of the function with the most samples.
MeasuredPath::Group
MeasuredPath::hottest(ArrayRef<std::pair<StackNodeIndex, double>> Nodes) const {
  std::map<StackFunctionIndex, Group> Groups;
  for (const auto &[Node, Samples] : Nodes) {
    Group &Of = Groups[Stacks.Nodes[Node].Function];
    Of.first += Samples;
    Of.second.push_back(Node);
  }
  Group Result;
  for (auto &[Function, Of] : Groups)
    if (Of.first > Result.first)
      Result = std::move(Of);
  return Result;
}

/// Adds the functions from \p First on.
void MeasuredPath::follow(Group First) {
  for (Group At = std::move(First); !At.second.empty();) {
    Functions.push_back(Stacks.Nodes[At.second.front()].Function);
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

MeasuredPath::MeasuredPath(const StackModel &Stacks)
    : Stacks(Stacks), Times(Stacks) {
  findStarts();
  std::map<StackNodeIndex, double> SamplesOf;
  for (const StackSampleRow &Row : Stacks.Samples)
    SamplesOf[StartOf[Row.Node]] += double(Row.Count);
  Group First = hottest(std::vector<std::pair<StackNodeIndex, double>>(
      SamplesOf.begin(), SamplesOf.end()));
  BitVector IsFirst(Stacks.Nodes.size()), InThread(Stacks.Threads.size());
  for (StackNodeIndex N : First.second)
    IsFirst.set(N);
  for (const StackSampleRow &Row : Stacks.Samples)
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
      makeCallTree(Model, /*MinPercent=*/1, KeptTime::OfPaths);
  followHottest<CallTreeNode>(Tree.Nodes, [&](const CallTreeNode &Node) {
    Path.push_back({Node.What == CallTreeNode::Function
                        ? Model.Functions[Node.Index].Name.str()
                        : frameName(Model, Node),
                    Node.Total});
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
  if (Model.hasSampledStacks()) {
    const StackModel &Stacks = *Model.Stacks;
    const StackNames Names(Stacks);
    const MeasuredPath Measured(Stacks);
    for (auto [Function, Total] :
         zip_equal(Measured.Functions, Measured.Totals))
      Path.push_back({Names.function(Function), Total});
    Remark.clear();
    if (Stacks.Threads.size() > 1)
      Remark = (", in " + Twine(Measured.NumThreads) + " of " +
                Twine(Stacks.Threads.size()) + " threads with " +
                Percent(Measured.TimeOfThreads) + " of the " +
                CostText(Stacks.Cost).word())
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

/// Returns \p Word as a word of a shell's command line.
static std::string shellWord(StringRef Word) {
  auto IsPlain = [](char C) {
    return isAlnum(C) || StringRef("_-+=./,:@%").contains(C);
  };
  if (!Word.empty() && all_of(Word, IsPlain))
    return Word.str();
  std::string Result = "'";
  for (char C : Word)
    Result += C == '\'' ? "'\\''" : std::string(1, C);
  return Result + "'";
}

namespace {

/// A function of the program in which time is.
struct HotFunction {
  FunctionIndex Index = NoFunction;   ///< of the stacks or the model
  FunctionIndex InModel = NoFunction; ///< of the model
  double Self = 0;
  bool HasSource = false;
};

/// Finds names by which commands find just one function.
class FunctionNamer {
public:
  explicit FunctionNamer(const ProfileModel &Model)
      : Listed(Model), IsMeasured(Model.hasSampledStacks()),
        Reported(IsMeasured ? FunctionLookup(*Model.Stacks) : Listed) {}

  /// Returns the shortest name of \p Function as a word of a shell, in at most
  /// \p Room characters; or an empty text.
  std::string shortestName(const HotFunction &Function, size_t Room) const;

private:
  /// Whether list and report find \p Function by \p Name.
  bool finds(const HotFunction &Function, StringRef Name) const {
    const auto InModel = Listed.findAny(Name);
    return ArrayRef(Reported.findAny(Name)) == ArrayRef(Function.Index) &&
           (Function.InModel == NoFunction
                ? InModel.empty()
                : ArrayRef(InModel) == ArrayRef(Function.InModel));
  }

  FunctionLookup Listed;
  bool IsMeasured;
  FunctionLookup Reported;
};

} // namespace

std::string FunctionNamer::shortestName(const HotFunction &Function,
                                        size_t Room) const {
  std::string Shortest;
  for (const std::string &Name : Reported.spellingsOf(Function.Index)) {
    std::string Word = shellWord(Name);
    if (Word.size() <= Room &&
        (Shortest.empty() || Word.size() < Shortest.size()) &&
        finds(Function, Name))
      Shortest = std::move(Word);
  }
  return Shortest;
}

/// Returns the functions of the program in the order of the table.
static std::vector<HotFunction> hotFunctions(const ProfileModel &Model) {
  std::vector<HotFunction> Functions;
  if (Model.hasSampledStacks()) {
    const StackModel &Stacks = *Model.Stacks;
    const StackTimes Times(Stacks);
    for (const auto &[I, Function] : enumerate(Stacks.Functions))
      if (Function.What == StackFunction::Function && Stacks.isOfProgram(I))
        Functions.push_back({FunctionIndex(I), Function.InModel,
                             Times.ofFunction(I).Self, !Function.Path.empty()});
  } else {
    for (const auto &[I, Function] : enumerate(Model.Functions))
      Functions.push_back({FunctionIndex(I), FunctionIndex(I), Function.Self,
                           !Function.Path.empty()});
  }
  llvm::erase_if(Functions,
                 [](const HotFunction &Each) { return Each.Self == 0; });
  llvm::stable_sort(Functions, [](const HotFunction &A, const HotFunction &B) {
    return A.Self > B.Self;
  });
  return Functions;
}

void command::printNextSteps(raw_ostream &OS, const ProfileModel &Model,
                             const Terminal &Display,
                             ArrayRef<std::string> Options,
                             ArrayRef<std::string> Words) {
  auto Join = [](ArrayRef<std::string> Parts) {
    std::string Text;
    for (const std::string &Part : Parts)
      Text += ' ' + shellWord(Part);
    return Text;
  };
  const std::string Opts = Join(Options), Files = Join(Words);
  std::vector<std::pair<std::string, std::string>> Steps;
  auto Add = [&](const Twine &Command, StringRef Text) {
    Steps.push_back({(Command + Opts + Files).str(), Text.str()});
  };
  constexpr StringLiteral Program = "  llvm-gprof ",
                          ByName = "report --callers=";
  const size_t Width = Display.Width ? Display.Width : DefaultWidth;
  const size_t Other =
      Program.size() + ByName.size() + Opts.size() + Files.size();
  // With long paths of files no line is short.
  constexpr size_t LeastRoom = 10;
  const size_t Room = Other + LeastRoom > Width ? SIZE_MAX : Width - Other;
  const std::vector<HotFunction> Functions = hotFunctions(Model);
  const FunctionNamer Namer(Model);
  constexpr size_t MostTried = 20;
  for (const HotFunction &Each : ArrayRef(Functions).take_front(MostTried)) {
    const std::string Name = Namer.shortestName(Each, Room);
    if (Name.empty())
      continue;
    constexpr StringLiteral Source = "its source, with time and counts";
    // A name such as "-rf" is no option.
    if (Each.HasSource && StringRef(Name).starts_with("-"))
      Steps.push_back({"list" + Opts + " -- " + Name + Files, Source.str()});
    else if (Each.HasSource)
      Add("list " + Name, Source);
    Add(ByName + Name, "who calls it");
    break;
  }
  if (!Functions.empty()) {
    if (Functions.front().HasSource)
      Add("report -l", "the lines that take the time");
    Add("report --tree", "what calls what");
  }
  std::string Page = "profile.html";
  if (!Words.empty())
    Page = (sys::path::filename(Words.front()) + ".html").str();
  Add("--html=" + shellWord(Page), "all of it, for a browser");
  Add("-p -q", "gprof's flat profile and call graph");
  // Texts are aligned where all fit, and below commands that are too long.
  constexpr size_t Gap = 2;
  size_t Longest = 0, Widest = 0;
  for (const auto &[Command, Text] : Steps)
    Longest = std::max(Longest, Program.size() + Gap + Text.size());
  for (const auto &[Command, Text] : Steps)
    if (Command.size() + Longest <= Width)
      Widest = std::max(Widest, Command.size());
  OS << "\nNext:\n";
  for (const auto &[Command, Text] : Steps) {
    OS << Program << Command;
    if (Program.size() + Command.size() + Gap + Text.size() > Width)
      OS << '\n' << "    ";
    else
      OS.indent(std::max(Widest, Command.size()) - Command.size() + Gap);
    OS << Text << '\n';
  }
}
