//===-- ModuleJumps.h - Calls and tail jumps of a module --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes single functions of a module, when a stack needs them. In: the
// module's file and functions. Out: the call at an address, and the jumps by
// which a function may leave without a return.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_MODULEJUMPS_H
#define GMON_ANALYZER_MODULEJUMPS_H

#include "code/Decoder.h"
#include "stacks/ModuleCode.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gmon {

/// What a call or jump enters.
struct CodeEntry {
  uint32_t Function = NoSymbol;   ///< of the same module; or NoSymbol
  llvm::StringRef OtherModules{}; ///< or the name of another module's function

  bool isKnown() const { return Function != NoSymbol || !OtherModules.empty(); }
};

/// A jump from a function to the start of another.
struct TailJump {
  uint64_t From = 0;
  CodeEntry To;
};

/// How a function may leave by jumps.
struct FunctionJumps {
  std::vector<TailJump> Tail;
  /// Addresses of jumps to unknown places, which may be other functions.
  std::vector<uint64_t> Indirect;
};

class ModuleJumps {
public:
  /// \p File and \p Code must outlive the result. Nothing is read yet.
  ModuleJumps(const Image &File, ModuleCode &Code) : File(File), Code(Code) {}

  /// Returns what the call whose last byte is at \p Address enters, if the call
  /// is direct. Decodes only the instruction: use the result only to confirm an
  /// entry, since the bytes may be the end of another instruction.
  CodeEntry guessCall(uint64_t Address);
  /// Returns what the call or jump that begins at \p Address enters, if it is
  /// direct.
  CodeEntry entryFrom(uint64_t Address);

  /// Returns the call whose last byte is at \p Address; its Target is 0 if it
  /// is indirect. \p Function contains the address.
  std::optional<Transfer> callAt(uint32_t Function, uint64_t Address);

  /// Returns what a transfer to \p Target enters. A jump enters a function only
  /// at its start or behind its hook.
  CodeEntry entryOf(uint64_t Target, bool IsCall);

  /// Returns the jumps of \p Function. The result is valid until the next call.
  const FunctionJumps &jumpsOf(uint32_t Function);

private:
  /// Bytes that one module's functions may have before this class stops.
  static constexpr uint64_t MostBytes = 16 << 20;

  struct Decoded {
    std::vector<Transfer> Direct, Indirect; ///< sorted by address
  };

  bool open();
  /// Visits the pieces of code of \p Function, and their addresses.
  void forEachRun(
      uint32_t Function,
      llvm::function_ref<void(llvm::ArrayRef<uint8_t>, uint64_t, CodeKind)>
          Visit) const;
  const Decoded &decode(uint32_t Function);
  llvm::ArrayRef<uint8_t> bytesAt(uint64_t Address, uint64_t Size) const;
  std::optional<uint64_t> firstEntry(uint64_t Table, bool IsRelative) const;
  bool isWithin(uint32_t Function, const JumpTables &Tables, uint64_t Jump);

  const Image &File;
  ModuleCode &Code;
  bool IsOpen = false;
  std::unique_ptr<Decoder> Decode; ///< null: no code is known
  CodeMap Map;
  uint64_t NumBytes = 0;
  llvm::DenseMap<uint32_t, Decoded> Functions;
  llvm::DenseMap<uint32_t, FunctionJumps> Jumps;
};

} // namespace gmon

#endif // GMON_ANALYZER_MODULEJUMPS_H
