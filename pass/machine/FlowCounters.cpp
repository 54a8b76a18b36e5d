//===-- FlowCounters.cpp - Counters of pieces of machine code -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inserts counters into machine code where the counts of blocks do not say how
// often a piece of it is executed: see gmon_piece_counters in gmon/abi.h. Only
// in executables for x86-64, where an increment needs no register.
//
// Later passes move and change instructions, but not the flow. The counter's
// label stays with it; FlowSection describes where it is.
//
//===----------------------------------------------------------------------===//

#include "machine/BlockTables.h"
#include "machine/CounterPlaces.h"
#include "machine/FlowPlacement.h"
#include "machine/MachineFlow.h"
#include "machine/MachinePasses.h"
#include "target/AppendedAssembly.h"
#include "target/Assembly.h"
#include "target/LateCounters.h"
#include "target/MachineNames.h"
#include "target/ModuleKind.h"

#include "gmon/abi.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/LazyMachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace gmon {

namespace {

class FlowCounters : public MachineFunctionPass {
public:
  static char ID;
  FlowCounters() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override {
    return "llvm-gprof's counters of machine code";
  }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<LazyMachineBlockFrequencyInfoPass>();
    AU.addRequired<AppendedAssembly>();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool doInitialization(Module &M) override {
    Tables = usesSegment(M) ? findBlockTables(M) : BlockTables();
    return false;
  }
  bool runOnMachineFunction(MachineFunction &F) override;

private:
  BlockTables Tables;
};

char FlowCounters::ID = 0;

/// Inserts counters into a function, and describes them.
class CounterInserter {
public:
  CounterInserter(MachineFunction &F, const MachineFlow &Flow)
      : F(F), Flow(Flow), Instructions(*F.getSubtarget().getInstrInfo()) {}

  void insert(const FlowPlacement &What, const CounterPlaces &Places);
  /// Directives for the records and the counters.
  std::string describe(const GlobalVariable &Descriptor) const;

private:
  void addCounter(MachineBasicBlock &Block, MachineBasicBlock::iterator Point,
                  const DebugLoc &Location, StringRef LabelEnd = "");
  void countEdge(const FlowEdge &Edge);
  MCSymbol *counter(unsigned Number) const;

  MachineFunction &F;
  const MachineFlow &Flow;
  const TargetInstrInfo &Instructions;
  SmallVector<MCSymbol *> Labels; ///< of the counters' instructions
};

} // namespace

char &FlowCountersID = FlowCounters::ID;

MCSymbol *CounterInserter::counter(unsigned Number) const {
  return F.getContext().getOrCreateSymbol(
      ".Lgmon_piece" + Twine(F.getFunctionNumber()) + "_" + Twine(Number));
}

void CounterInserter::addCounter(MachineBasicBlock &Block,
                                 MachineBasicBlock::iterator Point,
                                 const DebugLoc &Location, StringRef LabelEnd) {
  MCSymbol *Label = F.getContext().getOrCreateSymbol(
      PieceCounterLabel + Twine(F.getFunctionNumber()) + "_" +
      Twine(Labels.size()) + LabelEnd);
  BuildMI(Block, Point, Location,
          Instructions.get(TargetOpcode::ANNOTATION_LABEL))
      .addSym(Label);
  insertIncrement(Block, Point, Location, *counter(Labels.size()));
  Labels.push_back(Label);
}

