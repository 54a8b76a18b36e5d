//===-- Symspec.cpp - Symbols and arcs chosen by the user -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses symspecs and finds the ranges of symbols that they choose.
//
//===----------------------------------------------------------------------===//

#include "counts/Symspec.h"
#include "names/Demangler.h"
#include "support/Printable.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <unordered_set>

using namespace gmon;
using namespace llvm;

namespace {

/// One half of a symspec. Missing parts match everything.
struct Pattern {
  StringRef File;
  StringRef Name;
  uint64_t Line = 0;
  bool HasLine = false;
  bool IsFileOrName = false; ///< File may be a file or a name

  /// \p DotsInNames says that a text with a dot may also be a name.
  explicit Pattern(StringRef Text, bool DotsInNames = false);
  bool matches(const Symbol &Sym) const;
};

} // namespace

Pattern::Pattern(StringRef Text, bool DotsInNames) {
  StringRef Rest = Text;
  size_t Colon = Text.rfind(':');
  if (Colon != StringRef::npos) {
    File = Text.take_front(Colon);
    Rest = Text.drop_front(Colon + 1);
  } else if (Text.contains('.')) {
    File = Text;
    IsFileOrName = DotsInNames;
    return;
  }
  if (Rest.empty() || !isDigit(Rest.front())) {
    Name = Rest;
    return;
  }
  HasLine = true;
  // A number greater than any line matches none.
  if (Rest.take_while(isDigit).getAsInteger(10, Line))
    Line = UINT64_MAX;
}

bool Pattern::matches(const Symbol &Sym) const {
  if (IsFileOrName && Sym.Name == File)
    return true;
  if (!File.empty() && (Sym.Path.empty() || baseName(Sym.Path) != File))
    return false;
  if (!Name.empty() && Sym.Name != Name)
    return false;
  return !HasLine || Sym.Line == Line;
}

SpecTables::Ranges
SpecTables::find(const SymbolTable &Table,
                 function_ref<bool(const Symbol &)> Matches) {
  Ranges Result;
  bool InRun = false;
  for (const Symbol &Sym : Table.symbols()) {
    if (!Matches(Sym)) {
      InRun = false;
      continue;
    }
    if (InRun)
      Result.Runs.back().second = Sym.End;
    else
      Result.Runs.push_back({Sym.Address, Sym.End});
    InRun = true;
  }
  return Result;
}

bool SpecTables::Ranges::contains(uint64_t Address) const {
  auto It =
      partition_point(Runs, [&](const auto &E) { return E.first <= Address; });
  return It != Runs.begin() && Address <= std::prev(It)->second;
}

static bool isArcs(SpecTableKind Kind) {
  return Kind == ArcInclude || Kind == ArcExclude;
}

/// The forms in which reports print a name. Several functions may have one.
static constexpr NameForm NameForms[] = {NameForm::Full, NameForm::Plain,
                                         NameForm::Parameters,
                                         NameForm::TemplateArguments};

/// Whether \p Name is a form of the name \p LinkName, which \p Names parses, or
/// of the function of which this is a clone.
static bool isDemangled(StringRef Name, StringRef LinkName, Demangler &Names) {
  Names.parse(LinkName);
  if (any_of(NameForms, [&](NameForm Form) {
        std::string Text = Names.print(Form);
        return Text == Name || withoutAbiTags(Text) == Name;
      }))
    return true;
  const StringRef Original = withoutCloneSuffixes(LinkName);
  return Original != LinkName && isDemangled(Name, Original, Names);
}

/// The facts that symspecs test, about a function without code of its own.
static Symbol withoutCode(StringRef Name, StringRef Path, uint32_t Line) {
  Symbol Sym;
  Sym.Name = Name;
  Sym.Path = Path;
  Sym.Line = Line;
  return Sym;
}

/// Adds the symspec \p Text to the table \p Kind, if something matches.
bool SpecTables::add(SpecTableKind Kind, StringRef Text,
                     const SymbolTable &Table, const SourceCounts &Source) {
  auto [Left, Right] = Text.split('/');
  Demangler Names(DemangleStyle::Auto);
  auto Find = [&](StringRef Half) {
    Pattern Wanted(Half, !UsesGnuRules);
    Ranges Found =
        find(Table, [&](const Symbol &Sym) { return Wanted.matches(Sym); });
    if (!Found.Runs.empty() || UsesGnuRules)
      return Found;
    return find(Table, [&](const Symbol &Sym) {
      return isDemangled(Half, Sym.Name, Names);
    });
  };
  Entry New{Find(Left), {}, Left, {}};
  if (!UsesGnuRules)
    for (const SourceFunction &Function : Source.functions())
      if (!Function.Address && isDemangled(Left, Function.Name, Names))
        New.Inlined.push_back(Function.Name);
  // A symspec without a slash matches no arc.
  if (isArcs(Kind) && Text.contains('/'))
    New.To = Find(Right);
  bool HasFrom =
      !New.From.Runs.empty() ||
      any_of(Source.lines(), [&](const SourceLine &Line) {
        return !Line.Address &&
               chooses(New, withoutCode(Line.Function, Line.Path, Line.Line));
      });
  bool HasMatch = HasFrom && (!isArcs(Kind) || !New.To.Runs.empty());
  if (HasFrom)
    Tables[Kind].push_back(std::move(New));
  return HasMatch;
}

