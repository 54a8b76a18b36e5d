//===-- OutgoingCalls.cpp - Calls of functions without a hook -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See OutgoingCalls.h. A counter stands right before its call, in registers
// that no call preserves and that carry no arguments. The label of the call is
// behind it, so that the description has the address that stacks have. A jump
// (a tail call) has its label in front.
//
//===----------------------------------------------------------------------===//

#include "target/OutgoingCalls.h"
#include "ir/SymbolNames.h"
#include "selection/Marks.h"
#include "target/Assembly.h"
#include "target/LateCounters.h"
#include "target/MachineNames.h"
#include "target/ModuleKind.h"
#include "target/Target.h"

#include "gmon/abi.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace gmon {

/// Whether \p Name is a function of the profiler, or of a sanitizer's checks,
/// which the source does not call.
static bool isHidden(StringRef Name) {
  return Name.starts_with("__gmon_") || Name.starts_with("__asan_") ||
         Name.starts_with("__hwasan_") || Name.starts_with("__msan_") ||
         Name.starts_with("__tsan_") || Name.starts_with("__ubsan_") ||
         Name.starts_with("__sanitizer_") || Name == "__fentry__" ||
         Name == "mcount" || Name == "_mcount";
}

bool mayCallOut(const Instruction &I) {
  if (const auto *Call = dyn_cast<CallBase>(&I)) {
    const auto *Intrinsic = dyn_cast<IntrinsicInst>(Call);
    const Function *Callee = Call->getCalledFunction();
    // Local functions have no hook that calls pass by.
    return !Call->isInlineAsm() &&
           !(Intrinsic && Intrinsic->isAssumeLikeIntrinsic()) &&
           !(Callee && hasPlan(*Callee) && Callee->hasLocalLinkage() &&
             !Call->isTailCall());
  }
  // Arithmetic without an instruction.
  const Type *T = I.getType()->getScalarType();
  return I.isBinaryOp() && (I.getOpcode() == Instruction::FRem ||
                            T->isFP128Ty() || T->isIntegerTy(128));
}

namespace {

/// A call that is to be counted.
struct OutgoingCall {
  MachineInstr *Call;
  std::string Name; ///< of the called function
};

class OutgoingCounter {
public:
  /// If \p OnlyHooked holds, it counts only calls of functions that may have a
  /// hook.
  OutgoingCounter(MachineFunction &F, const GlobalVariable &Descriptor,
                  bool OnlyHooked)
      : F(F), Descriptor(Descriptor), OnlyHooked(OnlyHooked),
        Instructions(*F.getSubtarget().getInstrInfo()),
        Registers(*F.getSubtarget().getRegisterInfo()),
        HasSegment(usesSegment(*F.getFunction().getParent())) {
    if (OnlyHooked)
      Library.emplace(F.getTarget().getTargetTriple());
  }

  /// Counts all calls. Returns whether there are any.
  bool count();
  /// Calls \p AddData with text that describes the calls.
  void describe(function_ref<void(StringRef)> AddData) const;

private:
  const GlobalValue *calleeOf(const MachineInstr &Call) const;
  const GlobalValue *loadedInto(Register Reg, const MachineInstr &Before) const;
  std::optional<OutgoingCall> examine(MachineInstr &Call) const;
  bool isCountedElsewhere(const MachineInstr &Call,
                          const Function &Callee) const;
  bool addIncrement(MachineInstr &Before, unsigned Number);
  MachineInstr *makeUnconditional(MachineInstr &Jump);
  void addLabel(MachineInstr &Call, MCSymbol *Label);
  void addAssembly(MachineInstr &Before, StringRef Text);
  MCSymbol *symbol(const char *Kind, unsigned Number) const;
  std::string nameOf(const MCSymbol *Symbol) const;
  void addCall(const OutgoingCall &Outgoing);
  std::string labelOf(StringRef Name);

