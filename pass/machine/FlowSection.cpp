//===-- FlowSection.cpp - The section that describes machine code ---------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last pass in front of the emission of code writes the entry of each
// function with a block table into GMON_FLOW_SECTION. Only there the machine
// code is final.
//
// The entry is assembly at the function's end: a pass has no other way to write
// numbers that depend on the sizes of instructions. The section is ordered with
// the function's (SHF_LINK_ORDER) and in its group, if it has one. So linkers
// keep both or neither.
//
//===----------------------------------------------------------------------===//

#include "machine/BlockMarks.h"
#include "machine/BlockTables.h"
#include "machine/LandingPads.h"
#include "machine/MachineFlow.h"
#include "machine/MachinePasses.h"
#include "machine/OwnInstructions.h"
#include "machine/SettledLines.h"
#include "target/AppendedAssembly.h"
#include "target/MachineNames.h"

#include "gmon/abi.h"
#include "gmon/format.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace gmon {

namespace {

class FlowSection : public MachineFunctionPass {
public:
  static char ID;
  FlowSection() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override {
    return "llvm-gprof's description of machine code";
  }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    AU.addRequired<AppendedAssembly>();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool doInitialization(Module &M) override;
  bool runOnMachineFunction(MachineFunction &F) override;

private:
  void describe(MachineFunction &F, const GlobalVariable &Table);
  StringRef linkedSymbol(const MachineFunction &F, StringRef Entry);

  BlockTables Tables;
  /// For each section of several functions, a symbol in it.
  StringMap<std::string> SymbolOf;
};

char FlowSection::ID = 0;

} // namespace

char &FlowSectionID = FlowSection::ID;

bool FlowSection::doInitialization(Module &M) {
  Tables = findBlockTables(M);
  SymbolOf.clear();
  return false;
}

/// The symbol that the section for \p F, which begins its code at \p Entry, is
/// linked with: one for each section of code.
StringRef FlowSection::linkedSymbol(const MachineFunction &MF,
                                    StringRef Entry) {
  const Function &F = MF.getFunction();
  bool IsAlone = F.hasComdat() || MF.getTarget().getFunctionSections() ||
                 F.hasMetadata(LLVMContext::MD_associated) ||
                 F.hasFnAttribute("implicit-section-name");
  std::string Section =
      IsAlone
          ? ("F" + F.getName()).str()
          : ("S" + F.getSection() + "\n" + F.getSectionPrefix().value_or(""))
                .str();
  return SymbolOf.try_emplace(Section, Entry).first->second;
}

namespace {

/// The labels of pieces, in the order of the code.
class Labels {
public:
  explicit Labels(MachineFunction &F)
      : F(F), Instructions(*F.getSubtarget().getInstrInfo()) {}

  /// A label in front of \p At in \p Block.
  std::string add(MachineBasicBlock &Block, MachineBasicBlock::iterator Point) {
    if (Point == Block.begin() && &Block != &F.front() && !Block.pred_empty()) {
      Block.setLabelMustBeEmitted();
      if (const MCSymbol *Symbol = Block.getSymbol();
          !Symbol->getName().empty())
        return nameInAssembly(*Symbol);
    }
    MCSymbol *Symbol = F.getContext().getOrCreateSymbol(
        ".Lgmon_flow" + Twine(F.getFunctionNumber()) + "_" + Twine(Number++));
    const bool IsEnd = Point == Block.end();
    if (IsEnd ? Block.terminators().empty() : !Point->isTerminator())
      // The flag keeps the label out of the table of lines. At the beginning of
      // a function, it would begin an unknown line there.
      BuildMI(Block, Point, DebugLoc(),
              Instructions.get(TargetOpcode::ANNOTATION_LABEL))
          .addSym(Symbol)
          .setMIFlag(MachineInstr::FrameSetup);
    // No instruction but a terminator may follow a terminator.
    else if (IsEnd)
      Symbol = attachTo(Block.back(), Symbol, &MachineInstr::getPostInstrSymbol,
                        &MachineInstr::setPostInstrSymbol);
    else
      Symbol = attachTo(*Point, Symbol, &MachineInstr::getPreInstrSymbol,
                        &MachineInstr::setPreInstrSymbol);
    return nameInAssembly(*Symbol);
  }

private:
  /// Attaches \p Symbol to \p I unless it has one. Returns the attached one.
  MCSymbol *attachTo(MachineInstr &I, MCSymbol *Symbol,
                     MCSymbol *(MachineInstr::*Get)() const,
                     void (MachineInstr::*Set)(MachineFunction &, MCSymbol *)) {
    if (MCSymbol *Old = (I.*Get)())
      return Old;
    (I.*Set)(F, Symbol);
    return Symbol;
  }

