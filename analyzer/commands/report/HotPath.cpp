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
#include "model/StackTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

/// A call on the path.
struct PathCall {
  std::string Name;
  StringRef LinkName;
  double Total = 0; ///< in samples
};

} // namespace

/// Whether the path goes on from calls with \p Total samples to \p Callee.
static bool isHot(double Callee, double Total) {
  return Callee > 0 && Callee >= Total / 2;
}

static bool isMeasured(const ProfileModel &Model) {
  return Model.Stacks && !Model.Stacks->Samples.empty();
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

static std::vector<PathCall> hotPath(const ProfileModel &Model) {
  std::vector<PathCall> Path;
  if (isMeasured(Model)) {
    const StackModel &Stacks = *Model.Stacks;
    const StackNames Names(Stacks);
    const StackTree Tree = makeStackTree(StackTimes(Stacks), {});
    followHottest<StackTreeNode>(Tree.Nodes, [&](const StackTreeNode &Node) {
      Path.push_back({Names.function(Node.Function),
                      Stacks.Functions[Node.Function].LinkName, Node.Total});
    });
  } else if (Model.Run.HasTimes && Model.Run.HasArcs) {
    const CallTree Tree =
        makeCallTree(Model, /*MinPercent=*/1, KeptTime::OfPaths);
    followHottest<CallTreeNode>(Tree.Nodes, [&](const CallTreeNode &Node) {
      bool IsFunction = Node.What == CallTreeNode::Function;
      Path.push_back(
          {IsFunction ? Model.Functions[Node.Index].Name.str()
                      : frameName(Model, Node),
           IsFunction ? Model.Functions[Node.Index].LinkName : StringRef(),
           Node.Total});
    });
  }
  // What starts the program says nothing about it.
  auto Main = llvm::find_if(
      Path, [](const PathCall &Call) { return Call.LinkName == "main"; });
  if (Main != Path.end())
    Path.erase(Path.begin(), Main);
  return Path;
}

/// Leaves the ends of a long path, such as one of a deep recursion.
static void shorten(std::vector<PathCall> &Path) {
  constexpr size_t End = 8;
  if (Path.size() <= 2 * End + 1)
    return;
  Path[End] = {std::to_string(Path.size() - 2 * End) + " calls", "", 0};
  Path.erase(Path.begin() + End + 1, Path.end() - End);
}

void command::printHotPath(raw_ostream &OS, const ProfileModel &Model,
                           const Terminal &Display) {
  std::vector<PathCall> Path = hotPath(Model);
  if (Path.size() < 2)
    return;
  shorten(Path);
  double All = Model.Run.Total;
  if (isMeasured(Model)) {
    All = 0;
    for (const StackSampleRow &Row : Model.Stacks->Samples)
      All += double(Row.Count);
  }
  OS << "\nHot path" << (isMeasured(Model) ? "" : ", estimated") << ":\n";
  constexpr unsigned Indent = 2;
  const unsigned Width = Display.Width ? Display.Width : 80;
  size_t Column = 0;
  for (const PathCall &Call : Path) {
    std::string Text = printable(Call.Name);
    if (Call.Total > 0)
      Text += ' ' + fixed(ProfileModel::percent(Call.Total, All), 0) + '%';
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

/// Returns the function of the program in which most of the time is; null if
/// there is none.
static const ModelFunction *hottestOf(const ProfileModel &Model) {
  auto Hottest = llvm::max_element(
      Model.Functions, [](const ModelFunction &A, const ModelFunction &B) {
        return A.Self < B.Self;
      });
  return Hottest != Model.Functions.end() && Hottest->Self > 0 ? &*Hottest
                                                               : nullptr;
}

void command::printNextSteps(raw_ostream &OS, const ProfileModel &Model,
                             ArrayRef<std::string> Options,
                             ArrayRef<std::string> Words) {
  std::string Files;
  for (const std::string &Word : concat<const std::string>(Options, Words))
    Files += ' ' + shellWord(Word);
  std::vector<std::pair<std::string, std::string>> Steps;
  if (const ModelFunction *Hottest = hottestOf(Model)) {
    const std::string Name = shellWord(Hottest->Name);
    Steps.push_back({"list " + Name, "its source, with time and counts"});
    Steps.push_back({"report --callers=" + Name, "who calls it"});
    Steps.push_back({"report -l", "the lines that take the time"});
    Steps.push_back({"report --tree", "what calls what"});
  }
  std::string Page = "profile.html";
  if (!Words.empty())
    Page = (sys::path::filename(Words.front()) + ".html").str();
  Steps.push_back({"--html=" + shellWord(Page), "all of it, for a browser"});
  Steps.push_back({"-p -q", "gprof's flat profile and call graph"});
  size_t Widest = 0;
  for (const auto &[Command, Text] : Steps)
    Widest = std::max(Widest, Command.size());
  OS << "\nNext:\n";
  for (const auto &[Command, Text] : Steps) {
    OS << "  llvm-gprof " << Command << Files;
    OS.indent(Widest - Command.size() + 2) << Text << '\n';
  }
}
