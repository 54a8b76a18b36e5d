//===-- NameForms.cpp - The shortest forms of names -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares texts by 64-bit hashes and keeps no text. A collision would only
// make names longer than necessary.
//
//===----------------------------------------------------------------------===//

#include "views/NameForms.h"
#include "llvm/ADT/STLExtras.h"
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
  return all_of(Names, [&](const HashedName &Each) {
    return Each.in(NameForm::Full) == Names[0].in(NameForm::Full);
  });
}

NameForms::NameForms(std::vector<StringRef> Names, DemangleStyle Style)
    : Default(NameForm::Plain) {
  // All lines of one function have the same name.
  llvm::sort(Names);
  Names.erase(llvm::unique(Names), Names.end());
  std::vector<HashedName> Hashed(Names.size());
  Demangler Parsed(Style);
  for (auto [Name, Each] : zip_equal(Names, Hashed)) {
    Each.Name = Name;
    Parsed.parse(Name);
    Each.hash(Parsed, NameForm::Plain);
  }
  visitGroups(Hashed, NameForm::Plain, [&](MutableArrayRef<HashedName> Group) {
    if (Group.size() == 1)
      return;
    for (HashedName &Each : Group) {
      Parsed.parse(Each.Name);
      for (NameForm Form :
           {NameForm::Parameters, NameForm::TemplateArguments, NameForm::Full})
        Each.hash(Parsed, Form);
    }
    // For example, a constructor's variants have one full name.
    if (isOneName(Group))
      return;
    for (NameForm Form : {NameForm::Parameters, NameForm::TemplateArguments})
      visitGroups(Group, Form, [&](ArrayRef<HashedName> Some) {
        bool IsPlain = Some[0].in(Form) == Some[0].in(NameForm::Plain);
        if (!IsPlain && isOneName(Some))
          for (const HashedName &Each : Some)
            Exceptions.try_emplace(Each.Name, Form);
      });
    for (const HashedName &Each : Group)
      Exceptions.try_emplace(Each.Name, NameForm::Full);
  });
}
