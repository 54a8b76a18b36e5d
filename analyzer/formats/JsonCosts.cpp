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
  void writeFunction(const FunctionCost &Each);

  const CostReport &Costs;
};

} // namespace

void CostsWriter::writeFunction(const FunctionCost &Each) {
  static constexpr StringLiteral States[] = {"exact", "bounded",
                                             "contradicted"};
  text("name", Each.Name);
  address("address", Each.Code.Low);
  address("end", Each.Code.High);
  J.attribute("state", States[Each.What]);
  J.attribute("estimate", Each.Cost.Estimate);
  if (Each.What != FunctionCost::Bounded)
    return;
  J.attribute("low", Each.Cost.Low);
  if (Each.Cost.High != NoBound)
    J.attribute("high", Each.Cost.High);
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
      for (const FunctionCost &Each : Costs.Functions)
        J.object([&] { writeFunction(Each); });
    });
    J.attributeArray("outside_calls", [&] {
      for (const OutsideCalls &Each : Costs.Outside)
        J.object([&] {
          text("name", Each.Name);
          address("address", Each.Address);
          J.attribute("calls", Each.Count);
          J.attribute("exact", Each.IsExact);
        });
    });
  });
}

void gmon::writeJsonCosts(json::OStream &J, const ProfileModel &Model) {
  CostsWriter(J, Model).write();
}
