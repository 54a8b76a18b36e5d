//===-- FunctionData.cpp - What instrumentation refers to -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The assertions below check the layouts against gmon/abi.h.
//
//===----------------------------------------------------------------------===//

#include "data/FunctionData.h"
#include "ir/Sanitizers.h"
#include "ir/SymbolNames.h"
#include "target/LateCounters.h"
#include "target/ModuleKind.h"
#include "target/NamedAssembly.h"

#include "gmon/abi.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include <cstddef>

using namespace llvm;

static_assert(sizeof(gmon_record) == 16 && offsetof(gmon_record, mask) == 8);
static_assert(sizeof(gmon_slot) == GMON_SLOT_SIZE);
static_assert(sizeof(gmon_descriptor) == 24 &&
              offsetof(gmon_descriptor, function) == 4 &&
              offsetof(gmon_descriptor, counters) == 8 &&
              offsetof(gmon_descriptor, record) == 12 &&
              offsetof(gmon_descriptor, num_counters) == 16 &&
              offsetof(gmon_descriptor, blocks) == 20);
static_assert(sizeof(gmon_source) == 16 &&
              offsetof(gmon_source, counters) == 8 &&
              offsetof(gmon_source, num_counters) == 12);
static_assert(sizeof(gmon_block_table) == 8 && sizeof(gmon_block) == 8 &&
              offsetof(gmon_block, count) == 4);

namespace gmon {

/// Data of a function in a comdat goes with the comdat. Other data that names
/// the function gets a section in a group of its own, which linkers never
/// merge, so that --gc-sections drops it with the code that refers to it.
static Comdat *dataComdat(Function &F, StringRef Name, bool Collectable) {
  if (Comdat *C = F.getComdat())
    return C;
  if (!Collectable)
    return nullptr;
  Comdat *C = F.getParent()->getOrInsertComdat(Name);
  C->setSelectionKind(Comdat::NoDeduplicate);
  return C;
}

std::string FunctionData::nameOf(const char *Kind) const {
  std::string Name =
      ("__gmon_" + Twine(Kind) + "." + plainName(F.getName())).str();
  return F.hasLocalLinkage() && F.hasOptNone()
             ? uniqueName(*F.getParent(), Name)
             : Name;
}

GlobalVariable *FunctionData::createGlobal(const char *Kind, Constant *Value,
                                           const char *Section,
                                           unsigned Alignment,
                                           bool Collectable) {
  Module &M = *F.getParent();
  auto *G =
      new GlobalVariable(M, Value->getType(), /*isConstant=*/Collectable,
                         GlobalValue::PrivateLinkage, Value, nameOf(Kind));
  G->setSection(Section);
  G->setAlignment(Align(Alignment));
  G->setComdat(dataComdat(F, G->getName(), Collectable));
  setUnchecked(*G);
  return G;
}

GlobalVariable *FunctionData::record() {
  Type *Word = F.getDataLayout().getIntPtrType(F.getContext());
  if (!Record)
    Record =
        createGlobal("record", Constant::getNullValue(ArrayType::get(Word, 2)),
                     GMON_DATA_SECTION, 16, /*Collectable=*/false);
  return Record;
}

/// Asks the runtime to load the segment register, if counters of \p M need it.
static void requestSegment(Module &M) {
  constexpr char Name[] = "__gmon_uses_segment";
  if (!usesSegment(M) || M.getNamedValue(Name))
    return;
  auto *Value = ConstantInt::get(Type::getInt8Ty(M.getContext()), 1);
  auto *G = new GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                               GlobalValue::WeakODRLinkage, Value, Name);
  G->setVisibility(GlobalValue::HiddenVisibility);
  G->setComdat(M.getOrInsertComdat(Name));
}

GlobalVariable *FunctionData::createCounters(unsigned Number) {
  NumCounters = Number;
  if (Number)
    requestSegment(*F.getParent());
  Type *Int64 = Type::getInt64Ty(F.getContext());
  Counters = createGlobal("counters",
                          Constant::getNullValue(ArrayType::get(Int64, Number)),
                          GMON_DATA_SECTION, 8, /*Collectable=*/false);
  // Some targets merge variables, unless they have this attribute, and assembly
  // would name the merged variable without the distance.
  Counters->addAttribute("data-section", GMON_DATA_SECTION);
  return Counters;
}

std::pair<GlobalVariable *, GlobalVariable *>
FunctionData::createSourceCounters(uint64_t Key, unsigned Number) {
  requestSegment(*F.getParent());
  LLVMContext &Context = F.getContext();
  Type *Int32 = Type::getInt32Ty(Context);
  Type *Int64 = Type::getInt64Ty(Context);
  GlobalVariable *Array = createGlobal(
      "source_counters", Constant::getNullValue(ArrayType::get(Int64, Number)),
      GMON_DATA_SECTION, 8, /*Collectable=*/false);
  StructType *Layout = StructType::get(Int64, Int32, Int32);
  GlobalVariable *Record =
      createGlobal("source", Constant::getNullValue(Layout),
                   GMON_SOURCE_SECTION, 8, /*Collectable=*/false);
  Record->setConstant(true);
  Record->setInitializer(ConstantStruct::get(
      Layout, ConstantInt::get(Int64, Key),
      offsetFrom(Record, offsetof(gmon_source, counters), Array),
      ConstantInt::get(Int32, Number)));
  // Nothing refers to the record. Linkers keep both of a group or neither.
  Comdat *Group = dataComdat(F, Array->getName(), /*Collectable=*/true);
  Array->setComdat(Group);
  Record->setComdat(Group);
  return {Array, Record};
}

