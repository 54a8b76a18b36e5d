//===-- AnnotationNames.cpp - Files that -y writes ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first of several sources gets the plain name. GNU gprof writes them all
// to one file, and that one last.
//
//===----------------------------------------------------------------------===//

#include "views/AnnotationNames.h"
#include "program/SymbolTable.h"
#include "support/Paths.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace gmon;
using namespace llvm;

std::vector<std::string>
gmon::annotationNames(ArrayRef<StringRef> Paths,
                      function_ref<bool(StringRef)> IsSource) {
  // A name has at most 255 bytes. Endings, numbers and temporary names need
  // some of them.
  constexpr size_t MaxBaseLength = 230;
  std::vector<std::string> Names(Paths.size());
  StringSet<> Taken;
  StringMap<unsigned> NumSeen;
  auto Choose = [&](StringRef Stem) -> std::string {
    for (StringRef Ending : {"-ann", ".ann"}) {
      std::string Name = (Stem + Ending).str();
      if (!IsSource(Name) && Taken.insert(Name).second)
        return Name;
    }
    return "";
  };
  auto BaseOf = [](StringRef Path) {
    return baseName(Path).take_front(MaxBaseLength);
  };
  for (size_t I = 0; I < Paths.size(); ++I)
    if (++NumSeen[BaseOf(Paths[I])] == 1)
      Names[I] = Choose(BaseOf(Paths[I]));
  NumSeen.clear();
  for (size_t I = 0; I < Paths.size(); ++I) {
    StringRef Base = BaseOf(Paths[I]);
    unsigned &Number = NumSeen[Base];
    ++Number;
    while (Names[I].empty()) {
      Number = std::max(Number, 2U);
      Names[I] = Choose((Base + "." + Twine(Number)).str());
      if (Names[I].empty())
        ++Number;
    }
  }
  return Names;
}
