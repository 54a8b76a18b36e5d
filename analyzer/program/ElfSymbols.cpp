//===-- ElfSymbols.cpp - Symbols of an ELF file ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the symbols of .symtab that get counts. A rejected symbol's counts go
// to the one before it, so each rule is visible in reports. The default style
// chooses all functions, and the labels that GNU gprof chooses, since
// assemblers write functions so. GNU's style chooses exactly GNU gprof's
// symbols.
//
// A part of a function is in the object file of its function. So either both
// are local symbols behind one STT_FILE, or the function is global and unique
// by its name.
//
//===----------------------------------------------------------------------===//

#include "program/SymbolTable.h"
#include "support/Errors.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;
using namespace llvm::object;

namespace {

/// Separates, by name, the local functions of a program from the parts that
/// compilers split off from functions. A name is given by its offset in the
/// string table: GNU gprof's scan of a name that ends in a number continues
/// into the next string, and that determines which functions a report has.
class LocalNames {
public:
  explicit LocalNames(StringRef Strings) : Strings(Strings) {}

  /// Whether the local symbol whose name starts at \p Start may be a function.
  bool isFunction(size_t Start);

private:
  enum Verdict { Accepted, Rejected, RunsOn };
  /// Judges the string at \p P. RunsOn moves \p P behind the end of the string.
  Verdict judge(size_t &P) const;
  char at(size_t P) const { return P < Strings.size() ? Strings[P] : '\0'; }

  StringRef Strings;
  DenseMap<size_t, bool> Known; ///< results for strings into which a scan ran
                                ///< on
};

} // namespace

LocalNames::Verdict LocalNames::judge(size_t &P) const {
  while (at(P)) {
    if (at(P) == '$')
      return Rejected;
    if (at(P) != '.') {
      ++P;
      continue;
    }
    // A number, or .clone. or .constprop. and a number, may follow the dot.
    for (StringRef Suffix : {".clone.", ".constprop."})
      if (Strings.substr(P).starts_with(Suffix) && at(P + Suffix.size())) {
        P += Suffix.size() - 1;
        break;
      }
    size_t Digits = ++P;
    while (isDigit(at(P)))
      ++P;
    if (at(P) == '\0') {
      ++P;
      return RunsOn;
    }
    if (at(P) != '.' || P == Digits)
      return Rejected;
  }
  return Accepted;
}

bool LocalNames::isFunction(size_t Start) {
  SmallVector<size_t> Seen;
  bool Result;
  while (true) {
    if (auto It = Known.find(Start); It != Known.end()) {
      Result = It->second;
      break;
    }
    Seen.push_back(Start);
    Verdict V = judge(Start);
    if (V != RunsOn) {
      Result = V == Accepted;
      break;
    }
  }
  for (size_t P : Seen)
    Known[P] = Result;
  return Result;
}

/// Whether \p Name is a name of the runtime (rt/base/hidden_names.h).
static bool isOfRuntime(StringRef Name) { return Name.contains("gmon$"); }

/// Whether \p Name is one that linkers define for the bounds of a section.
static bool isBound(StringRef Name) {
  return Name.starts_with("__start_") || Name.starts_with("__stop_");
}

/// Whether the compiler for \p Machine put an underscore in front of each name
/// in \p Table. The machines are those of GNU's tools; programs for Linux on
/// some of them have none.
template <class ELFT>
static bool beginWithUnderscores(uint16_t Machine,
                                 const SymbolSection<ELFT> &Table) {
  if (!is_contained({ELF::EM_SH, ELF::EM_H8_300, ELF::EM_V850, ELF::EM_RX,
                     ELF::EM_BLACKFIN, ELF::EM_CRIS, ELF::EM_MN10300,
                     ELF::EM_RL78},
                    Machine))
    return false;
  return any_of(Table.Entries, [&](const auto &Entry) {
    Expected<StringRef> Name = Entry.getName(Table.Strings);
    if (Name)
      return *Name == "_main";
    consumeError(Name.takeError());
    return false;
  });
}

