//===-- formats/Json.cpp - All that is known, for scripts -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/manual/formats.md specifies this format. Changing or removing a member
// requires a new version; adding one does not.
//
//===----------------------------------------------------------------------===//

#include "formats/JsonFields.h"
#include "profile/GmonReader.h"

using namespace gmon;
using namespace llvm;

/// The first version with the members of a profile, without and with stacks.
static constexpr int SchemaVersion = 1, SchemaVersionOfStacks = 2;

namespace {

class JsonWriter : JsonFields {
public:
  JsonWriter(const FormatContext &Context, json::OStream &J)
      : JsonFields(J, Context.Model), Settings(Context.Settings) {}
  void write();

private:
  /// Writes a cost. \p Name has "seconds" where the name of its unit stands.
  void cost(StringRef Name, double Samples) {
    number(Model.Run.Cost.key(Name), Model.cost(Samples));
  }

  void writeProgram();
  void writeRun();
  void writeFile(const FileContents &File);
  void writeFunction(FunctionIndex Index);
  void writeRow(const ModelRow &Row);
  void writeArc(const ModelArc &Arc, StringRef Name, FunctionIndex Other);
  void writeTimes(double Self, double Children);
  void writeFunctionEntry(FunctionIndex Index);
  void writeCycle(const ModelCycle &Cycle);
  void writeGraph();
  void writeCounts();

  const FormatSettings &Settings;
};

} // namespace

void JsonWriter::writeProgram() {
  const ModelRun &Run = Model.Run;
  text("path", Run.Program);
  J.attribute("build_id", Run.BuildId);
  J.attributeArray("mappings", [&] {
    for (const CodeMapping &Mapping : Run.Mappings)
      J.object([&] {
        address("start", Mapping.Start);
        address("end", Mapping.End);
        address("offset", Mapping.Offset);
      });
  });
}

void JsonWriter::writeFile(const FileContents &File) {
  text("path", File.Name);
  J.attribute("version", File.Version);
  J.attribute("histograms", File.NumHistograms);
  J.attribute("arcs", File.NumArcs);
  J.attribute("block_records", File.NumBlockRecords);
}

void JsonWriter::writeRun() {
  const ModelRun &Run = Model.Run;
  J.attribute("has_times", Run.HasTimes);
  J.attribute("has_calls", Run.HasArcs);
  J.attribute("by_line", Run.IsByLine);
  J.attribute(Run.Cost.key("samples_per_second"), Run.Cost.Rate);
  text("dimension", Run.Cost.Name);
  if (!Run.Cost.isTime())
    J.attribute("exact", Run.IsExact);
  J.attribute("bytes_per_bin", Run.Granularity);
  number("samples", Run.Total);
  number("samples_per_interrupt", Run.SamplesAtOnce);
  cost("seconds", Run.Total);
  if (Run.ExcludedSamples > 0) {
    number("excluded_samples", Run.ExcludedSamples);
    cost("excluded_seconds", Run.ExcludedSamples);
  }
  if (Run.RunNotes.OtherSamples) {
    number("other_samples", Run.RunNotes.OtherSamples);
    cost("other_seconds", Run.RunNotes.OtherSamples);
  }
  if (Run.RunNotes.UnsampledThreads)
    J.attribute("unsampled_threads", Run.RunNotes.UnsampledThreads);
  if (Run.RunNotes.ReplacedRuns)
    J.attribute("replaced_runs", Run.RunNotes.ReplacedRuns);
  if (Run.RunNotes.NumRuns)
    J.attributeObject("hooks", [&] {
      J.attribute("calls", Run.HookCalls);
      if (!Run.RunNotes.HookPicoseconds)
        return;
      number("seconds_per_call", Run.RunNotes.hookSeconds());
      if (Run.Cost.isTime())
        cost("seconds", Run.HookTime);
    });
}

void JsonWriter::writeFunction(FunctionIndex Index) {
  const ModelFunction &Function = Model.Functions[Index];
  J.attribute("id", Index);
  text("name", Function.Name);
  text("linkage_name", Function.LinkName);
  location(Function.Path, Function.Line);
  address("address", Function.Address);
  address("last_address", Function.End);
  J.attribute("calls", Function.OtherCalls);
  J.attribute("self_calls", Function.SelfCalls);
  cost("self_seconds", Function.Self);
  cost("children_seconds", Function.Children);
  if (Function.Cycle)
    J.attribute("cycle", Function.Cycle);
}

void JsonWriter::writeRow(const ModelRow &Row) {
  J.attribute("function", Row.Function);
  if (Model.Run.IsByLine) {
    text("name", Row.Name);
    text("linkage_name", Row.LinkName);
    location(Row.Path, Row.Line);
    address("address", Row.Address);
  }
  if (!Row.InlinedInto.empty())
    J.attributeArray("inlined_into", [&] {
      for (const ModelFrame &Frame : Row.InlinedInto)
        J.object([&] {
          text("name", Frame.Name);
          location(Frame.Path, Frame.Line);
        });
    });
  number("samples", Row.Self);
  for (const RowColumn &Column : RowColumns)
    if (!Column.Real)
      J.attribute(Column.Name, Row.*Column.Count);
    else if (Column.IsCost)
      cost(Column.Name, Row.*Column.Real);
    else
      number(Column.Name, Row.*Column.Real);
}

