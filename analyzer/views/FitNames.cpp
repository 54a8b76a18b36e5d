//===-- FitNames.cpp - Names in few columns -------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name is split by its signs alone: it need not be one of C++. First each
// name is shortened, then those again that look alike.
//
//===----------------------------------------------------------------------===//

#include "views/FitNames.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Unicode.h"
#include <optional>

using namespace gmon;
using namespace llvm;

size_t gmon::columnsOf(StringRef Text) {
  const int Columns = sys::unicode::columnWidthUTF8(Text);
  return Columns < 0 ? Text.size() : Columns;
}

StringRef gmon::cutOff(StringRef Text, size_t Columns) {
  // Few letters take several columns.
  while (columnsOf(Text) > Columns) {
    size_t End = Text.size() - 1;
    while (End && isContinuation(Text[End]))
      --End;
    Text = Text.take_front(End);
  }
  return Text;
}

StringRef gmon::cutOffFront(StringRef Text, size_t Columns) {
  while (columnsOf(Text) > Columns) {
    Text = Text.drop_front();
    while (!Text.empty() && isContinuation(Text.front()))
      Text = Text.drop_front();
  }
  return Text;
}

/// Takes the part behind a function off \p Text: " (file.c:12)" or
/// " [libc.so.6]".
static StringRef takeBehind(StringRef &Text, char Open, char Close) {
  const char Start[] = {' ', Open};
  const size_t Place = Text.rfind(StringRef(Start, 2));
  if (!Text.ends_with(StringRef(&Close, 1)) || Place == StringRef::npos ||
      Place == 0)
    return "";
  const StringRef Rest = Text.drop_front(Place);
  Text = Text.take_front(Place);
  return Rest;
}

TableName::TableName(StringRef Text) : Function(Text.ltrim(' ')) {
  Indent = Text.size() - Function.size();
  const size_t Remarks =
      std::min(Function.find(" (inlined)"), Function.find(" (called at "));
  if (Remarks != 0 && Remarks != StringRef::npos) {
    Remark = Function.drop_front(Remarks);
    Function = Function.take_front(Remarks);
  }
  Module = takeBehind(Function, '[', ']');
  const StringRef WithLine = Function;
  Line = takeBehind(Function, '(', ')');
  // A signature such as "f (int)" has no line behind it.
  if (!Line.contains(':') || Line.contains("::")) {
    Function = WithLine;
    Line = "";
  }
}

SplitName::SplitName(StringRef Name, bool KeepsScopesOfTypes) {
  Scopes.push_back(0);
  SmallVector<char> Open;
  SmallVector<size_t> Starts; // of the innermost word, at each depth
  std::optional<size_t> Arguments;
  for (size_t I = 0; I < Name.size(); ++I) {
    const StringRef Rest = Name.drop_front(I);
    if (Rest.starts_with("operator")) {
      const StringRef Signs = Rest.drop_front(8).take_while(
          [](char C) { return StringRef("<>()=-+*/%&|^!~,[]").contains(C); });
      // Behind the operator's own signs there may be arguments.
      size_t Own = std::min(Signs.size(), Signs.find('(', 1));
      if (Signs.starts_with("()"))
        Own = 2;
      Text += Rest.take_front(8 + Own);
      I += 7 + Own;
      continue;
    }
    if (Rest.starts_with("::")) {
      ++I;
      if (!Open.empty() && !KeepsScopesOfTypes) {
        Text.resize(Starts.back());
        continue;
      }
      Text += "::";
      if (!Open.empty())
        continue;
      Scopes.push_back(Text.size());
      Arguments.reset();
      continue;
    }
    const char C = Name[I];
    Text += C;
    if (C == '<' || C == '(' || C == '{') {
      if (C == '(' && Open.empty() && !Arguments)
        Arguments = Text.size() - 1;
      Open.push_back(C);
      Starts.push_back(Text.size());
    } else if ((C == '>' || C == ')' || C == '}') && !Open.empty()) {
      Open.pop_back();
      Starts.pop_back();
    } else if ((C == ' ' || C == ',') && !Open.empty()) {
      Starts.back() = Text.size();
    }
  }
  EndOfName = Arguments.value_or(Text.size());
}

