//===-- CodeMap.cpp - Where a program's code is ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the sections with code, and from .symtab where functions start and
// which bytes are data. On ARM, AArch64 and RISC-V, mapping symbols mark both:
// $a begins ARM code, $t Thumb code, $x other code, $d data. On other targets,
// symbols of objects mark data.
//
//===----------------------------------------------------------------------===//

#include "code/CodeMap.h"

using namespace gmon;
using namespace llvm;
using namespace llvm::object;

std::optional<CodeKind> gmon::mappingKind(StringRef Name, unsigned Machine) {
  bool IsArm = Machine == ELF::EM_ARM;
  if ((!IsArm && Machine != ELF::EM_AARCH64 && Machine != ELF::EM_RISCV) ||
      !Name.consume_front("$") || Name.empty())
    return std::nullopt;
  char Kind = Name.front();
  // In RISC-V, the names of extensions may follow $x; elsewhere, a dot and any
  // text may follow.
  if (Name.size() > 1 && Name[1] != '.' &&
      !(Machine == ELF::EM_RISCV && Kind == 'x'))
    return std::nullopt;
  if (Kind == 'd')
    return CodeKind::Data;
  if (IsArm && Kind == 't')
    return CodeKind::Thumb;
  if (Kind == (IsArm ? 'a' : 'x'))
    return CodeKind::Main;
  return std::nullopt;
}

namespace gmon {

/// Reads the file of one class and byte order.
template <class ELFT> class CodeMapReader {
public:
  CodeMapReader(const ELFFile<ELFT> &File, Warnings &Warn, CodeMap &Map)
      : File(File), Warn(Warn), Map(Map), Machine(File.getHeader().e_machine) {}

  Error read() {
    auto Headers = File.sections();
    if (!Headers)
      return Headers.takeError();
    if (Error E = readSections(*Headers))
      return E;
    auto Table = SymbolSection<ELFT>::read(File, *Headers);
    if (!Table)
      return Table.takeError();
    if (Error E = readSymbols(*Table))
      return E;
    Map.makeRuns(std::move(Marks));
    return Error::success();
  }

  /// Reads only the sections of the file.
  Error readSections() {
    auto Headers = File.sections();
    return Headers ? readSections(*Headers) : Headers.takeError();
  }

private:
  using Mark = CodeMap::Mark;

  /// Reads Map's sections.
  Error readSections(typename ELFT::ShdrRange Headers) {
    std::vector<const typename ELFT::Shdr *> InFile;
    for (const auto &Header : Headers)
      if ((Header.sh_flags & ELF::SHF_EXECINSTR) && Header.sh_size != 0 &&
          Header.sh_type != ELF::SHT_NOBITS)
        InFile.push_back(&Header);
    llvm::stable_sort(InFile, [](const auto *A, const auto *B) {
      return A->sh_offset < B->sh_offset;
    });
    // A file can have more sections than bytes of code, if they share bytes.
    uint64_t End = 0;
    for (const auto *Header : InFile) {
      Expected<StringRef> Name = File.getSectionName(*Header);
      if (!Name)
        return Name.takeError();
      Expected<ArrayRef<uint8_t>> Bytes = File.getSectionContents(*Header);
      if (!Bytes) {
        consumeError(Bytes.takeError());
        Warn.add("code is missing from the program", "section '" + *Name + "'");
      } else if (Header->sh_offset < End) {
        Warn.add("sections with code overlap", "ignored '" + *Name + "'");
      } else {
        Map.Sections.push_back({*Name, Header->sh_addr, *Bytes});
        End = Header->sh_offset + Bytes->size();
      }
    }
    std::ranges::stable_sort(Map.Sections, {}, &CodeSection::Address);
    return Error::success();
  }

  Error readSymbols(const SymbolSection<ELFT> &Table) {
    for (const auto &Entry : Table.Entries) {
      if (!Map.sectionOf(Entry.st_value) || Entry.st_shndx == ELF::SHN_UNDEF ||
          Entry.st_shndx == ELF::SHN_ABS)
        continue;
      Expected<StringRef> Name = Entry.getName(Table.Strings);
      if (!Name)
        return Name.takeError();
      addMarks(Entry, *Name);
    }
    return Error::success();
  }

  void addMarks(const typename ELFT::Sym &Entry, StringRef Name) {
    uint64_t Address = Entry.st_value;
    switch (Entry.getType()) {
    case ELF::STT_FUNC:
    case ELF::STT_GNU_IFUNC: {
      CodeKind Kind = CodeKind::Main;
      if (Machine == ELF::EM_ARM && (Address & 1)) {
        Kind = CodeKind::Thumb;
        --Address;
      }
      Map.Functions.push_back(Address);
      // On PowerPC, calls within one module enter behind the instructions that
      // set up the table of contents.
      if (Machine == ELF::EM_PPC64)
        Map.Functions.push_back(
            Address + ELF::decodePPC64LocalEntryOffset(Entry.st_other));
      Marks.push_back({Address, 0, Kind});
      break;
    }
    case ELF::STT_OBJECT:
      // Mapping symbols are more precise. Code behind data may be Thumb code.
      if (Machine != ELF::EM_ARM && Entry.st_size &&
          Entry.st_size <= UINT64_MAX - Address) {
        Marks.push_back({Address, 0, CodeKind::Data});
        Marks.push_back({Address + Entry.st_size, 0, CodeKind::Main});
      }
      break;
    case ELF::STT_NOTYPE:
      if (std::optional<CodeKind> Kind = mappingKind(Name, Machine)) {
        Marks.push_back({Address, 2, Kind});
      } else {
        Map.Labels.push_back(Address);
        Marks.push_back({Address, 1, std::nullopt});
      }
      break;
    default:
      break;
    }
  }

  const ELFFile<ELFT> &File;
  Warnings &Warn;
  CodeMap &Map;
  unsigned Machine;
  std::vector<Mark> Marks;
};

} // namespace gmon

