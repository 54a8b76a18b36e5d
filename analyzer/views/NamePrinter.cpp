//===-- NamePrinter.cpp - Names as reports print them ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files have static functions of one name; and a name that is short enough in
// one build may be that of another function in the next.
//
//===----------------------------------------------------------------------===//

#include "views/NamePrinter.h"
#include "support/Printable.h"
#include "views/FitNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/xxhash.h"

using namespace gmon;
using namespace llvm;

namespace {

/// A name, with a hash of its text in each form.
struct HashedName {
  StringRef Name;
  std::array<uint64_t, NumNameForms> Hashes = {};

  uint64_t in(NameForm Form) const { return Hashes[unsigned(Form)]; }
  void hash(const Demangler &Parsed, NameForm Form) {
    Hashes[unsigned(Form)] = xxh3_64bits(Parsed.print(Form));
  }
};

} // namespace

/// Calls \p Visit for each group of \p Names with equal texts in \p Form. In a
/// group, names with equal full texts are adjacent.
static void visitGroups(MutableArrayRef<HashedName> Names, NameForm Form,
                        function_ref<void(MutableArrayRef<HashedName>)> Visit) {
  llvm::sort(Names, [Form](const HashedName &A, const HashedName &B) {
    return std::make_pair(A.in(Form), A.in(NameForm::Full)) <
           std::make_pair(B.in(Form), B.in(NameForm::Full));
  });
  while (!Names.empty()) {
    size_t Size = 1;
    while (Size < Names.size() && Names[Size].in(Form) == Names[0].in(Form))
      ++Size;
    Visit(Names.take_front(Size));
    Names = Names.drop_front(Size);
  }
}

/// Whether all \p Names have equal full texts.
static bool isOneName(ArrayRef<HashedName> Names) {
  return all_of(Names, [&](const HashedName &Name) {
    return Name.in(NameForm::Full) == Names[0].in(NameForm::Full);
  });
}

NameForms::NameForms(std::vector<StringRef> Names, DemangleStyle Style)
    : Default(NameForm::Plain) {
  // All lines of one function have the same name.
  llvm::sort(Names);
  Names.erase(llvm::unique(Names), Names.end());
  std::vector<HashedName> Hashed(Names.size());
  Demangler Parsed(Style);
  for (auto [Name, Form] : zip_equal(Names, Hashed)) {
    Form.Name = Name;
    Parsed.parse(Name);
    Form.hash(Parsed, NameForm::Plain);
  }
  visitGroups(Hashed, NameForm::Plain, [&](MutableArrayRef<HashedName> Group) {
    if (Group.size() == 1)
      return;
    for (HashedName &Name : Group) {
      Parsed.parse(Name.Name);
      for (NameForm Form :
           {NameForm::Parameters, NameForm::TemplateArguments, NameForm::Full})
        Name.hash(Parsed, Form);
    }
    // For example, a constructor's variants have one full name.
    if (isOneName(Group))
      return;
    for (NameForm Form : {NameForm::Parameters, NameForm::TemplateArguments})
      visitGroups(Group, Form, [&](ArrayRef<HashedName> Some) {
        bool IsPlain = Some[0].in(Form) == Some[0].in(NameForm::Plain);
        if (!IsPlain && isOneName(Some))
          for (const HashedName &Name : Some)
            Exceptions.try_emplace(Name.Name, Form);
      });
    for (const HashedName &Name : Group)
      Exceptions.try_emplace(Name.Name, NameForm::Full);
  });
}

/// Replaces those of \p Names that are equal by what \p Make returns for each
/// of a group, unless that is equal, too.
static void
renameEqual(std::vector<std::string> &Names,
            function_ref<std::vector<std::string>(ArrayRef<size_t>)> Make) {
  StringMap<SmallVector<size_t, 1>> Groups;
  for (const auto &[I, Name] : enumerate(Names))
    Groups[Name].push_back(I);
  for (const auto &Group : Groups) {
    if (Group.second.size() == 1)
      continue;
    std::vector<std::string> Made = Make(Group.second);
    if (!all_equal(Made))
      for (auto &&[I, Name] : zip_equal(Group.second, Made))
        Names[I] = std::move(Name);
  }
}

