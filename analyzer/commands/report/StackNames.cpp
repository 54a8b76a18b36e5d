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
#include "llvm/ADT/StringExtras.h"

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

/// Returns what follows the name of a caller whose calls are in the code of the
/// functions \p Inlined in it: " (through inlined f and 2 others)".
std::string StackNames::through(ArrayRef<StackFunctionIndex> Inlined) const {
  if (Inlined.empty())
    return "";
  std::string Text = " (through inlined " + function(Inlined.front());
  if (size_t More = Inlined.size() - 1)
    Text += " and " +
            (More == 1 ? function(Inlined.back()) : utostr(More) + " others");
  return Text + ")";
}

std::string StackNames::node(const StackTreeNode &Node, bool IsCaller) const {
  if (IsCaller)
    return line(Node.Function, Node.CallPath, Node.CallLine) +
           through(Node.InlinedCallers);
  std::string Text = function(Node.Function);
  if (Node.IsInlined)
    Text += " (inlined)";
  if (!Node.CallPath.empty())
    Text += (" (called at " + baseName(Node.CallPath) + ":" +
             Twine(Node.CallLine) + ")")
                .str();
  return Text;
}
