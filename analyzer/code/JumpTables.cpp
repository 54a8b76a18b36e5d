//===-- JumpTables.cpp - Jumps through tables -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows values through registers from one jump or call to the next. LLVM
// generates
//
//     leaq table(%rip), %rcx            movq table(,%rdi,8), %rax
//     movslq (%rcx,%rax,4), %rax   or   jmpq *%rax               or
//     addq %rcx, %rax                   jmpq *table(,%rdi,8)
//     jmpq *%rax
//
// with other instructions in between. Only jumps of switches, and of labels
// whose addresses are in tables, add an entry to the address of its table.
//
//===----------------------------------------------------------------------===//

#include "code/JumpTables.h"
#include "code/McLayer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace gmon;
using namespace llvm;

namespace {

/// What is known of a register.
struct Value {
  enum Kind {
    Table, ///< the address of a table, or of something else
    Entry, ///< a relative entry of a table
    Target ///< the target of a jump
  };
  MCRegister Register;
  Kind Is;
  JumpTable Its;
  MCRegister Base = {}; ///< of an entry: the register with the table's address
};

/// The memory operand of an x86 instruction.
struct Memory {
  MCRegister Base, Index;
  int64_t Scale = 0, Displacement = 0;
};

class Follower {
public:
  Follower(const McLayer &Layer, JumpTables &Result)
      : Layer(Layer), Result(Result) {}
  void visit(const MCInst &Inst, uint64_t Address, uint64_t Size);
  void forget() { Values.clear(); }

private:
  std::optional<Memory> memoryOf(const MCInst &Inst, unsigned First) const;
  std::optional<Value> resultOf(StringRef Name, const MCInst &Inst,
                                uint64_t End) const;
  std::optional<JumpTable> tableOf(StringRef Name, const MCInst &Inst) const;
  const Value *valueOf(MCRegister Register) const;

  const McLayer &Layer;
  JumpTables &Result;
  SmallVector<Value, 8> Values; ///< of some registers
};

} // namespace

const Value *Follower::valueOf(MCRegister Register) const {
  const auto *Found = find_if(
      Values, [&](const Value &Known) { return Known.Register == Register; });
  return Found == Values.end() ? nullptr : Found;
}

/// Returns the memory operand of \p Inst, whose first part is operand \p First.
std::optional<Memory> Follower::memoryOf(const MCInst &Inst,
                                         unsigned First) const {
  if (First + 5 > Inst.getNumOperands())
    return std::nullopt;
  const MCOperand &Base = Inst.getOperand(First),
                  &Scale = Inst.getOperand(First + 1),
                  &Index = Inst.getOperand(First + 2),
                  &Displacement = Inst.getOperand(First + 3),
                  &Segment = Inst.getOperand(First + 4);
  if (!Base.isReg() || !Scale.isImm() || !Index.isReg() ||
      !Displacement.isImm() || !Segment.isReg() || Segment.getReg())
    return std::nullopt;
  return Memory{Base.getReg(), Index.getReg(), Scale.getImm(),
                Displacement.getImm()};
}

/// Returns the table of absolute addresses that \p Where is an entry of.
static std::optional<JumpTable> absoluteTable(const Memory &Where) {
  if (Where.Base || !Where.Index || Where.Scale != 8)
    return std::nullopt;
  return JumpTable{uint64_t(Where.Displacement), /*IsRelative=*/false};
}