namespace {

/// Reads the symbols of a file of one class and byte order.
template <class ELFT> class SymbolReader {
public:
  SymbolReader(const ELFFile<ELFT> &File, AddressRange Text, SymbolRules Rules,
               ProgramSymbols &Result)
      : File(File), Text(Text), Rules(Rules), Result(Result) {}

  Error read() {
    auto Sections = File.sections();
    if (!Sections)
      return Sections.takeError();
    auto Table = SymbolSection<ELFT>::read(File, *Sections);
    if (Rules.IsLibrary && Table && !Table->Header)
      Table = SymbolSection<ELFT>::read(File, *Sections, ELF::SHT_DYNSYM);
    if (!Table || !Table->Header)
      return Table.takeError();
    Expected<ArrayRef<typename ELFT::Word>> ExtendedIndices =
        ArrayRef<typename ELFT::Word>();
    for (const Shdr &Section : *Sections)
      if (Section.sh_type == ELF::SHT_SYMTAB_SHNDX && ExtendedIndices)
        ExtendedIndices = File.getSHNDXTable(Section, *Sections);
    if (!ExtendedIndices)
      return ExtendedIndices.takeError();
    if (Error E = readVersions(*Sections, *Table->Header))
      return E;

    for (const Shdr &Section : *Sections)
      if (Section.sh_flags & ELF::SHF_EXECINSTR && Section.sh_size &&
          Section.sh_size - 1 <= ~uint64_t(Section.sh_addr))
        Result.Code.push_back(
            {Section.sh_addr, Section.sh_addr + Section.sh_size});
    const bool HasUnderscores =
        beginWithUnderscores(File.getHeader().e_machine, *Table);
    LocalNames Names(Table->Strings);
    Result.Symbols.reserve(Table->Entries.size());
    uint32_t Unit = 0;
    for (auto [Index, Entry] : enumerate(Table->Entries)) {
      Unit += Entry.getType() == ELF::STT_FILE;
      if (Entry.st_shndx == ELF::SHN_UNDEF || Entry.st_shndx == ELF::SHN_COMMON)
        continue;
      Symbol New;
      New.Address = Entry.st_value;
      New.IsFunction = Rules.UsesGnuRules ? Entry.getType() == ELF::STT_FUNC
                                          : isFunction(Entry);
      // It marks Thumb code, and is no part of the address.
      if (New.IsFunction && File.getHeader().e_machine == ELF::EM_ARM)
        New.Address &= ~uint64_t(1);
      New.IsStatic = Entry.getBinding() == ELF::STB_LOCAL;
      New.Unit = New.IsStatic ? Unit : 0;
      Expected<StringRef> Name = Entry.getName(Table->Strings);
      if (!Name)
        return Name.takeError();
      New.Name = *Name;
      if (HasUnderscores)
        New.Name.consume_front("_");
      if (Rules.IsLibrary) {
        New.IsStatic |= isOldVersion(Index, *Name);
        New.Name = New.Name.split('@').first;
      }
      New.Size = Entry.st_size;
      const Shdr *Section = nullptr;
      if (Entry.st_shndx != ELF::SHN_ABS) {
        auto Found = File.getSection(Entry, Table->Header, *ExtendedIndices);
        if (!Found)
          return Found.takeError();
        Section = *Found;
      }
      if (Rules.Lines && isNameOfText(Entry, Section)) {
        uint64_t Size = std::min<uint64_t>(Entry.st_size, ~New.Address);
        Result.Functions.push_back(
            {New.Address, std::max<uint64_t>(Size, 1), New.Name});
      }
      if (isNoCode(Entry))
        continue;
      bool IsCode = Section && (Section->sh_flags & ELF::SHF_EXECINSTR);
      // GNU gprof accepts a weak symbol in any section, such as data_start.
      if (!IsCode &&
          !(Rules.UsesGnuRules && Entry.getBinding() == ELF::STB_WEAK))
        continue;
      if (!Rules.UsesGnuRules &&
          (isOfRuntime(New.Name) || (!New.IsFunction && isBound(New.Name))))
        continue;
      if (!New.IsStatic || isAllowedLocal(Entry, New, Names))
        Result.Symbols.push_back(New);
    }
    return Error::success();
  }

private:
  using Sym = typename ELFT::Sym;
  using Shdr = typename ELFT::Shdr;

  static bool isFunction(const Sym &Entry) {
    return Entry.getType() == ELF::STT_FUNC ||
           Entry.getType() == ELF::STT_GNU_IFUNC;
  }

  /// Whether the symbol \p Entry has a kind that gets no samples, calls or
  /// blocks (a section, a file).
  bool isNoCode(const Sym &Entry) const {
    unsigned Type = Entry.getType();
    unsigned Binding = Entry.getBinding();
    return Type == ELF::STT_SECTION || Type == ELF::STT_FILE ||
           Type == ELF::STT_COMMON ||
           (Rules.UsesGnuRules && Type == ELF::STT_GNU_IFUNC) ||
           Binding == ELF::STB_GNU_UNIQUE ||
           (Type == ELF::STT_OBJECT && Binding == ELF::STB_WEAK);
  }

  /// Whether \p Entry, in \p Section, may be the function of a line.
  bool isNameOfText(const Sym &Entry, const Shdr *Section) const {
    if (!Section || !(Section->sh_flags & ELF::SHF_EXECINSTR) ||
        Section->sh_addr != Text.Low ||
        Section->sh_addr + Section->sh_size != Text.High)
      return false;
    // Hidden labels are notes of tools such as GCC's annobin.
    if (Entry.getType() == ELF::STT_NOTYPE)
      return Entry.st_size != 0 || Entry.getBinding() != ELF::STB_LOCAL ||
             Entry.getVisibility() != ELF::STV_HIDDEN;
    return isFunction(Entry);
  }

  bool isAllowedLocal(const Sym &Entry, const Symbol &New,
                      LocalNames &Names) const {
    // Parts that are split off from a global function are local.
    return (!Rules.NoStatic ||
            (!Rules.UsesGnuRules && !wholeName(New.Name).empty())) &&
           !New.Name.empty() && !New.Name.starts_with("__gnu_compiled") &&
           !New.Name.starts_with("___gnu_compiled") &&
           (New.IsFunction || !Rules.OnlyFunctions) &&
           ((New.IsFunction && !Rules.UsesGnuRules) ||
            Names.isFunction(Entry.st_name));
  }

  /// Reads the versions of symbols of \p Table that are in an own section.
  Error readVersions(ArrayRef<Shdr> Sections, const Shdr &Table) {
    if (Table.sh_type != ELF::SHT_DYNSYM)
      return Error::success();
    for (const Shdr &Section : Sections)
      if (Section.sh_type == ELF::SHT_GNU_versym)
        return File
            .template getSectionContentsAsArray<typename ELFT::Versym>(Section)
            .moveInto(Versions);
    return Error::success();
  }

  /// Whether the symbol number \p Index, called \p Name, is a version that a
  /// name alone does not mean: programs that are linked now call another.
  bool isOldVersion(size_t Index, StringRef Name) const {
    if (Index < Versions.size())
      return Versions[Index].vs_index & ELF::VERSYM_HIDDEN;
    return Name.contains('@') && !Name.contains("@@");
  }

  const ELFFile<ELFT> &File;
  AddressRange Text;
  SymbolRules Rules;
  ProgramSymbols &Result;
  ArrayRef<typename ELFT::Versym> Versions; ///< of the symbols of .dynsym
};

} // namespace

