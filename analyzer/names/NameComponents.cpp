//===-- NameComponents.cpp - The components of a name ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "names/NameComponents.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <numeric>

using namespace gmon;
using namespace llvm;

SmallVector<StringRef, 4> gmon::componentsOf(StringRef Name) {
  SmallVector<StringRef, 4> Result;
  unsigned Depth = 0;
  size_t Start = 0;
  for (size_t I = 0; I < Name.size(); ++I) {
    const char C = Name[I];
    if (C == '<' || C == '(' || C == '[' || C == '{')
      ++Depth;
    else if (Depth && (C == '>' || C == ')' || C == ']' || C == '}'))
      --Depth;
    else if (!Depth && Name.substr(I).starts_with("::")) {
      Result.push_back(Name.slice(Start, I));
      Start = ++I + 1;
    }
  }
  Result.push_back(Name.drop_front(Start));
  return Result;
}

StringRef gmon::lastComponents(StringRef Name, size_t Count) {
  size_t I = Name.size();
  for (; Count > 0; --Count)
    if ((I = Name.take_front(I).rfind("::")) == StringRef::npos)
      return Name;
  return Name.drop_front(I + 2);
}

StringRef gmon::withoutArguments(StringRef Name) {
  if (!Name.ends_with(">"))
    return Name;
  unsigned Depth = 0;
  for (size_t I = Name.size(); I > 0; --I) {
    Depth += Name[I - 1] == '>';
    if (Name[I - 1] == '<' && --Depth == 0) {
      StringRef Plain = Name.take_front(I - 1);
      return Plain.empty() || Plain.ends_with("operator") ? Name : Plain;
    }
    if (Depth == 0)
      break;
  }
  return Name;
}

std::string gmon::withoutArguments(ArrayRef<StringRef> Components) {
  std::string Result;
  for (StringRef Component : Components)
    Result += ("::" + withoutArguments(Component)).str();
  return Result;
}

/// Whether \p Component is the compiler's name of a lambda.
static bool isLambda(StringRef Component) {
  if (Component.consume_front("$_"))
    return !Component.empty() && isDigit(Component.front());
  return (Component.consume_front("'") || Component.consume_front("{")) &&
         (Component.starts_with("lambda") || Component.starts_with("unnamed") ||
          Component.starts_with("closure"));
}

std::string gmon::pageName(ArrayRef<StringRef> Parts) {
  const StringRef Name = withoutArguments(Parts.back());
  Parts = Parts.drop_back();
  if (isLambda(Name)) {
    const StringRef Number = Name.drop_until(isDigit).take_while(isDigit);
    return ("lambda" + (Number.empty() ? "" : " " + Number) +
            (Parts.empty() ? "" : " in " + pageName(Parts)))
        .str();
  }
  return Name == "operator()" && !Parts.empty() && isLambda(Parts.back())
             ? pageName(Parts)
             : Name.str();
}

/// Whether \p A, read backwards, is less than \p B.
static bool isLessReversed(StringRef A, StringRef B) {
  return std::lexicographical_compare(std::make_reverse_iterator(A.end()),
                                      std::make_reverse_iterator(A.begin()),
                                      std::make_reverse_iterator(B.end()),
                                      std::make_reverse_iterator(B.begin()));
}

NameEnds::NameEnds(std::vector<StringRef> Names)
    : Names(std::move(Names)), Order(this->Names.size()) {
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [&](size_t A, size_t B) {
    return isLessReversed(this->Names[A], this->Names[B]);
  });
}

std::vector<size_t> NameEnds::find(StringRef End) const {
  std::vector<size_t> Result;
  auto First = partition_point(
      Order, [&](size_t I) { return isLessReversed(Names[I], End); });
  for (; First != Order.end() && Names[*First].ends_with(End); ++First)
    Result.push_back(*First);
  llvm::sort(Result);
  return Result;
}
