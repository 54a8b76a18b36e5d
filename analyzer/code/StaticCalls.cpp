//===-- StaticCalls.cpp - The calls that the code has ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes all code and converts its calls and jumps to calls between symbols.
//
//===----------------------------------------------------------------------===//

#include "code/StaticCalls.h"
#include "code/Decoder.h"
#include "gmon/abi.h"
#include "llvm/ADT/DenseSet.h"

using namespace gmon;
using namespace llvm;

namespace {

/// Collects calls in order of address.
class CallCollector {
public:
  CallCollector(const SymbolTable &Table, const CodeMap &Code)
      : Table(Table), Code(Code), Functions(functionsOf(Table)) {}

  /// Adds \p Found, an instruction in \p Run, if it is a call between symbols.
  void add(const Transfer &Found, const CodeRun &Run);
  std::vector<Transfer> take() { return std::move(Calls); }

private:
  SymbolIndex callerAt(uint64_t Address);
  SymbolIndex calleeOf(const Transfer &Found) const;

  const SymbolTable &Table;
  const CodeMap &Code;
  std::vector<SymbolIndex> Functions;
  std::vector<Transfer> Calls;
  SymbolIndex Caller = NoSymbol;
  DenseSet<SymbolIndex> Callees; ///< of Caller, so far
};

} // namespace

SymbolIndex CallCollector::callerAt(uint64_t Address) {
  // By line, a function's code continues behind the first addresses of its
  // lines.
  bool IsSame =
      Caller != NoSymbol && Table[Caller].Address <= Address &&
      Address <= Table[Caller].End &&
      (Caller + 1 == Table.size() || Address < Table[Caller + 1].Address);
  SymbolIndex Found = IsSame ? Caller : Table.lookup(Address);
  if (Caller != Found) {
    Caller = Found;
    Callees.clear();
  }
  return Caller;
}

/// Returns the symbol that \p Found, in Caller, calls; or NoSymbol.
SymbolIndex CallCollector::calleeOf(const Transfer &Found) const {
  SymbolIndex Callee = Table.lookup(Found.Target);
  if (Callee == NoSymbol)
    return NoSymbol;
  bool IsStart = Table[Callee].Address == Found.Target;
  bool IsFunction = (IsStart && Table[Callee].IsFunction) ||
                    Code.isFunctionStart(Found.Target);
  if (!Found.IsCall && !IsFunction)
    return NoSymbol;
  // A label with code of its own is called by its name. A jump to it is a jump
  // within a function.
  bool IsEntry = IsFunction || Code.isLabel(Found.Target);
  if (!IsEntry || !IsStart) {
    Callee = Functions[Callee];
    // A stub without a name has no code in front of its jump.
    if (Callee == NoSymbol ||
        Code.sectionOf(Table[Callee].Address) != Code.sectionOf(Found.Target))
      return NoSymbol;
  }
  // Loops stay within a function. So do calls of the next instruction, by which
  // i386 code computes its own address.
  if ((!Found.IsCall || !IsEntry || Table.isInPart(Found.Target)) &&
      Functions[Caller] == Functions[Callee])
    return NoSymbol;
  return Callee;
}

void CallCollector::add(const Transfer &Found, const CodeRun &Run) {
  // Most jumps stay within their function.
  bool IsInside = Run.Address < Found.Target && Found.Target < Run.high();
  if ((IsInside && !Found.IsCall) || callerAt(Found.From) == NoSymbol)
    return;
  SymbolIndex Callee = calleeOf(Found);
  if (Callee != NoSymbol && Callees.insert(Callee).second)
    Calls.push_back({Found.From, Table[Callee].Address, Found.IsCall});
}

StaticCode::StaticCode() = default;
StaticCode::StaticCode(StaticCode &&) = default;
StaticCode &StaticCode::operator=(StaticCode &&) = default;
StaticCode::~StaticCode() = default;

Expected<StaticCode> StaticCode::read(const Image &Program, Warnings &Warn) {
  StaticCode Result;
  Result.Decode = Decoder::create(Program);
  if (!Result.Decode) {
    Warn.add("-c cannot decode the code of '" + Program.path().str() + "'");
    return Result;
  }
  Expected<CodeMap> Code = CodeMap::read(Program, Warn);
  if (!Code)
    return Code.takeError();
  Result.Code = std::move(*Code);
  Result.Stubs =
      PltStubs::find(Program, Result.Code.sections(), *Result.Decode);
  return Result;
}

std::vector<Transfer> StaticCode::findCalls(const SymbolTable &Table) const {
  if (!Decode)
    return {};
  CallCollector Collector(Table, Code);
  for (const CodeRun &Run : Code.runs()) {
    auto Add = [&](const Transfer &Found) { Collector.add(Found, Run); };
    Decode->decode(Run.Bytes, Run.Address, Run.Kind, Add);
  }
  // The code of these stubs only says from which word they load their target.
  for (const Transfer &Jump : Stubs->jumps())
    Collector.add(Jump, {Jump.From, {}, CodeKind::Main});
  std::vector<Transfer> Calls = Collector.take();
  llvm::stable_sort(Calls, [](const Transfer &A, const Transfer &B) {
    return A.From < B.From;
  });
  return Calls;
}

bool StaticCode::callsDirectly(uint64_t Caller, uint64_t Callee) const {
  if (!Decode)
    return false;
  const std::vector<CodeRun> Callees = Code.runsOf(Callee);
  bool IsFound = false;
  // A call may pass by the hook at the function's start.
  auto Add = [&](const Transfer &Found) {
    IsFound |= llvm::any_of(Callees, [&](const CodeRun &Run) {
      return Run.Address <= Found.Target && Found.Target < Run.high();
    });
  };
  for (const CodeRun &Run : Code.runsOf(Caller))
    Decode->decode(Run.Bytes, Run.Address, Run.Kind, Add);
  return IsFound;
}
