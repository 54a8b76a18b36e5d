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

/// Whether calls of \p Callee are counted elsewhere, or not at all.
static bool isCounted(const Function &Callee) { return hasPlan(Callee); }

/// Whether a hook counts a jump to \p Callee for the caller of the function
/// that jumps.
static bool hidesJumps(const Function &Callee) { return countsEntries(Callee); }

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
    return !Call->isInlineAsm() &&
           !(Intrinsic && Intrinsic->isAssumeLikeIntrinsic()) &&
           !(Callee && isCounted(*Callee) && !Call->isTailCall());
  }
  // Arithmetic without an instruction.
  const Type *T = I.getType()->getScalarType();
  return I.isBinaryOp() && (I.getOpcode() == Instruction::FRem ||
                            T->isFP128Ty() || T->isIntegerTy(128));
}

namespace {

/// What insertCallCounters() says of a call site: the numbers of its count and
/// of the site.
struct CountedSite {
  StringRef Count, Number;
};

/// A call that is to be counted.
struct OutgoingCall {
  MachineInstr *Call = nullptr;
  std::string Name; ///< of the called function
  /// The call enters this symbol of a second entry, and its caller counts it
  /// already, at the sites. Null: else.
  const GlobalValue *Entry = nullptr;
  /// Several if the compiler merged their calls into one.
  SmallVector<CountedSite, 1> Sites;
};

class OutgoingCounter {
public:
  OutgoingCounter(MachineFunction &F, const GlobalVariable &Descriptor)
      : F(F), Descriptor(Descriptor),
        Instructions(*F.getSubtarget().getInstrInfo()),
        Registers(*F.getSubtarget().getRegisterInfo()),
        HasSegment(usesSegment(*F.getFunction().getParent())) {}

  /// Counts all calls. Returns whether there are any.
  bool count();
  /// Calls \p AddData with text that describes the calls.
  void describe(function_ref<void(StringRef)> AddData) const;

private:
  const Function *calleeOf(const MachineInstr &Call) const;
  const Function *loadedInto(Register Reg, const MachineInstr &Before) const;
  std::optional<OutgoingCall> examine(MachineInstr &Call) const;
  std::optional<CountedSite> siteAt(const MachineInstr &I,
                                    const GlobalValue &Entry) const;
  bool findSites(OutgoingCall &Of) const;
  void addRecord(const OutgoingCall &Of, StringRef Label, StringRef Place,
                 const CountedSite &Site);
  bool addIncrement(MachineInstr &Before, unsigned Number);
  MachineInstr *makeUnconditional(MachineInstr &Jump);
  void addLabel(MachineInstr &Call, MCSymbol *Label);
  void addAssembly(MachineInstr &Before, StringRef Text);
  MCSymbol *symbol(const char *Kind, unsigned Number) const;
  std::string nameOf(const MCSymbol *Symbol) const;
  std::string nameOf(const GlobalValue &Value) const;
  void addCall(OutgoingCall &Each);
  std::string labelOf(StringRef Name);

  MachineFunction &F;
  const GlobalVariable &Descriptor;
  const TargetInstrInfo &Instructions;
  const TargetRegisterInfo &Registers;
  bool HasSegment;

  std::string Records, Counters, Names; ///< text of three sections
  unsigned NumCalls = 0, NumCounters = 0;
  StringMap<std::string> Labels; ///< in Names
};

} // namespace

