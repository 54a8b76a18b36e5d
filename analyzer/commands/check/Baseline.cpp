//===-- Baseline.cpp - Values of an earlier run ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes baselines.
//
//===----------------------------------------------------------------------===//

#include "commands/check/Baseline.h"
#include "files/FileBytes.h"
#include "formats/Format.h"
#include "support/Errors.h"
#include "support/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include <cmath>
#include <limits>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

static constexpr StringLiteral FormatName = "llvm-gprof-baseline";
static constexpr int64_t FormatVersion = 1;

/// Baselines have a line for each value: this is more than any has.
static constexpr uint64_t MostMegabytes = 64;

/// The facts about the run, by their names in the file.
static constexpr std::pair<StringLiteral, std::string BaselineOrigin::*>
    OriginFields[] = {{"program", &BaselineOrigin::Program},
                      {"build-id", &BaselineOrigin::BuildId},
                      {"triple", &BaselineOrigin::Triple},
                      {"cost", &BaselineOrigin::Cost}};

static constexpr StringLiteral RunsName = "runs";

/// Reads the "[low, value, high, digest]" of \p Parsed. High may be null.
static std::optional<CostEstimate> readEstimate(const json::Value &Parsed) {
  const json::Array *Parts = Parsed.getAsArray();
  if (!Parts || Parts->size() != 4)
    return std::nullopt;
  const std::optional<double> Low = (*Parts)[0].getAsNumber(),
                              Value = (*Parts)[1].getAsNumber();
  const bool HasHigh = (*Parts)[2].kind() != json::Value::Null;
  const std::optional<double> High =
      HasHigh ? (*Parts)[2].getAsNumber()
              : std::numeric_limits<double>::infinity();
  const std::optional<StringRef> Digest = (*Parts)[3].getAsString();
  CostEstimate Result;
  if (!Low || !Value || !High || !Digest || *Low < 0 || *Value < *Low ||
      *High < *Value || Digest->getAsInteger(16, Result.Digest))
    return std::nullopt;
  Result.Low = *Low;
  Result.Value = *Value;
  Result.High = *High;
  return Result;
}

/// Reads a number, or an object with "value" and "estimates".
static std::optional<BaselineValue> readValue(const json::Value &Parsed) {
  BaselineValue Result;
  const json::Object *Whole = Parsed.getAsObject();
  const json::Value *Number = Whole ? Whole->get("value") : &Parsed;
  const std::optional<double> Value =
      Number ? Number->getAsNumber() : std::nullopt;
  if (!Value || !(*Value >= 0) || !std::isfinite(*Value))
    return std::nullopt;
  Result.Value = *Value;
  const json::Object *Estimates =
      Whole ? Whole->getObject("estimates") : nullptr;
  if (!Estimates)
    return Whole ? std::nullopt : std::optional(std::move(Result));
  for (const auto &[Function, Parts] : *Estimates) {
    std::optional<CostEstimate> Estimate = readEstimate(Parts);
    if (!Estimate)
      return std::nullopt;
    Result.Estimates[Function.str()] = *Estimate;
  }
  return Result;
}

/// Whether brackets are nested so deeply that the parser needs much stack.
static bool isNestedDeeply(StringRef Text) {
  constexpr unsigned Most = 16;
  unsigned Depth = 0;
  bool IsInString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (IsInString && C == '\\')
      ++I;
    else if (C == '"')
      IsInString = !IsInString;
    else if (!IsInString && (C == '[' || C == '{') && ++Depth > Most)
      return true;
    else if (!IsInString && (C == ']' || C == '}') && Depth)
      --Depth;
  }
  return false;
}

