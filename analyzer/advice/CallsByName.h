//===-- CallsByName.h - Calls that are not by a pointer ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a profile's functions, and the code of their modules. Out: whether one
// calls another in a way that a compiler could inline. Code is read on demand.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ADVICE_CALLSBYNAME_H
#define GMON_ANALYZER_ADVICE_CALLSBYNAME_H

#include "model/ProfileModel.h"

namespace gmon {

class CallsByName {
public:
  /// Functions are those of the stacks of \p Model if \p IsMeasured, else its
  /// own. \p Model must outlive the object and its copies.
  CallsByName(const ProfileModel &Model, bool IsMeasured)
      : Model(Model), IsMeasured(IsMeasured) {}

  /// Whether both functions are in one module, and the code of \p Caller has a
  /// direct call of \p Callee. False if the code cannot be read.
  bool operator()(uint32_t Caller, uint32_t Callee);

private:
  struct Place {
    const Image *File = nullptr; ///< null if it is unknown
    uint64_t Address = 0;        ///< where the function starts
  };
  Place placeOf(uint32_t Function) const;

  struct Modules;
  const ProfileModel &Model;
  bool IsMeasured;
  std::shared_ptr<Modules> Read; ///< what all copies have read
};

} // namespace gmon

#endif // GMON_ANALYZER_ADVICE_CALLSBYNAME_H
