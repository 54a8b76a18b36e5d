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
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include <array>

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
  // By line, a function's code goes on behind the first addresses of lines.
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
  std::ranges::stable_sort(Calls, {}, &Transfer::From);
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

using VisitFn = function_ref<void(const Transfer &)>;

/// Visits calls and jumps with a distance of 32 bits.
static void scanX86(const CodeSection &Section, VisitFn Visit) {
  constexpr uint8_t Call = 0xe8, Jump = 0xe9, TwoBytes = 0x0f;
  // One look at each byte, as there are millions.
  std::array<bool, 256> MayBegin = {};
  MayBegin[Call] = MayBegin[Jump] = MayBegin[TwoBytes] = true;
  const uint8_t *const Bytes = Section.Bytes.data();
  const size_t Size = Section.Bytes.size();
  for (size_t I = 0; I + 6 <= Size; ++I) {
    if (!MayBegin[Bytes[I]])
      continue;
    const bool IsConditional = Bytes[I] == TwoBytes;
    if (IsConditional && Bytes[I + 1] >> 4 != 8)
      continue;
    const size_t End = I + (IsConditional ? 6 : 5);
    const auto Distance = int32_t(support::endian::read32le(Bytes + End - 4));
    Visit({Section.Address + I, Section.Address + End + int64_t(Distance),
           Bytes[I] == Call, uint8_t(End - I)});
  }
}

/// Visits b and bl.
static void scanAArch64(const CodeSection &Section, VisitFn Visit) {
  for (size_t I = 0; I + 4 <= Section.Bytes.size(); I += 4) {
    const uint32_t Word = support::endian::read32le(Section.Bytes.data() + I);
    const uint64_t Address = Section.Address + I;
    if ((Word & 0x7c000000) == 0x14000000)
      Visit({Address, Address + 4 * SignExtend64<26>(Word & 0x3ffffff),
             /*IsCall=*/(Word >> 31) != 0, 4});
  }
}

/// Visits what LLVM decodes.
static void decodeAll(const Image &File, VisitFn Visit) {
  std::unique_ptr<Decoder> Decode = Decoder::create(File);
  Warnings Ignored;
  Expected<CodeMap> Map = CodeMap::read(File, Ignored);
  if (!Map)
    return consumeError(Map.takeError());
  if (Decode)
    for (const CodeRun &Run : Map->runs())
      Decode->decode(Run.Bytes, Run.Address, Run.Kind, Visit);
}

void gmon::forEachDirectTransfer(const Image &File, VisitFn Visit) {
  const Triple::ArchType Arch = File.triple().getArch();
  if (Arch != Triple::x86_64 && Arch != Triple::aarch64)
    return decodeAll(File, Visit);
  for (const CodeSection &Section : CodeMap::readSections(File))
    (Arch == Triple::x86_64 ? scanX86 : scanAArch64)(Section, Visit);
}