  MachineFunction &F;
  const GlobalVariable &Descriptor;
  bool OnlyHooked;
  const TargetInstrInfo &Instructions;
  const TargetRegisterInfo &Registers;
  bool HasSegment;
  std::optional<TargetLibraryInfoImpl> Library; ///< if OnlyHooked

  SmallVector<std::string> Entries; ///< of the group of calls
  std::string Counters, Names;      ///< text of two sections
  StringMap<std::string> Labels;    ///< in Names
};

} // namespace

/// The function, or the alias of one, that \p Operand names; null if it is
/// none.
static const GlobalValue *functionIn(const MachineOperand &Operand) {
  if (!Operand.isGlobal())
    return nullptr;
  auto *Named = dyn_cast<GlobalValue>(Operand.getGlobal()->stripPointerCasts());
  return Named && isa_and_nonnull<Function>(Named->getAliaseeObject())
             ? Named
             : nullptr;
}

/// Calls \p Visit with the instructions in front of \p Before, on each path to
/// it, the last first, until it returns true. Returns whether it did so on all
/// paths.
static bool searchBackward(const MachineInstr &Before,
                           function_ref<bool(const MachineInstr &)> Visit) {
  using Iterator = MachineBasicBlock::const_reverse_iterator;
  SmallPtrSet<const MachineBasicBlock *, 16> Seen;
  SmallVector<std::pair<const MachineBasicBlock *, Iterator>> Open = {
      {Before.getParent(), std::next(Before.getReverseIterator())}};
  bool FoundOnAll = true;
  while (!Open.empty()) {
    auto [Block, It] = Open.pop_back_val();
    if (std::find_if(It, Block->rend(), Visit) != Block->rend())
      continue;
    FoundOnAll &= !Block->pred_empty();
    for (const MachineBasicBlock *Previous : Block->predecessors())
      if (Seen.insert(Previous).second)
        Open.push_back({Previous, Previous->rbegin()});
  }
  return FoundOnAll;
}

/// The function whose address \p Reg has in front of \p Before, if every
/// instruction that sets it there loads that address, as with -fno-plt.
const GlobalValue *
OutgoingCounter::loadedInto(Register Reg, const MachineInstr &Before) const {
  const GlobalValue *Found = nullptr;
  bool IsOther = false; // set to something else, too
  bool IsSet = searchBackward(Before, [&](const MachineInstr &I) {
    if (!I.modifiesRegister(Reg, &Registers))
      return false;
    const GlobalValue *Loaded = nullptr;
    if (I.mayLoad() && !I.isCall())
      for (const MachineOperand &Operand : I.operands())
        if (const GlobalValue *Named = functionIn(Operand))
          Loaded = Named;
    IsOther |= !Loaded || (Found && Found != Loaded);
    Found = Loaded;
    return true;
  });
  return IsSet && !IsOther ? Found : nullptr;
}

const GlobalValue *OutgoingCounter::calleeOf(const MachineInstr &Call) const {
  for (const MachineOperand &Operand : Call.explicit_operands())
    if (const GlobalValue *Named = functionIn(Operand))
      return Named;
  const MachineOperand &First = Call.getOperand(0);
  return First.isReg() && First.getReg() && First.isUse()
             ? loadedInto(First.getReg(), Call)
             : nullptr;
}

/// Whether \p Library, or the support of a language, has \p Callee, as far as
/// its name says.
static bool isOfLibrary(const Function &Callee,
                        const TargetLibraryInfoImpl &Library) {
  StringRef Name = Callee.getName();
  LibFunc Known;
  return Library.getLibFunc(Name, Known) || Name.starts_with("__") ||
         Name.starts_with("_ZSt") || Name.starts_with("_ZNSt") ||
         Name.starts_with("_ZNKSt");
}

