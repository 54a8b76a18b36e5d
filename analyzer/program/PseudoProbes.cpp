//===-- PseudoProbes.cpp - Marks of the source's blocks in code -----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A record is a copy: its function, its probes, and the copies that are inlined
// into it. LLVM's decoder trusts its input, and its interface changes with its
// version.
//
//===----------------------------------------------------------------------===//

#include "program/PseudoProbes.h"
#include "support/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/PseudoProbe.h"
#include "llvm/ProfileData/SampleProf.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/MD5.h"

using namespace gmon;
using namespace llvm;
using namespace llvm::object;

static constexpr StringLiteral FunctionSection = ".pseudo_probe_desc";
static constexpr StringLiteral ProbeSection = ".pseudo_probe";

namespace {

class ProbeReader {
public:
  explicit ProbeReader(const Image &Program)
      : Program(Program),
        Data(Program.section(ProbeSection), Program.isLittleEndian(), 8) {}

  Expected<PseudoProbes> read() {
    if (Error E = readFunctions())
      return std::move(E);
    findStarts();
    DataExtractor::Cursor C(0);
    while (C && !Data.eof(C))
      readRecord(C);
    if (Error E = C.takeError())
      return makeFileError(Program.path(), ProbeSection + " is damaged: " +
                                               toString(std::move(E)));
    if (!Damage.empty())
      return makeFileError(Program.path(),
                           ProbeSection + " is damaged: " + Damage);
    return std::move(Result);
  }

private:
  Error readFunctions();
  void findStarts();
  void readRecord(DataExtractor::Cursor &C);
  void readProbe(DataExtractor::Cursor &C, uint32_t Copy);

  const Image &Program;
  const DataExtractor Data;
  PseudoProbes Result;
  std::unordered_map<uint64_t, uint64_t> Starts; ///< of functions, by GUID
  uint64_t LastAddress = 0; ///< to which the next one is relative
  std::string Damage;       ///< the first
};

} // namespace

Error ProbeReader::readFunctions() {
  DataExtractor Table(Program.section(FunctionSection),
                      Program.isLittleEndian(), 8);
  DataExtractor::Cursor C(0);
  while (C && !Table.eof(C)) {
    const uint64_t Id = Table.getU64(C);
    const uint64_t Hash = Table.getU64(C);
    const uint64_t Size = Table.getULEB128(C);
    const StringRef Name = Table.getBytes(C, Size);
    if (C)
      Result.Functions.try_emplace(Id, ProbedFunction{Name, Hash});
  }
  if (Error E = C.takeError())
    return makeFileError(Program.path(), FunctionSection + " is damaged: " +
                                             toString(std::move(E)));
  return Error::success();
}

/// Finds the functions to which probes are relative. The GUID of a function is
/// the digest of its name.
void ProbeReader::findStarts() {
  for (const ELFSymbolRef &Symbol : Program.object().symbols()) {
    Expected<StringRef> Name = Symbol.getName();
    Expected<uint64_t> Address = Symbol.getValue();
    if (Name && Address && Symbol.getELFType() == ELF::STT_FUNC)
      Starts[MD5Hash(sampleprof::FunctionSamples::getCanonicalFnName(*Name))] =
          *Address;
    consumeError(Name.takeError());
    consumeError(Address.takeError());
  }
}

void ProbeReader::readProbe(DataExtractor::Cursor &C, uint32_t Copy) {
  CodeProbe Probe;
  Probe.Copy = Copy;
  Probe.Number = uint32_t(Data.getULEB128(C));
  // Four bits of kind, three of attributes, and one for a relative address.
  const uint8_t Bits = Data.getU8(C);
  const unsigned Attributes = (Bits >> 4) & 7;
  if (Bits & 0x80)
    LastAddress += uint64_t(Data.getSLEB128(C));
  else
    LastAddress = Data.getU64(C);
  if (Attributes & uint32_t(PseudoProbeAttributes::HasDiscriminator))
    Probe.Discriminator = uint32_t(Data.getULEB128(C));
  // In place of a probe: the function to which those of split code are
  // relative.
  if (Attributes & uint32_t(PseudoProbeAttributes::Sentinel)) {
    if (auto Start = Starts.find(LastAddress); Start != Starts.end())
      LastAddress = Start->second;
    return;
  }
  Probe.Address = LastAddress;
  Probe.IsCall = (Bits & 15) != uint8_t(PseudoProbeType::Block);
  if (C)
    Result.Probes.push_back(Probe);
}

void ProbeReader::readRecord(DataExtractor::Cursor &C) {
  struct Open {
    uint32_t Copy;
    uint64_t NumInlined;
  };
  std::vector<Open> Stack;
  do {
    ProbedCopy Copy;
    if (!Stack.empty()) {
      --Stack.back().NumInlined;
      Copy.Outer = Stack.back().Copy;
      // Without a number it is not known which call was replaced.
      Copy.Call = uint32_t(Data.getULEB128(C));
      if (!Copy.Call)
        Copy.Outer = ProbedCopy::NoCopy;
    }
    const uint64_t Id = Data.getU64(C);
    const uint64_t NumProbes = Data.getULEB128(C);
    const uint64_t NumInlined = Data.getULEB128(C);
    if (!C)
      return;
    auto Function = Result.Functions.find(Id);
    if (Function != Result.Functions.end())
      Copy.Function = &Function->second;
    else if (Damage.empty())
      Damage = "no function has the GUID 0x" + utohexstr(Id, true);
    if (auto Start = Starts.find(Id); Stack.empty() && Start != Starts.end())
      LastAddress = Start->second;
    const uint32_t Number = uint32_t(Result.Copies.size());
    Result.Copies.push_back(Copy);
    for (uint64_t I = 0; C && I < NumProbes; ++I)
      readProbe(C, Number);
    Stack.push_back({Number, NumInlined});
    while (!Stack.empty() && !Stack.back().NumInlined)
      Stack.pop_back();
  } while (C && !Stack.empty());
}

Expected<PseudoProbes> PseudoProbes::read(const Image &Program) {
  return ProbeReader(Program).read();
}
