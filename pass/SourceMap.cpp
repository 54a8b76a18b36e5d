//===-- SourceMap.cpp - What source counters mean -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The map is module assembly, which alone makes a section that linkers neither
// load nor drop. Each entry is in a group of its own, named by its key, so that
// the linker keeps one of those that are in several objects.
//
// The array is not in its function's comdat: code that is inlined elsewhere
// counts in it, whichever copy of the function the linker keeps. Its name is
// made of the keys, so that objects of the same contents share it.
//
//===----------------------------------------------------------------------===//

#include "SourceMap.h"
#include "TargetCode.h"

#include "gmon/abi.h"
#include "gmon/format.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <cstddef>

using namespace llvm;

static_assert(sizeof(gmon_sources) == 16 &&
              offsetof(gmon_sources, num_functions) == 4);
static_assert(sizeof(gmon_source_function) == 16 &&
              offsetof(gmon_source_function, num_counters) == 8);

namespace gmon {

/// As the line tables of DWARF have it.
static std::string pathOf(const DIFile &File) {
  StringRef Name = File.getFilename();
  if (sys::path::is_absolute(Name) || File.getDirectory().empty())
    return Name.str();
  return (File.getDirectory() + "/" + Name).str();
}

/// What an entry of the map says, behind its key.
static std::string serialize(const Function &F, ArrayRef<LineEntry> Lines,
                             const CounterPlacement &Placement) {
  std::string Text;
  raw_string_ostream OS(Text);
  auto Number = [&](uint64_t N) { encodeULEB128(N, OS); };
  Number(Placement.counted().size());
  OS << F.getName() << '\0';

  MapVector<const DIFile *, unsigned> Files;
  for (const LineEntry &L : Lines)
    Files.try_emplace(L.File, Files.size());
  Number(Files.size());
  for (auto [File, Index] : Files)
    OS << pathOf(*File) << '\0';

  Number(Placement.derived().size());
  for (const auto &Derived : Placement.derived()) {
    Number(Derived.size());
    for (CounterPlacement::Term T : Derived)
      Number(uint64_t(T.Count) * 2 + T.Subtracted);
  }

  Number(Lines.size());
  for (const LineEntry &L : Lines) {
    Number(Files[L.File]);
    Number(L.Line);
    Number(L.Count);
  }
  return Text;
}

/// The directives for one entry of the map.
static std::string assemblyOf(uint64_t Key, StringRef Text) {
  char Header[12];
  support::endian::write32le(Header, uint32_t(Text.size() + 8));
  support::endian::write64le(Header + 4, Key);
  std::string Result;
  raw_string_ostream OS(Result);
  OS << ".pushsection " GMON_MAP_SECTION ",\"G\",@progbits,__gmon_map."
     << utohexstr(Key, /*LowerCase=*/true) << ",comdat\n.ascii \"";
  for (StringRef Part : {StringRef(Header, sizeof(Header)), Text})
    for (char C : Part) {
      if (isPrint(C) && C != '"' && C != '\\')
        OS << C;
      else
        OS << '\\' << char('0' + (uint8_t(C) >> 6)) << char('0' + (C >> 3 & 7))
           << char('0' + (C & 7));
    }
  OS << "\"\n.popsection\n";
  return Result;
}

unsigned SourceMap::add(const Function &F, ArrayRef<LineEntry> Lines,
                        const CounterPlacement &Placement) {
  std::string Text = serialize(F, Lines, Placement);
  uint64_t Key = (MD5Hash(Text) | GMON_SOURCE_KEY_MIN) & GMON_SOURCE_KEY_MAX;
  Assembly += assemblyOf(Key, Text);
  unsigned First = NumCounters;
  Functions.push_back({Key, uint32_t(Placement.counted().size())});
  NumCounters += Placement.counted().size();
  return First;
}

std::string SourceMap::arrayName() const {
  std::string Keys;
  for (const FunctionEntry &Each : Functions)
    Keys += utohexstr(Each.Key) + ",";
  return "__gmon_source." + utohexstr(MD5Hash(Keys), /*LowerCase=*/true);
}

/// Tells the runtime where \p Counters are. In their group, so that the linker
/// keeps both or neither.
void SourceMap::createSources(GlobalVariable *Counters) const {
  LLVMContext &Context = M.getContext();
  Type *Int32 = Type::getInt32Ty(Context);
  Type *Int64 = Type::getInt64Ty(Context);
  Type *Word = M.getDataLayout().getIntPtrType(Context);
  StructType *Each = StructType::get(Int64, Int32, Int32);
  SmallVector<Constant *, 0> Entries;
  for (const FunctionEntry &F : Functions)
    Entries.push_back(ConstantStruct::get(
        Each, ConstantInt::get(Int64, F.Key),
        ConstantInt::get(Int32, F.NumCounters), ConstantInt::get(Int32, 0)));
  ArrayType *List = ArrayType::get(Each, Entries.size());
  StructType *Layout = StructType::get(Int32, Int32, Int64, List);

  auto *Sources = new GlobalVariable(
      M, Layout, /*isConstant=*/true, GlobalValue::PrivateLinkage,
      Constant::getNullValue(Layout), "__gmon_sources");
  Sources->setSection(GMON_SOURCE_SECTION);
  Sources->setAlignment(Align(16));
  Sources->setComdat(Counters->getComdat());
  setUnchecked(*Sources);
  Constant *Distance =
      ConstantExpr::getSub(ConstantExpr::getPtrToInt(Counters, Word),
                           ConstantExpr::getPtrToInt(Sources, Word));
  Sources->setInitializer(ConstantStruct::get(
      Layout, ConstantExpr::getTruncOrBitCast(Distance, Int32),
      ConstantInt::get(Int32, Functions.size()), ConstantInt::get(Int64, 0),
      ConstantArray::get(List, Entries)));
  appendToCompilerUsed(M, {Sources});
}

GlobalVariable *SourceMap::create() {
  M.appendModuleInlineAsm(Assembly);
  Type *Array = ArrayType::get(Type::getInt64Ty(M.getContext()), NumCounters);
  std::string Name = arrayName();
  auto *Counters = new GlobalVariable(M, Array, /*isConstant=*/false,
                                      GlobalValue::WeakODRLinkage,
                                      Constant::getNullValue(Array), Name);
  Counters->setVisibility(GlobalValue::HiddenVisibility);
  Counters->setDSOLocal(true);
  Counters->setSection(GMON_DATA_SECTION);
  Counters->setAlignment(Align(16));
  Counters->setComdat(M.getOrInsertComdat(Name));
  setUnchecked(*Counters);
  createSources(Counters);
  return Counters;
}

} // namespace gmon