Expected<ProgramSymbols> gmon::readElfSymbols(const Image &Program,
                                              SymbolRules Rules) {
  ProgramSymbols Result;
  Error E = Program.visit([&]<class ELFT>(const ELFFile<ELFT> &File) {
    return SymbolReader<ELFT>(File, Program.text(), Rules, Result).read();
  });
  if (E)
    return makeFileError(Program.path(), toString(std::move(E)));
  return Result;
}

StringRef gmon::wholeName(StringRef Name) {
  StringRef Rest = Name;
  if (Rest.consume_back(".cold") || Rest.consume_back(".eh"))
    return Rest;
  Rest = Name.rtrim("0123456789");
  if (Rest.size() < Name.size() &&
      (Rest.consume_back(".cold.") || Rest.consume_back(".__part.")))
    return Rest;
  return {};
}

namespace {

/// Functions by their names.
class FunctionFinder {
public:
  explicit FunctionFinder(ArrayRef<Symbol> Symbols) : Symbols(Symbols) {}

  void add(size_t Index) { ByName[Symbols[Index].Name].push_back(Index); }

  /// Returns the function to which \p Part belongs, if that is certain.
  std::optional<size_t> wholeOf(const Symbol &Part) const {
    auto It = ByName.find(wholeName(Part.Name));
    if (It == ByName.end())
      return std::nullopt;
    ArrayRef<size_t> Candidates = It->second;
    auto IsLocal = [&](const Symbol &Sym) {
      return Sym.IsStatic && Sym.Unit == Part.Unit;
    };
    if (Part.IsStatic &&
        any_of(Candidates, [&](size_t I) { return IsLocal(Symbols[I]); }))
      return single(Candidates, IsLocal);
    return single(Candidates, [](const Symbol &Sym) { return !Sym.IsStatic; });
  }

private:
  /// Returns the candidate that \p Fits; none if there are several.
  std::optional<size_t> single(ArrayRef<size_t> Candidates,
                               function_ref<bool(const Symbol &)> Fits) const {
    std::optional<size_t> Found;
    for (size_t I : Candidates) {
      if (!Fits(Symbols[I]))
        continue;
      if (Found && Symbols[*Found].Address != Symbols[I].Address)
        return std::nullopt;
      Found = I;
    }
    return Found;
  }

