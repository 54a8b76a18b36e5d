//===-- FunctionLookup.cpp - Functions by the names people use ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds functions by name. One table contains all forms of all names: a program
// has few functions, and a rules file or a comparison looks up many.
//
//===----------------------------------------------------------------------===//

#include "model/FunctionLookup.h"
#include "support/Errors.h"
#include "support/Printable.h"
#include "views/FitNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace gmon;
using namespace llvm;

StringRef gmon::withoutStubSuffix(StringRef Name) {
  (void)Name.consume_back("@plt");
  return Name;
}

bool gmon::isPathOf(StringRef Path, StringRef Name) {
  return !Name.empty() && Path.consume_back(Name) &&
         (Path.empty() || Path.ends_with("/") || Name.starts_with("/"));
}

FunctionLookup FunctionLookup::ofGraph(const ProfileModel &Model) {
  FunctionLookup Result;
  for (const ModelFunction &Function : Model.graphFunctions())
    Result.Functions.push_back(
        {Function.LinkName, Function.OtherNames, Function.Path, ""});
  Result.addNames();
  return Result;
}

FunctionLookup::FunctionLookup(const ProfileModel &Model) {
  for (const ModelFunction &Function : Model.Functions)
    Functions.push_back(
        {Function.LinkName.empty() ? Function.Name : Function.LinkName,
         Function.OtherNames, Function.Path,
         Function.Module == NoIndex
             ? StringRef()
             : StringRef(Model.Modules[Function.Module].Name),
         Function.Address || Function.LinkName.empty() ||
             Function.IsCountedByCallers});
  addNames();
}

FunctionLookup::FunctionLookup(ArrayRef<LinkedName> Names) {
  StringSet<> Known;
  for (const LinkedName &Linked : Names)
    if (Known.insert(Linked.Name).second)
      Functions.push_back({Linked.Name, {}, "", Linked.Module});
  addNames();
}

/// Adds \p Name, a linkage name of the function \p I, to the tables.
void FunctionLookup::addName(Demangler &Parsed, FunctionIndex I,
                             StringRef LinkName) {
  auto Add = [I](NameMap &Map, StringRef Name) {
    NameMap::value_type &Entry = *Map.try_emplace(Name).first;
    add(Entry.second, I);
    return Entry.first();
  };
  Parsed.parse(LinkName);
  Add(ByName, LinkName);
  Add(ByName, Parsed.print(NameForm::Full));
  Name &New = Names.emplace_back(Name{I, LinkName, {}});
  for (size_t Form = 0; Form < NumNameForms; ++Form) {
    std::string Text = Parsed.print(NameForm(Form));
    // DWARF's name of an inlined function may be no linkage name.
    if (!Functions[I].HasSymbol && (Form == size_t(NameForm::Plain) ||
                                    Form == size_t(NameForm::Parameters)))
      Text = withoutArguments(Text).str();
    New.Forms[Form] = Add(ByForm, withoutAbiTags(Text));
    Add(ByForm, Text);
    // Reports escape control characters.
    Add(ByForm, printable(Text));
  }
}

/// Adds the names of all functions to the tables.
void FunctionLookup::addNames() {
  Demangler Parsed(DemangleStyle::Auto);
  Names.reserve(Functions.size());
  for (FunctionIndex I = 0; I < Functions.size(); ++I) {
    const StringRef LinkName = Functions[I].LinkName;
    addName(Parsed, I, LinkName);
    if (StringRef Source = withoutCloneSuffixes(LinkName); Source != LinkName)
      addName(Parsed, I, Source);
    for (StringRef Alias : Functions[I].OtherNames)
      addName(Parsed, I, Alias);
  }
}

/// Returns the functions called \p Name, without a file; or null.
const FunctionLookup::NameMap::value_type *
FunctionLookup::findWhole(StringRef Name) const {
  auto Found = ByName.find(Name);
  if (Found != ByName.end() && any_of(Found->second, [&](FunctionIndex I) {
        return Functions[I].HasSymbol;
      }))
    return &*Found;
  if (auto InForm = ByForm.find(Name); InForm != ByForm.end())
    return &*InForm;
  return Found == ByName.end() ? nullptr : &*Found;
}

