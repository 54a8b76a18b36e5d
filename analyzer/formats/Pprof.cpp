//===-- formats/Pprof.cpp - profile.proto for pprof -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A message Profile of proto/profile.proto of https://github.com/google/pprof,
// compressed by gzip. Its samples have three values: samples, nanoseconds,
// calls. Samples with times have the stacks of the CallTree, and no calls.
// Samples with calls have caller and callee, and no time; they are exact.
//
//===----------------------------------------------------------------------===//

#include "formats/Format.h"
#include "model/CallTree.h"
#include "support/Rounding.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringMap.h"
#include <protozero/pbf_writer.hpp>

using namespace gmon;
using namespace llvm;

namespace {

/// The fields of profile.proto that are written, by message.
namespace field {
enum Profile : uint32_t {
  SampleType = 1,
  Sample = 2,
  Mapping = 3,
  Location = 4,
  Function = 5,
  StringTable = 6,
  DurationNanos = 10,
  PeriodType = 11,
  Period = 12,
  Comment = 13,
  DefaultSampleType = 14
};
enum ValueType : uint32_t { Type = 1, Unit = 2 };
enum Sample : uint32_t { LocationId = 1, Value = 2 };
enum Mapping : uint32_t {
  MappingId = 1,
  MemoryStart = 2,
  MemoryLimit = 3,
  FileOffset = 4,
  Filename = 5,
  BuildId = 6,
  HasFunctions = 7,
  HasFilenames = 8,
  HasLineNumbers = 9,
  HasInlineFrames = 10
};
enum Location : uint32_t {
  LocationOwnId = 1,
  LocationMapping = 2,
  Address = 3,
  Line = 4
};
enum Line : uint32_t { LineFunction = 1, LineNumber = 2 };
enum Function : uint32_t {
  FunctionId = 1,
  Name = 2,
  SystemName = 3,
  FunctionFile = 4,
  StartLine = 5
};
} // namespace field

class PprofWriter {
public:
  explicit PprofWriter(const FormatContext &Context)
      : Context(Context), Model(Context.Model), Out(Data) {
    string("");
  }
  std::string write();

private:
  using Values = std::array<int64_t, 3>; ///< samples, nanoseconds, calls
  /// A line of a function.
  struct Frame {
    StringRef Name, LinkName, Path;
    uint32_t Line, StartLine;
  };

  int64_t string(StringRef Text);
  uint64_t function(const Frame &Of);
  uint64_t mappingOf(uint64_t Address) const;
  uint64_t addLocation(uint64_t Address, ArrayRef<Frame> Frames);
  Frame frameOf(FunctionIndex F) const;
  uint64_t locationOf(FunctionIndex F);
  uint64_t locationOf(const ModelRow &Row);
  uint64_t locationOf(const CallTreeNode &Node);
  void valueType(uint32_t Field, StringRef Type, StringRef Unit);
  void sample(ArrayRef<uint64_t> Locations, const Values &V);
  void writeHeader();
  void writeMappings();
  void writeTimes();
  void writeCalls();

  const FormatContext &Context;
  const ProfileModel &Model;
  std::string Data;
  protozero::pbf_writer Out;
  StringMap<int64_t> Strings;
  std::vector<StringRef> StringTable; ///< by number; refers to the keys of
                                      ///< Strings
  std::map<std::tuple<StringRef, StringRef, StringRef>, uint64_t> Functions;
  DenseMap<uint64_t, uint64_t> Locations;                   ///< by address
  std::map<std::pair<unsigned, uint32_t>, uint64_t> Others; ///< of the tree
  uint64_t NumLocations = 0;
};

} // namespace

int64_t PprofWriter::string(StringRef Text) {
  std::string Fixed;
  Text = asUtf8(Text, Fixed);
  auto [It, IsNew] = Strings.try_emplace(Text, StringTable.size());
  if (IsNew)
    StringTable.push_back(It->getKey());
  return It->second;
}

