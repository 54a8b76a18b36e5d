//===-- CallFacts.h - What calls tell about the flow ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the decoded functions, and the arcs of a profile. Out: how often the
// calls of a function were executed, and which of them always came back.
//
// A call does not come back if the callee, or what it calls, is left by
// longjmp, an exception, or the end of the run. So a function can be left only
// if it executes a call of something that is not known to return, or of a
// function that can be left.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COSTS_CALLFACTS_H
#define GMON_ANALYZER_COSTS_CALLFACTS_H

#include "costs/FlowSolver.h"
#include "costs/FunctionDecoder.h"
#include "profile/Profile.h"
#include "program/Image.h"
#include "llvm/ADT/DenseMap.h"

namespace gmon {

enum class CallEnd {
  Returns, ///< always
  Throws,  ///< if it does not return, it throws an exception
  Catches, ///< it is called after an exception was thrown
  Unknown
};

class KnownCalls {
public:
  explicit KnownCalls(const Image &Program);

  CallEnd endOf(uint64_t Function) const {
    auto It = Ends.find(Function);
    return It == Ends.end() ? CallEnd::Unknown : It->second;
  }

  /// Returns the own function behind the stub at \p Address, or \p Address.
  uint64_t behindStub(uint64_t Address) const {
    auto It = OwnFunctions.find(Address);
    return It == OwnFunctions.end() ? Address : It->second;
  }

private:
  llvm::DenseMap<uint64_t, CallEnd> Ends; ///< those that are not Unknown
  llvm::DenseMap<uint64_t, uint64_t> OwnFunctions; ///< by address of the stub
};

/// How often a call, or a jump to another function, led to a function.
struct ExecutedCall {
  uint64_t Address = 0; ///< of the instruction
  uint64_t Callee = 0;  ///< start of the function
  uint64_t Count = 0;
};

class CallFacts {
public:
  /// \p Functions, sorted by address, and \p Own must outlive the object.
  CallFacts(llvm::ArrayRef<DecodedFunction> Functions, const OwnCode &Own,
            const KnownCalls &Known, const Profile &Data);

  /// How often the pieces were executed that call a function with a hook.
  std::vector<FlowSum> sumsOf(size_t Function) const;
  /// The calls of its first entry, by the arcs.
  uint64_t hookCalls(size_t Function) const { return Of[Function].HookCalls; }

  /// Calls \p Visit with the instruction of each call of \p Function, its
  /// callee, and how often it led there: by \p Counts of the pieces if the code
  /// names the callee, else by the arcs.
  void visitCalls(size_t Function, llvm::ArrayRef<CountRange> Counts,
                  llvm::function_ref<void(const ExecutedCall &)> Visit) const;

  /// Notes how often calls of a function were executed and did not come back.
  void note(size_t Function, const FlowSolution &Solution);
  /// After all functions were noted: finds the functions that can be left.
  void findLeaving();
  /// Narrows what is known of the flow that leaves the pieces of a function.
  /// Returns whether that changes \p Problem.
  bool narrow(size_t Function, FlowProblem &Problem) const;

private:
  static constexpr size_t None = ~size_t(0);

  /// A call, or a jump to another function.
  struct Call {
    uint32_t Piece = 0;
    uint64_t Start = 0;
    uint64_t End = 0;       ///< the address behind it
    uint64_t Target = 0;    ///< 0 if it is not known
    size_t Callee = None;   ///< if the target is a function that is described
    bool EndsPiece = false; ///< and control may not come back
    bool IsJump = false;
    uint64_t Most = NoBound;         ///< upper bound of its executions
    std::map<size_t, uint64_t> Arcs; ///< by callee

    uint64_t arcsTo(size_t Function) const {
      auto Found = Arcs.find(Function);
      return Found == Arcs.end() ? 0 : Found->second;
    }
  };

  struct Facts {
    std::vector<Call> Calls; ///< by address
    uint64_t Arcs = 0;       ///< calls, by the arcs
    uint64_t HookCalls = 0;  ///< those that run the hook
    uint64_t Entries = 0;    ///< calls, by the count of its first block
    bool HasJump = false;    ///< to another function
    bool MayBeLeft = true;
    Bounds Left; ///< how often it was left by a call
  };

  void findCalls(size_t Function);
  void readArcs(const Profile &Data);
  /// Returns the call that has \p Address in it or behind it and may have led
  /// to \p Callee, or null.
  Call *callOf(uint64_t Address, size_t Callee);
  bool isSource(const Call &C) const;
  size_t functionAt(uint64_t Address) const;
  Bounds leavingOf(const Call &C) const;

  llvm::ArrayRef<DecodedFunction> Functions;
  const OwnCode &Own;
  const KnownCalls &Known;
  std::vector<Facts> Of;
  std::map<uint64_t, size_t> Starts;
  bool HasCaught = false;
};

} // namespace gmon

#endif // GMON_ANALYZER_COSTS_CALLFACTS_H
