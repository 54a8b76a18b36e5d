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
#include "formats/Format.h"
#include "support/Errors.h"
#include "support/FileBytes.h"
#include "support/TextFile.h"
#include "llvm/Support/JSON.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

static constexpr StringLiteral FormatName = "llvm-gprof-baseline";
static constexpr int64_t FormatVersion = 1;

Expected<Baseline> Baseline::read(StringRef Path) {
  if (Error E = refuseDevice(Path))
    return std::move(E);
  Expected<std::unique_ptr<MemoryBuffer>> Text = readTextFile(Path);
  if (!Text)
    return Text.takeError();
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
  for (const auto &[Name, Value] : *Values) {
    std::optional<double> Number = Value.getAsNumber();
    if (!Number || *Number < 0)
      return makeFileError(Path, "expected a number for '" + Name.str() + "'");
    Result.set(Name.str(), *Number);
  }
  return std::move(Result);
}

void Baseline::write(raw_ostream &OS) const {
  json::OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("format", FormatName);
    J.attribute("version", FormatVersion);
    J.attributeObject("values", [&] {
      for (const auto &[Name, Value] : Values) {
        J.attributeBegin(json::fixUTF8(Name));
        J.rawValue([&](raw_ostream &Out) { printNumber(Out, Value); });
        J.attributeEnd();
      }
    });
  });
  OS << '\n';
}