uint64_t PprofWriter::function(const Frame &Of) {
  auto [It, IsNew] = Functions.try_emplace({Of.Name, Of.LinkName, Of.Path},
                                           Functions.size() + 1);
  if (IsNew) {
    protozero::pbf_writer Message(Out, field::Function);
    Message.add_uint64(field::FunctionId, It->second);
    Message.add_int64(field::Name, string(Of.Name));
    // If both names are equal, pprof removes text in angle brackets.
    if (Of.LinkName != Of.Name)
      Message.add_int64(field::SystemName, string(Of.LinkName));
    Message.add_int64(field::FunctionFile, string(Of.Path));
    Message.add_int64(field::StartLine, Of.StartLine);
  }
  return It->second;
}

/// Returns the number of the mapping that contains \p Address; 0 if there is
/// none.
uint64_t PprofWriter::mappingOf(uint64_t Address) const {
  for (auto [Index, Mapping] : enumerate(Model.Run.Mappings))
    if (Mapping.Start <= Address && Address < Mapping.End)
      return Index + 1;
  return 0;
}

/// Adds a location for code of \p Frames, the innermost first.
uint64_t PprofWriter::addLocation(uint64_t Address, ArrayRef<Frame> Frames) {
  SmallVector<uint64_t> Ids;
  for (const Frame &Each : Frames)
    Ids.push_back(function(Each));
  protozero::pbf_writer Message(Out, field::Location);
  Message.add_uint64(field::LocationOwnId, ++NumLocations);
  if (uint64_t Mapping = mappingOf(Address))
    Message.add_uint64(field::LocationMapping, Mapping);
  Message.add_uint64(field::Address, Address);
  for (auto [Each, Id] : zip_equal(Frames, Ids)) {
    protozero::pbf_writer Line(Message, field::Line);
    Line.add_uint64(field::LineFunction, Id);
    Line.add_int64(field::LineNumber, Each.Line);
  }
  return NumLocations;
}

PprofWriter::Frame PprofWriter::frameOf(FunctionIndex F) const {
  const ModelFunction &Function = Model.Functions[F];
  return {Function.Name, Function.LinkName, Function.Path, Function.Line,
          Function.Line};
}

uint64_t PprofWriter::locationOf(FunctionIndex F) {
  uint64_t &Id = Locations[Model.Functions[F].Address];
  if (Id == 0)
    Id = addLocation(Model.Functions[F].Address, frameOf(F));
  return Id;
}

uint64_t PprofWriter::locationOf(const ModelRow &Row) {
  uint64_t &Id = Locations[Row.Address];
  if (Id)
    return Id;
  Frame Outermost = frameOf(Row.Function);
  SmallVector<Frame> Frames = {{Row.Name, Row.LinkName, Row.Path, Row.Line, 0}};
  for (const ModelFrame &Into : Row.InlinedInto)
    Frames.push_back({Into.Name, Into.Name, Into.Path, Into.Line, 0});
  // The function that contains the code. Without --inlines, the place of
  // inlining is unknown.
  if (Row.LinkName == Outermost.LinkName || !Row.InlinedInto.empty()) {
    Outermost.Path = Frames.back().Path;
    Outermost.Line = Frames.back().Line;
    Frames.pop_back();
  }
  Frames.push_back(Outermost);
  return Id = addLocation(Row.Address, Frames);
}

uint64_t PprofWriter::locationOf(const CallTreeNode &Node) {
  if (Node.What == CallTreeNode::Function)
    return locationOf(Node.Index);
  uint64_t &Id = Others[{Node.What, Node.Index}];
  if (Id == 0) {
    std::string Made = frameName(Model, Node);
    StringRef Name = StringTable[string(Made)];
    Id = addLocation(0, Frame{Name, Name, "", 0, 0});
  }
  return Id;
}

void PprofWriter::valueType(uint32_t Field, StringRef Type, StringRef Unit) {
  int64_t TypeName = string(Type), UnitName = string(Unit);
  protozero::pbf_writer Message(Out, Field);
  Message.add_int64(field::Type, TypeName);
  Message.add_int64(field::Unit, UnitName);
}

void PprofWriter::sample(ArrayRef<uint64_t> Locations, const Values &V) {
  protozero::pbf_writer Message(Out, field::Sample);
  Message.add_packed_uint64(field::LocationId, Locations.begin(),
                            Locations.end());
  Message.add_packed_int64(field::Value, V.begin(), V.end());
}