static constexpr StringLiteral Dots = "..";

/// Returns \p Name in \p Columns, with dots in place of the end of the
/// function's arguments or, if not even the name fits, of its middle.
static std::string withDots(StringRef Name, size_t EndOfName, size_t Columns) {
  if (columnsOf(Name) <= Columns)
    return Name.str();
  const StringRef Own = Name.take_front(EndOfName);
  if (columnsOf(Own) + Dots.size() <= Columns)
    return cutOff(Name, Columns - Dots.size()).str() + Dots.str();
  if (Columns < 2 * Dots.size())
    return cutOff(Own, Columns).str();
  if (Columns <= 3 * Dots.size())
    return cutOff(Own, Columns - Dots.size()).str() + Dots.str();
  const StringRef End = cutOffFront(Own, (Columns - Dots.size()) / 2);
  return (Twine(cutOff(Own, Columns - Dots.size() - columnsOf(End))) + Dots +
          End)
      .str();
}

size_t gmon::scopesLeftOut(const SplitName &Name, size_t Columns) {
  size_t Number = 0;
  while (Number + 1 < Name.Scopes.size() &&
         columnsOf(Name.without(Number)) > Columns)
    ++Number;
  return Number;
}

std::string gmon::fitWithout(const SplitName &Name, size_t Number,
                             size_t Columns) {
  Number = std::max(Number, scopesLeftOut(Name, Columns));
  return withDots(Name.without(Number), Name.EndOfName - Name.Scopes[Number],
                  Columns);
}

std::string gmon::fitFunction(StringRef Name, size_t Columns) {
  if (columnsOf(Name) <= Columns)
    return Name.str();
  return fitWithout(SplitName(Name), 0, Columns);
}

std::string gmon::behindThatFits(const TableName &Name, size_t Room) {
  // Few letters of a name say nothing.
  constexpr size_t Least = 12;
  const SplitName Split(Name.Function);
  const size_t Own = std::min(columnsOf(Split.ownName()), 2 * Least);
  std::string End;
  if (std::min(Own, Least) + columnsOf(Name.Line) <= Room)
    End += Name.Line;
  for (StringRef Part : {Name.Module, Name.Remark})
    if (Own + columnsOf(End) + columnsOf(Part) <= Room)
      End += Part;
  return End;
}

std::string gmon::fitName(StringRef Text, size_t Columns) {
  if (columnsOf(Text) <= Columns)
    return Text.str();
  const TableName Name(Text);
  if (Name.Indent + Dots.size() > Columns)
    return cutOff(Text, Columns).str();
  const size_t Room = Columns - Name.Indent;
  const std::string End = behindThatFits(Name, Room);
  return std::string(Name.Indent, ' ') +
         fitFunction(Name.Function, Room - columnsOf(End)) + End;
}

namespace {

/// A name that looks like others, with the columns that it may have.
struct Alike {
  StringRef Whole; ///< without indentation
  size_t Room = 0; ///< of its narrowest row
  std::string Shown;
};

} // namespace

static bool allDiffer(ArrayRef<std::string> Texts) {
  StringSet<> Seen;
  return all_of(Texts,
                [&](StringRef Text) { return Seen.insert(Text).second; });
}

/// Takes \p Texts for \p Names if they fit and differ.
static bool take(MutableArrayRef<Alike> Names, ArrayRef<std::string> Texts) {
  for (const auto &[Name, Text] : zip_equal(Names, Texts))
    if (columnsOf(Text) > Name.Room)
      return false;
  if (!allDiffer(Texts))
    return false;
  for (const auto &[Name, Text] : zip_equal(Names, Texts))
    Name.Shown = Text;
  return true;
}

/// Keeps what is behind the functions, which are cut off instead.
static bool showBehind(MutableArrayRef<Alike> Names) {
  constexpr size_t LeastName = 4;
  std::vector<std::string> Texts;
  for (const Alike &Row : Names) {
    const TableName Name(Row.Whole);
    const std::string End = Name.behind();
    const size_t Own = std::min(columnsOf(Name.Function), LeastName);
    if (Own + columnsOf(End) > Row.Room)
      return false;
    Texts.push_back(fitFunction(Name.Function, Row.Room - columnsOf(End)) +
                    End);
  }
  return take(Names, Texts);
}

