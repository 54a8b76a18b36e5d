//===-- formats/JsonAdvice.cpp - Advice, for scripts ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The member "advice" of the format json: sentences, with the functions and
// numbers in them as members of their own.
//
//===----------------------------------------------------------------------===//

#include "advice/Advice.h"
#include "formats/JsonFields.h"

using namespace gmon;
using namespace llvm;

namespace {

class AdviceWriter : JsonFields {
public:
  AdviceWriter(json::OStream &J, const ProfileModel &Model)
      : JsonFields(J, Model), IsOfStacks(Model.isOfStacks()),
        Cost(Model.shownCost()) {}
  void write();

private:
  StringRef nameOf(uint32_t Function) const {
    return Model.Functions[Function].Name;
  }
  void writePart(const AdvicePart &Part);

  const bool IsOfStacks;
  const CostKind &Cost;
};

} // namespace

void AdviceWriter::writePart(const AdvicePart &Part) {
  if (Part.Key.empty())
    return;
  switch (Part.What) {
  case AdvicePart::Words:
  case AdvicePart::Code:
  case AdvicePart::Ranks:
    return;
  case AdvicePart::Function:
    return IsOfStacks ? stackFunction(("stack_" + Part.Key).str(), Part.Number)
                      : J.attribute(Part.Key, Part.Number);
  case AdvicePart::Line:
    return location(Part.Text, uint32_t(Part.Number));
  case AdvicePart::Cycle:
  case AdvicePart::Count:
    return J.attribute(Part.Key, Part.Number);
  case AdvicePart::Percent:
  case AdvicePart::Portion:
  case AdvicePart::Factor:
    return number(Part.Key, Part.Value);
  case AdvicePart::Each:
  case AdvicePart::Amount:
    return number(Cost.key(Part.Key), Part.Value);
  }
}

void AdviceWriter::write() {
  J.array([&] {
    for (const Advice &Sentence : makeAdvice(Model))
      J.object([&] {
        J.attribute("kind", Sentence.Kind);
        text("text", adviceText(Sentence, Cost, [&](uint32_t Function) {
               return nameOf(Function).str();
             }));
        if (Sentence.Samples > 0) {
          number("samples", Sentence.Samples);
          number(Cost.key("seconds"), Cost.of(Sentence.Samples));
        }
        for (const AdvicePart &Part : Sentence.Parts)
          writePart(Part);
      });
  });
}

void gmon::writeJsonAdvice(json::OStream &J, const ProfileModel &Model) {
  AdviceWriter(J, Model).write();
}
