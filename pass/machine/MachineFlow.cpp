//===-- MachineFlow.cpp - How control flows through machine code ----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pieces are cut first; then their numbers are known, and their successors
// follow.
//
//===----------------------------------------------------------------------===//

#include "machine/MachineFlow.h"
#include "ir/ControlFlow.h"
#include "machine/BlockMarks.h"

#include "gmon/format.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace gmon {

namespace {

class PieceFinder {
public:
  PieceFinder(MachineFunction &F, ArrayRef<const BasicBlock *> Listed);

  MachineFlow find();

private:
  void cut(MachineBasicBlock &Block);
  void cutPadding(MachineBasicBlock &Block);
  void cutAt(MachineBasicBlock &Block, MachineBasicBlock::iterator Begin,
             unsigned Flags = 0);
  void setCopied(unsigned Index);
  void connect(unsigned Number);
  void connectTo(unsigned Number, MachineBasicBlock &Target, bool IsKnown);
  void dropUnknown();
  void findShared();
  bool mayLeave(const MachineInstr &Call,
                const std::optional<BlockMark> &Mark) const;

  MachineFunction &F;
  DenseMap<const BasicBlock *, unsigned> IndexOf; ///< of listed blocks
  /// The labels around calls from which control may come to a landing pad.
  SmallPtrSet<const MCSymbol *, 16> Begins, Ends;
  /// Whether the function has jumps to addresses of blocks.
  bool HasIndirectJumps;
  SmallVector<CodePiece, 0> Pieces;
  SmallVector<unsigned, 0> PieceAt; ///< at the address of a listed block
  /// Listed blocks with a mark at their address; those of which not all copies
  /// may be known; those with the address of another.
  BitVector Marked, Unknown, Shared;
  DenseMap<const MachineBasicBlock *, unsigned> FirstOf; ///< piece of a block
};

} // namespace

PieceFinder::PieceFinder(MachineFunction &F,
                         ArrayRef<const BasicBlock *> Listed)
    : F(F),
      HasIndirectJumps(any_of(F.getFunction(),
                              [](const BasicBlock &B) {
                                return isa<IndirectBrInst>(B.getTerminator());
                              })),
      PieceAt(Listed.size(), CodePiece::None), Marked(Listed.size()),
      Unknown(Listed.size()), Shared(Listed.size()) {
  for (auto [Index, Block] : enumerate(Listed))
    if (Block)
      IndexOf[Block] = Index;
  for (const LandingPadInfo &Pad : F.getLandingPads()) {
    Begins.insert(Pad.BeginLabels.begin(), Pad.BeginLabels.end());
    Ends.insert(Pad.EndLabels.begin(), Pad.EndLabels.end());
  }
}

/// The function that \p Call calls, or null.
static const Function *calleeOf(const MachineInstr &Call) {
  for (const MachineOperand &Operand : Call.operands())
    if (Operand.isGlobal())
      return dyn_cast<Function>(
          Operand.getGlobal()->stripPointerCastsAndAliases());
  return nullptr;
}

bool callsRuntime(const MachineInstr &Call) {
  const Function *Callee = calleeOf(Call);
  return Callee && Callee->getName().starts_with("__gmon_");
}

/// Whether control may leave the function at \p Call and not come back. \p Mark
/// is the last mark in front of it in its block.
bool PieceFinder::mayLeave(const MachineInstr &Call,
                           const std::optional<BlockMark> &Mark) const {
  // Symbols without a function are routines that the code generator calls.
  if (any_of(
          Call.operands(),
          [](const MachineOperand &Operand) { return Operand.isSymbol(); }) ||
      callsRuntime(Call))
    return false;
  if (Mark)
    return Mark->MayLeave;
  if (const Function *Callee = calleeOf(Call))
    if (Callee->hasFnAttribute(Attribute::WillReturn) && Callee->doesNotThrow())
      return false;
  // Only unoptimized code is where the block has it.
  const BasicBlock *Block = Call.getParent()->getBasicBlock();
  return !F.getFunction().hasOptNone() || !Block ||
         any_of(*Block, mayNotReturn);
}