/// The function that \p Operand names; null if it is none.
static const Function *functionIn(const MachineOperand &Operand) {
  return Operand.isGlobal()
             ? dyn_cast<Function>(Operand.getGlobal()->stripPointerCasts())
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
    auto [Block, At] = Open.pop_back_val();
    if (std::find_if(At, Block->rend(), Visit) != Block->rend())
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
const Function *OutgoingCounter::loadedInto(Register Reg,
                                            const MachineInstr &Before) const {
  const Function *Found = nullptr;
  bool IsOther = false; // set to something else, too
  bool IsSet = searchBackward(Before, [&](const MachineInstr &I) {
    if (!I.modifiesRegister(Reg, &Registers))
      return false;
    const Function *Loaded = nullptr;
    if (I.mayLoad() && !I.isCall())
      for (const MachineOperand &Operand : I.operands())
        if (const Function *Named = functionIn(Operand))
          Loaded = Named;
    IsOther |= !Loaded || (Found && Found != Loaded);
    Found = Loaded;
    return true;
  });
  return IsSet && !IsOther ? Found : nullptr;
}

const Function *OutgoingCounter::calleeOf(const MachineInstr &Call) const {
  for (const MachineOperand &Operand : Call.explicit_operands())
    if (const Function *Named = functionIn(Operand))
      return Named;
  const MachineOperand &First = Call.getOperand(0);
  return First.isReg() && First.getReg() && First.isUse()
             ? loadedInto(First.getReg(), Call)
             : nullptr;
}

/// The site that \p I describes, if it is one of calls of \p Entry.
std::optional<CountedSite>
OutgoingCounter::siteAt(const MachineInstr &I, const GlobalValue &Entry) const {
  if (!I.isInlineAsm())
    return std::nullopt;
  StringRef Text = I.getOperand(InlineAsm::MIOp_AsmString).getSymbolName();
  if (!Text.consume_front(CallLabelText))
    return std::nullopt;
  const MachineOperand &Callee = I.getOperand(findOperand(I, 0));
  if (!Callee.isGlobal() || Callee.getGlobal() != &Entry)
    return std::nullopt;
  StringRef Tail = Text.rsplit("-., ").second;
  CountedSite Site;
  std::tie(Site.Count, Tail) = Tail.split(", ");
  Site.Number = Tail.split(", ").first;
  return Site;
}

/// Finds the sites in front of the call, on all paths to it. Returns whether
/// there are any.
bool OutgoingCounter::findSites(OutgoingCall &Of) const {
  searchBackward(*Of.Call, [&](const MachineInstr &I) {
    std::optional<CountedSite> Site = siteAt(I, *Of.Entry);
    if (Site)
      Of.Sites.push_back(*Site);
    return Site || I.isCall();
  });
  return !Of.Sites.empty();
}

std::optional<OutgoingCall> OutgoingCounter::examine(MachineInstr &Call) const {
  if (!Call.isCall() || Call.isInlineAsm() ||
      Call.getFlag(MachineInstr::FrameSetup) ||
      Call.getFlag(MachineInstr::FrameDestroy) || !Call.getNumOperands())
    return std::nullopt;
  OutgoingCall Result;
  Result.Call = &Call;
  for (const MachineOperand &Operand : Call.explicit_operands())
    if (Operand.isSymbol())
      Result.Name = Operand.getSymbolName();
    else if (Operand.isMCSymbol())
      Result.Name = Operand.getMCSymbol()->getName();
  if (Result.Name.empty()) {
    const Function *Callee = calleeOf(Call);
    if (!Callee ||
        (isCounted(*Callee) && !(Call.isReturn() && hidesJumps(*Callee))))
      return std::nullopt;
    StringRef Name = GlobalValue::dropLLVMManglingEscape(Callee->getName());
    if (Callee->isDeclaration() && Name.consume_back(GMON_ENTRY_SUFFIX)) {
      Result.Entry = Callee;
      const Function *Called = Callee->getParent()->getFunction(Name);
      if ((Called && isCounted(*Called)) || !findSites(Result))
        return std::nullopt;
    }
    Result.Name = Name;
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

std::string OutgoingCounter::nameOf(const GlobalValue &Value) const {
  return nameOf(F.getTarget().getSymbol(&Value));
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
  auto At = Call.getIterator();
  if (!Call.isReturn())
    ++At;
  BuildMI(Block, At, Call.getDebugLoc(),
          Instructions.get(TargetOpcode::ANNOTATION_LABEL))
      .addSym(Label);
}

bool OutgoingCounter::count() {
  SmallVector<OutgoingCall> Calls;
  for (MachineBasicBlock &Block : F)
    for (MachineInstr &I : Block)
      if (std::optional<OutgoingCall> Found = examine(I))
        Calls.push_back(std::move(*Found));
  for (OutgoingCall &Each : Calls)
    addCall(Each);
  return NumCounters || !Records.empty();
}

void OutgoingCounter::addCall(OutgoingCall &Each) {
  MachineInstr &Call = *makeUnconditional(*Each.Call);
  std::string Place = nameOf(Descriptor);
  if (!Each.Entry) {
    if (!addIncrement(Call, NumCounters))
      return;
    Place = nameOf(symbol("outgoing", NumCounters++));
    Counters += Place + ":\n\t.quad 0\n\t";
  }
  MCSymbol *Label = symbol("left", NumCalls++);
  addLabel(Call, Label);
  std::string After = nameOf(Label) + (Call.isReturn() ? "-., " : "-1-., ");
  if (!Each.Entry)
    addRecord(Each, After, Place, {"0", "0"});
  for (const CountedSite &Site : Each.Sites)
    addRecord(Each, After, Place, Site);
}

void OutgoingCounter::addRecord(const OutgoingCall &Of, StringRef Label,
                                StringRef Place, const CountedSite &Site) {
  raw_string_ostream(Records)
      << ".quad 0x" << utohexstr(GMON_OUTGOING_CALL_MAGIC) << "\n\t.long "
      << Label << labelOf(Of.Name) << "-., " << Place << "-., "
      << (Of.Entry ? nameOf(*Of.Entry) + "-., " : "0, ") << Site.Count << ", "
      << Site.Number << "\n\t";
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
  Add(pushSection(Descriptor, Descriptor.getSection()), Records);
  if (!Counters.empty())
    Add(pushCounters(F.getFunction()), Counters);
  Add(".pushsection " GMON_NAME_SECTION ",\"aMS\",%progbits,1", Names);
}

bool countOutgoingCalls(MachineFunction &F,
                        function_ref<void(StringRef)> AddData) {
  const Function &Source = F.getFunction();
  GlobalVariable *Descriptor =
      descriptorFor(Source, LateCounters::OutgoingCalls);
  if (!Descriptor || needsDynamicTLS(*Source.getParent()))
    return false;
  OutgoingCounter Counter(F, *Descriptor);
  if (!Counter.count())
    return false;
  Counter.describe(AddData);
  return true;
}

} // namespace gmon
