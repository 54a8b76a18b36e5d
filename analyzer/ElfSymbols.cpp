//===-- ElfSymbols.cpp - Symbols of an ELF file ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses from .symtab the symbols that a profile may be accounted to. What is
// rejected here is accounted to the symbol before it, so that each rule shows
// in the reports; the rules are GNU gprof's.
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELF.h"

using namespace gmon;
using namespace llvm;
using namespace llvm::object;

namespace {

/// Tells the local functions of a program from what compilers split off from
/// functions, by name. Names are given by their place in the string table:
/// GNU gprof's scan of a name that ends in a number runs on into the string
/// behind it, and which functions a report shows depends on that.
class LocalNames {
public:
  explicit LocalNames(StringRef Strings) : Strings(Strings) {}

  /// Whether the local symbol whose name starts at \p Start may be a function.
  bool isFunction(size_t Start);

private:
  enum Verdict { Accepted, Rejected, RunsOn };
  /// Judges the string at \p P; RunsOn leaves \p P behind its end.
  Verdict judge(size_t &P) const;
  char at(size_t P) const { return P < Strings.size() ? Strings[P] : '\0'; }

  StringRef Strings;
  DenseMap<size_t, bool> Known; ///< what was said of strings run on into
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

/// Whether \p Sym is of a kind that is never accounted to.
template <class ELFT>
static bool isNoCode(const typename ELFT::Sym &Sym) {
  unsigned Type = Sym.getType();
  return Sym.st_shndx == ELF::SHN_UNDEF || Sym.st_shndx == ELF::SHN_COMMON ||
         Type == ELF::STT_SECTION || Type == ELF::STT_FILE ||
         Type == ELF::STT_COMMON || Type == ELF::STT_TLS ||
         Type == ELF::STT_GNU_IFUNC ||
         Sym.getBinding() == ELF::STB_GNU_UNIQUE ||
         (Type == ELF::STT_OBJECT && Sym.getBinding() == ELF::STB_WEAK);
}

template <class ELFT>
static Error readSymbols(const Image &Program, const ELFFile<ELFT> &File,
                         SymbolRules Rules, std::vector<Symbol> &Symbols,
                         std::vector<NamedAddress> &Functions) {
  auto Sections = File.sections();
  if (!Sections)
    return Sections.takeError();
  auto Table = find_if(*Sections, [](const typename ELFT::Shdr &Section) {
    return Section.sh_type == ELF::SHT_SYMTAB;
  });
  if (Table == Sections->end())
    return Error::success();
  auto Entries = File.symbols(&*Table);
  if (!Entries)
    return Entries.takeError();
  Expected<StringRef> Strings =
      File.getStringTableForSymtab(*Table, *Sections);
  if (!Strings)
    return Strings.takeError();
  Expected<ArrayRef<typename ELFT::Word>> ExtendedIndices =
      ArrayRef<typename ELFT::Word>();
  for (const typename ELFT::Shdr &Section : *Sections)
    if (Section.sh_type == ELF::SHT_SYMTAB_SHNDX)
      ExtendedIndices = File.getSHNDXTable(Section, *Sections);
  if (!ExtendedIndices)
    return ExtendedIndices.takeError();

  LocalNames Locals(*Strings);
  for (const typename ELFT::Sym &Entry : *Entries) {
    if (isNoCode<ELFT>(Entry))
      continue;
    Symbol Sym;
    Sym.Address = Entry.st_value;
    Sym.IsFunction = Entry.getType() == ELF::STT_FUNC;
    Expected<StringRef> Name = Entry.getName(*Strings);
    if (!Name)
      return Name.takeError();
    Sym.Name = *Name;
    if (Sym.IsFunction)
      Functions.push_back({Sym.Address, Sym.Name});
    // A weak symbol counts wherever it is defined: data_start, for one.
    if (Entry.getBinding() != ELF::STB_WEAK) {
      if (Entry.st_shndx == ELF::SHN_ABS)
        continue;
      auto Section = File.getSection(Entry, &*Table, *ExtendedIndices);
      if (!Section)
        return Section.takeError();
      if (!*Section || !((*Section)->sh_flags & ELF::SHF_EXECINSTR))
        continue;
    }
    if (Entry.getBinding() == ELF::STB_LOCAL) {
      if (Rules.NoStatic || Sym.Name.empty() ||
          Sym.Name.starts_with("__gnu_compiled") ||
          Sym.Name.starts_with("___gnu_compiled") ||
          (Rules.OnlyFunctions && !Sym.IsFunction) ||
          !Locals.isFunction(Entry.st_name))
        continue;
      Sym.IsStatic = true;
    }
    Symbols.push_back(Sym);
  }
  return Error::success();
}

Error gmon::readElfSymbols(const Image &Program, SymbolRules Rules,
                           std::vector<Symbol> &Symbols,
                           std::vector<NamedAddress> &Functions) {
  auto Read = [&](const auto *Object) {
    return readSymbols(Program, Object->getELFFile(), Rules, Symbols, Functions);
  };
  const ELFObjectFileBase *Object = &Program.object();
  Error E = Error::success();
  if (auto *File = dyn_cast<ELF64LEObjectFile>(Object))
    E = joinErrors(std::move(E), Read(File));
  else if (auto *File = dyn_cast<ELF32LEObjectFile>(Object))
    E = joinErrors(std::move(E), Read(File));
  else if (auto *File = dyn_cast<ELF64BEObjectFile>(Object))
    E = joinErrors(std::move(E), Read(File));
  else
    E = joinErrors(std::move(E), Read(cast<ELF32BEObjectFile>(Object)));
  if (E)
    return makeFileError(Program.path(), toString(std::move(E)));
  return Error::success();
}
