//===-- SourceMap.cpp - What source counters mean -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The map is module assembly: nothing else makes a section that linkers neither
// load nor drop. Each entry is in a group named by its key, so that the linker
// keeps one of equal entries in several objects.
//
//===----------------------------------------------------------------------===//

#include "data/SourceMap.h"
#include "ir/SymbolNames.h"

#include "gmon/format.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace gmon {

/// The path of \p File as DWARF's line tables have it.
static std::string pathOf(const DIFile &File) {
  StringRef Name = File.getFilename();
  if (sys::path::is_absolute(Name) || File.getDirectory().empty())
    return Name.str();
  return (File.getDirectory() + "/" + Name).str();
}

namespace {

/// The text of an entry of the map, behind its key.
class EntryText {
public:
  EntryText(const Function &F, unsigned NumOthers,
            const CounterPlacement &Placement)
      : OS(Text), NumOthers(NumOthers), Placement(Placement) {
    number(NumOthers + Placement.counted().size());
    string(GlobalValue::dropLLVMManglingEscape(F.getName()));
  }

  void addLines(ArrayRef<LineEntry> Lines);
  void addShares(ArrayRef<ShareEntry> Shares);
  void addClang(const ClangEntry &What);
  StringRef str() const { return Text; }

private:
  void number(uint64_t N) { encodeULEB128(N, OS); }
  void string(StringRef S) { OS << S << '\0'; }
  void addDerived();

  std::string Text;
  raw_string_ostream OS;
  unsigned NumOthers;
  const CounterPlacement &Placement;
};

} // namespace

void EntryText::addDerived() {
  number(Placement.derived().size());
  for (const auto &Derived : Placement.derived()) {
    number(Derived.size());
    for (CounterPlacement::Term T : Derived)
      number(uint64_t(NumOthers + T.Count) * 2 + T.Subtracted);
  }
}

void EntryText::addLines(ArrayRef<LineEntry> Lines) {
  MapVector<const DIFile *, unsigned> Files;
  for (const LineEntry &L : Lines)
    Files.try_emplace(L.File, Files.size());
  number(Files.size());
  for (auto [File, Index] : Files)
    string(pathOf(*File));

  addDerived();
  number(Lines.size());
  for (const LineEntry &L : Lines) {
    number(Files[L.File]);
    number(L.Line);
    number(L.Count);
  }
  number(0);
}

void EntryText::addShares(ArrayRef<ShareEntry> Shares) {
  number(0);
  addDerived();
  number(0);
  number(Shares.size());
  uint64_t Last = GMON_SOURCE_KEY_MIN;
  for (const ShareEntry &S : Shares) {
    number(S.Counter - Last);
    Last = S.Counter;
    number(S.Count);
    number(S.Factor);
  }
}

void EntryText::addClang(const ClangEntry &What) {
  string(What.Name);
  number(What.Hash);
  number(What.NumIncrements);
  number(What.NumBits);
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
    OS << escapeBytes(Part, AsmKind::Module);
  OS << "\"\n.popsection\n";
  return Result;
}

uint64_t SourceMap::addEntry(StringRef Text) {
  uint64_t Key = (MD5Hash(Text) | GMON_SOURCE_KEY_MIN) & GMON_SOURCE_KEY_MAX;
  Assembly += assemblyOf(Key, Text);
  return Key;
}

uint64_t SourceMap::add(const Function &F, ArrayRef<LineEntry> Lines,
                        const CounterPlacement &Placement) {
  EntryText Text(F, /*NumOthers=*/0, Placement);
  Text.addLines(Lines);
  return addEntry(Text.str());
}

uint64_t SourceMap::add(const Function &F, const ClangEntry &What) {
  const CounterPlacement None;
  EntryText Text(F, What.NumIncrements + What.NumBits, None);
  Text.addLines({});
  Text.addClang(What);
  return addEntry(Text.str());
}

uint64_t SourceMap::add(const Function &F, ArrayRef<ShareEntry> Shares,
                        unsigned NumOthers, const CounterPlacement &Placement) {
  EntryText Text(F, NumOthers, Placement);
  Text.addShares(Shares);
  return addEntry(Text.str());
}

void SourceMap::emit() { M.appendModuleInlineAsm(Assembly); }

} // namespace gmon