/// Gives all \p Names the same number of scopes, the fewest that differ.
static bool showScopes(MutableArrayRef<Alike> Names, bool KeepsScopesOfTypes,
                       bool ShowsBehind) {
  std::vector<SplitName> Splits;
  std::vector<std::string> Ends;
  size_t Most = 0;
  for (const Alike &Row : Names) {
    const TableName Name(Row.Whole);
    Most = std::max(
        Most,
        Splits.emplace_back(Name.Function, KeepsScopesOfTypes).Scopes.size());
    Ends.push_back(ShowsBehind ? Name.behind() : "");
  }
  for (size_t Number = 1; Number <= Most; ++Number) {
    std::vector<std::string> Texts;
    for (const auto &[Split, End] : zip_equal(Splits, Ends))
      Texts.push_back(Split
                          .without(Split.Scopes.size() -
                                   std::min(Number, Split.Scopes.size()))
                          .str() +
                      End);
    if (allDiffer(Texts))
      return take(Names, Texts);
  }
  return false;
}

/// Returns how many bytes at the start of all \p Names are equal.
static size_t commonStart(ArrayRef<Alike> Names) {
  const StringRef First = Names.front().Whole;
  size_t Length = First.size();
  for (const Alike &Name : Names.drop_front()) {
    size_t Equal = 0;
    while (Equal < std::min(Length, Name.Whole.size()) &&
           Name.Whole[Equal] == First[Equal])
      ++Equal;
    Length = Equal;
  }
  while (Length && Length < First.size() && isContinuation(First[Length]))
    --Length;
  return Length;
}

/// Returns \p Name with what begins in \p Start, in front of which there are
/// dots or the start of the function's own name.
static std::string showFrom(const Alike &Name, size_t Start) {
  const StringRef Function = TableName(Name.Whole).Function;
  const SplitName Split(Function, /*KeepsScopesOfTypes=*/true);
  size_t Component = 0;
  for (size_t Scope : Split.Scopes)
    if (Scope <= Start)
      Component = Scope;
  StringRef Rest = Name.Whole.drop_front(Start);
  // Little in front of the difference stays.
  std::string Text;
  if (Start - Component <= Name.Room / 3) {
    Rest = Name.Whole.drop_front(Component);
  } else {
    if (Component == Split.Scopes.back() && Name.Room > 3 * Dots.size())
      Text = cutOff(Name.Whole.drop_front(Component), Name.Room / 3).str();
    Text += Dots;
  }
  Text += Rest;
  if (columnsOf(Text) <= Name.Room)
    return Text;
  if (Name.Room <= 3 * Dots.size())
    return cutOff(Rest, Name.Room).str();
  return cutOff(Text, Name.Room - Dots.size()).str() + Dots.str();
}

/// Sets what \p Names show so that they differ, if there are columns enough.
static void tellApart(MutableArrayRef<Alike> Names) {
  if (showScopes(Names, false, false) || showScopes(Names, false, true) ||
      showBehind(Names) || showScopes(Names, true, false) ||
      showScopes(Names, true, true))
    return;
  const size_t Start = commonStart(Names);
  for (Alike &Name : Names)
    Name.Shown = showFrom(Name, Start);
  // What is still equal differs further behind.
  std::ranges::stable_sort(Names, {}, &Alike::Shown);
  for (size_t First = 0; First < Names.size();) {
    size_t Last = First;
    while (Last < Names.size() && Names[Last].Shown == Names[First].Shown)
      ++Last;
    if (Last - First > 1 && Last - First < Names.size())
      tellApart(Names.slice(First, Last - First));
    First = Last;
  }
}

