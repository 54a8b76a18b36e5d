//===-- JsonCosts.cpp - Counted costs in JSON -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which costs are exact, the bounds of others, and calls of other code.
//
//===----------------------------------------------------------------------===//

#include "costs/CodeCosts.h"
#include "formats/JsonFields.h"

using namespace gmon;
using namespace llvm;

namespace {

class CostsWriter : JsonFields {
public:
  CostsWriter(json::OStream &J, const ProfileModel &Model)
      : JsonFields(J, Model), Costs(*Model.Costs) {}
  void write();

private:
  void writeFunction(const FunctionCost &Function);

  const CostReport &Costs;
};

} // namespace

void CostsWriter::writeFunction(const FunctionCost &Function) {
  static constexpr StringLiteral States[] = {"exact", "bounded",
                                             "contradicted"};
  text("name", Function.Name);
  address("address", Function.Code.Low);
  address("end", Function.Code.High);
  J.attribute("state", States[Function.What]);
  J.attribute("estimate", Function.Cost.Estimate);
  if (Function.What != FunctionCost::Bounded)
    return;
  J.attribute("low", Function.Cost.Low);
  if (Function.Cost.High != NoBound)
    J.attribute("high", Function.Cost.High);
}

void CostsWriter::write() {
  J.object([&] {
    text("cost", Costs.What.name());
    J.attribute("with_profiler", Costs.What.WithOwn);
    J.attribute("total", Costs.Total);
    J.attribute("repeated", Costs.Repeated);
    J.attribute("functions_without_counts", Costs.NumWithoutCounts);
    J.attribute("calls_through_pointers", Costs.PointerCalls);
    J.attributeArray("functions", [&] {
      for (const FunctionCost &Function : Costs.Functions)
        J.object([&] { writeFunction(Function); });
    });
    J.attributeArray("outside_calls", [&] {
      for (const OutsideCalls &Calls : Costs.Outside)
        J.object([&] {
          text("name", Calls.Name);
          address("address", Calls.Address);
          J.attribute("calls", Calls.Count);
          J.attribute("exact", Calls.IsExact);
        });
    });
  });
}

void gmon::writeJsonCosts(json::OStream &J, const ProfileModel &Model) {
  CostsWriter(J, Model).write();
}