/// Cuts the sections at \p Marks.
void CodeMap::makeRuns(std::vector<Mark> Marks) {
  llvm::sort(Functions);
  llvm::sort(Labels);
  std::ranges::stable_sort(
      Marks, {}, [](const Mark &M) { return std::tie(M.Address, M.Rank); });
  // One mark for each address: many sections with many would take long.
  size_t NumKept = 0;
  for (const Mark &M : Marks) {
    if (NumKept == 0 || Marks[NumKept - 1].Address != M.Address)
      Marks[NumKept++] = M;
    else if (M.Kind)
      Marks[NumKept - 1].Kind = M.Kind;
  }
  Marks.resize(NumKept);
  for (const CodeSection &Section : Sections) {
    CodeKind Kind = CodeKind::Main;
    uint64_t Start = Section.Address;
    auto EndRun = [&](uint64_t End) {
      if (Start < End && Kind != CodeKind::Data)
        Runs.push_back(
            {Start, Section.Bytes.slice(Start - Section.Address, End - Start),
             Kind});
      Start = End;
    };
    auto Next = std::ranges::lower_bound(Marks, Start, {}, &Mark::Address);
    for (; Next != Marks.end() && Next->Address < Section.high(); ++Next) {
      EndRun(Next->Address);
      Kind = Next->Kind.value_or(Kind);
    }
    EndRun(Section.high());
  }
}

Expected<CodeMap> CodeMap::read(const Image &Program, Warnings &Warn) {
  CodeMap Map;
  Error E = Program.visit([&]<class ELFT>(const ELFFile<ELFT> &File) {
    return CodeMapReader<ELFT>(File, Warn, Map).read();
  });
  if (E)
    return makeFileError(Program.path(), toString(std::move(E)));
  return Map;
}

std::vector<CodeSection> CodeMap::readSections(const Image &Program) {
  CodeMap Map;
  Warnings Ignored;
  // A damaged file was refused before this, or has no sections.
  consumeError(Program.visit([&]<class ELFT>(const ELFFile<ELFT> &File) {
    return CodeMapReader<ELFT>(File, Ignored, Map).readSections();
  }));
  return std::move(Map.Sections);
}

const CodeSection *CodeMap::sectionOf(uint64_t Address) const {
  auto Next =
      std::ranges::upper_bound(Sections, Address, {}, &CodeSection::Address);
  if (Next == Sections.begin() || std::prev(Next)->high() <= Address)
    return nullptr;
  return &*std::prev(Next);
}

bool CodeMap::isFunctionStart(uint64_t Address) const {
  return std::binary_search(Functions.begin(), Functions.end(), Address);
}

std::vector<CodeRun> CodeMap::runsOf(uint64_t Address) const {
  const CodeSection *Section = sectionOf(Address);
  if (!Section)
    return {};
  const auto Next = llvm::upper_bound(Functions, Address);
  const uint64_t End = Next == Functions.end()
                           ? Section->high()
                           : std::min(*Next, Section->high());
  std::vector<CodeRun> Result;
  auto Run = llvm::partition_point(
      Runs, [&](const CodeRun &R) { return R.high() <= Address; });
  for (; Run != Runs.end() && Run->Address < End; ++Run) {
    const uint64_t Low = std::max(Run->Address, Address);
    const uint64_t High = std::min(Run->high(), End);
    Result.push_back(
        {Low, Run->Bytes.slice(Low - Run->Address, High - Low), Run->Kind});
  }
  return Result;
}

bool CodeMap::isLabel(uint64_t Address) const {
  return std::binary_search(Labels.begin(), Labels.end(), Address);
}