  ArrayRef<Symbol> Symbols;
  DenseMap<StringRef, SmallVector<size_t, 1>> ByName;
};

} // namespace

void gmon::foldParts(std::vector<Symbol> &Symbols, bool NoStatic) {
  std::vector<size_t> Parts;
  DenseSet<StringRef> Wanted;
  for (size_t I = 0; I < Symbols.size(); ++I)
    if (Symbols[I].IsFunction && !wholeName(Symbols[I].Name).empty()) {
      Parts.push_back(I);
      Wanted.insert(wholeName(Symbols[I].Name));
    }
  if (Parts.empty())
    return;
  FunctionFinder Functions(Symbols);
  for (size_t I = 0; I < Symbols.size(); ++I)
    if (Symbols[I].IsFunction && Wanted.contains(Symbols[I].Name))
      Functions.add(I);
  DenseMap<size_t, size_t> WholeOf;
  for (size_t I : Parts)
    if (std::optional<size_t> Whole = Functions.wholeOf(Symbols[I]))
      WholeOf[I] = *Whole;
  // A part may have parts. Names become shorter, so the loop ends.
  for (size_t I : Parts) {
    size_t Whole = I;
    for (auto It = WholeOf.find(Whole); It != WholeOf.end();
         It = WholeOf.find(Whole))
      Whole = It->second;
    if (Whole == I)
      continue;
    Symbols[I].IsPart = true;
    Symbols[I].Whole = Symbols[Whole].Address;
  }
  if (NoStatic)
    llvm::erase_if(
        Symbols, [](const Symbol &Sym) { return Sym.IsStatic && !Sym.IsPart; });
}