void PprofWriter::writeHeader() {
  valueType(field::SampleType, "samples", "count");
  valueType(field::SampleType, "cpu", "nanoseconds");
  valueType(field::SampleType, "calls", "count");
  valueType(field::PeriodType, "cpu", "nanoseconds");
  if (Model.Run.Rate)
    Out.add_int64(field::Period, int64_t(roundToWhole(Model.seconds(1e9))));
  Out.add_int64(field::DurationNanos,
                int64_t(roundToWhole(Model.seconds(Model.Run.Total) * 1e9)));
  Out.add_int64(field::DefaultSampleType,
                string(Model.Run.HasTimes ? "cpu" : "calls"));
  Out.add_int64(field::Comment,
                string("llvm-gprof: stacks are estimated from the call graph"));
}

void PprofWriter::writeMappings() {
  int64_t File = string(Model.Run.Program), Id = string(Model.Run.BuildId);
  for (auto [Index, Mapping] : enumerate(Model.Run.Mappings)) {
    protozero::pbf_writer Message(Out, field::Mapping);
    Message.add_uint64(field::MappingId, Index + 1);
    Message.add_uint64(field::MemoryStart, Mapping.Start);
    Message.add_uint64(field::MemoryLimit, Mapping.End);
    Message.add_uint64(field::FileOffset, Mapping.Offset);
    Message.add_int64(field::Filename, File);
    Message.add_int64(field::BuildId, Id);
    // So pprof does not search the program for names.
    Message.add_bool(field::HasFunctions, true);
    Message.add_bool(field::HasFilenames, true);
    Message.add_bool(field::HasLineNumbers, true);
    Message.add_bool(field::HasInlineFrames, Context.Settings.ShowInlines);
  }
}

/// Writes the own time of each function, divided by its rows and by its stacks.
void PprofWriter::writeTimes() {
  CallTree Tree = estimateStacks(Context);
  std::vector<std::vector<uint32_t>> NodesOf(Model.Functions.size());
  Rounder Samples, Nanoseconds;
  SmallVector<uint64_t> Stack;
  auto Write = [&](uint32_t N, uint64_t Leaf, double Time) {
    Values V{int64_t(Samples(Time)),
             int64_t(Nanoseconds(Model.seconds(Time) * 1e9)), 0};
    if (V == Values())
      return;
    Stack.assign(1, Leaf);
    for (N = Tree.Nodes[N].Parent; N != CallTreeNode::NoParent;
         N = Tree.Nodes[N].Parent)
      Stack.push_back(locationOf(Tree.Nodes[N]));
    sample(Stack, V);
  };
  for (auto [Index, Node] : enumerate(Tree.Nodes))
    if (Node.What == CallTreeNode::Function)
      NodesOf[Node.Index].push_back(Index);
    else if (Node.Self != 0)
      Write(Index, locationOf(Node), Node.Self);
  for (const ModelRow &Row : Model.Flat) {
    if (Row.Self == 0)
      continue;
    double Share = Row.Self / Model.Functions[Row.Function].Self;
    for (uint32_t N : NodesOf[Row.Function])
      Write(N, locationOf(Row), Tree.Nodes[N].Self * Share);
  }
}

void PprofWriter::writeCalls() {
  BitVector HasRow(Model.Functions.size());
  for (const ModelRow &Row : Model.Flat)
    HasRow.set(Row.Function);
  for (const ModelArc &Arc : Model.Arcs)
    if (Arc.Calls && Arc.Caller != Arc.Callee && HasRow[Arc.Callee])
      sample({locationOf(Arc.Callee), locationOf(Arc.Caller)},
             {0, 0, int64_t(std::min<uint64_t>(Arc.Calls, INT64_MAX))});
}

std::string PprofWriter::write() {
  writeHeader();
  writeMappings();
  writeTimes();
  writeCalls();
  for (StringRef Text : StringTable)
    Out.add_string(field::StringTable, Text.data(), Text.size());
  return std::move(Data);
}

Error gmon::writePprof(const FormatContext &Context) {
  if (Context.OS.is_displayed())
    return makeError("the format pprof is binary: send it to a file");
  writeGzip(Context.OS, PprofWriter(Context).write());
  return Error::success();
}