/// Returns the functions called \p Name, some of whose components have template
/// arguments and others have not: "Pair<int>::swap" of "Pair<int>::swap<char>".
SmallVector<FunctionIndex, 1>
FunctionLookup::findByArguments(StringRef Name) const {
  SmallVector<FunctionIndex, 1> Result;
  if (!Name.contains('<') || Name.contains("operator"))
    return Result;
  auto PartsOf = [](const gmon::FunctionLookup::Name &Known) {
    return componentsOf(Known.Forms[size_t(NameForm::TemplateArguments)]);
  };
  if (!ByComponents) {
    ByComponents.emplace();
    for (auto [I, Known] : enumerate(Names))
      (*ByComponents)[withoutArguments(PartsOf(Known))].push_back(I);
  }
  const SmallVector<StringRef, 4> Wanted = componentsOf(Name);
  auto Found = ByComponents->find(withoutArguments(Wanted));
  if (Found == ByComponents->end())
    return Result;
  for (size_t I : Found->second) {
    const SmallVector<StringRef, 4> Parts = PartsOf(Names[I]);
    if (Parts.size() == Wanted.size() &&
        all_of(zip_equal(Parts, Wanted), [](auto Pair) {
          auto [Part, Word] = Pair;
          return Part == Word || withoutArguments(Part) == Word;
        }))
      add(Result, Names[I].Function);
  }
  return Result;
}

SmallVector<FunctionLookup::Reading, 4>
FunctionLookup::readingsOf(StringRef Name) {
  SmallVector<Reading, 4> Readings = {{"", Name, ""}};
  // Either the file's name or the function's name has no colon.
  for (size_t Colon : {Name.find(':'), Name.rfind(':')})
    if (Colon != 0 && Colon != StringRef::npos && Name[Colon - 1] != ':' &&
        !Name.substr(Colon).starts_with("::"))
      Readings.push_back(
          {Name.take_front(Colon), Name.drop_front(Colon + 1), ""});
  // As tables print it.
  const TableName Shown(Name);
  const StringRef Module =
      Shown.Module.empty() ? "" : Shown.Module.drop_front(2).drop_back();
  if (Shown.Line.empty()) {
    if (Shown.Function != Name)
      Readings.push_back({"", Shown.Function, Module});
    return Readings;
  }
  const auto [File, Line] = Shown.Line.drop_front(2).drop_back().rsplit(':');
  if (!File.empty() && !Line.empty() && all_of(Line, isDigit))
    Readings.push_back({File, Shown.Function, Module});
  // What looks like a line may be a part of the name.
  Readings.push_back(
      {"", Name.ltrim(' ').drop_back(Shown.Module.size() + Shown.Remark.size()),
       Module});
  Readings.push_back({"", Shown.Function, Module});
  return Readings;
}

bool FunctionLookup::isInPlace(FunctionIndex I, const Reading &Wanted) const {
  return (Wanted.File.empty() || isPathOf(Functions[I].Path, Wanted.File)) &&
         (Wanted.Module.empty() || Functions[I].Module == Wanted.Module);
}

SmallVector<FunctionIndex, 1> FunctionLookup::find(StringRef Name) const {
  for (const Reading &Wanted : readingsOf(Name)) {
    const auto *Whole = findWhole(Wanted.Function);
    SmallVector<FunctionIndex, 1> Found =
        Whole ? Whole->second : findByArguments(Wanted.Function);
    if (Found.empty())
      continue;
    erase_if(Found, [&](FunctionIndex I) { return !isInPlace(I, Wanted); });
    if (!Found.empty())
      return Found;
  }
  return {};
}

SmallVector<FunctionIndex, 1>
FunctionLookup::findMatches(const Regex &Pattern) const {
  SmallVector<FunctionIndex, 1> Result;
  for (const Name &Known : Names)
    if (Pattern.match(Known.LinkName) ||
        any_of(Known.Forms,
               [&](StringRef Form) { return Pattern.match(Form); }))
      add(Result, Known.Function);
  return Result;
}

/// Returns all names in \p Form.
std::vector<StringRef> FunctionLookup::inForm(NameForm Form) const {
  std::vector<StringRef> Result;
  for (const Name &Known : Names)
    Result.push_back(Known.Forms[size_t(Form)]);
  return Result;
}

