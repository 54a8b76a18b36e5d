//===-- StackNames.cpp - Functions of all modules, by name ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name that begins and ends with a slash is a pattern: a file's name may
// begin with one, but a function's name follows it.
//
//===----------------------------------------------------------------------===//

#include "commands/report/StackNames.h"
#include "support/Errors.h"
#include "support/Paths.h"
#include "support/Pattern.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Whether \p Text is a regular expression, which becomes \p Pattern, with its
/// \p Flags.
static bool isPattern(StringRef Text, StringRef &Pattern,
                      Regex::RegexFlags &Flags) {
  if (!Text.consume_front("/"))
    return false;
  Flags = Regex::NoFlags;
  if (Text.ends_with("/i")) {
    Text = Text.drop_back();
    Flags = Regex::IgnoreCase;
  }
  Pattern = Text;
  return Pattern.consume_back("/");
}

Expected<SmallVector<FunctionIndex, 1>>
command::chooseFunctions(const FunctionLookup &Lookup, StringRef Text,
                         const Twine &Missing) {
  if (Text.empty())
    return makeError("the name of a function is empty");
  StringRef Expression;
  Regex::RegexFlags Flags;
  if (!isPattern(Text, Expression, Flags))
    return Lookup.findMeant(Text, Missing.isTriviallyEmpty()
                                      ? "no function '" + shortened(Text) +
                                            "' was called or sampled"
                                      : Missing.str());
  Expected<Regex> Pattern = makePattern(Expression, Flags);
  if (!Pattern)
    return makeError("pattern '" + shortened(Text) +
                     "': " + toString(Pattern.takeError()));
  SmallVector<FunctionIndex, 1> Found = Lookup.findMatches(*Pattern);
  if (Found.empty())
    return makeError("the name of no function that was called or sampled "
                     "matches '" +
                     shortened(Text) + "'");
  return Found;
}

StackNames::StackNames(const StackModel &Model) : Model(Model) {
  for (const StackModuleRow &Module : Model.Modules)
    ++NumOfName[Module.Name];
}

std::string StackNames::module(uint32_t M) const {
  if (M == NoStackIndex)
    return "[no module]";
  const StackModuleRow &Module = Model.Modules[M];
  return NumOfName.lookup(Module.Name) > 1 ? Module.Path : Module.Name;
}

std::string StackNames::function(StackFunctionIndex F) const {
  return line(F, "", 0);
}

std::string StackNames::line(StackFunctionIndex F, StringRef Path,
                             uint32_t Line) const {
  if (F == NoStackIndex)
    return GMON_OUTSIDE_SYMBOL;
  const StackFunction &Function = Model.Functions[F];
  std::string Text = Function.Name.str();
  if (!Path.empty())
    Text += (" (" + baseName(Path) + ":" + Twine(Line) + ")").str();
  if (Function.What == StackFunction::Function &&
      Function.Module != NoStackIndex &&
      !Model.Modules[Function.Module].IsProgram)
    Text += " [" + module(Function.Module) + "]";
  return Text;
}
