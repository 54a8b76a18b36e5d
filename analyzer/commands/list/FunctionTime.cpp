//===-- commands/list/FunctionTime.cpp - All code of a function -----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the inlined copies of a function, and adds up their time. Rows of the
// flat profile say which lines have code of the copies. Samples of stacks say
// how much time that is, because report shows them.
//
//===----------------------------------------------------------------------===//

#include "commands/list/FunctionTime.h"
#include "commands/CostText.h"
#include "model/StackFacts.h"
#include "model/StackTimes.h"
#include "support/Printable.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Returns the place of \p Row in \p Function if its code is part of an inlined
/// copy of that.
static std::optional<ModelFrame> placeInCopy(const ModelRow &Row,
                                             const InlinedFunction &Function) {
  if (Row.InlinedInto.empty())
    return std::nullopt;
  auto IsMeant = [&](const ModelFrame &Frame) {
    return Frame.LinkName == Function.LinkName &&
           (Function.Path.empty() ||
            (Frame.Definition && Frame.Definition->Path == Function.Path));
  };
  const ModelFrame Own = {Row.Name, Row.LinkName, Row.Definition, Row.Path,
                          Row.Line};
  if (IsMeant(Own))
    return Own;
  // The last function is not inlined.
  for (const ModelFrame &Frame : ArrayRef(Row.InlinedInto).drop_back())
    if (IsMeant(Frame))
      return Frame;
  return std::nullopt;
}

/// Finds the copies of \p Function in other functions than \p OutOfLine. If \p
/// OnlyPath is not empty, their lines are in that file.
void FunctionTime::findCopies(const InlinedFunction &Function,
                              StringRef OnlyPath, FunctionIndex OutOfLine) {
  for (const ModelRow &Row : Model.Flat) {
    if (Row.Function == OutOfLine)
      continue;
    const std::optional<ModelFrame> Place = placeInCopy(Row, Function);
    if (!Place || (!OnlyPath.empty() && Place->Path != OnlyPath))
      continue;
    Copies.Name = Place->Name;
    Copies.Definition = Place->Definition;
    // Calls of artificial code have no line.
    if (Place->Line)
      Copies.Numbers[Place->Path].insert(Place->Line);
    Copies.Rows.push_back(&Row);
    double &InCaller = InCallers[Row.Function];
    if (Row.LinkName == Function.LinkName)
      InCaller += Row.Self;
  }
}

/// Takes the time from the stacks, of the functions \p Wanted.
void FunctionTime::measure(ArrayRef<FunctionIndex> Wanted) {
  const StackTimes Times(Model);
  Self = 0;
  Total = 0;
  IsEstimate = false;
  for (FunctionIndex F : Wanted) {
    Self += Times.ofFunction(F).Self;
    *Total += Times.ofFunction(F).Total;
  }
  const CopySamples Copied(Model, Wanted);
  for (auto &[Caller, Samples] : InCallers)
    Samples = Copied.In.lookup(Caller);
}

FunctionTime::FunctionTime(const ProfileModel &Model, FunctionIndex Index)
    : Model(Model) {
  const ModelFunction &Function = Model.Functions[Index];
  Self = Function.Self;
  Total = Function.Self + Function.Children;
  IsEstimate = Function.Bounds.has_value();
  const StringRef Defined =
      Function.Definition ? Function.Definition->Path : StringRef();
  findCopies({Function.LinkName, Defined},
             Defined.empty() ? Function.Path : StringRef(), Index);
  if (isMeasured())
    measure(Index);
}

FunctionTime::FunctionTime(const ProfileModel &Model,
                           const InlinedFunction &Function)
    : Model(Model) {
  findCopies(Function, "", NoIndex);
  SmallVector<FunctionIndex, 2> Wanted;
  for (const auto &[F, Known] : enumerate(Model.Functions))
    if (Known.LinkName == Function.LinkName)
      Wanted.push_back(F);
  if (Copies.Rows.empty())
    for (FunctionIndex F : Wanted) {
      const ModelFunction &Known = Model.Functions[F];
      Copies.Name = Known.Name;
      Copies.Numbers[Known.Path].insert(Known.Line);
    }
  for (const auto &[Caller, Samples] : InCallers) {
    Self += Samples;
    IsEstimate |= Model.Functions[Caller].Bounds && Samples > 0;
  }
  if (isMeasured())
    measure(Wanted);
}

std::vector<NamedAmount> FunctionTime::inCallers() const {
  std::vector<NamedAmount> Result;
  for (const auto &[Caller, Samples] : InCallers)
    Result.push_back({Samples, Model.Functions[Caller].Name.str()});
  return Result;
}

std::string FunctionTime::head(StringRef Name) const {
  if (Model.allSamples() == 0)
    return printable(Name) + ": nothing was sampled";
  const CostText Costs(Model.Run.Cost);
  std::string Head = printable(Name) + ": " + (IsEstimate ? "~" : "") +
                     Costs.amount(Model.cost(Self));
  if (Total)
    Head +=
        ", " + Costs.amount(Model.cost(*Total)) +
        (isMeasured() ? " measured with what it calls" : " with what it calls");
  return Head;
}
