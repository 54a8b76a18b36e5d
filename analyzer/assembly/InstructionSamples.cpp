//===-- InstructionSamples.cpp - Samples of instructions ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function gets the part of a bin that its code covers, as in Samples.cpp.
//
//===----------------------------------------------------------------------===//

#include "assembly/InstructionSamples.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

static uint64_t endOf(ArrayRef<AssemblyLine> Lines) {
  return Lines.back().Address + Lines.back().Size;
}

/// Returns the first of \p Lines that starts at or behind \p Address.
template <class ArrayT>
static auto firstFrom(const ArrayT &Lines, uint64_t Address) {
  return llvm::partition_point(
      Lines, [&](const AssemblyLine &Line) { return Line.Address < Address; });
}

/// Adds \p Samples of [Low, High), which overlaps \p Lines.
static void credit(MutableArrayRef<AssemblyLine> Lines, uint64_t Low,
                   uint64_t High, double Samples) {
  AssemblyLine *First = firstFrom(Lines, Low);
  AssemblyLine *End = firstFrom(Lines, High);
  if (First == End) // within an instruction
    --First;
  for (AssemblyLine *Line = First; Line != End; ++Line)
    Line->Samples += Samples / double(End - First);
}

void gmon::addHistogramSamples(const Profile &Data,
                               MutableArrayRef<AssemblyLine> Lines) {
  if (Lines.empty())
    return;
  const uint64_t Unit = Data.IsOfInstructions ? 1 : 2;
  const double Width = Data.Scale * 2; // in bytes
  const uint64_t Start = Lines.front().Address, End = endOf(Lines);
  for (const Histogram &Hist : Data.Histograms) {
    if (Hist.High <= Start || Hist.Low >= End || !(Width > 0))
      continue;
    const uint64_t Base = Hist.Low / Unit * Unit;
    auto Edge = [&](size_t Bin) {
      return Base + uint64_t(Width / double(Unit) * double(Bin)) * Unit;
    };
    // The bin before the first that can overlap: edges are rounded.
    size_t I = Start > Base ? size_t(double(Start - Base) / Width) : 0;
    I = Hist.Bins.nextCounted(std::min(I - (I > 0), Hist.Bins.size()));
    for (; I < Hist.Bins.size() && Edge(I) < End;
         I = Hist.Bins.nextCounted(I + 1)) {
      const uint64_t Low = std::max(Edge(I), Start);
      const uint64_t High = std::min(Edge(I + 1), End);
      if (Low < High)
        credit(Lines, Low, High,
               double(Hist.Bins[I]) * double(High - Low) /
                   double(Edge(I + 1) - Edge(I)));
    }
  }
}

/// The order of samples.
static std::pair<uint32_t, uint64_t> placeOf(const StackSampleRow *Row) {
  return {Row->Module, Row->Address};
}

StackSamplesByAddress::StackSamplesByAddress(const StackModel &Stacks) {
  Rows.reserve(Stacks.Samples.size());
  for (const StackSampleRow &Row : Stacks.Samples)
    Rows.push_back(&Row);
  llvm::sort(Rows, [](const StackSampleRow *A, const StackSampleRow *B) {
    return placeOf(A) < placeOf(B);
  });
}

void StackSamplesByAddress::visit(
    uint32_t Module, ArrayRef<AssemblyLine> Lines,
    function_ref<void(size_t, const StackSampleRow &)> Visit) const {
  if (Lines.empty())
    return;
  const std::pair<uint32_t, uint64_t> Start(Module, Lines.front().Address);
  const std::pair<uint32_t, uint64_t> End(Module, endOf(Lines));
  auto Next = llvm::partition_point(
      Rows, [&](const StackSampleRow *Row) { return placeOf(Row) < Start; });
  for (; Next != Rows.end() && placeOf(*Next) < End; ++Next)
    Visit(firstFrom(Lines, (*Next)->Address + 1) - Lines.begin() - 1, **Next);
}

void StackSamplesByAddress::addTo(uint32_t Module,
                                  MutableArrayRef<AssemblyLine> Lines) const {
  visit(Module, Lines, [&](size_t I, const StackSampleRow &Row) {
    Lines[I].Samples += double(Row.Count);
  });
}