  MachineFunction &F;
  const TargetInstrInfo &Instructions;
  unsigned Number = 0;
};

} // namespace

/// Removes the marks of blocks: some targets have no code for probes.
static void removeMarks(MachineFunction &F) {
  for (MachineBasicBlock &Block : F)
    for (MachineInstr &I : make_early_inc_range(Block))
      if (readMark(I))
        I.eraseFromParent();
}

namespace {

/// Writes the entry of a function.
class EntryText {
public:
  EntryText(MachineFunction &F, const MachineFlow &Flow);

  /// The label of the function's first instruction behind the prologue data.
  StringRef entry() const { return Starts.front(); }
  /// The directives, in the section \p Section.
  std::string write(StringRef Section);

private:
  void writeOffset(StringRef Label);
  bool hasProgramCode(const CodePiece &Piece) const;
  void writePiece(const CodePiece &Piece, StringRef Previous, StringRef Start);
  void writeOwn();

  MachineFunction &F;
  const MachineFlow &Flow;
  std::string Text;
  raw_string_ostream OS{Text};
  SmallVector<std::string> Starts; ///< labels of pieces
  DenseSet<const MachineInstr *> OwnCode;
  SmallVector<std::string> Own; ///< labels of own instructions
  std::string End;
  /// The size of the prologue data: of the hook, if that is in front.
  uint64_t Before = 0;
};

} // namespace

EntryText::EntryText(MachineFunction &F, const MachineFlow &Flow)
    : F(F), Flow(Flow), OwnCode(findOwnInstructions(F)) {
  Labels All(F);
  for (const CodePiece &Piece : Flow.Pieces)
    Starts.push_back(All.add(*Piece.Block, Piece.Begin));
  if (!OwnCode.empty())
    for (MachineBasicBlock &Block : F)
      for (MachineInstr &I : Block)
        if (OwnCode.contains(&I))
          Own.push_back(All.add(Block, I.getIterator()));
  End = All.add(F.back(), F.back().end());
  const Function &Function = F.getFunction();
  if (Function.hasPrologueData())
    Before = Function.getDataLayout().getTypeAllocSize(
        Function.getPrologueData()->getType());
}

/// Writes the distance of \p Label from the function's first byte.
void EntryText::writeOffset(StringRef Label) {
  OS << ',' << Label << '-' << entry() << '+' << Before;
}

/// Whether instructions of the program were copied behind the call of a hook in
/// \p Piece.
bool EntryText::hasProgramCode(const CodePiece &Piece) const {
  auto Code = make_range(Piece.Begin, Flow.endOf(&Piece - Flow.Pieces.begin()));
  return !OwnCode.empty() && any_of(Code, [](const MachineInstr &I) {
    return I.isCall() && callsRuntime(I);
  }) && any_of(Code, [&](const MachineInstr &I) {
    return !isNoCode(I) && !isRecognizedAsOwn(I) && !OwnCode.contains(&I);
  });
}

void EntryText::writePiece(const CodePiece &Piece, StringRef Previous,
                           StringRef Start) {
  unsigned Flags = Piece.Flags;
  if (!F.getFunction().hasOptNone())
    Flags |= GMON_FLOW_OPTIMIZED;
  if ((Flags & GMON_FLOW_OWN) && hasProgramCode(Piece))
    Flags &= ~GMON_FLOW_OWN;
  if (Previous.empty()) {
    OS << ',' << Before;
    // No call passes by the hook of an unoptimized function.
    if (Before && F.getFunction().hasOptNone())
      Flags &= ~GMON_FLOW_ENTERED;
  } else {
    OS << ',' << Start << '-' << Previous;
  }
  OS << ',' << Flags;
  if (Piece.Copied == 0)
    OS << ",0";
  else if (Piece.Copied != CodePiece::None)
    writeOffset(Starts[Flow.PieceAt[Piece.Copied]]);
  if (Piece.Counter)
    writeOffset(nameInAssembly(*Piece.Counter));
  OS << ',' << Piece.Successors.size();
  for (unsigned Successor : Piece.Successors)
    OS << ',' << Successor + (Before ? 1 : 0);
}

