//===-- Errors.cpp - How stages fail and warn -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Errors.h"
#include "support/Printable.h"

using namespace gmon;
using namespace llvm;

Error gmon::makeError(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

Error gmon::makeFileError(StringRef File, const Twine &Message) {
  return makeError("'" + File + "': " + Message);
}

void Warnings::add(StringRef Kind, const Twine &First) {
  auto [It, New] = Kinds.try_emplace(Kind.str());
  if (New)
    It->second.First = First.str();
  else if (!It->second.HasOthers)
    It->second.HasOthers = First.str() != It->second.First;
  ++It->second.Count;
}

void Warnings::addOnce(StringRef Kind, const Twine &First) {
  if (Seen.insert((Kind + Twine('\0') + First).str()).second)
    add(Kind, First);
}

std::string Warnings::take(StringRef Kind) {
  auto It = Kinds.find(Kind.str());
  if (It == Kinds.end())
    return "";
  std::string First = std::move(It->second.First);
  Kinds.erase(It);
  return First;
}

void Warnings::print(raw_ostream &OS, StringRef Program) {
  for (const auto &[Kind, Seen] : Kinds) {
    OS << Program << ": warning: " << printable(Kind);
    if (!Seen.First.empty())
      OS << ": " << printable(Seen.First);
    if (Seen.HasOthers)
      OS << " (the first of " << Seen.Count << ")";
    else if (Seen.Count > 1)
      OS << " (" << Seen.Count << " times)";
    OS << '\n';
  }
  Kinds.clear();
}
