//===-- MachineAssembly.cpp - The plugin's assembly in machine code -------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See MachineAssembly.h. The headers of targets are not installed with LLVM:
// instructions and registers are found by their names.
//
//===----------------------------------------------------------------------===//

#include "target/MachineAssembly.h"
#include "ir/SymbolNames.h"
#include "target/AppendedAssembly.h"
#include "target/Assembly.h"
#include "target/MachineNames.h"
#include "target/OutgoingCalls.h"

#include "gmon/abi.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/Target/TargetMachine.h"
#include <map>

using namespace llvm;

namespace gmon {

namespace {

/// The parts of a piece of inline assembly: code, which may be empty, and data
/// in another section that describes it.
struct Piece {
  StringRef Code, Data;
  bool IsCall;
};

/// Call sites whose records are of one kind and one caller.
struct SiteGroup {
  std::string Section; ///< the directive
  unsigned Kind;
  std::string Base;
  std::map<unsigned, std::string> Entries; ///< by their numbers
};

class MachineAssembly : public MachineFunctionPass {
public:
  static char ID;
  MachineAssembly() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override {
    return "llvm-gprof's assembly as instructions";
  }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    AU.addRequired<AppendedAssembly>();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool doInitialization(Module &) override {
    IsRefused = false;
    Counted.clear();
    return false;
  }
  bool runOnMachineFunction(MachineFunction &F) override;

private:
  void refuseEmulatedTLS(const MachineFunction &F);
  bool replace(MachineInstr &I);
  bool spellNames(MachineInstr &I);
  bool createCode(MachineInstr &I, StringRef Code);
  std::string expand(const MachineInstr &I, StringRef Data,
                     StringRef Label) const;
  void addSite(const MachineInstr &I, StringRef Data, StringRef Label);
  void addSites();
  void addData(StringRef Data);

