//===-- FunctionLookup.cpp - Functions by the names people use ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All forms of all names are in one table: a program has few functions, and a
// rules file or a comparison asks for many.
//
//===----------------------------------------------------------------------===//

#include "model/FunctionLookup.h"
#include "names/Demangler.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

bool command::isPathOf(StringRef Path, StringRef Name) {
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

/// The functions called \p Name, which has no file; or null.
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
  // A file's name has no colon, or its function's has none.
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