void FunctionData::countOutgoing(bool OnlyHooked) {
  requestSegment(*F.getParent());
  setDescriptorFor(
      F, OnlyHooked ? LateCounters::CallsOfHooked : LateCounters::OutgoingCalls,
      descriptor());
  CountsOutgoing = true;
}

/// The 32-bit distance to \p Target from \p Here. Distances in one table share
/// \p Here: finding a constant by its operands takes longer than using it.
Constant *FunctionData::distance(Constant *Here, Constant *Target) const {
  LLVMContext &Context = F.getContext();
  Type *Word = F.getDataLayout().getIntPtrType(Context);
  Constant *Distance =
      ConstantExpr::getSub(ConstantExpr::getPtrToInt(Target, Word),
                           ConstantExpr::getPtrToInt(Here, Word));
  return ConstantExpr::getTruncOrBitCast(Distance, Type::getInt32Ty(Context));
}

/// The byte \p Offset of \p Data.
Constant *FunctionData::byteOf(Constant *Data, uint64_t Offset,
                               bool IsKnown) const {
  LLVMContext &Context = F.getContext();
  Type *Word = F.getDataLayout().getIntPtrType(Context);
  return ConstantExpr::getGetElementPtr(
      Type::getInt8Ty(Context), Data, ConstantInt::get(Word, Offset),
      IsKnown ? GEPNoWrapFlags::inBounds() : GEPNoWrapFlags::none());
}

/// The 32-bit distance to \p Target from the byte \p Offset of \p Base.
Constant *FunctionData::offsetFrom(Constant *Base, uint64_t Offset,
                                   Constant *Target) const {
  if (!Target)
    return Constant::getNullValue(Type::getInt32Ty(F.getContext()));
  // In bounds, LLVM knows that a distance between globals needs no relocation
  // when the program starts, and puts descriptors into a read-only section,
  // like call sites and source records.
  bool IsKnown = Base == Descriptor || isa<GlobalVariable>(Target);
  return distance(byteOf(Base, Offset, IsKnown), Target);
}

Constant *FunctionData::offsetFromFunction(uint64_t Offset, Constant *Target) {
  return offsetFrom(functionAlias(), Offset, Target);
}

/// An alias of the function that no other module can preempt: a 32-bit distance
/// does not reach what a dynamic linker may choose.
Constant *FunctionData::functionAlias() {
  if (!Alias)
    Alias = GlobalAlias::create(
        F.getValueType(), F.getAddressSpace(), GlobalValue::PrivateLinkage,
        "__gmon_function." + plainName(F.getName()), &F, F.getParent());
  return Alias;
}

void FunctionData::createBlockTable(ArrayRef<BlockEntry> Blocks,
                                    const CounterPlacement &Placement) {
  // Code that the outliner takes out of several functions has one count only.
  F.addFnAttr("nooutline");
  if (NumCounters)
    setDescriptorFor(F, LateCounters::Flow, descriptor());
  LLVMContext &Context = F.getContext();
  Type *Int32 = Type::getInt32Ty(Context);
  auto Number = [&](uint32_t N) { return ConstantInt::get(Int32, N); };

  SmallVector<Constant *> Terms;
  for (const auto &Derived : Placement.derived()) {
    Terms.push_back(Number(Derived.size()));
    for (CounterPlacement::Term T : Derived)
      Terms.push_back(Number(T.Count * 2 + T.Subtracted));
  }

  ArrayType *Layout =
      ArrayType::get(Int32, 2 + 2 * Blocks.size() + Terms.size());
  BlockTable = createGlobal("blocks", Constant::getNullValue(Layout),
                            GMON_BLOCK_TABLE_SECTION, 4, /*Collectable=*/true);

  SmallVector<Constant *> Words = {Number(Blocks.size()),
                                   Number(Placement.derived().size())};
  // LLVM never knows this of a distance to a block, and all tables must be in
  // sections of one kind.
  Constant *First =
      byteOf(BlockTable, sizeof(gmon_block_table), /*IsKnown=*/false);
  for (const BlockEntry &B : Blocks) {
    Constant *Address =
        B.Block->isEntryBlock() ? functionAlias() : BlockAddress::get(B.Block);
    Words.push_back(distance(First, Address));
    Words.push_back(Number(B.Count));
  }
  Words.append(Terms);
  BlockTable->setInitializer(ConstantArray::get(Layout, Words));
}

static StructType *descriptorLayout(LLVMContext &Context) {
  Type *Int32 = Type::getInt32Ty(Context);
  return StructType::get(Int32, Int32, Int32, Int32, Int32, Int32);
}

GlobalVariable *FunctionData::descriptor() {
  if (!Descriptor)
    Descriptor = createGlobal(
        "descriptor", Constant::getNullValue(descriptorLayout(F.getContext())),
        GMON_DESCRIPTOR_SECTION, 4, /*Collectable=*/true);
  return Descriptor;
}

void FunctionData::finish() {
  if (!Descriptor)
    return;
  LLVMContext &Context = F.getContext();
  Type *Int32 = Type::getInt32Ty(Context);
  Descriptor->setInitializer(ConstantStruct::get(
      descriptorLayout(Context),
      ConstantInt::get(
          Int32,
          GMON_RECORD_HEAD(GMON_FUNCTION, IsPassable ? GMON_PASSABLE_HOOK : 0)),
      offsetFrom(Descriptor, offsetof(gmon_descriptor, function),
                 functionAlias()),
      offsetFrom(Descriptor, offsetof(gmon_descriptor, counters), Counters),
      offsetFrom(Descriptor, offsetof(gmon_descriptor, record), Record),
      ConstantInt::get(Int32, NumCounters),
      offsetFrom(Descriptor, offsetof(gmon_descriptor, blocks), BlockTable)));
}

} // namespace gmon