/// Leaves the same scopes out of all \p Names, which have no indentation.
static void fitTogether(ArrayRef<std::string> Names, size_t Columns,
                        std::vector<std::string> &Shown) {
  StringSet<> LeftOut;
  auto Visit = [&](auto Visitor) {
    for (const auto &[Text, Made] : zip_equal(Names, Shown)) {
      const TableName Name(Text);
      const std::string End = behindThatFits(Name, Columns);
      Visitor(SplitName(Name.Function), End, Columns - columnsOf(End), Made);
    }
  };
  Visit([&](const SplitName &Name, StringRef, size_t Room, std::string &) {
    for (size_t I = 1; I <= scopesLeftOut(Name, Room); ++I)
      LeftOut.insert(StringRef(Name.Text).take_front(Name.Scopes[I]));
  });
  if (LeftOut.empty())
    return;
  Visit([&](const SplitName &Name, StringRef End, size_t Room,
            std::string &Made) {
    size_t Number = 0;
    while (Number + 1 < Name.Scopes.size() &&
           LeftOut.contains(
               StringRef(Name.Text).take_front(Name.Scopes[Number + 1])))
      ++Number;
    if (Number)
      Made = fitWithout(Name, Number, Room) + End.str();
  });
}

/// Tells those of \p Names apart that \p Shown shows as one, if any.
static bool tellApart(ArrayRef<std::string> Names, size_t Columns,
                      std::vector<std::string> &Shown) {
  StringMap<MapVector<StringRef, size_t>> Groups; // the room of each name
  for (const auto &[Text, Made] : zip_equal(Names, Shown)) {
    const size_t Indent = std::min(TableName(Text).Indent, Columns);
    size_t &Room = Groups[StringRef(Made).ltrim(' ')]
                       .try_emplace(StringRef(Text).ltrim(' '), Columns)
                       .first->second;
    Room = std::min(Room, Columns - Indent);
  }
  StringMap<std::string> Differing;
  for (const auto &Group : Groups) {
    if (Group.second.size() < 2)
      continue;
    std::vector<Alike> Equal;
    for (const auto &[Whole, Room] : Group.second)
      Equal.push_back({Whole, Room, Group.first().str()});
    tellApart(Equal);
    for (const Alike &Name : Equal)
      Differing[Name.Whole] = Name.Shown;
  }
  for (const auto &[Text, Made] : zip_equal(Names, Shown)) {
    const StringRef Whole = StringRef(Text).ltrim(' ');
    const size_t Indent = Text.size() - Whole.size();
    // A deeper row of the name may have too little room.
    if (auto Found = Differing.find(Whole);
        Found != Differing.end() &&
        Indent + columnsOf(Found->second) <= Columns)
      Made = std::string(Indent, ' ') + Found->second;
  }
  return !Differing.empty();
}

std::vector<std::string> gmon::fitNames(ArrayRef<std::string> Names,
                                        size_t Columns) {
  std::vector<std::string> Shown;
  bool IsCut = false;
  for (StringRef Name : Names) {
    Shown.push_back(fitName(Name, Columns));
    IsCut |= Shown.back() != Name;
  }
  if (!IsCut)
    return Shown;
  if (none_of(Names, [](StringRef Name) { return Name.starts_with(" "); }))
    fitTogether(Names, Columns, Shown);
  // A name that is told apart from one may look like another.
  constexpr unsigned MostTries = 4;
  for (unsigned Try = 0; Try < MostTries; ++Try)
    if (!tellApart(Names, Columns, Shown))
      break;
  return Shown;
}

bool gmon::mayShowAs(StringRef Name, StringRef Shown) {
  const SplitName Short(Name), Whole(Name, /*KeepsScopesOfTypes=*/true);
  SmallVector<StringRef> Pieces;
  Shown.split(Pieces, Dots);
  if (Pieces.size() < 2)
    return false;
  auto MayShow = [&](StringRef Text) {
    if (!Text.consume_front(Pieces.front()) ||
        !Text.consume_back(Pieces.back()))
      return false;
    for (StringRef Piece : ArrayRef(Pieces).drop_front().drop_back()) {
      const size_t Place = Text.find(Piece);
      if (Place == StringRef::npos)
        return false;
      Text = Text.drop_front(Place + Piece.size());
    }
    return true;
  };
  for (const SplitName *Split : {&Short, &Whole})
    for (size_t I = 0; I < Split->Scopes.size(); ++I)
      if (MayShow(Split->without(I)))
        return true;
  return false;
}
