//===-- Options.cpp - What the pass is asked to do ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The textual form of the options.
//
//===----------------------------------------------------------------------===//

#include "selection/Options.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace gmon {

Expected<Options> Options::parse(StringRef Parameters) {
  Options Result;
  while (!Parameters.empty()) {
    StringRef Name;
    std::tie(Name, Parameters) = Parameters.split(';');
    if (Name.consume_front("hook=")) {
      auto Kind = StringSwitch<std::optional<HookKind>>(Name)
                      .Case("none", HookKind::None)
                      .Case("inline", HookKind::Inline)
                      .Case("call", HookKind::Call)
                      .Default(std::nullopt);
      if (!Kind)
        return createStringError("gmon: hook is none, inline or call, not '" +
                                 Name + "'");
      Result.Hook = *Kind;
      continue;
    }
    if (Name.consume_front("calls=")) {
      auto Kind = StringSwitch<std::optional<CalleeKind>>(Name)
                      .Case("instrumented", CalleeKind::Instrumented)
                      .Case("all", CalleeKind::All)
                      .Default(std::nullopt);
      if (!Kind)
        return createStringError("gmon: calls is instrumented or all, not '" +
                                 Name + "'");
      Result.Callees = *Kind;
      continue;
    }
    if (Name.consume_front("min-size=")) {
      if (Name.getAsInteger(10, Result.MinSize))
        return createStringError("gmon: min-size is a number, not '" + Name +
                                 "'");
      continue;
    }
    if (Name.consume_front("filter=")) {
      Result.Filter = Name;
      continue;
    }
    if (Name == "blocks" || Name == "blocks=machine") {
      Result.Blocks = BlockKind::Machine;
      continue;
    }
    if (Name == "blocks=source") {
      Result.Blocks = BlockKind::Source;
      continue;
    }
    bool Value = !Name.consume_front("no-");
    if (Name == "blocks")
      Result.Blocks = BlockKind::None;
    else if (Name == "only-marked")
      Result.OnlyMarked = Value;
    else
      return createStringError("gmon: unknown parameter '" + Name + "'");
  }
  return Result;
}

std::string Options::str() const {
  std::string Text = "hook=";
  switch (Hook) {
  case HookKind::None:
    Text += "none";
    break;
  case HookKind::Inline:
    Text += "inline";
    break;
  case HookKind::Call:
    Text += "call";
    break;
  }
  if (Callees == CalleeKind::All)
    Text += ";calls=all";
  else if (Callees == CalleeKind::Instrumented)
    Text += ";calls=instrumented";
  if (Blocks == BlockKind::Machine)
    Text += ";blocks";
  else if (Blocks == BlockKind::Source)
    Text += ";blocks=source";
  if (MinSize)
    Text += ";min-size=" + std::to_string(MinSize);
  return Text;
}

} // namespace gmon
