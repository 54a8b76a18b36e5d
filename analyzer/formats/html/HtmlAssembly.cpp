//===-- formats/html/HtmlAssembly.cpp - Instructions in a page ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the code of functions for assembly.js: lists by instruction where most
// differ, and otherwise pairs of the first instruction and the value that it
// and the following ones have.
//
//===----------------------------------------------------------------------===//

#include "assembly/HotCode.h"
#include "formats/html/Html.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace gmon;
using namespace llvm;

/// Writes the place of each instruction: numbers of name and path, and a line
/// for each of its functions.
void PageWriter::writePlaces(const FunctionAssembly &Code) {
  column("places", Code.Places, [&](const AssemblyPlace &Place) {
    J.array([&] {
      for (const AssemblyFrame &Frame : Place) {
        J.value(
            CodeNames.try_emplace(Frame.Name, CodeNames.size()).first->second);
        J.value(Frame.Line ? pathIndex(Frame.Path) : -1);
        J.value(Frame.Line);
      }
    });
  });
  J.attributeArray("place_at", [&] {
    for (size_t I = 0; I < Code.Lines.size(); ++I)
      if (!I || Code.Lines[I].Place != Code.Lines[I - 1].Place) {
        J.value(int64_t(I));
        J.value(Code.Lines[I].Place);
      }
  });
}

/// Writes the instruction, count and exactness where one of these changes; of
/// code without counts, null.
void PageWriter::writeExecutions(const FunctionAssembly &Code) {
  using Known = std::optional<InstructionCount>;
  auto AreEqual = [](const Known &A, const Known &B) {
    return A.has_value() == B.has_value() &&
           (!A || (A->Count == B->Count && A->IsExact == B->IsExact));
  };
  J.attributeArray("counts", [&] {
    Known Last;
    for (auto [I, Line] : enumerate(Code.Lines)) {
      if (AreEqual(Line.Count, Last))
        continue;
      Last = Line.Count;
      J.value(int64_t(I));
      if (Last)
        count(Last->Count);
      else
        J.value(nullptr);
      J.value(int(Last && Last->IsExact));
    }
  });
  J.attributeArray("own", [&] {
    for (auto [I, Line] : enumerate(Code.Lines))
      if (Line.Count && Line.Count->IsOwn)
        J.value(int64_t(I));
  });
}

/// Writes thread, instruction and time for each thread with samples.
void PageWriter::writeThreadTimes(const FunctionAssembly &Code,
                                  FunctionIndex Function) {
  std::map<std::pair<uint32_t, size_t>, uint64_t> Sums;
  for (size_t Part = 0; Part < Code.Parts.size(); ++Part)
    Samples->visit(
        Model.Functions[Function].Module, Code.linesOf(Part),
        [&](size_t I, const StackSampleRow &Row) {
          Sums[{Row.Thread, Code.Parts[Part].First + I}] += Row.Count;
        });
  J.attributeArray("thread_times", [&] {
    for (auto [Place, Count] : Sums) {
      J.value(Place.first);
      J.value(int64_t(Place.second));
      time(double(Count));
    }
  });
}

void PageWriter::writeCodeOf(const HotFunction &Function) {
  const FunctionAssembly &Code = Function.Code;
  J.attribute("function",
              Model.isOfStacks() || Model.isInGraph(Function.Function)
                  ? int64_t(Function.Function)
                  : -1);
  J.attribute("module",
              Function.Module == NoIndex ? -1 : int64_t(Function.Module));
  J.attribute("omitted", int64_t(Code.OmittedBytes));
  auto Hex = [](uint64_t Address) {
    return utohexstr(Address, /*LowerCase=*/true);
  };
  J.attributeArray("parts", [&] {
    for (size_t I = 0; I < Code.Parts.size(); ++I) {
      ArrayRef<AssemblyLine> Lines = Code.linesOf(I);
      if (Lines.empty())
        continue;
      text(Code.Parts[I].Name);
      J.value(int64_t(Code.Parts[I].First));
      J.value(Hex(Lines.front().Address));
    }
  });
  column("text", Code.Lines, [&](const AssemblyLine &L) { text(L.Text); });
  column("size", Code.Lines, [&](const AssemblyLine &L) { J.value(L.Size); });
  J.attributeArray("targets", [&] {
    for (auto [I, Line] : enumerate(Code.Lines))
      if (Line.Target) {
        J.value(int64_t(I));
        J.value(Hex(*Line.Target));
      }
  });
  J.attributeArray("times", [&] {
    for (auto [I, Line] : enumerate(Code.Lines))
      if (Line.Samples > 0) {
        J.value(int64_t(I));
        time(Line.Samples);
      }
  });
  if (Samples)
    writeThreadTimes(Code, Function.Function);
  writeExecutions(Code);
  writePlaces(Code);
}

/// Writes how much has no room, and the first functions of it.
void PageWriter::writeOmitted(ArrayRef<OmittedCode> Functions) {
  constexpr size_t MostNamed = 5;
  uint64_t Bytes = 0;
  for (const OmittedCode &Function : Functions)
    Bytes = SaturatingAdd(Bytes, Function.Size);
  count("functions", Functions.size());
  count("bytes", Bytes);
  column("first", Functions.take_front(MostNamed),
         [&](const OmittedCode &Function) {
           J.array([&] {
             text(Function.Name);
             time(Function.Samples);
           });
         });
}

void PageWriter::writeCode() {
  if (!Model.Code)
    return;
  if (Model.isMeasured() && Model.Threads.size() > 1)
    Samples.emplace(Model);
  J.attributeObject("code", [&] {
    text("problem", Model.Code->Problem);
    column("functions", Model.Code->Functions,
           [&](const HotFunction &Function) {
             J.object([&] { writeCodeOf(Function); });
           });
    J.attributeObject("omitted", [&] { writeOmitted(Model.Code->Omitted); });
    column("names", CodeNames, [&](const auto &Name) { text(Name.first); });
  });
}
