//===-- CallFramesTest.cpp - Tests of unwind tables and their rules -------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds .eh_frame_hdr and .eh_frame in memory, in forms that compilers and
// linkers make and in damaged ones, and looks for the rules of addresses. The
// numbers of registers are those of x86-64.
//
//===----------------------------------------------------------------------===//

#include "frames/frame_program.h"
#include "frames/tables.h"
#include "unwind/expression.h"
#include "unwind/rule_cache.h"
#include "unwind/short_rules.h"
#include "unwind/steps.h"

#include "gtest/gtest.h"
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#if defined(__x86_64__)

using namespace gmon;

namespace {

using Bytes = std::string;

template <typename Integer> Bytes number(Integer Value) {
  return Bytes(reinterpret_cast<const char *>(&Value), sizeof(Value));
}

Bytes leb(uint64_t Value) {
  Bytes Result;
  do {
    Result += char((Value & 0x7f) | (Value > 0x7f ? 0x80 : 0));
    Value >>= 7;
  } while (Value);
  return Result;
}

Bytes bytes(std::initializer_list<int> Values) {
  Bytes Result;
  for (int Each : Values)
    Result += char(Each);
  return Result;
}

/// An entry with its length in front, filled up with DW_CFA_nop.
Bytes entry(const Bytes &Contents) {
  Bytes Padding((8 - (Contents.size() + 4) % 8) % 8, '\0');
  return number(uint32_t(Contents.size() + Padding.size())) + Contents +
         Padding;
}

/// What most functions share: at their start the frame ends behind the return
/// address.
const Bytes AtEntry = bytes({0x0c, 7, 8, 0x90, 1});

struct Common {
  Bytes Letters = "zR";
  int Version = 1;
  Bytes Data = bytes({0x1b}); ///< of the augmentation
  Bytes Program = AtEntry;
  Bytes Extra; ///< between the letters and the code unit
};

Bytes makeCommon(const Common &From) {
  Bytes Data = From.Letters[0] == 'z' ? leb(From.Data.size()) + From.Data : "";
  Bytes Sizes = From.Version == 4 ? bytes({8, 0}) : "";
  return entry(number(uint32_t(0)) + char(From.Version) + From.Letters + '\0' +
               From.Extra + Sizes + bytes({1, 0x78, 16}) + Data + From.Program);
}

struct Function {
  uint32_t Begin, Size; ///< offsets from the table
  Bytes Program;
};

/// A table in memory: .eh_frame_hdr, then .eh_frame.
class Table {
public:
  Table(const Common &Shared, const std::vector<Function> &Functions,
        bool IsSorted = true) {
    size_t HeaderSize = IsSorted ? 12 + 8 * Functions.size() : 8;
    Bytes Frames = makeCommon(Shared), Entries;
    bool HasSizes = Shared.Letters[0] == 'z';
    for (const Function &Each : Functions) {
      size_t At = HeaderSize + Frames.size();
      Bytes Addresses =
          HasSizes ? number(int32_t(Each.Begin - (At + 8))) + number(Each.Size)
                   : Bytes();
      if (!HasSizes) // absolute, filled in below
        Absolute.push_back({At + 8, Each.Begin});
      if (!HasSizes)
        Addresses = number(uint64_t(0)) + number(uint64_t(Each.Size));
      Frames += entry(number(uint32_t(At + 4 - HeaderSize)) + Addresses +
                      (HasSizes ? bytes({0}) : "") + Each.Program);
      Entries += number(int32_t(Each.Begin)) + number(int32_t(At));
    }
    Frames += number(uint32_t(0));
    Contents = bytes({1, 0x1b, IsSorted ? 0x03 : 0xff, IsSorted ? 0x3b : 0xff});
    Contents += number(int32_t(HeaderSize - 4));
    if (IsSorted)
      Contents += number(uint32_t(Functions.size())) + Entries;
    Contents += Frames;
  }

  /// Copies the table to memory of its exact size.
  unwind_tables open() {
    Memory.assign(Contents.begin(), Contents.end());
    for (auto [At, Offset] : Absolute) {
      uint64_t Address = base() + Offset;
      memcpy(&Memory[At], &Address, sizeof(Address));
    }
    memory_range All = {base(), base() + Memory.size()};
    return open_tables(base(), All.high, All);
  }

  uintptr_t base() const { return reinterpret_cast<uintptr_t>(Memory.data()); }

