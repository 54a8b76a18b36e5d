//===-- TestList.cpp - Tests and what they counted ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests may be several programs that share code and libraries: what a test
// counted in all of them adds up.
//
//===----------------------------------------------------------------------===//

#include "commands/sets/TestList.h"
#include "commands/CostText.h"
#include "commands/TextTable.h"
#include "driver/ProfileGroups.h"
#include "program/Image.h"
#include "program/OtherModules.h"
#include "support/Printable.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Whether the profile \p File, without a label, is of processes with labels.
bool TestList::isPart(StringRef File) {
  const std::optional<MemberPlace> Place = placeOf(File);
  if (!Place)
    return false;
  auto [It, IsNew] = LabelledRuns.try_emplace(Place->Set);
  if (IsNew)
    for (const Segment &S : Place->Set->segments())
      if (!S.label().empty())
        It->second.insert(S.Run);
  return Place->Of->hasGoneOn() || It->second.count(Place->Of->Run);
}

Test &TestList::testOf(StringRef File) {
  std::string Name = nameOfGroup(File, GroupKey::Label);
  const bool HasLabel = !Name.empty();
  if (!HasLabel)
    Name = nameOfGroup(File, GroupKey::Process);
  auto [It, IsNew] = IndexOf.try_emplace({HasLabel, Name}, Tests.size());
  if (IsNew)
    Tests.push_back({std::move(Name), HasLabel});
  Test &Result = Tests[It->second];
  Result.IsPart = Result.IsPart && !HasLabel && isPart(File);
  return Result;
}

void TestList::noteUnknown(const TestedModule &Module,
                           const NameList &WereRead) {
  const bool Exists = sys::fs::exists(Module.Path);
  std::optional<Image> Named;
  if (Module.IsNamed) {
    if (Expected<Image> Opened = Image::open(Module.Path))
      Named.emplace(std::move(*Opened));
    else
      consumeError(Opened.takeError());
  }
  std::optional<OtherModules> Neighbours;
  if (Named)
    Neighbours.emplace(&*Named);
  size_t Next = 0; // both lists have one order
  for (const std::string &File : Module.Profiles) {
    std::vector<std::string> OfLibrary;
    if (Neighbours)
      OfLibrary = Neighbours->ownFilesBeside(File);
    if (Next < WereRead.size() &&
        WereRead[Next] == (OfLibrary.empty() ? File : OfLibrary.front())) {
      Next += std::max<size_t>(OfLibrary.size(), 1);
      continue;
    }
    const std::optional<MemberPlace> Place = placeOf(File);
    if (Module.IsNamed && OfLibrary.empty() &&
        (!Place || sys::path::filename(Place->Of->program()) !=
                       sys::path::filename(Module.Path)))
      continue;
    testOf(File).IsUnknown = true;
    (Exists ? IsOtherBuild : IsMissing) = true;
  }
}

std::string TestList::textOfUnknown() const {
  std::string Text = utostr(NumUnknown) +
                     (NumUnknown == 1 ? " is unknown: " : " are unknown: ");
  if (IsOtherBuild)
    Text += "their profiles are of another build";
  if (IsMissing)
    Text +=
        std::string(IsOtherBuild ? ", or " : "") + "their program is missing";
  return Text;
}

void TestList::noteCost(const CostKind &Found) {
  if (Cost.Name.empty())
    Cost = Found;
}

void TestList::finish() {
  NumTests = count_if(Tests, [](const Test &T) { return !T.IsPart; });
  NumUnknown = count_if(Tests, [](const Test &T) {
    return T.IsUnknown && !T.Count && !T.IsPart;
  });
  llvm::erase_if(Tests, [](const Test &T) { return T.Count == 0; });
  llvm::stable_sort(Tests, [](const Test &A, const Test &B) {
    return std::make_tuple(B.Count, StringRef(A.Name)) <
           std::make_tuple(A.Count, StringRef(B.Name));
  });
}

void TestList::printNames(raw_ostream &OS) const {
  uint64_t NumWithout = 0;
  for (const Test &T : Tests)
    if (T.HasLabel)
      OS << printable(T.Name) << '\n';
    else
      ++NumWithout;
  if (NumWithout)
    Warn.add("there are processes without a label", Twine(NumWithout));
  if (NumUnknown)
    Warn.add("of " + utostr(NumTests) + " tests, " + textOfUnknown());
}

void TestList::printText(raw_ostream &OS, const Terminal &Display,
                         const TestWords &Words) const {
  const bool HasTimes = any_of(Tests, [](const Test &T) { return T.Self > 0; });
  const CostText Costs(Cost);
  TableOf<Test> Table;
  Table.add(Words.Counts.str(), [](const Test &T) { return utostr(T.Count); });
  if (HasTimes)
    Table.add(Costs.title("self"),
              [&](const Test &T) { return Costs.number(T.Self); });
  Table.add(
      "test",
      [](const Test &T) {
        return (T.HasLabel ? "" : "process ") + T.Name +
               (T.IsPart ? " without a label" : "");
      },
      TextTable::Name);
  if (!Tests.empty())
    Table.print(OS, Display, Tests);
  OS << (Tests.empty() ? "" : "\n")
     << count_if(Tests, [](const Test &T) { return !T.IsPart; }) << " of "
     << NumTests
     << (NumTests == 1 ? " test " + Words.Does : " tests " + Words.Do) << ' '
     << printable(Words.Wanted);
  if (NumUnknown)
    OS << "; " << textOfUnknown();
  OS << '\n';
}

void TestList::printJson(raw_ostream &OS, const TestWords &Words) const {
  json::OStream Out(OS, 2);
  Out.object([&] {
    Out.attribute("format", "llvm-gprof-tests");
    Out.attribute("version", 1);
    Out.attribute("all_tests", uint64_t(NumTests));
    Out.attribute("unknown_tests", uint64_t(NumUnknown));
    Out.attributeArray("tests", [&] {
      for (const Test &T : Tests)
        Out.object([&] {
          Out.attribute(T.HasLabel ? "label" : "process",
                        json::fixUTF8(T.Name));
          Out.attribute(Words.Counts, T.Count);
          if (!Cost.Name.empty())
            Out.attribute(Cost.key("self_seconds"), T.Self);
        });
    });
  });
  OS << '\n';
}