  const TargetInstrInfo *Instructions = nullptr;
  StringSet<> Counted; ///< symbols of the module's call sites
  SmallVector<SiteGroup, 2> Sites;
  std::string Calls;       ///< records of the function's calls
  std::string LastSection; ///< the directive of the section where they end
  unsigned NumCalls = 0;
  bool IsRefused = false; ///< an error was reported
};

} // namespace

char MachineAssembly::ID = 0;
char &MachineAssemblyID = MachineAssembly::ID;

static constexpr StringLiteral SectionEnd = ".popsection";

static Piece split(StringRef Text) {
  Piece Result = {Text, "", Text.consume_front(CallLabelText)};
  if (!Result.IsCall)
    return Result;
  size_t Begin = Text.find(CallSiteBegin);
  Result.Code = Text.take_front(Begin).trim();
  Result.Data = Text.substr(Begin);
  return Result;
}

namespace {

struct NamedCounter {
  const GlobalVariable *Array;
  uint64_t Offset;
};

} // namespace

/// The counter that \p Code of \p F increments by its name; none if \p Code
/// does something else.
static std::optional<NamedCounter> readNamed(StringRef Code,
                                             const MachineFunction &F) {
  NamedCounter Result;
  if (!Code.consume_front(NamedIncrementText) ||
      !Code.consume_back(NamedIncrementEnd))
    return std::nullopt;
  auto [Symbol, Offset] = Code.rsplit('+');
  Symbol.consume_front(F.getDataLayout().getPrivateGlobalPrefix());
  Result.Array = dyn_cast_or_null<GlobalVariable>(
      F.getFunction().getParent()->getNamedValue(Symbol));
  if (!Result.Array || Offset.getAsInteger(10, Result.Offset))
    return std::nullopt;
  return Result;
}

/// Inserts instructions for \p Code in front of \p I. Returns false if none are
/// known.
bool MachineAssembly::createCode(MachineInstr &I, StringRef Code) {
  MachineBasicBlock &Block = *I.getParent();
  MachineFunction &F = *Block.getParent();
  if (Code.empty())
    return true;
  if (Code == NopText) {
    Instructions->insertNoop(Block, I);
    I.getPrevNode()->setDebugLoc(I.getDebugLoc());
    // The same assembly in a source has operands, if only what it changes.
    if (I.getNumOperands() == InlineAsm::MIOp_FirstOperand)
      I.getPrevNode()->setFlag(OwnNopFlag);
    return true;
  }
  bool HasSegment = Code == SegmentIncrementText;
  std::optional<NamedCounter> Named = readNamed(Code, F);
  if (!F.getTarget().getTargetTriple().isX86() ||
      (!HasSegment && !Named && Code != IncrementText))
    return false;
  const TargetRegisterInfo &Registers = *F.getSubtarget().getRegisterInfo();
  static const unsigned Increment = findInstruction(*Instructions, "INC64m");
  static const MCRegister Segment = findRegister(Registers, "GS");
  static const MCRegister Pointer = findRegister(Registers, "RIP");
  if (!Increment || !Segment || !Pointer)
    return false;
  if (Named) {
    BuildMI(Block, I, I.getDebugLoc(), Instructions->get(Increment))
        .addReg(Pointer)
        .addImm(1)
        .addReg(MCRegister())
        .addGlobalAddress(Named->Array, Named->Offset)
        .addReg(Segment);
    return true;
  }
  unsigned Index = findOperand(I, 0);
  if (InlineAsm::Flag(I.getOperand(Index - 1).getImm())
          .getNumOperandRegisters() != 5)
    return false;
  auto New = BuildMI(Block, I, I.getDebugLoc(), Instructions->get(Increment));
  for (unsigned Part = 0; Part != 4; ++Part)
    New.add(I.getOperand(Index + Part));
  New.addReg(HasSegment ? Segment : MCRegister());
  return true;
}

/// Replaces the operands in \p Data of \p I by their names, and the number of
/// the call's label by \p Label. LLVM's own names for operands are none that
/// directives read if they begin with a dollar, or have a newline.
std::string MachineAssembly::expand(const MachineInstr &I, StringRef Data,
                                    StringRef Label) const {
  std::string Result;
  raw_string_ostream OS(Result);
  while (!Data.empty()) {
    size_t Dollar = Data.find('$');
    OS << Data.take_front(Dollar);
    Data = Data.substr(Dollar);
    unsigned Number;
    if (Data.consume_front("$$"))
      // Doubled, because the result is inline assembly again.
      OS << "$$";
    else if (Data.consume_front("${:uid}"))
      OS << Label;
    else if (Data.consume_front("${") && !Data.consumeInteger(10, Number) &&
             Data.consume_front(":c}"))
      OS << quoteName(
          symbolName(*I.getOperand(findOperand(I, Number)).getGlobal()),
          AsmKind::Inline);
  }
  return Result;
}

/// The first line of \p Text. Quoted names may contain the end of a line.
static StringRef firstLine(StringRef Text) {
  bool IsQuoted = false;
  return Text.take_until([&](char C) {
    IsQuoted ^= C == '"';
    return C == '\n' && !IsQuoted;
  });
}

/// Adds \p Data, with its section, to the records of call sites. Data of one
/// section stays together: sections take longest to assemble.
void MachineAssembly::addData(StringRef Data) {
  const StringRef Section = firstLine(Data);
  if (Section == LastSection && StringRef(Calls).ends_with(SectionEnd)) {
    Calls.resize(Calls.size() - SectionEnd.size());
    Data = Data.substr(Section.size()).ltrim();
  } else {
    LastSection = Section;
    if (!Calls.empty())
      Calls += "\n\t";
  }
  Calls += Data;
}

/// Adds the call site that \p Data of \p I describes. Those of one caller with
/// the same number are one: the code generator may duplicate calls.
void MachineAssembly::addSite(const MachineInstr &I, StringRef Data,
                              StringRef Label) {
  Data.consume_front(CallSiteBegin);
  const StringRef Symbol = firstLine(Data);
  Data = Data.substr(Symbol.size()).ltrim();
  unsigned Number = 0;
  Data.consume_front(Symbol);
  Data.consume_front("=");
  Data.consumeInteger(10, Number);
  Data = Data.ltrim();
  const StringRef Section = firstLine(Data);
  Data = Data.substr(Section.size()).ltrim();
  uint32_t Head = 0;
  Data.consume_front(".long 0x");
  Data.consumeInteger(16, Head);
  Data.consume_front(", ");
  auto [Base, Entry] = Data.split("-., ");
  Entry.consume_back(CallSiteEnd);
  if (!Counted.insert(expand(I, Symbol, Label)).second)
    return;
  SiteGroup Group = {Section.str(),
                     GMON_RECORD_KIND(Head),
                     expand(I, Base.split('+').first, Label),
                     {}};
  auto Its = find_if(Sites, [&](const SiteGroup &Site) {
    return Site.Section == Group.Section && Site.Kind == Group.Kind &&
           Site.Base == Group.Base;
  });
  if (Its == Sites.end())
    Its = Sites.insert(Its, std::move(Group));
  Its->Entries[Number] = expand(I, Entry, Label);
}

/// Adds the records of the call sites of the function.
void MachineAssembly::addSites() {
  for (const SiteGroup &Group : Sites) {
    std::string Text = Group.Section;
    SmallVector<std::string> Run;
    unsigned First = 0;
    for (const auto &[Number, Entry] : Group.Entries) {
      // Calls with a number in between were deleted.
      if (Group.Kind == GMON_COUNTED_CALLS && Number != First + Run.size()) {
        Text += groupText(Group.Kind, Group.Base, First, Run);
        Run.clear();
      }
      if (Run.empty())
        First = Number;
      Run.push_back(Entry);
    }
    addData(Text + groupText(Group.Kind, Group.Base, First, Run) + "\n\t" +
            SectionEnd.str());
  }
  Sites.clear();
}

/// Replaces \p I by instructions. Returns false, and changes nothing, if they
/// are not known.
bool MachineAssembly::replace(MachineInstr &I) {
  if (!I.isInlineAsm())
    return false;
  Piece P = split(I.getOperand(InlineAsm::MIOp_AsmString).getSymbolName());
  if (!createCode(I, P.Code))
    return false;
  if (P.IsCall) {
    MachineFunction &F = *I.getMF();
    std::string Label =
        (Twine(F.getFunctionNumber()) + "_" + Twine(NumCalls++)).str();
    MCSymbol *Symbol =
        F.getContext().getOrCreateSymbol(expand(I, CallLabelName, Label));
    BuildMI(*I.getParent(), I, I.getDebugLoc(),
            Instructions->get(TargetOpcode::ANNOTATION_LABEL))
        .addSym(Symbol);
    addSite(I, P.Data, Label);
  }
  I.eraseFromParent();
  return true;
}

/// Writes the names of operands into the text of \p I, if it describes a call.
bool MachineAssembly::spellNames(MachineInstr &I) {
  if (!I.isInlineAsm())
    return false;
  MachineOperand &Text = I.getOperand(InlineAsm::MIOp_AsmString);
  const StringRef Old = Text.getSymbolName();
  const size_t Data = Old.find(CallSiteBegin);
  if (!Old.starts_with(CallLabelText) || Data == StringRef::npos)
    return false;
  const std::string New =
      Old.take_front(Data).str() + expand(I, Old.substr(Data), "${:uid}");
  Text.ChangeToES(I.getMF()->createExternalSymbolName(New));
  return true;
}

/// Reports an error if \p F needs a thread-local variable of the runtime's that
/// the target's options emulate: the runtime has a real one.
void MachineAssembly::refuseEmulatedTLS(const MachineFunction &F) {
  const Module &M = *F.getFunction().getParent();
  if (IsRefused || !F.getTarget().useEmulatedTLS() ||
      !M.getNamedValue("__emutls_v.__gmon_rt_bias"))
    return;
  IsRefused = true;
  M.getContext().emitError("gmon: counters of calls and blocks do not work "
                           "with -femulated-tls");
}

bool MachineAssembly::runOnMachineFunction(MachineFunction &F) {
  refuseEmulatedTLS(F);
  Instructions = F.getSubtarget().getInstrInfo();
  NumCalls = 0;
  Calls.clear();
  LastSection.clear();
  SmallVector<std::string, 3> Outgoing;
  bool Changed = countOutgoingCalls(
      F, [&](StringRef Data) { Outgoing.push_back(Data.str()); });
  // Elsewhere the pieces stay assembly.
  const bool IsX86 = F.getTarget().getTargetTriple().isX86();
  for (MachineBasicBlock &Block : F)
    for (MachineInstr &I : make_early_inc_range(Block))
      Changed |= (IsX86 && replace(I)) || spellNames(I);
  addSites();
  for (StringRef Data : Outgoing)
    addData(Data);
  if (!Calls.empty())
    getAnalysis<AppendedAssembly>().add(F, Calls);
  return Changed;
}

static RegisterPass<MachineAssembly> Pass("gmon-machine-assembly",
                                          "llvm-gprof's assembly");

} // namespace gmon