  Bytes Contents;

private:
  std::vector<char> Memory;
  std::vector<std::pair<size_t, uint32_t>> Absolute;
};

/// Finds the rules at an offset from the table.
search_result find(Table &From, uint32_t Offset, full_rules &Rules) {
  unwind_tables Tables = From.open();
  frame_entry Entry;
  search_result Result = find_entry(Tables, From.base() + Offset, Entry);
  if (Result == search_result::found &&
      !compute_rules(Tables, Entry, From.base() + Offset, Rules))
    return search_result::damaged;
  return Result;
}

/// Finds the offset where the function with the code at another one begins.
uintptr_t beginOf(Table &From, uint32_t Offset) {
  unwind_tables Tables = From.open();
  return find_begin(Tables, From.base() + Offset) - From.base();
}

short_rules shortAt(Table &From, uint32_t Offset) {
  full_rules Full;
  short_rules Rules = {};
  if (find(From, Offset, Full) == search_result::found)
    shorten(Full, Rules);
  return Rules;
}

/// push %rbp; push %rbx; sub $16, %rsp; ...; add; pop; pop; ret
const Bytes Usual = bytes({0x41, 0x0e, 16,   0x86, 2,    0x41, 0x0e, 24, 0x83,
                           3,    0x44, 0x0e, 40,   0x48, 0x0a, 0x0e, 24, 0x41,
                           0x0e, 16,   0x41, 0x0e, 8,    0x41, 0x0b});

TEST(CallFrames, RulesChangeFromInstructionToInstruction) {
  Table From({}, {{0x1000, 0x40, Usual}});
  int Offsets[] = {8, 16, 24, 24, 24, 24, 40};
  for (int I = 0; I != 7; ++I)
    EXPECT_EQ(Offsets[I], shortAt(From, uint32_t(0x1000 + I)).frame_offset);
  // remember_state and restore_state around an epilogue
  EXPECT_EQ(24, shortAt(From, 0x1000 + 14).frame_offset);
  EXPECT_EQ(16, shortAt(From, 0x1000 + 15).frame_offset);
  EXPECT_EQ(8, shortAt(From, 0x1000 + 16).frame_offset);
  short_rules Rules = shortAt(From, 0x1000 + 17);
  EXPECT_EQ(short_kind::steps, Rules.kind);
  EXPECT_EQ(40, Rules.frame_offset);
  EXPECT_EQ(-1, Rules.return_slot);
  EXPECT_EQ(-3, Rules.lowest_slot);
  EXPECT_EQ(3, Rules.saved); // rbx, rbp
  EXPECT_EQ(-3, Rules.slots[0]);
  EXPECT_EQ(-2, Rules.slots[1]);
}

TEST(CallFrames, EachFormOfTable) {
  std::vector<Function> Functions = {{0x1000, 0x40, Usual},
                                     {0x1040, 0x10, bytes({0x0e, 32})},
                                     {0x2000, 0x10, bytes({0x0e, 48})}};
  Common Forms[6];
  Forms[1].Version = 3;
  Forms[2].Version = 4;
  Forms[3] = {"zPLR", 1, bytes({0x1b, 1, 2, 3, 4, 0x1b, 0x1b}), AtEntry, ""};
  Forms[4] = {"", 1, "", AtEntry, ""};
  Forms[5] = {"eh", 1, "", AtEntry, number(uint64_t(0))};
  for (const Common &Form : Forms)
    for (bool IsSorted : {true, false}) {
      Table From(Form, Functions, IsSorted);
      full_rules Rules;
      EXPECT_EQ(8, shortAt(From, 0x1000).frame_offset) << Form.Letters;
      EXPECT_EQ(32, shortAt(From, 0x104f).frame_offset) << Form.Letters;
      EXPECT_EQ(48, shortAt(From, 0x2000).frame_offset) << Form.Letters;
      EXPECT_EQ(0x1000u, beginOf(From, 0x1000)) << Form.Letters;
      EXPECT_EQ(0x1040u, beginOf(From, 0x104f)) << Form.Letters;
      for (uint32_t Outside : {0xfff, 0x1050, 0x1fff, 0x2010})
        EXPECT_EQ(search_result::absent, find(From, Outside, Rules));
    }
}

TEST(CallFrames, UndefinedReturnAddressIsOutermost) {
  Table From({}, {{0x1000, 0x10, bytes({0x07, 16})}});
  EXPECT_EQ(short_kind::outermost, shortAt(From, 0x1000).kind);
}

TEST(CallFrames, FramesOfSignalsHaveNoShortForm) {
  Common Signal;
  Signal.Letters = "zRS";
  Table From(Signal, {{0x1000, 0x10, ""}});
  full_rules Rules;
  ASSERT_EQ(search_result::found, find(From, 0x1000, Rules));
  EXPECT_TRUE(Rules.is_signal_frame);
  EXPECT_EQ(short_kind::full, shortAt(From, 0x1000).kind);
}

TEST(CallFrames, EveryOperation) {
  // restore of a register, as of the shared program and without it
  Bytes Program =
      bytes({0x83, 3,    0x41, 0xc3, 0x41, 0x05, 3,   4,    0x41, 0x06, 3,
             0x41, 0x09, 3,    12,   0x41, 0x08, 3,   0x41, 0x14, 3,    2,
             0x41, 0x11, 3,    0x7f, 0x41, 0x2f, 3,   2,    0x2e, 8,    0x02,
             1,    0x12, 6,    0x7e, 0x03, 1,    0,   0x13, 0x7d, 0x04, 1,
             0,    0,    0,    0x16, 3,    1,    0x96});
  Table From({}, {{0x1000, 0x40, Program}});
  struct {
    rule_kind Kind;
    int64_t Value;
  } Expected[] = {{rule_kind::at_offset, -24},  {rule_kind::same, 0},
                  {rule_kind::at_offset, -32},  {rule_kind::same, 0},
                  {rule_kind::in_register, 12}, {rule_kind::same, 0},
                  {rule_kind::is_offset, -16},  {rule_kind::at_offset, 8},
                  {rule_kind::at_offset, 16}};
  full_rules Rules;
  for (uint32_t I = 0; I != 9; ++I) {
    ASSERT_EQ(search_result::found, find(From, 0x1000 + I, Rules));
    EXPECT_EQ(Expected[I].Kind, Rules.registers.kinds[3]) << I;
    EXPECT_EQ(Expected[I].Value, Rules.registers.values[3]) << I;
  }
  ASSERT_EQ(search_result::found, find(From, 0x1009, Rules));
  EXPECT_EQ(6u, Rules.registers.frame_register);
  EXPECT_EQ(16, Rules.registers.frame_value);
  ASSERT_EQ(search_result::found, find(From, 0x100a, Rules));
  EXPECT_EQ(24, Rules.registers.frame_value);
  ASSERT_EQ(search_result::found, find(From, 0x100b, Rules));
  EXPECT_EQ(rule_kind::is_expression, Rules.registers.kinds[3]);
}

TEST(CallFrames, DamagedTablesAreNotFollowed) {
  Table Whole({}, {{0x1000, 0x40, Usual}, {0x2000, 0x10, ""}});
  full_rules Rules;
  // Each byte of the table in turn has another value, or is the last.
  for (size_t At = 0; At != Whole.Contents.size(); ++At)
    for (int Value : {0, 1, 0x7f, 0x80, 0xff}) {
      Table Damaged = Whole;
      Damaged.Contents[At] = char(Value);
      find(Damaged, 0x1011, Rules);
      Table Short = Whole;
      Short.Contents.resize(At + 1);
      find(Short, 0x1011, Rules);
    }
  Table Unknown({}, {{0x1000, 0x40, bytes({0x3f})}});
  EXPECT_EQ(search_result::damaged, find(Unknown, 0x1000, Rules));
  Table Unpaired({}, {{0x1000, 0x40, bytes({0x0b})}});
  EXPECT_EQ(search_result::damaged, find(Unpaired, 0x1000, Rules));
  Table Deep({}, {{0x1000, 0x40, Bytes(100, '\x0a')}});
  EXPECT_EQ(search_result::damaged, find(Deep, 0x1000, Rules));
  Table Cut({}, {{0x1000, 0x40, bytes({0x0f, 100, 1})}});
  EXPECT_EQ(search_result::damaged, find(Cut, 0x1000, Rules));
}

/// Evaluates an expression with rsp = 0x1000 and pc = 0x200b.
bool compute(const Bytes &Operations, uintptr_t &Result,
             const uintptr_t *Start = nullptr) {
  Bytes All = leb(Operations.size()) + Operations;
  auto At = reinterpret_cast<uintptr_t>(All.data());
  table_reader Reader({At, At + All.size()}, At, At + All.size());
  registers Of = waiting_registers(0x200b, 0x1000);
  stack_memory Memory(0);
  return evaluate(Reader, Of, Memory, Start, Result);
}

uintptr_t value(std::initializer_list<int> Operations) {
  uintptr_t Result = 0x5a5a;
  EXPECT_TRUE(compute(bytes(Operations), Result));
  return Result;
}

TEST(CallFrames, Expressions) {
  // What GNU ld says of its stubs: the second half has pushed a word.
  EXPECT_EQ(0x1010u, value({0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33,
                            0x24, 0x22}));
  EXPECT_EQ(uintptr_t(-3), value({0x09, 0xfd}));
  EXPECT_EQ(0x1234u, value({0x0a, 0x34, 0x12}));
  EXPECT_EQ(uintptr_t(-2), value({0x0b, 0xfe, 0xff}));
  EXPECT_EQ(300u, value({0x10, 0xac, 2}));
  EXPECT_EQ(uintptr_t(-1), value({0x11, 0x7f}));
  EXPECT_EQ(2u, value({0x32, 0x31, 0x16, 0x13}) + 1);         // swap, drop
  EXPECT_EQ(1u, value({0x31, 0x32, 0x33, 0x15, 2}));          // pick
  EXPECT_EQ(3u, value({0x31, 0x32, 0x33, 0x17, 0x13, 0x13})); // rot
  EXPECT_EQ(uintptr_t(-2), value({0x37, 0x1f, 0x33, 0x1b}));  // -7 / 3
  EXPECT_EQ(uintptr_t(-4), value({0x37, 0x1f, 0x31, 0x26}));  // -7 >> 1
  EXPECT_EQ(5u, value({0x35, 0x2f, 1, 0, 0x96}));             // skip
  EXPECT_EQ(4u, value({0x34, 0x31, 0x28, 1, 0, 0x13}));       // bra
  uintptr_t Word = 77, Start = reinterpret_cast<uintptr_t>(&Word), Result;
  prepare_stacks();
  EXPECT_TRUE(compute(bytes({0x06}), Result, &Start));
  EXPECT_EQ(77u, Result);
}

TEST(CallFrames, ExpressionsWithoutSense) {
  uintptr_t Result;
  for (const Bytes &Each :
       {Bytes(), bytes({0x22}), bytes({0x31, 0x22}), bytes({0xff}),
        bytes({0x72, 0}),          // an unknown register
        bytes({0x30, 0x06}),       // memory that is not there
        bytes({0x2f, 0xfd, 0xff}), // an endless loop
        bytes({0x2f, 0x00, 0x80}), // a jump out of the expression
        bytes({0x31, 0x15, 9}), bytes({0x0e, 1, 2}), Bytes(30, '\x31')})
    EXPECT_FALSE(compute(Each, Result));
}

TEST(RuleCache, KeepsRulesByAddress) {
  rule_cache Cache;
  Cache.prepare();
  short_rules Rules = {}, Found;
  EXPECT_FALSE(Cache.find(0x1000, false, Found));
  Rules.frame_offset = 8;
  Cache.add(0x1000, false, Rules);
  Rules.frame_offset = 16;
  Cache.add(0x1000, true, Rules);
  ASSERT_TRUE(Cache.find(0x1000, false, Found));
  EXPECT_EQ(8, Found.frame_offset);
  ASSERT_TRUE(Cache.find(0x1000, true, Found));
  EXPECT_EQ(16, Found.frame_offset);
  Rules.frame_offset = 24;
  Cache.add(0x1000, true, Rules);
  ASSERT_TRUE(Cache.find(0x1000, true, Found));
  EXPECT_EQ(24, Found.frame_offset);
}

TEST(RuleCache, ReadersFindWholeRules) {
  rule_cache Cache;
  Cache.prepare();
  auto Work = [&](uint64_t Seed) {
    for (uint64_t I = 0; I != 2000000; ++I) {
      Seed = Seed * 6364136223846793005 + 1442695040888963407;
      uintptr_t Address = 0x10000 + (Seed >> 40) % 40000;
      short_rules Rules = {};
      if (Cache.find(Address, false, Rules)) {
        ASSERT_EQ(Address, Rules.place);
        ASSERT_EQ(int32_t(Address), Rules.frame_offset);
        ASSERT_EQ(int16_t(Address % 1000), Rules.slots[5]);
      } else {
        Rules.place = Address;
        Rules.frame_offset = int32_t(Address);
        Rules.slots[5] = int16_t(Address % 1000);
        Cache.add(Address, false, Rules);
      }
    }
  };
  std::thread Other(Work, 1);
  Work(2);
  Other.join();
}

} // namespace

#endif // x86-64
