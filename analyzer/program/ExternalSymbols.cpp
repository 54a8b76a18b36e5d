//===-- ExternalSymbols.cpp - Symbols from a text file --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the lines of a symbol table in text form. Ignores the text behind a
// name, such as the module of a kernel function.
//
//===----------------------------------------------------------------------===//

#include "program/ExternalSymbols.h"
#include "files/FileBytes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LineIterator.h"

using namespace gmon;
using namespace llvm;

/// Returns the function of \p Line, if it has one.
static std::optional<Symbol> parseLine(StringRef Line) {
  constexpr StringLiteral Blanks = " \t\r";
  Symbol Sym;
  Line = Line.ltrim(Blanks);
  StringRef Address =
      Line.take_until([&](char C) { return Blanks.contains(C); });
  StringRef Rest = Line.drop_front(Address.size()).ltrim(Blanks);
  Address.consume_front("0x");
  if (Address.getAsInteger(16, Sym.Address) || Rest.empty())
    return std::nullopt;
  char Kind = Rest.front();
  Rest = Rest.drop_front().ltrim(Blanks);
  Sym.Name = Rest.take_until([&](char C) { return Blanks.contains(C); });
  Sym.IsStatic = Kind == 't';
  Sym.IsFunction = true;
  if ((Kind != 'T' && Kind != 't') || Sym.Name.empty())
    return std::nullopt;
  return Sym;
}

Expected<ExternalSymbols> ExternalSymbols::read(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Text = readTextFile(Path);
  if (!Text)
    return Text.takeError();
  ExternalSymbols Result;
  Result.Text = std::move(*Text);
  for (line_iterator Line(*Result.Text); !Line.is_at_end(); ++Line)
    if (std::optional<Symbol> Sym = parseLine(*Line))
      Result.Symbols.push_back(*Sym);
  if (Result.Symbols.empty())
    return makeFileError(
        Path, "no functions; expected lines of 'nm' such as '401000 T main'");
  return Result;
}

/// Whether \p Words, the words of a line of nm behind the file's name, describe
/// data or a symbol that the file does not define.
static bool isNoCode(ArrayRef<StringRef> Words) {
  if (Words.size() < 2 || Words[Words.size() - 2].size() != 1)
    return false;
  char Kind = Words[Words.size() - 2].front();
  // A member follows the archive's name, perhaps without a space behind it.
  StringRef First = Words.front().substr(Words.front().rfind(':') + 1);
  bool HasAddress = Words.size() > 2 && all_of(First, isHexDigit);
  return StringRef("ABCDGNRSUabcdgnrs").contains(Kind) ||
         (StringRef("wv").contains(Kind) && !HasAddress);
}

/// Adds the function of \p Line. \p LastFile is the file of the preceding
/// function. Returns whether the line is valid.
bool ObjectMap::addLine(StringRef Line, StringRef &LastFile) {
  if (Line.trim().empty() || Line.starts_with("No symbols in "))
    return true;
  auto [File, Rest] = Line.split(':');
  SmallVector<StringRef> Words;
  SplitString(Rest, Words, " \t\r");
  if (File.empty() || Words.empty())
    return false;
  if (isNoCode(Words))
    return true;
  Functions[Words.back()].push_back({File, File != LastFile});
  LastFile = File;
  return true;
}

Expected<ObjectMap> ObjectMap::read(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Text = readTextFile(Path);
  if (!Text)
    return Text.takeError();
  ObjectMap Result;
  Result.Text = std::move(*Text);
  StringRef LastFile;
  for (line_iterator Line(*Result.Text); !Line.is_at_end(); ++Line)
    if (!Result.addLine(*Line, LastFile))
      return makeFileError(Path, "line " + Twine(Line.line_number()) +
                                     ": expected 'file: function', found '" +
                                     *Line + "'");
  if (Result.Functions.empty())
    return makeFileError(Path, "no functions; expected lines of 'nm -A'");
  return Result;
}

void ObjectMap::apply(std::vector<Symbol> &Symbols) const {
  DenseMap<StringRef, size_t> NumSeen;
  llvm::erase_if(Symbols, [&](Symbol &Sym) {
    auto It = Functions.find(Sym.Name);
    if (It == Functions.end())
      return false;
    ArrayRef<Entry> Entries = It->second;
    const Entry &E = Entries[std::min(NumSeen[Sym.Name]++, Entries.size() - 1)];
    Sym.Name = E.File;
    Sym.IsFile = true;
    return !E.IsFirst;
  });
}

std::vector<StringRef> ObjectMap::filesWithout(ArrayRef<Symbol> Symbols) const {
  std::vector<StringRef> Files;
  for (const auto &[Function, Entries] : Functions)
    for (const Entry &E : Entries)
      Files.push_back(E.File);
  DenseSet<StringRef> Present;
  for (const Symbol &Sym : Symbols)
    if (Sym.IsFile)
      Present.insert(Sym.Name);
  llvm::erase_if(Files, [&](StringRef File) { return Present.contains(File); });
  llvm::sort(Files);
  Files.erase(llvm::unique(Files), Files.end());
  return Files;
}
