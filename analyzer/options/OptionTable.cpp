//===-- OptionTable.cpp - The names of the options ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opts.td defines the options, and LLVM's OptTable parses the words. OptTable
// does not support abbreviated long names, as getopt_long does: they are
// expanded before OptTable reads the words.
//
//===----------------------------------------------------------------------===//

#include "options/OptionTable.h"
#include "support/Errors.h"
#include "support/LLVMVersion.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/StringSaver.h"

using namespace gmon;
using namespace llvm;
using namespace llvm::opt;

#define PREFIX GMON_OPTION_PREFIX
#define OPTTABLE_STR_TABLE_CODE
#include "Opts.inc"
#undef OPTTABLE_STR_TABLE_CODE
#undef PREFIX

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "Opts.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr OptTable::Info InfoTable[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Opts.inc"
#undef OPTION
};

OptionTable::OptionTable() : GenericOptTable(GMON_OPTION_TABLES(InfoTable)) {
  setGroupedShortOptions(true);
  setDashDashParsing(true);
}

Option::OptionClass OptionTable::classOf(StringRef Name) const {
  for (unsigned ID = 1; ID <= getNumOptions(); ++ID)
    if (getOption(ID).getPrefixedName() == Name)
      return Option::OptionClass(getOptionKind(ID));
  return Option::UnknownClass;
}

Expected<std::string> OptionTable::completeName(StringRef Name) const {
  SmallVector<StringRef> Matches, NewMatches;
  for (unsigned ID = 1; ID <= getNumOptions(); ++ID) {
    StringRef Candidate = getOption(ID).getPrefixedName();
    Candidate.consume_back("=");
    if (Candidate == Name)
      return Name.str();
    auto &Found = getOption(ID).hasFlag(NotInGnu) ? NewMatches : Matches;
    if (Candidate.starts_with(Name) && !is_contained(Found, Candidate))
      Found.push_back(Candidate);
  }
  if (Matches.empty())
    Matches = std::move(NewMatches);
  if (Matches.size() > 1)
    return makeError("option '" + Name +
                     "' is ambiguous: " + join(Matches, ", "));
  return Matches.empty() ? Name.str() : Matches.front().str();
}

bool OptionTable::takesNextWord(StringRef Word) const {
  for (size_t I = 1; I < Word.size(); ++I) {
    Option::OptionClass Class = classOf((Twine('-') + Word.substr(I, 1)).str());
    if (Class == Option::JoinedOrSeparateClass)
      return I + 1 == Word.size();
    if (Class != Option::FlagClass)
      return false;
  }
  return false;
}

Error OptionTable::checkGroup(StringRef Word) const {
  // LLVM's parser keeps the rest of the word for each of its letters.
  constexpr size_t MaxLetters = 256;
  for (size_t I = 1; I < Word.size(); ++I) {
    StringRef Letter = Word.substr(I, 1);
    Option::OptionClass Class = classOf((Twine('-') + Letter).str());
    if (Class != Option::FlagClass && Class != Option::UnknownClass)
      return Error::success();
    if (I > MaxLetters)
      return makeError("more than " + Twine(MaxLetters) +
                       " options in a word: '" + Word.take_front(16) + "...'");
  }
  return Error::success();
}

Error OptionTable::completeNames(StringSaver &Saver,
                                 SmallVectorImpl<const char *> &Words) const {
  for (size_t I = 0; I < Words.size(); ++I) {
    StringRef Word = Words[I];
    if (Word == "--")
      break;
    if (Word.empty())
      return makeError("the name of a file is empty");
    if (!Word.starts_with("--")) {
      if (Word.starts_with("-"))
        if (Error E = checkGroup(Word))
          return E;
      if (Word.starts_with("-") && takesNextWord(Word))
        ++I;
      continue;
    }
    auto [Name, Value] = Word.split('=');
    Expected<std::string> Full = completeName(Name);
    if (!Full)
      return Full.takeError();
    Words[I] = Saver.save(*Full + Word.drop_front(Name.size())).data();
    if (Name.size() == Word.size() && classOf(*Full) == Option::SeparateClass)
      ++I;
  }
  return Error::success();
}

std::string gmon::optionOfCommand(StringRef Name) {
  const StringRef Option =
      StringSwitch<StringRef>(Name.split('=').first)
          .Case("--format", "export --format=NAME")
          .Case("--html", "export -o FILE.html")
          .Case("--make-filter", "export --format=filter")
          .Case("--cost", "report --cost=NAME")
          .Case("--measured", "report --tree")
          .Case("--threads", "report --by=thread")
          .Case("--line-arcs", "report --callers=FUNCTION")
          .Case("--errors", "report --errors")
          .Case("--rank", "report --rank=LIST")
          .Case("--label", "report --label=PATTERN")
          .Case("--process", "report --process=PROCESS")
          .Case("--short-names", "export")
          .Case("--inlines", "export")
          .Case("--min-percent", "export")
          .Case("--assembly-bytes", "export")
          .Case("--embed-any-source", "export")
          .Case("--debug-file-directory", "list --debug-file-directory=FOLDERS")
          .Case("--json", "export --format=NAME")
          .Case("--csv", "export --format=NAME")
          .Case("--folded", "export --format=NAME")
          .Case("--lcov", "export --format=NAME")
          .Case("--list", "list FUNCTION")
          .Case("--all", "report")
          .Case("--by", "report")
          .Case("--callees", "report")
          .Case("--callers", "report")
          .Case("--sort", "report")
          .Case("--top", "report")
          .Case("--tree", "report")
          .Default("");
  return Option.empty() ? "" : "; it is 'llvm-gprof " + Option.str() + "'";
}

Error OptionTable::makeUnknownOptionError(StringRef Name) const {
  if (std::string Command = optionOfCommand(Name); !Command.empty())
    return makeError("unknown option '" + Name + "'" + Command);
  const StringRef Flag = Name.split('=').first;
  if (Flag.size() < Name.size() && classOf(Flag) == Option::FlagClass)
    return makeError("option '" + Flag + "' takes no value");
  constexpr unsigned MinLength = 4, MaxDistance = 3;
  std::string Nearest;
  // The search takes time and memory in proportion to the name's length.
  constexpr size_t MaxLength = 64;
  if (!Name.starts_with("--") || Name.size() > MaxLength ||
      findNearest(Name, Nearest, Visibility(), MinLength, MaxDistance) >
          MaxDistance)
    return makeError("unknown option '" + Name + "'");
  return makeError("unknown option '" + Name + "'; did you mean '" + Nearest +
                   "'?");
}