static bool returnsTwice(const MachineInstr &Call) {
  if (!Call.getMF()->exposesReturnsTwice())
    return false;
  if (const Function *Callee = calleeOf(Call))
    return Callee->hasFnAttribute(Attribute::ReturnsTwice);
  // The attribute of the call itself is not in machine code.
  return true;
}

void PieceFinder::cutAt(MachineBasicBlock &Block,
                        MachineBasicBlock::iterator Begin, unsigned Flags) {
  CodePiece &New = Pieces.emplace_back();
  New.Block = &Block;
  New.Begin = Begin;
  New.Flags = Flags;
}

bool fallsThrough(const MachineBasicBlock &Block) {
  const MachineBasicBlock *Next = Block.getNextNode();
  if (!Next || Next->isEHPad() || !Block.isSuccessor(Next))
    return false;
  auto Code = make_filter_range(reverse(Block), std::not_fn(isNoCode));
  return Code.empty() || !Code.begin()->isBarrier();
}

void PieceFinder::setCopied(unsigned Index) {
  Pieces.back().Copied = Index;
  Pieces.back().Flags |= GMON_FLOW_BLOCK;
}

/// The label of an instruction that counts a piece, if \p I is one.
static const MCSymbol *counterLabel(const MachineInstr &I) {
  if (I.getOpcode() != TargetOpcode::ANNOTATION_LABEL)
    return nullptr;
  const MCSymbol *Label = I.getOperand(0).getMCSymbol();
  return Label->getName().starts_with(PieceCounterLabel) ? Label : nullptr;
}

static bool isBranchOfAssembly(const MachineInstr &I) {
  return I.getOpcode() == TargetOpcode::INLINEASM_BR;
}

/// Cuts \p Block into pieces.
void PieceFinder::cut(MachineBasicBlock &Block) {
  FirstOf[&Block] = Pieces.size();
  bool IsEntered = &Block == &F.front() || Block.isEHPad() ||
                   Block.isMachineBlockAddressTaken();
  cutAt(Block, Block.begin(), IsEntered ? GMON_FLOW_ENTERED : 0);
  const BasicBlock *Original = Block.getAddressTakenIRBlock();
  if (&Block == &F.front())
    Original = &F.getFunction().getEntryBlock();
  auto Found = IndexOf.find(Original);
  unsigned Index = Found == IndexOf.end() ? CodePiece::None : Found->second;
  if (Index != CodePiece::None) {
    PieceAt[Index] = FirstOf[&Block];
    // Unoptimized blocks, and the entry block, have no copies.
    if (Index == 0 || F.getFunction().hasOptNone())
      setCopied(Index);
    else if (onlyJumps(Block))
      Unknown.set(Index);
  }

  std::optional<BlockMark> LastMark;
  bool IsCovered = false, HasCall = false;
  for (auto It = Block.begin(), End = Block.end(); It != End;) {
    MachineInstr &I = *It++;
    bool IsEnd = It == End;
    if (std::optional<BlockMark> Mark = readMark(I)) {
      LastMark = Mark;
      if (Mark->Index == 0)
        continue;
      // What precedes the mark is executed as often, unless it is a call.
      if (HasCall || Pieces.back().Copied != CodePiece::None)
        cutAt(Block, I.getIterator());
      HasCall = false;
      setCopied(Mark->Index);
      if (Mark->OnlyJumps || Mark->OnlyReturns)
        Unknown.set(Mark->Index);
      if (Mark->Index == Index)
        Marked.set(Index);
      continue;
    }
    if (const MCSymbol *Label = counterLabel(I)) {
      Pieces.back().Counter = Label;
      Pieces.back().Flags |= GMON_FLOW_COUNTER;
      if (Label->getName().ends_with(MadePieceLabelEnd))
        Pieces.back().Flags |= GMON_FLOW_OWN;
      continue;
    }
    if (I.isEHLabel()) {
      const MCSymbol *Label = I.getOperand(0).getMCSymbol();
      if (Begins.contains(Label)) {
        IsCovered = true;
      } else if (IsCovered && Ends.contains(Label)) {
        IsCovered = false;
        if (HasCall && !IsEnd)
          cutAt(Block, It);
        HasCall = false;
      }
      continue;
    }
    if (I.isCall()) {
      HasCall = true;
      const bool Leaves = mayLeave(I, LastMark) || IsCovered;
      if (I.isReturn() || Leaves)
        Pieces.back().Flags |= GMON_FLOW_LEFT;
      if (callsRuntime(I) && !Pieces.back().Flags)
        Pieces.back().Flags |= GMON_FLOW_OWN;
      if (returnsTwice(I)) {
        cutAt(Block, It, GMON_FLOW_ENTERED);
        HasCall = false;
      } else if (Leaves && !I.isReturn() &&
                 !all_of(make_range(It, End), isNoCode)) {
        cutAt(Block, It);
        HasCall = false;
      }
    }
    if ((I.isBranch() || I.isReturn()) &&
        !all_of(make_range(It, End), isNoCode))
      cutAt(Block, It);
  }
}