void JsonWriter::writeArc(const ModelArc &Arc, StringRef Name,
                          FunctionIndex Other) {
  J.attribute(Name, Other);
  J.attribute("calls", Arc.Calls);
  if (Arc.IsInternal)
    return;
  J.attribute("all_calls", Arc.AllCalls);
  cost("self_seconds", Arc.Self);
  cost("children_seconds", Arc.Children);
}

void JsonWriter::writeTimes(double Self, double Children) {
  number("percent", Model.percent(Self + Children, Model.Run.GraphTotal));
  cost("self_seconds", Self);
  cost("children_seconds", Children);
}

void JsonWriter::writeFunctionEntry(FunctionIndex Index) {
  const ModelFunction &Function = Model.Functions[Index];
  J.attribute("entry", Function.Entry);
  J.attribute("function", Index);
  writeTimes(Function.Self, Function.Children);
  J.attribute("calls", Function.OtherCalls);
  J.attribute("self_calls", Function.SelfCalls);
  J.attributeArray("callers", [&] {
    for (ArcIndex A : Function.Callers)
      J.object(
          [&] { writeArc(Model.Arcs[A], "function", Model.Arcs[A].Caller); });
  });
  J.attributeArray("callees", [&] {
    for (ArcIndex A : Function.Callees)
      J.object(
          [&] { writeArc(Model.Arcs[A], "function", Model.Arcs[A].Callee); });
  });
}

void JsonWriter::writeCycle(const ModelCycle &Cycle) {
  J.attribute("entry", Cycle.Entry);
  J.attribute("cycle", Cycle.Number);
  writeTimes(Cycle.Self, Cycle.Children);
  J.attribute("calls", Cycle.Calls);
  J.attribute("internal_calls", Cycle.InternalCalls);
  J.attributeArray("members", [&] {
    for (FunctionIndex Member : Cycle.Members)
      J.value(Member);
  });
}

void JsonWriter::writeGraph() {
  cost("seconds", Model.Run.GraphTotal);
  J.attributeArray("entries", [&] {
    for (const ModelEntry &Entry : Model.Entries)
      J.object([&] {
        if (Entry.IsCycle)
          writeCycle(Model.Cycles[Entry.Index]);
        else
          writeFunctionEntry(Entry.Index);
      });
  });
  J.attributeArray("index", [&] {
    for (FunctionIndex Index : Model.ByName)
      J.value(Index);
  });
}

void JsonWriter::writeCounts() {
  if (Settings.wants(ReportExecCounts))
    J.attributeArray("execution_counts", [&] {
      for (const ExecRow &Row : Model.Executions)
        J.object([&] {
          location(Row.Path, Row.Line);
          text("linkage_name", Row.Function);
          address("address", Row.Address);
          J.attribute("executions", Row.Count);
        });
    });
  if (!Settings.wants(ReportAnnotated))
    return;
  J.attributeArray("line_counts", [&] {
    for (const CountedFile &File : Model.Lines)
      J.object([&] {
        text("file", File.Path);
        J.attributeArray("lines", [&] {
          for (const CountedLine &Line : File.Lines)
            J.object([&] {
              J.attribute("line", Line.Number);
              J.attribute("executions", Line.Count);
            });
        });
        J.attributeArray("functions", [&] {
          for (const CountedFunction &Function : File.Functions)
            J.object([&] {
              text("linkage_name", Function.LinkName);
              J.attribute("line", Function.Line);
              if (Function.Calls)
                J.attribute("calls", *Function.Calls);
            });
        });
      });
  });
}

void JsonWriter::write() {
  J.object([&] {
    J.attribute("format", "llvm-gprof");
    J.attribute("version",
                Model.HasStacks ? SchemaVersionOfStacks : SchemaVersion);
    J.attributeObject("program", [&] { writeProgram(); });
    J.attributeArray("profile_data", [&] {
      for (const FileContents &File : Model.Run.Files->contents())
        J.object([&] { writeFile(File); });
    });
    J.attributeObject("run", [&] { writeRun(); });
    J.attributeArray("functions", [&] {
      for (FunctionIndex Index = 0; Index < Model.NumInGraph; ++Index)
        J.object([&] { writeFunction(Index); });
    });
    if (Settings.wants(ReportFlat))
      J.attributeArray("flat_profile", [&] {
        for (const ModelRow &Row : Model.Flat)
          J.object([&] { writeRow(Row); });
      });
    if (Settings.wants(ReportGraph))
      J.attributeObject("call_graph", [&] { writeGraph(); });
    writeCounts();
    J.attributeBegin("advice");
    writeJsonAdvice(J, Model);
    J.attributeEnd();
    if (Model.Costs) {
      J.attributeBegin("costs");
      writeJsonCosts(J, Model);
      J.attributeEnd();
    }
    if (Model.HasStacks) {
      J.attributeBegin("stacks");
      writeJsonStacks(J, Model);
      J.attributeEnd();
    }
    if (Model.Code) {
      J.attributeBegin("assembly");
      writeJsonAssembly(J, Model);
      J.attributeEnd();
    }
  });
}

Error gmon::writeJson(const FormatContext &Context) {
  json::OStream J(Context.OS, /*IndentSize=*/1);
  JsonWriter(Context, J).write();
  Context.OS << '\n';
  return Error::success();
}
