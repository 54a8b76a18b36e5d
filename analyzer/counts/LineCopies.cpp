//===-- LineCopies.cpp - Lines in the copies of functions -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks through the debug information once and collects, for each copy of each
// function, its lines and whether it was executed. Code that is inlined into a
// copy says that the copy was executed, too: some copies have no other code.
//
//===----------------------------------------------------------------------===//

#include "counts/LineCopies.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

namespace {

using SourceLineKey = std::pair<StringRef, uint32_t>; ///< path, line

/// A copy of a function.
struct Copy {
  bool IsInlined = false;
  bool IsCounted = false;
  bool IsExecuted = false;
  std::set<SourceLineKey> Lines;
};

/// The definition of a function, the same for its copies in all units: name,
/// path and line of the definition.
using FunctionKey = std::tuple<StringRef, StringRef, uint32_t>;

/// Collects the copies of functions.
class CopyCollector {
public:
  CopyCollector(const CodeCounts &Counts, const SymbolTable &Table,
                const DebugInfo &Info);

  /// The copies of a function: by the function with their code, and the call
  /// that they replace.
  using Copies = std::map<std::pair<SymbolIndex, InlinedCall>, Copy>;
  std::map<FunctionKey, Copies> Functions;
  std::vector<LineCode> Code;
  std::map<SourceLineKey, uint64_t> Most; ///< of the counts of each line's code
  /// Lines with calls that were inlined, and executed.
  std::set<SourceLineKey> Callers;

private:
  void add(AddressRange Part, const SourceLocation &Where);
  std::optional<uint64_t> countOf(AddressRange Part) const;
  SymbolIndex ownerOf(uint64_t Address) const;
  Copy &copyOf(SymbolIndex Owner, StringRef Name, UnitFunctionIndex OfUnit,
               InlinedCall Inlined, std::optional<uint64_t> Count);

  const CodeCounts &Counts;
  const SymbolTable &Table;
  const DebugInfo &Info;
  std::vector<SymbolIndex> FunctionOf; ///< by symbol
  DenseSet<StringRef> Files;           ///< of Table
};

} // namespace

CopyCollector::CopyCollector(const CodeCounts &Counts, const SymbolTable &Table,
                             const DebugInfo &Info)
    : Counts(Counts), Table(Table), Info(Info), FunctionOf(functionsOf(Table)),
      Files(Table.files().begin(), Table.files().end()) {
  Info.walk({0, UINT64_MAX},
            [&](AddressRange Part, const SourceLocation &Where) {
              add(Part, Where);
            });
}

SymbolIndex CopyCollector::ownerOf(uint64_t Address) const {
  const SymbolIndex Found = Table.lookup(Address);
  return Found == NoSymbol ? NoSymbol : FunctionOf[Found];
}

/// Returns how often the code of \p Part was executed: at least, if that is not
/// 0; nothing if nobody knows whether it was.
std::optional<uint64_t> CopyCollector::countOf(AddressRange Part) const {
  const std::optional<Bounds> Most = Counts.mostOf(Part);
  if (!Most || (Most->Low == 0 && Most->High != 0))
    return std::nullopt;
  return Most->Low;
}

/// Returns the copy that has code of the count \p Count, and notes that.
Copy &CopyCollector::copyOf(SymbolIndex Owner, StringRef Name,
                            UnitFunctionIndex OfUnit, InlinedCall Inlined,
                            std::optional<uint64_t> Count) {
  FunctionKey Key{Name, "", 0};
  if (OfUnit < Info.unitFunctions().size()) {
    const UnitFunction &Function = Info.unitFunctions()[OfUnit];
    Key = Function.Path.empty()
              ? FunctionKey{Name, Function.Declared, 0}
              : FunctionKey{Name, Function.Path, Function.Line};
  }
  Copy &Result = Functions[Key][{Owner, Inlined}];
  Result.IsInlined = Inlined != NotInlined;
  Result.IsCounted |= Count.has_value();
  Result.IsExecuted |= Count.value_or(0) != 0;
  return Result;
}

void CopyCollector::add(AddressRange Part, const SourceLocation &Where) {
  const SymbolIndex Owner = ownerOf(Part.Low);
  if (Owner == NoSymbol)
    return;
  if (auto File = Files.find(Where.Path); File != Files.end())
    Code.push_back({Owner, *File, Where.Line, Where.Inlined, Part});
  if (!Info.hasInlinedCalls() || Where.Function.empty())
    return;
  const std::optional<uint64_t> Count = countOf(Part);
  const SourceLineKey Line{Where.Path, Where.Line};
  copyOf(Owner, Where.Function, Where.OfUnit, Where.Inlined, Count)
      .Lines.insert(Line);
  uint64_t &MostOfLine = Most[Line];
  MostOfLine = std::max(MostOfLine, Count.value_or(0));
  for (InlinedCall Call = Where.Inlined; Call != NotInlined;) {
    const InlinedCallSite &Site = Info.inlinedCallSites()[Call];
    if (Count.value_or(0))
      Callers.insert({Site.Path, Site.Line});
    if (!Site.Function.empty())
      copyOf(Owner, Site.Function, Site.OfUnit, Site.Outer, Count);
    Call = Site.Outer;
  }
}

/// Whether \p Each says nothing about \p Line: it may have been executed, and
/// has no code of the line, or no counts.
static bool isSilent(const Copy &Each, const SourceLineKey &Line) {
  return !Each.IsCounted || (Each.IsExecuted && !Each.Lines.count(Line));
}

LineCopies::LineCopies(const CodeCounts &Counts, const SymbolTable &Table,
                       const DebugInfo &Info) {
  CopyCollector Found(Counts, Table, Info);
  Code = std::move(Found.Code);
  llvm::stable_sort(Code, [](const LineCode &A, const LineCode &B) {
    return std::make_tuple(A.Owner, A.Path.data(), A.Line, A.Inlined) <
           std::make_tuple(B.Owner, B.Path.data(), B.Line, B.Inlined);
  });
  for (const SourceLineKey &Line : Found.Callers)
    if (!Found.Most.count(Line))
      Calls[Line.first.str()].insert(Line.second);
  for (const auto &[Function, Copies] : Found.Functions) {
    std::set<SourceLineKey> All;
    bool IsInlined = false;
    for (const auto &[Place, Each] : Copies) {
      All.insert(Each.Lines.begin(), Each.Lines.end());
      IsInlined |= Each.IsInlined && (Each.IsExecuted || !Each.IsCounted);
    }
    for (const SourceLineKey &Line : All) {
      if (IsInlined)
        Functions[std::get<0>(Function).str()].insert(Line.first.str());
      if (Found.Most.find(Line)->second == 0 &&
          (Found.Callers.count(Line) || any_of(Copies, [&](const auto &Each) {
             return isSilent(Each.second, Line);
           })))
        Lines[Line.first.str()].insert(Line.second);
    }
  }
}