/// Describes the instructions that align the successor of \p Block in the code:
/// control does not come there, or only if a branch in front is not taken and
/// a call in front returns.
void PieceFinder::cutPadding(MachineBasicBlock &Block) {
  const MachineBasicBlock *Next = Block.getNextNode();
  if (!Next || Next->getAlignment() == Align())
    return;
  if (!fallsThrough(Block)) {
    cutAt(Block, Block.end());
    Pieces.back().IsPadding = true;
    return;
  }
  auto Code = make_filter_range(reverse(Block), std::not_fn(isNoCode));
  if (!Code.empty() &&
      (Code.begin()->isBranch() || Pieces.back().Flags & GMON_FLOW_LEFT))
    cutAt(Block, Block.end());
}

/// Adds an edge from the piece \p Number to the start of \p Target; if it is
/// not \p IsKnown which of several targets follow, flow through the outside.
void PieceFinder::connectTo(unsigned Number, MachineBasicBlock &Target,
                            bool IsKnown) {
  unsigned Successor = FirstOf.lookup(&Target);
  if (!IsKnown) {
    Pieces[Number].Flags |= GMON_FLOW_LEFT;
    Pieces[Successor].Flags |= GMON_FLOW_ENTERED;
  } else if (!is_contained(Pieces[Number].Successors, Successor)) {
    Pieces[Number].Successors.push_back(Successor);
  }
}

/// Finds the successors of the piece \p Number.
void PieceFinder::connect(unsigned Number) {
  MachineBasicBlock &Block = *Pieces[Number].Block;
  bool IsLast = Number + 1 == Pieces.size() ||
                Pieces[Number + 1].Block != &Block ||
                Pieces[Number + 1].IsPadding;
  if (Pieces[Number].IsPadding)
    return;
  auto Begin = Pieces[Number].Begin;
  auto End = IsLast ? Block.end() : Pieces[Number + 1].Begin;
  bool Continues = true;
  for (MachineInstr &I : make_range(Begin, End)) {
    if (I.isReturn())
      Pieces[Number].Flags |= GMON_FLOW_LEFT;
    if (isBranchOfAssembly(I)) {
      for (MachineBasicBlock *Target : Block.successors())
        if (Target->isInlineAsmBrIndirectTarget())
          connectTo(Number, *Target, /*IsKnown=*/false);
    } else if (I.isIndirectBranch()) {
      for (MachineBasicBlock *Target : Block.successors())
        if (!Target->isEHPad())
          connectTo(Number, *Target, !HasIndirectJumps);
    } else if (I.isBranch()) {
      for (const MachineOperand &Operand : I.operands())
        if (Operand.isMBB())
          connectTo(Number, *Operand.getMBB(), /*IsKnown=*/true);
    }
    if (!isNoCode(I))
      Continues = !I.isBarrier();
  }
  if (!IsLast) {
    if (Continues)
      Pieces[Number].Successors.push_back(Number + 1);
  } else if (fallsThrough(Block)) {
    connectTo(Number, *Block.getNextNode(), /*IsKnown=*/true);
  }
  // What never comes to its end, such as a trap, leaves.
  if (Pieces[Number].Successors.empty())
    Pieces[Number].Flags |= GMON_FLOW_LEFT;
}