/// Counts \p Edge in a new block. It stands where no jump around it is needed:
/// in front of the target if that is reached by branches only, or behind the
/// next block that nothing passes by.
void CounterInserter::countEdge(const FlowEdge &Edge) {
  MachineBasicBlock &Source = *Flow.Pieces[Edge.Source].Block;
  MachineBasicBlock &Target = *Flow.Pieces[Edge.Target].Block;
  MachineBasicBlock &New = *F.CreateMachineBasicBlock();
  bool NeedsJump = false;
  if (!Edge.Branch || isReachedByBranches(Target)) {
    F.insert(Target.getIterator(), &New);
  } else {
    NeedsJump = true;
    MachineBasicBlock *Before = &Source;
    while (fallsThrough(*Before))
      Before = Before->getNextNode();
    F.insert(std::next(Before->getIterator()), &New);
  }
  if (Edge.Branch)
    Edge.Branch->getOperand(0).setMBB(&New);
  if (branchesTo(Source, Target) ||
      (Edge.Branch && Source.getNextNode() == &Target && fallsThrough(Source)))
    Source.splitSuccessor(&Target, &New);
  else
    Source.replaceSuccessor(&Target, &New);
  New.addSuccessor(&Target, BranchProbability::getOne());
  for (const auto &Live : Target.liveins())
    New.addLiveIn(Live);
  DebugLoc Location = Edge.Branch ? Edge.Branch->getDebugLoc()
                                  : Source.rfindDebugLoc(Source.rbegin());
  addCounter(New, New.end(), Location, MadePieceLabelEnd);
  if (NeedsJump)
    Instructions.insertUnconditionalBranch(New, &Target, Location);
}

static bool isTerminator(const MachineInstr &I) { return I.isTerminator(); }

void CounterInserter::insert(const FlowPlacement &What,
                             const CounterPlaces &Places) {
  for (const FlowEdge &Edge : What.Edges)
    countEdge(Edge);
  // The last piece of a block comes first: places in front remain.
  for (unsigned Number : reverse(What.Pieces)) {
    MachineBasicBlock *Block = Flow.Pieces[Number].Block;
    auto Point = *Places.placeIn(Number);
    if (any_of(make_range(Block->begin(), Point), isTerminator)) {
      Block = &splitBlock(*Block, Point);
      Point = Block->begin();
    }
    addCounter(*Block, Point, Block->findDebugLoc(Point));
  }
}

std::string CounterInserter::describe(const GlobalVariable &Descriptor) const {
  SmallVector<std::string> Entries;
  for (const MCSymbol *Label : Labels)
    Entries.push_back(nameInAssembly(*Label) + "-.");
  std::string Text;
  raw_string_ostream OS(Text);
  OS << pushSection(Descriptor, Descriptor.getSection())
     << groupText(GMON_PIECES, nameInAssembly(*counter(0)), /*First=*/0,
                  Entries)
     << "\n\t.popsection\n\t" << pushCounters(F.getFunction());
  for (unsigned I = 0; I != Labels.size(); ++I)
    OS << "\n\t" << nameInAssembly(*counter(I)) << ":\n\t.quad 0";
  OS << "\n\t.popsection";
  return Text;
}

/// Whether later passes divide the code of each function into sections, which
/// FlowSection does not describe. -fsplit-machine-functions divides some only.
static bool willBeDivided(const MachineFunction &F) {
  return F.getTarget().getBBSectionsType() == BasicBlockSection::All;
}

bool FlowCounters::runOnMachineFunction(MachineFunction &F) {
  auto Table = Tables.find(&F.getFunction());
  if (Table == Tables.end() || !isDescribable(F) || willBeDivided(F))
    return false;
  const GlobalVariable *Descriptor =
      descriptorFor(F.getFunction(), LateCounters::Flow);
  if (!Descriptor)
    return false;
  MachineFlow Flow = findFlow(F, listedBlocks(*Table->second));
  BitVector Known = findKnownPieces(Flow);
  if (Known.all())
    return false;
  CounterPlaces Places(F, Flow, BitVector(Known).flip());
  FlowPlacement What = placeFlowCounters(
      Flow, Known, Places, [&]() -> const auto & {
        return getAnalysis<LazyMachineBlockFrequencyInfoPass>().getBFI();
      });
  if (What.Pieces.empty() && What.Edges.empty())
    return false;
  CounterInserter Inserter(F, Flow);
  Inserter.insert(What, Places);
  getAnalysis<AppendedAssembly>().add(F, Inserter.describe(*Descriptor));
  return true;
}

static RegisterPass<FlowCounters> Pass("gmon-flow-counters",
                                       "llvm-gprof's counters of machine code");

} // namespace gmon
