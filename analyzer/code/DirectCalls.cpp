//===-- DirectCalls.cpp - Calls and jumps in a file's code ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's decoder needs a second for 60 MB of code. Where libraries are large,
// the instructions are recognized by their bytes.
//
//===----------------------------------------------------------------------===//

#include "code/DirectCalls.h"
#include "code/Decoder.h"
#include "support/Errors.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include <array>

using namespace gmon;
using namespace llvm;

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
    const uint64_t From = Section.Address + I;
    if ((Word & 0x7c000000) == 0x14000000)
      Visit({From, From + 4 * SignExtend64<26>(Word & 0x3ffffff),
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
