//===-- NamedAssembly.cpp - Assembly with names in its text ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See NamedAssembly.h. Link-time optimization may merge modules, so names of
// local symbols are unique.
//
//===----------------------------------------------------------------------===//

#include "target/NamedAssembly.h"
#include "ir/SymbolNames.h"
#include "target/CountingCode.h"
#include "target/MachineAssembly.h"
#include "target/ModuleKind.h"
#include "target/Target.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace gmon {

/// The flag of modules whose names are in the text of assembly: what makes
/// names unique.
static constexpr char NamesFlag[] = "gmon.names";

void setNamesInText(Module &M) {
  if (M.getModuleFlag(NamesFlag))
    return;
  // Modules that define the same function cannot be merged.
  StringRef Own;
  for (const Function &F : M)
    if (Own.empty() && F.hasExternalLinkage() && !F.isDeclaration())
      Own = F.getName();
  uint64_t ID = MD5Hash((M.getSourceFileName() + "\n" + Own).str());
  M.addModuleFlag(Module::AppendUnique, NamesFlag,
                  MDTuple::get(M.getContext(),
                               MDString::get(M.getContext(), utohexstr(ID))));
}

std::string uniqueName(const Module &M, const Twine &Name) {
  const auto *IDs = dyn_cast_or_null<MDTuple>(M.getModuleFlag(NamesFlag));
  if (!IDs)
    return Name.str();
  return (Name + "." + cast<MDString>(IDs->getOperand(0))->getString()).str();
}

NamedCounters::NamedCounters(const GlobalVariable &Counters)
    : Begin(NamedIncrementText + symbolName(Counters) + "+") {
  LLVMContext &Context = Counters.getContext();
  Type = FunctionType::get(llvm::Type::getVoidTy(Context), /*isVarArg=*/false);
  Attributes = AttributeList::get(Context, AttributeList::FunctionIndex,
                                  Attribute::NoUnwind);
  NoSanitize = MDNode::get(Context, {});
}

std::optional<NamedCounters>
NamedCounters::create(const Function &F, const GlobalVariable &Counters) {
  const Module &M = *F.getParent();
  if (!F.hasOptNone() || !usesSegment(M) || !M.getModuleFlag(NamesFlag) ||
      hasFeature(F, "tagged-globals"))
    return std::nullopt;
  return NamedCounters(Counters);
}

void NamedCounters::createIncrement(IRBuilderBase &Builder,
                                    uint64_t Index) const {
  SmallString<96> Text(Begin);
  raw_svector_ostream(Text) << Index * sizeof(uint64_t) << NamedIncrementEnd;
  CallInst *Call = Builder.CreateCall(
      InlineAsm::get(Type, Text, "", /*hasSideEffects=*/true));
  Call->setAttributes(Attributes);
  Call->setMetadata(LLVMContext::MD_nosanitize, NoSanitize);
}

} // namespace gmon