Expected<Baseline> Baseline::read(StringRef Path) {
  if (Error E = refuseDevice(Path))
    return std::move(E);
  if (Error E = requireSmallFile(Path, MostMegabytes))
    return std::move(E);
  Expected<std::unique_ptr<MemoryBuffer>> Text = readTextFile(Path);
  if (!Text)
    return Text.takeError();
  if (isNestedDeeply((*Text)->getBuffer()))
    return makeFileError(Path, "expected a baseline, found brackets within "
                               "brackets");
  Expected<json::Value> Parsed = json::parse((*Text)->getBuffer());
  if (!Parsed)
    return makeFileError(Path, "expected a baseline: " +
                                   toString(Parsed.takeError()));
  const json::Object *Whole = Parsed->getAsObject();
  if (!Whole || Whole->getString("format") != FormatName)
    return makeFileError(Path, "expected a baseline, which check "
                               "--write-baseline makes");
  if (Whole->getInteger("version") != FormatVersion)
    return makeFileError(Path, "expected version " + Twine(FormatVersion) +
                                   " of a baseline");
  const json::Object *Values = Whole->getObject("values");
  if (!Values)
    return makeFileError(Path, "the baseline has no values");
  Baseline Result;
  for (auto [Name, Field] : OriginFields)
    if (std::optional<StringRef> Text = Whole->getString(Name))
      Result.Origin.*Field = Text->str();
  if (std::optional<int64_t> Runs = Whole->getInteger(RunsName);
      Runs && *Runs > 0)
    Result.Origin.NumRuns = uint64_t(*Runs);
  for (const auto &[Name, Value] : *Values) {
    std::optional<BaselineValue> Read = readValue(Value);
    if (!Read)
      return makeFileError(Path, "expected a number for '" + Name.str() + "'");
    Result.set(Name.str(), std::move(*Read));
  }
  return std::move(Result);
}

static std::string runs(uint64_t Number) {
  return utostr(Number) + (Number == 1 ? " run" : " runs");
}

/// Returns the name of the processor in \p Triple, or an empty text.
static StringRef processorOf(StringRef Triple) {
  return Triple.split('-').first;
}

Error Baseline::checkComparable(const BaselineOrigin &New) const {
  const StringRef Then = processorOf(Origin.Triple),
                  Now = processorOf(New.Triple);
  if (!Then.empty() && !Now.empty() && Then != Now)
    return makeError("the baseline is of a program for " + printable(Then) +
                     ", and this one is for " + printable(Now));
  if (Origin.NumRuns && New.NumRuns && Origin.NumRuns != New.NumRuns)
    return makeError("the baseline is of " + runs(Origin.NumRuns) +
                     ", and the profile data are of " + runs(New.NumRuns));
  if (Origin.Cost.empty() || New.Cost.empty())
    return Error::success();
  const bool HadOwn = StringRef(Origin.Cost).ends_with(":all"),
             HasOwn = StringRef(New.Cost).ends_with(":all");
  if (HadOwn != HasOwn)
    return makeError("the baseline is of '--cost=" + printable(Origin.Cost) +
                     "', and this check of '--cost=" + New.Cost +
                     "': only one has the profiler's instructions");
  return Error::success();
}

/// Writes a value with estimates, each on a line.
static void writeEstimates(json::OStream &J, const BaselineValue &Value) {
  J.object([&] {
    J.attributeBegin("value");
    J.rawValue([&](raw_ostream &Out) { printNumber(Out, Value.Value); });
    J.attributeEnd();
    J.attributeObject("estimates", [&] {
      for (const auto &[Function, Estimate] : Value.Estimates) {
        J.attributeBegin(json::fixUTF8(Function));
        J.rawValue([&, &Estimate = Estimate](raw_ostream &Out) {
          Out << '[';
          printNumber(Out, Estimate.Low);
          Out << ", ";
          printNumber(Out, Estimate.Value);
          Out << ", ";
          if (std::isfinite(Estimate.High))
            printNumber(Out, Estimate.High);
          else
            Out << "null";
          Out << ", \"" << format_hex_no_prefix(Estimate.Digest, 16) << "\"]";
        });
        J.attributeEnd();
      }
    });
  });
}

void Baseline::write(raw_ostream &OS) const {
  json::OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("format", FormatName);
    J.attribute("version", FormatVersion);
    for (auto [Name, Field] : OriginFields)
      if (!(Origin.*Field).empty())
        J.attribute(Name, json::fixUTF8(Origin.*Field));
    if (Origin.NumRuns)
      J.attribute(RunsName, Origin.NumRuns);
    J.attributeObject("values", [&] {
      for (const auto &[Name, Value] : Values) {
        J.attributeBegin(json::fixUTF8(Name));
        if (Value.Estimates.empty())
          J.rawValue([&](raw_ostream &Out) { printNumber(Out, Value.Value); });
        else
          writeEstimates(J, Value);
        J.attributeEnd();
      }
    });
  });
  OS << '\n';
}