/// Returns linkers' names of \p Some, demangled and as short as they differ.
static std::vector<std::string> longerForms(ArrayRef<NamedFunction> Functions,
                                            ArrayRef<size_t> Some) {
  std::vector<StringRef> LinkNames;
  for (size_t I : Some)
    LinkNames.push_back(Functions[I].LinkName);
  const NameForms Forms(LinkNames, DemangleStyle::Auto);
  Demangler Parsed(DemangleStyle::Auto);
  std::vector<std::string> Result;
  for (StringRef LinkName : LinkNames) {
    Parsed.parse(LinkName);
    Result.push_back(Parsed.print(Forms.of(LinkName)));
  }
  return Result;
}

/// Returns \p Name with the place of \p Function in place of its line.
static std::string withPlace(StringRef Name, const NamedFunction &Function,
                             bool HasFolder) {
  const StringRef File = HasFolder ? Function.Path : baseName(Function.Path);
  // The line of a function that is inlined everywhere may be unknown.
  if (File.empty() || !Function.Line)
    return Name.str();
  const TableName Parts(Name);
  return (Parts.Function + " (" + File + ":" + Twine(Function.Line) + ")" +
          Parts.Module)
      .str();
}

std::vector<std::string>
gmon::distinctNames(ArrayRef<NamedFunction> Functions) {
  std::vector<std::string> Names;
  for (const NamedFunction &Function : Functions)
    Names.push_back(Function.Name);
  auto Rename = [&](function_ref<std::string(size_t)> Make) {
    renameEqual(Names, [&](ArrayRef<size_t> Equal) {
      return std::vector<std::string>(map_range(Equal, Make).begin(),
                                      map_range(Equal, Make).end());
    });
  };
  auto WithBehind = [&](size_t I, StringRef Function) {
    // What is no function has no linkage name.
    return Function.empty() ? Names[I]
                            : Function.str() + TableName(Names[I]).behind();
  };
  renameEqual(Names, [&](ArrayRef<size_t> Equal) {
    std::vector<std::string> Made = longerForms(Functions, Equal);
    for (auto &&[I, Name] : zip_equal(Equal, Made))
      Name = WithBehind(I, Name);
    return Made;
  });
  for (bool HasFolder : {false, true})
    Rename(
        [&](size_t I) { return withPlace(Names[I], Functions[I], HasFolder); });
  // The linker tells variants of a constructor apart.
  Rename([&](size_t I) { return WithBehind(I, Functions[I].LinkName); });
  return Names;
}

std::string NamePrinter::demangled(StringRef Name) const {
  Demangler Parsed(Settings.Demangle);
  Parsed.parse(Name);
  return Parsed.print(Forms.of(Name));
}

/// Prints the functions that contain the call \p Inlined, inner ones first.
void NamePrinter::printCallers(raw_ostream &OS, InlinedCall Inlined) const {
  while (Inlined != NotInlined) {
    const InlinedCallSite &Call = Table.inlinedCallSites()[Inlined];
    OS << " inlined into " << demangled(Call.Function);
    if (!Call.Path.empty())
      OS << " (" << path(Call.Path) << ':' << Call.Line << ')';
    Inlined = Call.Outer;
  }
}

std::string NamePrinter::makeName(const Symbol &Sym) const {
  std::string Result = demangled(Sym.Name);
  if (Sym.Path.empty() || !(Settings.WithLines || Settings.WithFiles))
    return Result;
  raw_string_ostream OS(Result);
  OS << " (" << path(Sym.Path) << ':' << Sym.Line;
  if (Settings.WithLines)
    OS << " @ " << utohexstr(Sym.Address, /*LowerCase=*/true);
  OS << ')';
  printCallers(OS, Sym.Inlined);
  return Result;
}

StringRef NamePrinter::name(SymbolIndex Index) {
  if (Names[Index].empty())
    Names[Index] = StringRef(makeName(Table[Index])).copy(Storage);
  return Names[Index];
}

std::string NamePrinter::tag(const Node &N) {
  if (N.Index == 0)
    return "";
  std::string Number = utostr(N.Index);
  return N.IsPrinted ? '[' + Number + ']' : '(' + Number + ')';
}

void NamePrinter::printFullName(raw_ostream &OS, const CallGraph &Graph,
                                SymbolIndex Index) {
  const Node &N = Graph.Nodes[Index];
  OS << name(Index);
  if (N.Cycle)
    OS << " <cycle " << N.Cycle << '>';
  if (N.Index)
    OS << ' ' << tag(N);
}
