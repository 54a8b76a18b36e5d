//===-- ModuleJumps.cpp - Calls and tail jumps of a module ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most calls on stacks enter the function of the next frame, so one instruction
// is decoded first. Whole functions are decoded only for the other calls.
//
//===----------------------------------------------------------------------===//

#include "stacks/ModuleJumps.h"
#include "gmon/abi.h"
#include "llvm/Support/Endian.h"

using namespace gmon;
using namespace llvm;

bool ModuleJumps::open() {
  if (IsOpen)
    return Decode != nullptr;
  IsOpen = true;
  Warnings Ignored; // a file without code has no jumps
  Expected<CodeMap> Read = CodeMap::read(File, Ignored);
  if (!Read) {
    consumeError(Read.takeError());
    return false;
  }
  Map = std::move(*Read);
  Decode = Decoder::create(File);
  return Decode != nullptr;
}

ArrayRef<uint8_t> ModuleJumps::bytesAt(uint64_t Address, uint64_t Size) const {
  const CodeSection *Section = Map.sectionOf(Address);
  if (!Section)
    return {};
  return Section->Bytes.drop_front(Address - Section->Address).take_front(Size);
}

CodeEntry ModuleJumps::entryOf(uint64_t Target, bool IsCall) {
  uint32_t Found = Code.calledFunction(Target);
  if (Found == NoSymbol)
    return {};
  const CodeFunction &Function = Code.functions()[Found];
  StringRef Name = Function.LinkName;
  if (Name.consume_back("@plt"))
    return {NoSymbol, Name};
  const uint64_t Offset = Target - Function.Address;
  if (!IsCall && Offset != 0 && Offset != GMON_EARLY_HOOK_SIZE)
    return {};
  return {Found};
}

CodeEntry ModuleJumps::guessCall(uint64_t Address) {
  if (!open() || Address >= UINT64_MAX - 1)
    return {};
  CodeEntry Result;
  // x86's direct calls have 5 bytes, others 4; on RISC-V, far ones have 8.
  for (uint64_t Size : {5, 4, 8}) {
    const uint64_t Start = Address + 1 - Size;
    ArrayRef<uint8_t> Bytes = bytesAt(Start, Size);
    if (Address + 1 < Size || Bytes.size() != Size)
      continue;
    Decode->decode(Bytes, Start, CodeKind::Main, [&](const Transfer &Found) {
      if (Found.IsCall && Found.From + Found.Size == Address + 1)
        Result = entryOf(Found.Target, true);
    });
    if (Result.isKnown())
      return Result;
  }
  return Result;
}

CodeEntry ModuleJumps::entryFrom(uint64_t Address) {
  if (!open())
    return {};
  CodeEntry Result;
  Decode->decode(bytesAt(Address, 8), Address, CodeKind::Main,
                 [&](const Transfer &Found) {
                   if (Found.From == Address)
                     Result = entryOf(Found.Target, Found.IsCall);
                 });
  return Result;
}

void ModuleJumps::forEachRun(
    uint32_t Function,
    function_ref<void(ArrayRef<uint8_t>, uint64_t, CodeKind)> Visit) const {
  for (const AddressRange &Part : Code.codeOf(Function)) {
    auto Run = llvm::partition_point(
        Map.runs(), [&](const CodeRun &R) { return R.high() <= Part.Low; });
    for (; Run != Map.runs().end() && Run->Address < Part.High; ++Run) {
      const uint64_t Low = std::max(Part.Low, Run->Address);
      const uint64_t High = std::min(Part.High, Run->high());
      if (Low < High)
        Visit(Run->Bytes.slice(Low - Run->Address, High - Low), Low, Run->Kind);
    }
  }
}

