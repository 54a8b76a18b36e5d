//===-- formats/PprofMessage.cpp - A message of profile.proto -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Repeated parts are written as they are added. Texts follow at the end.
//
//===----------------------------------------------------------------------===//

#include "formats/PprofMessage.h"
#include "formats/Format.h"

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
enum Sample : uint32_t { LocationId = 1, Value = 2, Label = 3 };
enum Label : uint32_t { Key = 1, Text = 2, Number = 3 };
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

} // namespace

int64_t PprofMessage::string(StringRef Text) {
  std::string Fixed;
  Text = asUtf8(Text, Fixed);
  auto [It, IsNew] = Strings.try_emplace(Text, StringTable.size());
  if (IsNew)
    StringTable.push_back(It->getKey());
  return It->second;
}

uint64_t PprofMessage::function(const PprofFrame &Frame) {
  int64_t Name = string(Frame.Name);
  // If both names are equal, pprof removes text in angle brackets.
  int64_t LinkName = Frame.LinkName != Frame.Name ? string(Frame.LinkName) : 0;
  int64_t Path = string(Frame.Path);
  auto [It, IsNew] =
      Functions.try_emplace({Name, LinkName, Path}, Functions.size() + 1);
  if (IsNew) {
    protozero::pbf_writer Message(Out, field::Function);
    Message.add_uint64(field::FunctionId, It->second);
    Message.add_int64(field::Name, Name);
    if (LinkName)
      Message.add_int64(field::SystemName, LinkName);
    Message.add_int64(field::FunctionFile, Path);
    Message.add_int64(field::StartLine, Frame.StartLine);
  }
  return It->second;
}

uint64_t PprofMessage::addLocation(uint64_t Mapping, uint64_t Address,
                                   ArrayRef<PprofFrame> Frames) {
  SmallVector<uint64_t> Ids;
  for (const PprofFrame &Frame : Frames)
    Ids.push_back(function(Frame));
  protozero::pbf_writer Message(Out, field::Location);
  Message.add_uint64(field::LocationOwnId, ++NumLocations);
  if (Mapping)
    Message.add_uint64(field::LocationMapping, Mapping);
  Message.add_uint64(field::Address, Address);
  for (auto [Frame, Id] : zip_equal(Frames, Ids)) {
    protozero::pbf_writer Line(Message, field::Line);
    Line.add_uint64(field::LineFunction, Id);
    Line.add_int64(field::LineNumber, Frame.Line);
  }
  return NumLocations;
}

void PprofMessage::valueType(uint32_t Field, StringRef Type, StringRef Unit) {
  int64_t TypeName = string(Type), UnitName = string(Unit);
  protozero::pbf_writer Message(Out, Field);
  Message.add_int64(field::Type, TypeName);
  Message.add_int64(field::Unit, UnitName);
}

void PprofMessage::addSample(ArrayRef<uint64_t> Locations, const Values &V,
                             ArrayRef<PprofLabel> Labels) {
  SmallVector<std::pair<int64_t, int64_t>> Texts; ///< of Labels: key and text
  for (const PprofLabel &Label : Labels)
    Texts.push_back({string(Label.Key), string(Label.Text)});
  protozero::pbf_writer Message(Out, field::Sample);
  Message.add_packed_uint64(field::LocationId, Locations.begin(),
                            Locations.end());
  Message.add_packed_int64(field::Value, V.begin(), V.end());
  for (auto [Named, Text] : zip_equal(Labels, Texts)) {
    protozero::pbf_writer Label(Message, field::Label);
    Label.add_int64(field::Key, Text.first);
    if (Text.second)
      Label.add_int64(field::Text, Text.second);
    else
      Label.add_int64(field::Number, Named.Number);
  }
}

void PprofMessage::addHeader(StringRef Type, StringRef Unit, uint64_t Period,
                             uint64_t Duration, StringRef Default,
                             StringRef Comment) {
  valueType(field::SampleType, "samples", "count");
  valueType(field::SampleType, Type, Unit);
  valueType(field::SampleType, "calls", "count");
  valueType(field::PeriodType, Type, Unit);
  if (Period)
    Out.add_int64(field::Period, int64_t(Period));
  Out.add_int64(field::DurationNanos, int64_t(Duration));
  Out.add_int64(field::DefaultSampleType, string(Default));
  addComment(Comment);
}

void PprofMessage::addComment(StringRef Comment) {
  Out.add_int64(field::Comment, string(Comment));
}

void PprofMessage::addMappings(StringRef Path, StringRef BuildId,
                               ArrayRef<PprofMapping> Mappings,
                               bool HasInlines) {
  int64_t File = string(Path), Id = string(BuildId);
  for (const PprofMapping &Mapping : Mappings) {
    protozero::pbf_writer Message(Out, field::Mapping);
    Message.add_uint64(field::MappingId, ++NumMappings);
    Message.add_uint64(field::MemoryStart, Mapping.Start);
    Message.add_uint64(field::MemoryLimit, Mapping.End);
    Message.add_uint64(field::FileOffset, Mapping.Offset);
    Message.add_int64(field::Filename, File);
    Message.add_int64(field::BuildId, Id);
    // So pprof does not search the program for names.
    Message.add_bool(field::HasFunctions, true);
    Message.add_bool(field::HasFilenames, true);
    Message.add_bool(field::HasLineNumbers, true);
    Message.add_bool(field::HasInlineFrames, HasInlines);
  }
}

std::string PprofMessage::finish() {
  for (StringRef Text : StringTable)
    Out.add_string(field::StringTable, Text.data(), Text.size());
  return std::move(Data);
}
