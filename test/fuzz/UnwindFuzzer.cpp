//===-- UnwindFuzzer.cpp - Fuzzes the runtime's walk of stacks ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the bytes of unwind tables, or of a call-frame program in sound tables;
// the words of a stack, among which are addresses of this program's code; and
// registers. Computes the rules of addresses in the tables and follows them,
// and walks the stack by the tables of this program.
//
//===----------------------------------------------------------------------===//

#include "frames/frame_program.h"
#include "frames/tables.h"
#include "unwind/module_tables.h"
#include "unwind/modules.h"
#include "unwind/short_rules.h"
#include "unwind/stack.h"
#include "unwind/steps.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fuzzer/FuzzedDataProvider.h>
#include <vector>

using namespace gmon;

namespace {

constexpr uint32_t CodeOffset = 0x10000, CodeSize = 0x1000;

template <typename Integer>
void append(std::vector<uint8_t> &To, Integer Value) {
  auto *Bytes = reinterpret_cast<const uint8_t *>(&Value);
  To.insert(To.end(), Bytes, Bytes + sizeof(Value));
}

/// Makes sound tables of one function with this program.
std::vector<uint8_t> makeTables(const std::vector<uint8_t> &Program,
                                uint8_t Flags) {
  std::vector<uint8_t> Tables = {1, 0x1b, 3, 0x3b};
  append<int32_t>(Tables, 16); // of .eh_frame, from here
  append<uint32_t>(Tables, 1);
  append<uint32_t>(Tables, CodeOffset);
  append<int32_t>(Tables, 20 + 20); // of the entry
  // The shared entry.
  append<uint32_t>(Tables, 16);
  append<uint32_t>(Tables, 0);
  uint8_t Letters = Flags & 1 ? 'S' : 'B';
  for (uint8_t Each : std::initializer_list<uint8_t>{1, 'z', 'R', Letters, 0, 1,
                                                     0x78, 16, 1, 0x1b, 0, 0})
    Tables.push_back(Each);
  append<uint32_t>(Tables, uint32_t(13 + Program.size()));
  append<uint32_t>(Tables, uint32_t(Tables.size() - 20));
  append<int32_t>(Tables, int32_t(CodeOffset - Tables.size()));
  append<uint32_t>(Tables, CodeSize);
  Tables.push_back(0);
  Tables.insert(Tables.end(), Program.begin(), Program.end());
  return Tables;
}

/// An address that may occur on a stack.
uintptr_t makeWord(FuzzedDataProvider &Input, uintptr_t Stack, size_t Size) {
  switch (Input.ConsumeIntegralInRange(0, 4)) {
  case 0:
    return Stack + Input.ConsumeIntegralInRange<size_t>(0, Size + 64);
  case 1:
    return reinterpret_cast<uintptr_t>(&makeTables) +
           Input.ConsumeIntegral<int16_t>();
  case 2:
    return reinterpret_cast<uintptr_t>(&qsort) +
           Input.ConsumeIntegral<int16_t>() * 16;
  case 3:
    return Input.ConsumeIntegral<uint8_t>();
  default:
    return Input.ConsumeIntegral<uintptr_t>();
  }
}

registers makeRegisters(FuzzedDataProvider &Input, uintptr_t Stack,
                        size_t Size) {
  registers Result;
  Result.pc = makeWord(Input, Stack, Size);
  for (uintptr_t &Each : Result.values)
    Each = makeWord(Input, Stack, Size);
  Result.values[stack_register] =
      Stack + Input.ConsumeIntegralInRange<size_t>(0, Size);
  Result.known = Input.ConsumeIntegral<uint64_t>() | uint64_t(1)
                                                         << stack_register;
  return Result;
}

/// Computes and follows the rules of addresses.
void tryTables(const std::vector<uint8_t> &Bytes, registers Of,
               stack_memory &Memory) {
  // A copy of its own exact size.
  std::vector<uint8_t> Copy(Bytes);
  auto Base = reinterpret_cast<uintptr_t>(Copy.data());
  memory_range All = {Base, Base + Copy.size()};
  unwind_tables Tables = open_tables(Base, All.high, All);
  for (uintptr_t Offset : {CodeOffset, CodeOffset + 1, CodeOffset + 40,
                           CodeOffset + CodeSize - 1, 0u, 0x100u}) {
    Of.pc = Base + Offset;
    frame_entry Entry;
    full_rules Full;
    if (find_entry(Tables, Of.pc, Entry) != search_result::found ||
        !compute_rules(Tables, Entry, Of.pc, Full))
      continue;
    short_rules Short = {};
    shorten(Full, Short);
    registers ByFull = Of, ByShort = Of;
    bool IsFull = follow_rules(Tables, Full, ByFull, Memory);
    if (Short.kind != short_kind::steps)
      continue;
    // Both forms of the rules have the same effect, as far as the short one
    // goes.
    bool IsShort = follow_short_rules(Short, ByShort, Memory);
    if (IsShort &&
        (!IsFull || ByFull.pc != ByShort.pc ||
         ByFull.values[stack_register] != ByShort.values[stack_register]))
      abort();
    if (IsShort && ByShort.pc == Of.pc)
      follow_recursion(Short, ByShort, Memory);
  }
}

/// Walks the stack by this program's tables.
void tryWalk(FuzzedDataProvider &Input, const registers &From) {
  code_place Places[200];
  size_t Capacity = Input.ConsumeIntegralInRange<size_t>(2, 200);
  size_t Count = walk_stack(From, false, Places, Capacity);
  if (Count == 0 || Count > Capacity)
    abort();
  for (size_t I = 0; I != Count; ++I)
    if (module_of(Places[I]) != no_module &&
        module_of(Places[I]) >= num_modules())
      abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static bool IsReady = (update_modules(), true);
  (void)IsReady;
  FuzzedDataProvider Input(Data, Size);
  auto Flags = Input.ConsumeIntegral<uint8_t>();
  size_t NumWords = Input.ConsumeIntegralInRange<size_t>(1, 300);
  std::vector<uint8_t> Bytes = Input.ConsumeBytes<uint8_t>(
      Input.ConsumeIntegralInRange<size_t>(0, 4096));
  std::vector<uintptr_t> Stack(NumWords);
  auto Begin = reinterpret_cast<uintptr_t>(Stack.data());
  for (uintptr_t &Each : Stack)
    Each = makeWord(Input, Begin, NumWords * sizeof(Each));
  registers From = makeRegisters(Input, Begin, NumWords * sizeof(uintptr_t));
  alignas(uintptr_t) char Copy[512];
  stack_memory Memory(Copy, sizeof(Copy));
  tryTables(Flags & 2 ? Bytes : makeTables(Bytes, Flags), From, Memory);
  tryWalk(Input, From);
  return 0;
}