/// Whether \p Call of \p Callee is counted otherwise, or not at all.
bool OutgoingCounter::isCountedElsewhere(const MachineInstr &Call,
                                         const Function &Callee) const {
  if (!hasPlan(Callee))
    return OnlyHooked && isOfLibrary(Callee, *Library);
  // A call by address always enters the hook.
  if (HasSegment && !F.getFunction().hasOptNone() && hasPassableHook(Callee) &&
      !Call.getOperand(0).isReg())
    return false;
  // The hook counts a jump for the caller of the function that jumps.
  return OnlyHooked || !Call.isReturn() || !countsEntries(Callee);
}

std::optional<OutgoingCall> OutgoingCounter::examine(MachineInstr &Call) const {
  if (!Call.isCall() || Call.isInlineAsm() ||
      Call.getFlag(MachineInstr::FrameSetup) ||
      Call.getFlag(MachineInstr::FrameDestroy) || !Call.getNumOperands())
    return std::nullopt;
  OutgoingCall Result = {&Call, ""};
  for (const MachineOperand &Operand : Call.explicit_operands())
    if (Operand.isSymbol())
      Result.Name = Operand.getSymbolName();
    else if (Operand.isMCSymbol())
      Result.Name = Operand.getMCSymbol()->getName();
  if (Result.Name.empty()) {
    const GlobalValue *Callee = calleeOf(Call);
    if (!Callee ||
        isCountedElsewhere(Call, *cast<Function>(Callee->getAliaseeObject())))
      return std::nullopt;
    Result.Name = GlobalValue::dropLLVMManglingEscape(Callee->getName());
  } else if (OnlyHooked) {
    return std::nullopt;
  }
  if (isHidden(Result.Name))
    return std::nullopt;
  return Result;
}

MCSymbol *OutgoingCounter::symbol(const char *Kind, unsigned Number) const {
  return F.getContext().getOrCreateSymbol(".Lgmon_" + Twine(Kind) +
                                          Twine(F.getFunctionNumber()) + "_" +
                                          Twine(Number));
}

std::string OutgoingCounter::nameOf(const MCSymbol *Symbol) const {
  return nameInAssembly(*Symbol);
}

void OutgoingCounter::addAssembly(MachineInstr &Before, StringRef Text) {
  BuildMI(*Before.getParent(), Before, Before.getDebugLoc(),
          Instructions.get(TargetOpcode::INLINEASM))
      .addExternalSymbol(F.createExternalSymbolName(Text))
      .addImm(InlineAsm::Extra_HasSideEffects);
}

/// Increments counter \p Number in front of \p Before. Returns false if there
/// are no registers for that.
bool OutgoingCounter::addIncrement(MachineInstr &Before, unsigned Number) {
  if (HasSegment) {
    insertIncrement(*Before.getParent(), Before, Before.getDebugLoc(),
                    *symbol("outgoing", Number));
    return true;
  }
  const Function &Source = F.getFunction();
  const Target &T = targetOf(*Source.getParent());
  SmallVector<std::string> Free;
  for (StringRef Name : T.CallRegisters)
    if (!Before.readsRegister(findRegister(Registers, Name), &Registers))
      Free.push_back(Name.lower());
  if (Free.size() < T.NumCallRegisters)
    return false;
  addAssembly(Before, T.outgoingIncrement(nameOf(symbol("outgoing", Number)),
                                          nameOf(symbol("count", Number)), Free,
                                          Source));
  return true;
}

/// If \p Jump is a conditional tail call, makes of it a jump around an
/// unconditional one. Returns the latter.
MachineInstr *OutgoingCounter::makeUnconditional(MachineInstr &Jump) {
  if (Instructions.getName(Jump.getOpcode()) != "TAILJMPd64_CC")
    return &Jump;
  static const unsigned Branch = findInstruction(Instructions, "JCC_1");
  static const unsigned Tail = findInstruction(Instructions, "TAILJMPd64");
  MachineBasicBlock &Block = *Jump.getParent();
  MachineBasicBlock &Around = splitBlock(Block, std::next(Jump.getIterator()));
  MachineBasicBlock &Taken = splitBlock(Block, Jump.getIterator());
  Taken.removeSuccessor(&Around);
  Block.addSuccessorWithoutProb(&Around);
  // Conditions are numbered as in instructions: the lowest bit inverts them.
  BuildMI(Block, Block.end(), Jump.getDebugLoc(), Instructions.get(Branch))
      .addMBB(&Around)
      .addImm(Jump.getOperand(1).getImm() ^ 1);
  auto Result = BuildMI(Taken, Jump, Jump.getDebugLoc(), Instructions.get(Tail))
                    .add(Jump.getOperand(0))
                    .copyImplicitOps(Jump);
  Jump.eraseFromParent();
  return Result;
}