FunctionLookup::Candidates
FunctionLookup::findBehindScopes(const Reading &Wanted) const {
  const std::string End = ("::" + Wanted.Function).str();
  Candidates Found;
  for (size_t Form = 0; Form < NumNameForms && Found.empty(); ++Form) {
    std::optional<NameEnds> &Index = Ends[Form];
    if (!Index)
      Index.emplace(inForm(NameForm(Form)));
    for (size_t I : Index->find(End))
      if (isInPlace(Names[I].Function, Wanted))
        add(Found[Names[I].Forms[Form]], Names[I].Function);
  }
  return Found;
}

std::vector<std::string> FunctionLookup::spellingsOf(FunctionIndex I) const {
  std::vector<std::string> Result;
  for (const Name &Known : Names) {
    if (Known.Function != I)
      continue;
    for (StringRef Form : Known.Forms) {
      const SmallVector<StringRef, 4> Parts = componentsOf(Form);
      // An operator alone says little.
      for (StringRef Part : Parts)
        if (Parts.size() == 1 || !Part.starts_with("operator"))
          Result.push_back(Form.drop_front(Part.data() - Form.data()).str());
      Result.push_back(pageName(Parts));
    }
  }
  return Result;
}

/// Whether all characters of \p Part are in \p Whole in this order, apart from
/// dots, which may stand for others.
static bool hasLetters(StringRef Whole, StringRef Part) {
  for (char C : Part) {
    if (C == '.')
      continue;
    const size_t Place = Whole.find(C);
    if (Place == StringRef::npos)
      return false;
    Whole = Whole.drop_front(Place + 1);
  }
  return true;
}

FunctionLookup::Candidates
FunctionLookup::findShown(const Reading &Wanted) const {
  const StringRef Text = Wanted.Function;
  const size_t Columns = columnsOf(Text);
  // Fewer columns have the start of a name, which is hardly meant.
  constexpr size_t LeastColumns = 7;
  auto IsAlone = [&](StringRef Whole) {
    return (Columns >= LeastColumns && hasLetters(Whole, Text) &&
            fitName(Whole, Columns) == Text) ||
           (Text.starts_with("lambda") &&
            pageName(componentsOf(Whole)) == Text);
  };
  auto IsAmongOthers = [&](StringRef Whole) {
    return Columns >= LeastColumns && hasLetters(Whole, Text) &&
           mayShowAs(Whole, Text);
  };
  Candidates Found;
  for (function_ref<bool(StringRef)> IsShown :
       {function_ref<bool(StringRef)>(IsAlone),
        function_ref<bool(StringRef)>(IsAmongOthers)})
    for (size_t Form = 0; Form < NumNameForms && Found.empty(); ++Form)
      for (const Name &Known : Names)
        if (IsShown(Known.Forms[Form]) && isInPlace(Known.Function, Wanted))
          add(Found[Known.Forms[Form]], Known.Function);
  return Found;
}

FunctionLookup::Candidates
FunctionLookup::findSimilar(const Reading &Wanted) const {
  // A user never means the stub of another function.
  StringRef Word = withoutStubSuffix(Wanted.Function);
  // The search takes time in proportion to the name's length.
  constexpr size_t MaxLength = 256;
  if (Word.size() > MaxLength)
    return {};
  Candidates Found;
  const size_t NumComponents = Word.count("::") + 1;
  // Two letters that are exchanged are two edits.
  auto Least = unsigned(Word.size() < 4 ? Word.size() / 3
                                        : std::max<size_t>(Word.size() / 3, 2));
  const NameForm Form = Word.contains('(')   ? NameForm::Parameters
                        : Word.contains('<') ? NameForm::TemplateArguments
                                             : NameForm::Plain;
  for (const Name &Known : Names) {
    StringRef Whole = Known.Forms[size_t(Form)];
    StringRef Last = lastComponents(Whole, NumComponents);
    unsigned Distance =
        std::min(Word.edit_distance(Whole, /*AllowReplacements=*/true, Least),
                 Word.edit_distance(Last, /*AllowReplacements=*/true, Least));
    if (Distance > Least || !isInPlace(Known.Function, Wanted) ||
        withoutStubSuffix(Whole) != Whole)
      continue;
    if (Distance < Least)
      Found.clear();
    Least = Distance;
    add(Found[Whole], Known.Function);
  }
  return Found;
}

