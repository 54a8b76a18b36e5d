//===-- formats/JsonAssembly.cpp - Instructions, for scripts --------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The member "assembly" of the format json: the code of the hottest functions.
//
//===----------------------------------------------------------------------===//

#include "assembly/HotCode.h"
#include "formats/JsonFields.h"

using namespace gmon;
using namespace llvm;

namespace {

class AssemblyWriter : JsonFields {
public:
  AssemblyWriter(json::OStream &J, const ProfileModel &Model)
      : JsonFields(J, Model), Code(*Model.Code) {}
  void write();

private:
  void samples(double Samples);
  void writeFunction(const HotFunction &Function);
  void writePlace(const AssemblyPlace &Place);
  void writeInstruction(const FunctionAssembly &Code, const AssemblyLine &Line);

  const HotCode &Code;
};

} // namespace

/// Writes a number of samples and their cost.
void AssemblyWriter::samples(double Samples) {
  number("samples", Samples);
  number(Code.Cost.key("seconds"), Code.Cost.of(Samples));
}

/// Writes the innermost function and line, and those it is inlined into.
void AssemblyWriter::writePlace(const AssemblyPlace &Place) {
  for (auto [I, Frame] : enumerate(Place)) {
    if (I == 1)
      J.attributeBegin("inlined_into"), J.arrayBegin();
    if (I)
      J.objectBegin();
    text("name", Frame.Name);
    if (Frame.Line)
      location(Frame.Path, Frame.Line);
    if (I)
      J.objectEnd();
  }
  if (Place.size() > 1)
    J.arrayEnd(), J.attributeEnd();
}

void AssemblyWriter::writeInstruction(const FunctionAssembly &Code,
                                      const AssemblyLine &Line) {
  address("address", Line.Address);
  J.attribute("size", Line.Size);
  text("text", Line.Text);
  if (Line.Target)
    address("target", *Line.Target);
  writePlace(Code.Places[Line.Place]);
  if (Line.Samples > 0)
    samples(Line.Samples);
  if (!Line.Count)
    return;
  J.attribute("executions", Line.Count->Count);
  J.attribute("exact", Line.Count->IsExact);
  if (Line.Count->IsOwn)
    J.attribute("is_profiler", true);
}

void AssemblyWriter::writeFunction(const HotFunction &Function) {
  const FunctionAssembly &Assembly = Function.Code;
  if (Model.isInGraph(Function.Function))
    J.attribute("function", Function.Function);
  if (Code.IsMeasured)
    stackFunction("stack_function", Function.Function);
  if (Assembly.OmittedBytes)
    J.attribute("omitted_bytes", Assembly.OmittedBytes);
  J.attributeArray("parts", [&] {
    for (size_t I = 0; I < Assembly.Parts.size(); ++I)
      J.object([&] {
        text("name", Assembly.Parts[I].Name);
        J.attributeArray("instructions", [&] {
          for (const AssemblyLine &Line : Assembly.linesOf(I))
            J.object([&] { writeInstruction(Assembly, Line); });
        });
      });
  });
}

void AssemblyWriter::write() {
  J.object([&] {
    J.attribute("samples_have_stacks", Code.IsMeasured);
    if (!Code.Problem.empty())
      text("problem", Code.Problem);
    J.attributeArray("functions", [&] {
      for (const HotFunction &Function : Code.Functions)
        J.object([&] { writeFunction(Function); });
    });
    J.attributeArray("omitted_functions", [&] {
      for (const OmittedCode &Function : Code.Omitted)
        J.object([&] {
          text("name", Function.Name);
          J.attribute("bytes", Function.Size);
          samples(Function.Samples);
        });
    });
  });
}

void gmon::writeJsonAssembly(json::OStream &J, const ProfileModel &Model) {
  AssemblyWriter(J, Model).write();
}