void EntryText::writeOwn() {
  OS << ',' << Own.size();
  StringRef Previous;
  for (StringRef Label : Own) {
    if (Previous.empty())
      writeOffset(Label);
    else
      OS << ',' << Label << '-' << Previous;
    Previous = Label;
  }
}

std::string EntryText::write(StringRef Section) {
  std::string Number = std::to_string(F.getFunctionNumber());
  OS << Section << "\n\t.long .Lgmon_end" << Number << "-.Lgmon_begin" << Number
     << "\n.Lgmon_begin" << Number << ":\n\t.quad " << entry() << '-' << Before
     << "\n\t.uleb128 " << End << '-' << entry() << '+' << Before << ','
     << Flow.Pieces.size() + (Before ? 1 : 0);
  if (Before) {
    unsigned IsOwn = Before == GMON_EARLY_HOOK_SIZE ? GMON_FLOW_OWN : 0;
    OS << ",0," << (GMON_FLOW_ENTERED | IsOwn) << ",1,1";
  }
  StringRef Previous;
  for (auto [Piece, Start] : zip(Flow.Pieces, Starts)) {
    writePiece(Piece, Previous, Start);
    Previous = Start;
  }
  writeOwn();
  OS << "\n.Lgmon_end" << Number << ":\n\t.popsection";
  return Text;
}

/// Ends \p F with an instruction, which is not executed, if a block of \p
/// Listed has its address at the end: one without code there, or one that the
/// code generator deleted. The address would be that of the next function.
static void keepAddressesInside(MachineFunction &F,
                                ArrayRef<const BasicBlock *> Listed) {
  SmallPtrSet<const BasicBlock *, 32> Inside, AtEnd;
  bool IsAtEnd = true;
  for (MachineBasicBlock &Block : reverse(F)) {
    IsAtEnd &= all_of(Block, isNoCode);
    (IsAtEnd ? AtEnd : Inside).insert(Block.getAddressTakenIRBlock());
  }
  // The first one is the function itself.
  SmallVector<const BasicBlock *> Outside(
      make_filter_range(drop_begin(Listed), [&](const BasicBlock *Block) {
        return Block && !Inside.contains(Block);
      }));
  if (Outside.empty())
    return;
  // LLVM would give deleted blocks the address behind the instruction.
  for (const BasicBlock *Block : Outside)
    if (!AtEnd.contains(Block))
      appendBlock(F).setAddressTakenIRBlock(const_cast<BasicBlock *>(Block));
  const TargetInstrInfo &Instructions = *F.getSubtarget().getInstrInfo();
  const MCInst Nop = Instructions.getNop();
  MachineBasicBlock &Last = appendBlock(F);
  MachineInstrBuilder New =
      BuildMI(Last, Last.end(), DebugLoc(), Instructions.get(Nop.getOpcode()));
  for (const MCOperand &Operand : Nop)
    if (Operand.isReg())
      New.addReg(Operand.getReg());
    else
      New.addImm(Operand.getImm());
}

/// Aligns \p F as its first block: instructions that align the block would be
/// executed, between the function's symbol or hook and its code.
static void alignAsEntry(MachineFunction &F) {
  F.ensureAlignment(F.front().getAlignment());
  F.front().setAlignment(Align());
}

bool FlowSection::runOnMachineFunction(MachineFunction &F) {
  auto Table = Tables.find(&F.getFunction());
  const bool IsListed = Table != Tables.end();
  if (IsListed) {
    dropDeletedBlocks(*Table->second);
    describe(F, *Table->second);
  }
  const bool IsAppended = getAnalysis<AppendedAssembly>().append(F);
  return IsListed || IsAppended;
}

/// Describes \p F, which has the block table \p Table.
void FlowSection::describe(MachineFunction &F, const GlobalVariable &Table) {
  const SmallVector<const BasicBlock *> Listed = listedBlocks(Table);
  removeLandingPads(F);
  settleLines(F);
  alignAsEntry(F);
  if (!Listed.empty())
    keepAddressesInside(F, Listed);
  if (isDescribable(F)) {
    MachineFlow Flow = findFlow(F, Listed);
    EntryText Text(F, Flow);
    std::string Section =
        (".pushsection " GMON_FLOW_SECTION ",\"o?\",%progbits," +
         linkedSymbol(F, Text.entry()))
            .str();
    getAnalysis<AppendedAssembly>().add(F, Text.write(Section));
  }
  removeMarks(F);
}

static RegisterPass<FlowSection>
    Pass("gmon-flow-section", "llvm-gprof's description of machine code");

} // namespace gmon