/// Returns whether \p Whole contains \p Name without a letter next to it.
static bool hasPart(StringRef Whole, StringRef Name) {
  for (size_t Place = 0; (Place = Whole.find(Name, Place)) != StringRef::npos;
       ++Place)
    if ((Place == 0 || !isAlpha(Whole[Place - 1])) &&
        (Place + Name.size() == Whole.size() ||
         !isAlpha(Whole[Place + Name.size()])))
      return true;
  return false;
}

FunctionLookup::Candidates
FunctionLookup::findParts(const Reading &Wanted) const {
  constexpr size_t MaxNames = 5;
  Candidates Found;
  if (Wanted.Function.size() < 2)
    return Found;
  for (const Name &Known : Names)
    if (StringRef Whole = Known.Forms[size_t(NameForm::Plain)],
        Plain = withoutStubSuffix(Whole);
        (Plain == Whole || !ByForm.contains(Plain)) &&
        hasPart(Whole, Wanted.Function) && isInPlace(Known.Function, Wanted))
      add(Found[Whole], Known.Function);
  return Found.size() <= MaxNames ? Found : Candidates();
}

/// Returns the end of an error that suggests the names of \p Meant, if any.
static std::string suggest(const FunctionLookup::Candidates &Meant) {
  constexpr size_t MostNames = 10;
  std::string Text;
  size_t Number = 0;
  for (const auto &[Name, Functions] : Meant) {
    if (Number++ == MostNames)
      return Text + " or one of " + utostr(Meant.size() - MostNames) + " more?";
    Text +=
        (Text.empty() ? "; did you mean '" : " or '") + printable(Name) + "'";
  }
  return Text.empty() ? "" : Text + "?";
}

FunctionLookup::Candidates
FunctionLookup::findBehindScopes(StringRef Name) const {
  for (const Reading &Wanted : readingsOf(Name))
    if (Candidates Found = findBehindScopes(Wanted); !Found.empty())
      return Found;
  return {};
}

FunctionLookup::Candidates FunctionLookup::findByPart(StringRef Name) const {
  if (Candidates Found = findBehindScopes(Name); !Found.empty())
    return Found;
  for (const Reading &Wanted : readingsOf(Name))
    if (Candidates Found = findShown(Wanted); !Found.empty())
      return Found;
  return {};
}

std::string FunctionLookup::suggestFor(StringRef Name) const {
  if (Candidates Meant = findByPart(Name); !Meant.empty())
    return suggest(Meant);
  const SmallVector<Reading, 4> Readings = readingsOf(Name);
  for (const Reading &Wanted : Readings)
    if (Candidates Similar = findSimilar(Wanted); !Similar.empty())
      return suggest(Similar);
  // Debug information may have no scopes.
  if (StringRef Last = lastComponents(Name, 1); Last != Name)
    if (const auto *Found = findWhole(Last))
      return suggest({{Last, Found->second}});
  for (const Reading &Wanted : Readings)
    if (Candidates Parts = findParts(Wanted); !Parts.empty())
      return suggest(Parts);
  return "";
}

Expected<SmallVector<FunctionIndex, 1>>
FunctionLookup::findMeant(StringRef Name, const Twine &Missing,
                          PrecedesFn Precedes) const {
  if (SmallVector<FunctionIndex, 1> Found = find(Name); !Found.empty())
    return Found;
  Candidates Meant = findByPart(Name), First;
  if (Precedes)
    for (const auto &[Full, Functions] : Meant)
      if (any_of(Functions, Precedes))
        First[Full] = Functions;
  if (!First.empty())
    Meant = std::move(First);
  if (Meant.size() == 1)
    return std::move(Meant.begin()->second);
  if (Meant.empty())
    return makeError(Missing + suggestFor(Name));
  return makeError("several functions '" + shortened(Name) + "'" +
                   suggest(Meant));
}

bool FunctionLookup::anyContains(StringRef Part) const {
  return any_of(ByForm,
                [&](const auto &Form) { return Form.first().contains(Part); });
}

SmallVector<FunctionIndex, 1> FunctionLookup::findAny(StringRef Name) const {
  if (auto Found = findMeant(Name, ""))
    return std::move(*Found);
  else
    consumeError(Found.takeError());
  return {};
}