bool SpecTables::chooses(const Entry &Spec, const Symbol &WithoutCode) const {
  return Pattern(Spec.Text, !UsesGnuRules).matches(WithoutCode) ||
         is_contained(Spec.Inlined, WithoutCode.Name);
}

bool SpecTables::isIn(SpecTableKind Include, SpecTableKind Exclude,
                      uint64_t Address, const Symbol &WithoutCode) const {
  if (Address)
    return isIn(Include, Exclude, Address);
  auto Contains = [&](SpecTableKind Kind) {
    return any_of(Tables[Kind], [&](const Entry &Spec) {
      return chooses(Spec, WithoutCode);
    });
  };
  return Contains(Include) || (Tables[Include].empty() && !Contains(Exclude));
}

bool SpecTables::isIn(SpecTableKind Include, SpecTableKind Exclude,
                      const SourceLine &Line) const {
  return isIn(Include, Exclude, Line.Address,
              withoutCode(Line.Function, Line.Path, Line.Line));
}

bool SpecTables::isIn(SpecTableKind Include, SpecTableKind Exclude,
                      const SourceFunction &Function) const {
  return isIn(Include, Exclude, Function.Address,
              withoutCode(Function.Name, Function.Path, Function.Line));
}

SpecTables::SpecTables(ArrayRef<SpecRequest> Requests, const SymbolTable &Table,
                       Warnings &Warn, bool UsesGnuRules,
                       const SourceCounts &Source)
    : UsesGnuRules(UsesGnuRules) {
  SmallSetVector<StringRef, 4> Unmatched; // -F and -E make two requests
  for (const SpecRequest &Request : Requests) {
    if (isArcs(Request.Table) && !StringRef(Request.Text).contains('/'))
      Warn.add("option '-k' expects from/to", "ignored '" + Request.Text + "'");
    else if (!add(Request.Table, Request.Text, Table, Source))
      Unmatched.insert(Request.Text);
  }
  for (StringRef Text : Unmatched)
    Warn.add("nothing matches a symspec", "'" + Text + "'");
  // The hooks that count calls are not part of the program.
  static constexpr StringLiteral Hooks[] = {"_gprof_mcount",     "mcount",
                                            "_mcount",           "__mcount",
                                            "__mcount_internal", "__mcleanup"};
  Entry Hidden{
      find(Table,
           [](const Symbol &Sym) { return is_contained(Hooks, Sym.Name); }),
      {},
      {},
      {}};
  if (!Hidden.From.Runs.empty())
    for (SpecTableKind Kind : {FlatExclude, GraphExclude, TimeExclude})
      Tables[Kind].push_back(Hidden);
}

bool SpecTables::contains(SpecTableKind Kind, uint64_t Address) const {
  return any_of(Tables[Kind], [Address](const Entry &Spec) {
    return Spec.From.contains(Address);
  });
}

bool SpecTables::containsArc(SpecTableKind Kind, uint64_t Caller,
                             uint64_t Callee) const {
  return any_of(Tables[Kind], [Caller, Callee](const Entry &Spec) {
    return Spec.From.contains(Caller) && Spec.To.contains(Callee);
  });
}

bool SpecTables::isArcIn(uint64_t Caller, uint64_t Callee) const {
  return containsArc(ArcInclude, Caller, Callee) ||
         (Tables[ArcInclude].empty() &&
          !containsArc(ArcExclude, Caller, Callee));
}

/// Returns the texts that choose \p Sym, the shortest first.
static SmallVector<std::string> textsFor(const Symbol &Sym) {
  StringRef Name = Sym.Name;
  std::string Line = std::to_string(Sym.Line);
  SmallVector<std::string> Candidates{Name.str(), (":" + Name).str()};
  if (!Sym.Path.empty()) {
    Candidates.push_back((baseName(Sym.Path) + ":" + Name).str());
    Candidates.push_back((baseName(Sym.Path) + ":" + Line).str());
  }
  llvm::erase_if(Candidates, [&](StringRef Text) {
    Pattern Read(Text);
    return Text.contains('/') || (Read.Name.empty() && !Read.HasLine) ||
           !Read.matches(Sym);
  });
  return Candidates;
}

std::vector<std::string> gmon::specsFor(ArrayRef<SymbolIndex> Symbols,
                                        const SymbolTable &Table) {
  // The number of symbols that each candidate chooses.
  StringMap<unsigned> NumChosen;
  DenseSet<StringRef> Names;
  std::unordered_set<uint32_t> Lines;
  for (SymbolIndex I : Symbols) {
    Names.insert(Table[I].Name);
    Lines.insert(Table[I].Line);
    for (const std::string &Text : textsFor(Table[I]))
      NumChosen[Text] = 0;
  }
  for (const Symbol &Sym : Table.symbols()) {
    if (!Names.contains(Sym.Name) && (!Sym.Line || !Lines.count(Sym.Line)))
      continue;
    for (const std::string &Text : textsFor(Sym))
      if (auto It = NumChosen.find(Text); It != NumChosen.end())
        ++It->second;
  }

  std::vector<std::string> Result;
  for (SymbolIndex I : Symbols) {
    SmallVector<std::string> Texts = textsFor(Table[I]);
    auto Best = llvm::min_element(Texts, [&](StringRef A, StringRef B) {
      return NumChosen.lookup(A) < NumChosen.lookup(B);
    });
    Result.push_back(Best == Texts.end() ? "" : *Best);
  }
  return Result;
}