MachineFlow PieceFinder::find() {
  for (MachineBasicBlock &Block : F) {
    cut(Block);
    cutPadding(Block);
  }
  for (unsigned Number = 0, E = Pieces.size(); Number != E; ++Number)
    connect(Number);
  findShared();
  dropUnknown();
  return {std::move(Pieces), std::move(PieceAt)};
}

/// Finds the listed blocks without code that precede a listed block. The
/// profile has one count for both: the latter's, because control passes on to
/// it.
void PieceFinder::findShared() {
  DenseMap<unsigned, unsigned> IndexOf;
  for (auto [Index, Number] : enumerate(PieceAt))
    if (Number != CodePiece::None)
      IndexOf[Number] = Index;
  SmallVector<unsigned> Empty; // listed blocks in front, without code
  for (unsigned Number = 0, E = Pieces.size(); Number != E; ++Number) {
    auto Found = IndexOf.find(Number);
    if (Found != IndexOf.end()) {
      for (unsigned Index : Empty)
        Shared.set(Index);
      Empty.assign(1, Found->second);
    }
    MachineBasicBlock &Block = *Pieces[Number].Block;
    auto End = Number + 1 != E && Pieces[Number + 1].Block == &Block
                   ? Pieces[Number + 1].Begin
                   : Block.end();
    if (!all_of(make_range(Pieces[Number].Begin, End), isNoCode))
      Empty.clear();
  }
}

/// Drops what is said about blocks whose copies may not all be known, or that
/// have no address of their own in a profile.
void PieceFinder::dropUnknown() {
  for (CodePiece &Piece : Pieces) {
    unsigned Index = Piece.Copied;
    if (Index == CodePiece::None)
      continue;
    bool IsKnown = Index == 0 || F.getFunction().hasOptNone() ||
                   (Marked.test(Index) && !Unknown.test(Index));
    if (!IsKnown || Shared.test(Index)) {
      Piece.Copied = CodePiece::None;
      Piece.Flags &= ~GMON_FLOW_BLOCK;
    }
  }
}

bool MachineFlow::isLastInBlock(unsigned Number) const {
  return Number + 1 == Pieces.size() ||
         Pieces[Number + 1].Block != Pieces[Number].Block ||
         Pieces[Number + 1].IsPadding;
}

MachineBasicBlock::iterator MachineFlow::endOf(unsigned Number) const {
  return isLastInBlock(Number) ? Pieces[Number].Block->end()
                               : Pieces[Number + 1].Begin;
}

/// Whether \p I becomes instructions only where code is emitted, with jumps of
/// their own: XRay's sleds.
static bool isSled(const MachineInstr &I) {
  switch (I.getOpcode()) {
  case TargetOpcode::PATCHABLE_FUNCTION_ENTER:
  case TargetOpcode::PATCHABLE_FUNCTION_EXIT:
  case TargetOpcode::PATCHABLE_RET:
  case TargetOpcode::PATCHABLE_TAIL_CALL:
  case TargetOpcode::PATCHABLE_EVENT_CALL:
  case TargetOpcode::PATCHABLE_TYPED_EVENT_CALL:
    return true;
  default:
    return false;
  }
}

bool isDescribable(const MachineFunction &F) {
  // The code of several sections is in no order.
  if (F.hasBBSections() || F.hasEHFunclets())
    return false;
  if (any_of(F, [](const MachineBasicBlock &Block) {
        return any_of(Block, isSled);
      }))
    return false;
  // Where linkers make code smaller, a distance in ULEB128 is a relocation that
  // GNU ld 2.40 crashes on.
  return !F.getTarget().getTargetTriple().isRISCV() ||
         !F.getSubtarget().checkFeatures("+relax");
}

MachineFlow findFlow(MachineFunction &F, ArrayRef<const BasicBlock *> Listed) {
  return PieceFinder(F, Listed).find();
}

} // namespace gmon
