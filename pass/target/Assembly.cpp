//===-- Assembly.cpp - Inline assembly that is put together ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Assembly.h.
//
//===----------------------------------------------------------------------===//

#include "target/Assembly.h"
#include "ir/Sanitizers.h"
#include "ir/SymbolNames.h"

#include "gmon/abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Comdat.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace gmon {

void Assembly::addOperand(StringRef Constraint, Value *Operand, bool IsMemory) {
  if (!Operands.empty())
    Constraints += ",";
  Constraints += Constraint;
  if (IsMemory)
    Memory.push_back(Operands.size());
  Operands.push_back(Operand);
}

void Assembly::create() {
  SmallVector<Type *, 6> Types;
  for (Value *Operand : Operands)
    Types.push_back(Operand->getType());
  auto *Type =
      FunctionType::get(Builder.getVoidTy(), Types, /*isVarArg=*/false);
  CallInst *Call =
      Builder.CreateCall(InlineAsm::get(Type, Text, Constraints + Clobbers,
                                        /*hasSideEffects=*/true),
                         Operands);
  for (unsigned Index : Memory)
    Call->addParamAttr(Index, Attribute::get(Builder.getContext(),
                                             Attribute::ElementType,
                                             Builder.getInt64Ty()));
  Call->setDoesNotThrow();
  setNoSanitize(Call);
}

void createAssemblyCall(IRBuilderBase &Builder, StringRef Text,
                        ArrayRef<StringRef> Registers, StringRef Clobbers,
                        ArrayRef<Value *> Arguments) {
  SmallVector<Type *, 2> Types;
  std::string Constraints;
  for (auto [Argument, Register] : zip(Arguments, Registers)) {
    Types.push_back(Argument->getType());
    (Constraints += Register) += ',';
  }
  Constraints += Clobbers;
  auto *Type =
      FunctionType::get(Builder.getVoidTy(), Types, /*isVarArg=*/false);
  CallInst *Call = Builder.CreateCall(
      InlineAsm::get(Type, Text, Constraints, /*hasSideEffects=*/true),
      Arguments);
  Call->setDoesNotThrow();
}

std::string pushSection(const GlobalVariable &Data, StringRef Name) {
  const Comdat *Group = Data.getComdat();
  StringRef Kind =
      Group->getSelectionKind() == Comdat::NoDeduplicate ? "" : ",comdat";
  return (".pushsection " + Name + ",\"aG\",%progbits," +
          quoteName(*Group, AsmKind::Inline) + Kind)
      .str();
}

std::string groupText(unsigned Kind, StringRef Base, unsigned First,
                      ArrayRef<std::string> Entries) {
  std::string Text;
  raw_string_ostream OS(Text);
  // There are many of these. Few directives are assembled faster, and so is a
  // large number in hexadecimal.
  while (!Entries.empty()) {
    const auto Some = Entries.take_front(GMON_GROUP_MAX);
    OS << "\n\t.long 0x" << utohexstr(GMON_RECORD_HEAD(Kind, Some.size()))
       << ", " << Base;
    if (Kind != GMON_CALLS_OF_BLOCKS && First)
      OS << '+' << First * sizeof(uint64_t);
    OS << "-., ";
    interleaveComma(Some, OS);
    First += Some.size();
    Entries = Entries.drop_front(Some.size());
  }
  return Text;
}

} // namespace gmon
