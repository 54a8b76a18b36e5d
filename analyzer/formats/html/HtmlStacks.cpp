//===-- formats/html/HtmlStacks.cpp - The process in a page ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes what stacks tell of the process: its clocks, what its stacks lack, the
// times of its modules. Without stacks, all of that is 0.
//
//===----------------------------------------------------------------------===//

#include "formats/html/Html.h"

using namespace gmon;
using namespace llvm;

void PageWriter::writeProcess() {
  J.attribute("measured", IsOfStacks);
  J.attribute("is_elapsed", Model.IsElapsed);
  count("runs", Model.Runs);
  number("user", double(Model.UserTime) / 1e9);
  number("system", double(Model.SystemTime) / 1e9);
  number("elapsed", double(Model.ElapsedTime) / 1e9);
  count("folded", Model.Folded);
  count("lost", Model.Lost);
  time("incomplete", samplesAt(Model, incompleteNodes(Model)));
  J.attribute("has_lower_bounds", Bounds.any());
  J.attributeArray("without_tables", [&] {
    for (uint32_t Module : modulesWithoutTables(Model))
      J.value(Module);
  });
  double Waiting = 0;
  for (const StackSampleRow &Row : Model.Samples)
    if (Row.Kind == GMON_SAMPLE_WAITING)
      Waiting += double(Row.Count);
  time("waiting", Waiting);
  writeModules();
}

/// Writes the modules, and what stands for one in the time of the process.
void PageWriter::writeModules() {
  auto Write = [&](StringRef Name, StringRef Path, const StackTime &Time,
                   bool IsProgram = false) {
    J.object([&] {
      text("name", Name);
      text("path", Path);
      J.attribute("is_program", IsProgram);
      time("self", Time.Self);
      time("total", Time.Total);
      J.attribute("is_lower_bound",
                  int(!Path.empty() && Bounds.isOne(Time.Total)));
    });
  };
  J.attributeArray("modules", [&] {
    for (uint32_t I = 0; I < Model.Modules.size(); ++I)
      Write(Model.Modules[I].Name, Model.Modules[I].Path, Times.ofModule(I),
            Model.Modules[I].IsProgram);
    using Kind = ModelFunction::Kind;
    std::initializer_list<std::pair<Kind, StringRef>> Others = {
        {ModelFunction::Profiler, "the profiler"},
        {ModelFunction::OtherCode, "code of no module"},
        {ModelFunction::Unknown, "unknown code"}};
    for (auto [What, Name] : Others) {
      StackTime Sum;
      for (FunctionIndex F = 0; F < Model.Functions.size(); ++F)
        if (Model.Functions[F].What == What)
          Sum.Self += Times.ofFunction(F).Self;
      Sum.Total = Sum.Self;
      if (Sum.Self > 0)
        Write(Name, "", Sum);
    }
  });
}
