//===-- StackNames.cpp - Functions of all modules, by name ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the functions that a user names, and makes the names of tables. A name
// that begins and ends with a slash is a pattern: a file's name may begin with
// one, but a function's name follows it.
//
//===----------------------------------------------------------------------===//

#include "commands/report/StackNames.h"
#include "support/Errors.h"
#include "support/Pattern.h"
#include "support/Printable.h"
#include "views/NamePrinter.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

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

bool command::isExpression(StringRef Text) {
  StringRef Expression;
  Regex::RegexFlags Flags;
  return isPattern(Text, Expression, Flags);
}

Expected<SmallVector<FunctionIndex, 1>>
command::chooseFunctions(const FunctionLookup &Lookup, StringRef Text,
                         const Twine &Missing) {
  if (Text.empty())
    return makeError("the name of a function is empty");
  StringRef Expression;
  Regex::RegexFlags Flags;
  // A function may have the very name.
  if (!isPattern(Text, Expression, Flags) || !Lookup.find(Text).empty())
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

SmallVector<FunctionIndex, 1>
command::chosenOrNone(const FunctionLookup &Lookup, StringRef Text) {
  auto Found = chooseFunctions(Lookup, Text);
  if (Found)
    return std::move(*Found);
  consumeError(Found.takeError());
  return {};
}

/// Does the same as chooseFunctions() for the argument of --callers or
/// --callees.
static Expected<SmallVector<FunctionIndex, 1>>
chooseByName(const FunctionLookup &Lookup, StringRef Text) {
  std::string Missing =
      "no function '" + shortened(Text) + "' was called or sampled";
  if (Lookup.suggestFor(Text).empty())
    Missing += "; --callers and --callees expect the name of a function, "
               "FILE:LINE or /EXPRESSION/";
  return chooseFunctions(Lookup, Text, Missing);
}

bool command::isLineName(StringRef Text, StringRef &Path, uint32_t &Line) {
  StringRef Number;
  std::tie(Path, Number) = Text.rsplit(':');
  return !Path.empty() && !Path.ends_with(":") &&
         !Number.getAsInteger(10, Line);
}

void command::visitLines(
    const ProfileModel &Model,
    function_ref<void(FunctionIndex, StringRef, uint32_t)> Visit) {
  auto Add = [&](FunctionIndex F, StringRef Path, uint32_t Line) {
    if (F != NoIndex)
      Visit(F, Path, Line);
  };
  for (const StackSampleRow &Row : Model.Samples)
    Add(Model.Nodes[Row.Node].Function, Row.Path, Row.Line);
  for (const StackNode &Node : Model.Nodes)
    if (Node.Parent != NoIndex)
      Add(Model.Nodes[Node.Parent].Function, Node.CallPath, Node.CallLine);
  for (const StackSiteCalls &Site : Model.SiteCalls)
    Add(Site.Callers.front(), Site.CallPath, Site.CallLine);
  for (const auto &[F, Function] : enumerate(Model.Functions))
    Add(F, Function.Path, Function.Line);
}

/// Returns the functions that have the line \p Line of \p File.
static SmallVector<FunctionIndex, 1>
functionsAtLine(const ProfileModel &Model, StringRef File, uint32_t Line) {
  SmallSetVector<FunctionIndex, 4> Found;
  auto Visit = [&](FunctionIndex F, StringRef Path, uint32_t Number) {
    if (Number == Line && isPathOf(Path, File))
      Found.insert(F);
  };
  if (!Model.isMeasured())
    for (const ModelRow &Row : Model.Flat)
      Visit(Row.Function, Row.Path, Row.Line);
  if (Found.empty())
    visitLines(Model, Visit);
  return SmallVector<FunctionIndex, 1>(Found.getArrayRef());
}

Expected<SmallVector<FunctionIndex, 1>>
command::chooseInProcess(const ProfileModel &Model, StringRef Text) {
  StringRef File;
  uint32_t Line;
  if (!isLineName(Text, File, Line))
    return chooseByName(FunctionLookup(Model), Text);
  SmallVector<FunctionIndex, 1> Found = functionsAtLine(Model, File, Line);
  if (Found.empty())
    return makeError("no code of line '" + shortened(Text) +
                     "' was sampled or makes a counted call");
  return Found;
}

std::string command::wordsOf(const StackModuleRow &Module) {
  // The name is shorter where it leads to the file.
  const bool IsHere = sys::fs::equivalent(Module.Name, Module.Path);
  return " " + shellWord(IsHere ? Module.Name : Module.Path) +
         shellWords(to_vector(Module.Profiles));
}

StackNames::StackNames(const ProfileModel &Model) : Model(Model) {
  for (const StackModuleRow &Module : Model.Modules)
    ++NumOfName[Module.Name];
  std::vector<NamedFunction> Named;
  for (const auto &[F, Function] : enumerate(Model.Functions))
    Named.push_back(
        {line(F, "", 0), Function.LinkName, Function.Path, Function.Line});
  Names = distinctNames(Named);
}

std::string StackNames::module(uint32_t M) const {
  if (M == NoIndex)
    return "[no module]";
  const StackModuleRow &Module = Model.Modules[M];
  return NumOfName.lookup(Module.Name) > 1 ? Module.Path : Module.Name;
}

std::string StackNames::function(FunctionIndex F) const {
  return F == NoIndex ? GMON_OUTSIDE_SYMBOL : Names[F];
}

std::string StackNames::line(FunctionIndex F, StringRef Path,
                             uint32_t Line) const {
  if (F == NoIndex)
    return GMON_OUTSIDE_SYMBOL;
  const ModelFunction &Function = Model.Functions[F];
  std::string Text = Function.Name.str();
  if (!Path.empty())
    Text += (" (" + baseName(Path) + ":" + Twine(Line) + ")").str();
  if (Function.What == ModelFunction::Function && Function.Module != NoIndex &&
      !Model.Modules[Function.Module].IsProgram)
    Text += " [" + module(Function.Module) + "]";
  return Text;
}

std::string StackNames::node(const StackTreeNode &Node, bool IsCaller) const {
  constexpr StringRef Inlined = " (inlined)";
  if (IsCaller)
    return (Node.CallPath.empty()
                ? function(Node.Function)
                : line(Node.Function, Node.CallPath, Node.CallLine)) +
           (Node.IsInlinedCaller ? Inlined : "").str();
  std::string Text = function(Node.Function);
  if (Node.IsInlined)
    Text += Inlined;
  if (!Node.CallPath.empty())
    Text += (" (called at " + baseName(Node.CallPath) + ":" +
             Twine(Node.CallLine) + ")")
                .str();
  return Text;
}
