//===-- FunctionLookup.cpp - Functions by the names people use ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table contains all forms of all names: a program has few functions, and a
// rules file or a comparison looks up many.
//
//===----------------------------------------------------------------------===//

#include "model/FunctionLookup.h"
#include "names/Demangler.h"
#include "support/Errors.h"
#include "support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace gmon;
using namespace llvm;

bool gmon::isPathOf(StringRef Path, StringRef Name) {
  return !Name.empty() && Path.consume_back(Name) &&
         (Path.empty() || Path.ends_with("/") || Name.starts_with("/"));
}

FunctionLookup::FunctionLookup(const ProfileModel &Model) : Model(Model) {
  Demangler Parsed(DemangleStyle::Auto);
  for (FunctionIndex I = 0; I < Model.Functions.size(); ++I) {
    auto Add = [I](NameMap &Into, StringRef Name) {
      SmallVector<FunctionIndex, 1> &Found = Into[Name];
      if (Found.empty() || Found.back() != I)
        Found.push_back(I);
    };
    StringRef Name = Model.Functions[I].LinkName;
    Parsed.parse(Name);
    Add(ByName, Name);
    Add(ByName, Parsed.print(NameForm::Full));
    for (NameForm Form : {NameForm::Plain, NameForm::Parameters,
                          NameForm::TemplateArguments, NameForm::Full}) {
      std::string Text = Parsed.print(Form);
      Add(ByForm, withoutAbiTags(Text));
      Add(ByForm, Text);
    }
  }
}

/// Returns the functions called \p Name, without a file; or null.
const FunctionLookup::NameMap::value_type *
FunctionLookup::findWhole(StringRef Name) const {
  for (const NameMap *Map : {&ByName, &ByForm})
    if (auto Found = Map->find(Name); Found != Map->end())
      return &*Found;
  return nullptr;
}

SmallVector<FunctionIndex, 1> FunctionLookup::find(StringRef Name) const {
  if (const auto *Found = findWhole(Name))
    return Found->second;
  // Either the file's name or the function's name has no colon.
  for (size_t Colon : {Name.find(':'), Name.rfind(':')}) {
    if (Colon == StringRef::npos)
      continue;
    const auto *Found = findWhole(Name.drop_front(Colon + 1));
    if (!Found)
      continue;
    SmallVector<FunctionIndex, 1> InFile;
    for (FunctionIndex I : Found->second)
      if (isPathOf(Model.Functions[I].Path, Name.take_front(Colon)))
        InFile.push_back(I);
    return InFile;
  }
  return {};
}

/// Returns whether \p Whole is \p Name behind the names of its scopes.
static bool isInScopes(StringRef Whole, StringRef Name) {
  return Whole.consume_back(Name) && Whole.ends_with("::");
}

Expected<SmallVector<FunctionIndex, 1>>
FunctionLookup::findMeant(StringRef Name, const Twine &Missing) const {
  if (SmallVector<FunctionIndex, 1> Found = find(Name); !Found.empty())
    return Found;
  std::map<std::string, SmallVector<FunctionIndex, 1>> Meant, Similar;
  unsigned Least = unsigned(Name.size()) / 3 + 1;
  Demangler Parsed(DemangleStyle::Auto);
  for (NameForm Form : {NameForm::Plain, NameForm::Parameters,
                        NameForm::TemplateArguments, NameForm::Full}) {
    for (FunctionIndex I = 0; I < Model.Functions.size(); ++I) {
      Parsed.parse(Model.Functions[I].LinkName);
      std::string Text = withoutAbiTags(Parsed.print(Form));
      if (isInScopes(Text, Name))
        Meant[Text].push_back(I);
      if (Form != NameForm::Plain)
        continue;
      StringRef Last = StringRef(Text).substr(StringRef(Text).rfind(':') + 1);
      unsigned Distance =
          std::min(Name.edit_distance(Text, true, Least),
                   Name.edit_distance(Last, true, Least));
      if (Distance < Least)
        Similar.clear();
      Least = std::min(Least, Distance);
      if (Distance == Least && Distance <= Name.size() / 3)
        Similar[Text].push_back(I);
    }
    if (Meant.size() == 1)
      return std::move(Meant.begin()->second);
    if (!Meant.empty())
      break;
  }
  std::string Text = Missing.str();
  const char *Separator = "; did you mean ";
  for (const auto &[Candidate, Functions] :
       make_range(Meant.empty() ? Similar.begin() : Meant.begin(),
                  Meant.empty() ? Similar.end() : Meant.end())) {
    Text += Separator;
    Text += "'" + printable(Candidate) + "'";
    Separator = " or ";
  }
  if (!Meant.empty() || !Similar.empty())
    Text += "?";
  return makeError(Text);
}