const ModuleJumps::Decoded &ModuleJumps::decode(uint32_t Function) {
  auto [It, IsNew] = Functions.try_emplace(Function);
  Decoded &Result = It->second;
  if (!IsNew || !open())
    return Result;
  forEachRun(
      Function, [&](ArrayRef<uint8_t> Bytes, uint64_t Address, CodeKind Kind) {
        NumBytes += Bytes.size();
        if (NumBytes <= MostBytes)
          Decode->decode(
              Bytes, Address, Kind,
              [&](const Transfer &Found) { Result.Direct.push_back(Found); },
              [&](const Transfer &Found) { Result.Indirect.push_back(Found); });
      });
  for (std::vector<Transfer> *Transfers : {&Result.Direct, &Result.Indirect})
    llvm::sort(*Transfers, [](const Transfer &A, const Transfer &B) {
      return A.From < B.From;
    });
  return Result;
}

std::optional<Transfer> ModuleJumps::callAt(uint32_t Function,
                                            uint64_t Address) {
  const Decoded &All = decode(Function);
  for (const std::vector<Transfer> *Transfers : {&All.Direct, &All.Indirect}) {
    auto It = llvm::partition_point(
        *Transfers, [&](const Transfer &T) { return T.From < Address; });
    if (It == Transfers->begin())
      continue;
    const Transfer &Last = *std::prev(It);
    if (Last.IsCall && Last.From + Last.Size - 1 == Address)
      return Last;
  }
  return std::nullopt;
}

/// Returns the address that the first entry of a table of x86-64 at \p Table
/// has; none if the file does not say so.
std::optional<uint64_t> ModuleJumps::firstEntry(uint64_t Table,
                                                bool IsRelative) const {
  return File.visit([&](const auto &Elf) -> std::optional<uint64_t> {
    Expected<const uint8_t *> Start = Elf.toMappedAddr(Table);
    if (!Start) {
      consumeError(Start.takeError()); // no table is there
      return std::nullopt;
    }
    if (Elf.end() - *Start < (IsRelative ? 4 : 8))
      return std::nullopt;
    return IsRelative ? Table + int32_t(support::endian::read32le(*Start))
                      : support::endian::read64le(*Start);
  });
}

/// Whether the indirect jump at \p Jump of \p Function is one through a table
/// of places in the function. A table of functions has no place in the middle
/// of one, so the first entry tells.
bool ModuleJumps::isWithin(uint32_t Function, const JumpTables &Tables,
                           uint64_t Jump) {
  auto Found = Tables.ByJump.find(Jump);
  if (Found == Tables.ByJump.end())
    return false;
  const JumpTable Table = Found->second;
  const std::vector<AddressRange> Parts = Code.codeOf(Function);
  const uint64_t Start = Code.functions()[Function].Address;
  auto HasPlaces = [&](uint64_t Address) {
    std::optional<uint64_t> First = firstEntry(Address, Table.IsRelative);
    return First && *First != Start &&
           any_of(Parts, [&](const AddressRange &Part) {
             return Part.contains(*First);
           });
  };
  return Table.Address ? HasPlaces(*Table.Address)
                       : any_of(Tables.Addresses, HasPlaces);
}

const FunctionJumps &ModuleJumps::jumpsOf(uint32_t Function) {
  auto [It, IsNew] = Jumps.try_emplace(Function);
  FunctionJumps &Result = It->second;
  if (!IsNew)
    return Result;
  const Decoded &All = decode(Function);
  for (const Transfer &Found : All.Direct) {
    if (Found.IsCall)
      continue;
    CodeEntry Target = entryOf(Found.Target, false);
    if (Target.isKnown() && Target.Function != Function)
      Result.Tail.push_back({Found.From, Target});
  }
  if (llvm::all_of(All.Indirect, [](const Transfer &T) { return T.IsCall; }))
    return Result;
  JumpTables Tables;
  forEachRun(Function,
             [&](ArrayRef<uint8_t> Bytes, uint64_t Address, CodeKind Kind) {
               Decode->findJumpTables(Bytes, Address, Kind, Tables);
             });
  for (const Transfer &Found : All.Indirect)
    if (!Found.IsCall && !isWithin(Function, Tables, Found.From))
      Result.Indirect.push_back(Found.From);
  return Result;
}