/// Returns the value that \p Inst, with the name \p Name, writes to its first
/// operand. \p End is the address behind it.
std::optional<Value> Follower::resultOf(StringRef Name, const MCInst &Inst,
                                        uint64_t End) const {
  if (Inst.getNumOperands() < 3 || !Inst.getOperand(0).isReg())
    return std::nullopt;
  const MCRegister Register = Inst.getOperand(0).getReg();
  if (Name.starts_with("ADD64rr")) {
    if (!Inst.getOperand(1).isReg() || !Inst.getOperand(2).isReg())
      return std::nullopt;
    const MCRegister A = Inst.getOperand(1).getReg(),
                     B = Inst.getOperand(2).getReg();
    for (auto [Sum, Base] : {std::pair(A, B), std::pair(B, A)})
      if (const Value *Known = valueOf(Sum);
          Known && Known->Is == Value::Entry && Known->Base == Base)
        return Value{Register, Value::Target, Known->Its};
    return std::nullopt;
  }
  const std::optional<Memory> Where = memoryOf(Inst, 1);
  if (!Where)
    return std::nullopt;
  if (Name == "LEA64r" && Where->Base && !Where->Index &&
      StringRef(Layer.Registers->getName(Where->Base)) == "RIP")
    return Value{Register, Value::Table, {End + Where->Displacement, true}};
  if (Name == "MOVSX64rm32" && Where->Base && Where->Index &&
      Where->Scale == 4 && !Where->Displacement) {
    const Value *Base = valueOf(Where->Base);
    JumpTable Its = {std::nullopt, /*IsRelative=*/true};
    if (Base && Base->Is == Value::Table)
      Its = Base->Its;
    // The table's address must survive until it is added.
    if (Register != Where->Base)
      return Value{Register, Value::Entry, Its, Where->Base};
  }
  if (Name == "MOV64rm")
    if (std::optional<JumpTable> Its = absoluteTable(*Where))
      return Value{Register, Value::Target, *Its};
  return std::nullopt;
}

/// Returns the table through which \p Inst, with the name \p Name, jumps.
std::optional<JumpTable> Follower::tableOf(StringRef Name,
                                           const MCInst &Inst) const {
  if (Name.starts_with("JMP64m")) {
    const std::optional<Memory> Where = memoryOf(Inst, 0);
    return Where ? absoluteTable(*Where) : std::nullopt;
  }
  if (!Name.starts_with("JMP64r") || !Inst.getNumOperands() ||
      !Inst.getOperand(0).isReg())
    return std::nullopt;
  const Value *Known = valueOf(Inst.getOperand(0).getReg());
  if (!Known || Known->Is != Value::Target)
    return std::nullopt;
  return Known->Its;
}

void Follower::visit(const MCInst &Inst, uint64_t Address, uint64_t Size) {
  const MCInstrDesc &Desc = Layer.Instructions->get(Inst.getOpcode());
  const StringRef Name = Layer.Instructions->getName(Inst.getOpcode());
  if (Layer.Analysis->isCall(Inst) || Layer.Analysis->isBranch(Inst) ||
      Desc.isBarrier()) {
    if (std::optional<JumpTable> Table = tableOf(Name, Inst))
      Result.ByJump[Address] = *Table;
    forget();
    return;
  }
  std::optional<Value> New = resultOf(Name, Inst, Address + Size);
  auto IsWritten = [&](MCRegister Register) {
    return Register && Desc.hasDefOfPhysReg(Inst, Register, *Layer.Registers);
  };
  erase_if(Values, [&](const Value &Known) {
    return IsWritten(Known.Register) || IsWritten(Known.Base);
  });
  if (!New)
    return;
  if (New->Is == Value::Table)
    Result.Addresses.push_back(*New->Its.Address);
  Values.push_back(*New);
}

void gmon::findJumpTables(const McLayer &Layer, ArrayRef<uint8_t> Bytes,
                          uint64_t Address, JumpTables &Result) {
  if (Layer.Subtarget->getTargetTriple().getArch() != Triple::x86_64)
    return;
  Follower Values(Layer, Result);
  Layer.walk(
      Bytes, Address,
      [&](const MCInst &Inst, uint64_t Address, uint64_t Size) {
        Values.visit(Inst, Address, Size);
      },
      [&](uint64_t, ArrayRef<uint8_t>) {
        Values.forget();
        return uint64_t(1);
      });
}