void OutgoingCounter::addLabel(MachineInstr &Call, MCSymbol *Label) {
  MachineBasicBlock &Block = *Call.getParent();
  auto Point = Call.getIterator();
  if (!Call.isReturn())
    ++Point;
  BuildMI(Block, Point, Call.getDebugLoc(),
          Instructions.get(TargetOpcode::ANNOTATION_LABEL))
      .addSym(Label);
}

bool OutgoingCounter::count() {
  SmallVector<OutgoingCall> Calls;
  for (MachineBasicBlock &Block : F)
    for (MachineInstr &I : Block)
      if (std::optional<OutgoingCall> Found = examine(I))
        Calls.push_back(std::move(*Found));
  for (const OutgoingCall &Call : Calls)
    addCall(Call);
  return !Entries.empty();
}

void OutgoingCounter::addCall(const OutgoingCall &Outgoing) {
  MachineInstr &Call = *makeUnconditional(*Outgoing.Call);
  const unsigned Number = Entries.size();
  if (!addIncrement(Call, Number))
    return;
  Counters += nameOf(symbol("outgoing", Number)) + ":\n\t.quad 0\n\t";
  MCSymbol *Label = symbol("left", Number);
  addLabel(Call, Label);
  std::string Entry = nameOf(Label) + (Call.isReturn() ? "-." : "-1-.");
  if (!OnlyHooked)
    Entry += ", " + labelOf(Outgoing.Name) + "-.";
  Entries.push_back(std::move(Entry));
}

std::string OutgoingCounter::labelOf(StringRef Name) {
  auto [It, IsNew] = Labels.try_emplace(Name);
  if (IsNew) {
    It->second = nameOf(symbol("name", Labels.size()));
    Names += It->second + ":\n\t.asciz \"" +
             escapeBytes(Name, AsmKind::Inline) + "\"\n\t";
  }
  return It->second;
}

void OutgoingCounter::describe(function_ref<void(StringRef)> AddData) const {
  auto Add = [&](const Twine &Section, const Twine &Text) {
    AddData((Section + "\n\t" + Text + ".popsection").str());
  };
  Add(pushSection(Descriptor, Descriptor.getSection()),
      groupText(OnlyHooked ? GMON_CALLS_OF_HOOKED : GMON_OUTGOING_CALLS,
                nameOf(symbol("outgoing", 0)), /*First=*/0, Entries) +
          "\n\t");
  Add(pushCounters(F.getFunction()), Counters);
  if (!Names.empty())
    Add(".pushsection " GMON_NAME_SECTION ",\"aMS\",%progbits,1", Names);
}

bool countOutgoingCalls(MachineFunction &F,
                        function_ref<void(StringRef)> AddData) {
  const Function &Source = F.getFunction();
  GlobalVariable *Descriptor =
      descriptorFor(Source, LateCounters::OutgoingCalls);
  bool OnlyHooked = !Descriptor;
  if (OnlyHooked)
    Descriptor = descriptorFor(Source, LateCounters::CallsOfHooked);
  if (!Descriptor || needsDynamicTLS(*Source.getParent()))
    return false;
  OutgoingCounter Counter(F, *Descriptor, OnlyHooked);
  if (!Counter.count())
    return false;
  Counter.describe(AddData);
  return true;
}

} // namespace gmon
