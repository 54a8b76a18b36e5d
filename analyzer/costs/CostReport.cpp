//===-- CostReport.cpp - What costs consist of ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names of costs, and the sums of a report.
//
//===----------------------------------------------------------------------===//

#include "costs/CodeCosts.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

static constexpr StringLiteral KindNames[] = {"instructions", "loads", "stores",
                                              "branches", "calls"};

std::string CountedCost::name() const { return KindNames[int(Kind)].str(); }

std::optional<CountedCost> CountedCost::parse(StringRef Text) {
  CountedCost Result;
  Result.WithOwn = Text.consume_back(":all");
  const auto *Found = llvm::find(KindNames, Text);
  if (Found == std::end(KindNames))
    return std::nullopt;
  Result.Kind = CountedKind(Found - std::begin(KindNames));
  return Result;
}

std::string CountedCost::names() {
  std::string Result;
  for (auto [I, Name] : enumerate(KindNames)) {
    Result += I == 0 ? "" : I + 1 == std::size(KindNames) ? " or " : ", ";
    Result += Name;
  }
  return Result;
}

size_t CostReport::numOf(FunctionCost::State State) const {
  return count_if(Functions,
                  [&](const FunctionCost &F) { return F.What == State; });
}

uint64_t CostReport::estimated() const {
  uint64_t Sum = 0;
  for (const FunctionCost &Function : Functions)
    if (Function.What != FunctionCost::Exact)
      Sum = SaturatingAdd(Sum, Function.Cost.Estimate);
  return Sum;
}

/// Returns the name of \p Linked by which one of \p Sites calls, or null.
static const std::string *
calledName(ArrayRef<AddressRange> Sites,
           const std::map<uint64_t, std::string> &Linked) {
  for (AddressRange Site : Sites)
    if (auto Found = Linked.lower_bound(Site.Low);
        Found != Linked.end() && Found->first < Site.High)
      return &Found->second;
  return nullptr;
}

void CostReport::setNames(function_ref<std::string(uint64_t)> NameOf,
                          function_ref<std::string(StringRef)> Demangled,
                          const std::map<uint64_t, std::string> &Linked) {
  for (FunctionCost &Function : Functions)
    Function.Name = NameOf(Function.Code.Low);
  for (OutsideCalls &Calls : Outside) {
    Calls.Name = NameOf(Calls.Address);
    if (const std::string *Called = calledName(Calls.Sites, Linked);
        Called && StringRef(Calls.Name).ends_with("@plt"))
      Calls.Name = Demangled(*Called) + "@plt";
  }
}
