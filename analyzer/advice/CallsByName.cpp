//===-- CallsByName.cpp - Calls that are not by a pointer -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of a function that another module may replace goes through a stub, so
// it is no direct one, and cannot be inlined either.
//
//===----------------------------------------------------------------------===//

#include "advice/CallsByName.h"
#include "code/StaticCalls.h"

using namespace gmon;
using namespace llvm;

struct CallsByName::Modules {
  std::map<const Image *, StaticCode> Code;

  const StaticCode &codeOf(const Image &File) {
    const auto [It, IsNew] = Code.try_emplace(&File);
    if (!IsNew)
      return It->second;
    // Without code there is no advice, which needs no warning.
    Warnings Ignored;
    Expected<StaticCode> Result = StaticCode::read(File, Ignored);
    if (Result)
      It->second = std::move(*Result);
    else
      consumeError(Result.takeError());
    return It->second;
  }
};

CallsByName::Place CallsByName::placeOf(uint32_t Function) const {
  if (!IsMeasured)
    return {Model.Run.File, Model.Functions[Function].Address};
  const StackFunction &Of = Model.Stacks->Functions[Function];
  if (Of.What != StackFunction::Function || Of.Module == NoStackIndex)
    return {};
  return {Model.Stacks->Modules[Of.Module].File, Of.Address};
}

bool CallsByName::operator()(uint32_t Caller, uint32_t Callee) {
  const Place From = placeOf(Caller), To = placeOf(Callee);
  // A function that only occurs inlined has no address.
  if (!From.File || From.File != To.File || !From.Address || !To.Address)
    return false;
  if (!Read)
    Read = std::make_shared<Modules>();
  return Read->codeOf(*From.File).callsDirectly(From.Address, To.Address);
}
