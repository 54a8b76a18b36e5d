//===-- Disassembler.cpp - Code in assembly language ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM prints operands as numbers; which symbols they are is added here: behind
// a branch, its target; behind other instructions, as a comment, the memory
// that they address.
//
//===----------------------------------------------------------------------===//

#include "code/Disassembler.h"
#include "code/McLayer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;
using namespace llvm::object;

namespace gmon {

/// Reads the file of one class and byte order.
template <class ELFT> class AddressNameReader {
public:
  AddressNameReader(const ELFFile<ELFT> &File, AddressNames &Names)
      : File(File), Names(Names), Machine(File.getHeader().e_machine) {}

  void read() {
    auto Headers = File.sections();
    if (errorToBool(Headers.takeError()))
      return;
    for (const auto &Header : *Headers)
      Names.Sections.push_back(Header.sh_addr);
    llvm::sort(Names.Sections);
    if (!readTable(*Headers, ELF::SHT_SYMTAB))
      readTable(*Headers, ELF::SHT_DYNSYM);
  }

private:
  /// Returns whether there is such a table with symbols.
  bool readTable(typename ELFT::ShdrRange Headers, uint32_t Type) {
    auto Table = SymbolSection<ELFT>::read(File, Headers, Type);
    if (errorToBool(Table.takeError()))
      return false;
    for (const auto &Entry : Table->Entries) {
      Expected<StringRef> Name = Entry.getName(Table->Strings);
      if (!errorToBool(Name.takeError()))
        add(Entry, *Name, Headers);
    }
    return !Names.Entries.empty();
  }

  void add(const typename ELFT::Sym &Entry, StringRef Name,
           typename ELFT::ShdrRange Headers) {
    const unsigned Type = Entry.getType();
    if (Type == ELF::STT_FILE || Type == ELF::STT_SECTION || Name.empty() ||
        mappingKind(Name, Machine) || Entry.st_shndx == ELF::SHN_UNDEF ||
        Entry.st_shndx >= Headers.size())
      return;
    uint64_t Address = Entry.st_value;
    if (Machine == ELF::EM_ARM && Type == ELF::STT_FUNC)
      Address &= ~uint64_t(1);
    Names.Entries.push_back({Headers[Entry.st_shndx].sh_addr, Address, Name});
  }

  const ELFFile<ELFT> &File;
  AddressNames &Names;
  unsigned Machine;
};

} // namespace gmon

void AddressNames::sort() {
  auto Key = [](const Entry &E) {
    return std::tie(E.Section, E.Address, E.Name);
  };
  llvm::sort(Entries,
             [&](const Entry &A, const Entry &B) { return Key(A) < Key(B); });
}

AddressNames AddressNames::read(const Image &Program, ArrayRef<Symbol> Stubs) {
  AddressNames Result;
  Program.visit([&]<class ELFT>(const ELFFile<ELFT> &File) {
    AddressNameReader<ELFT>(File, Result).read();
  });
  for (const Symbol &Stub : Stubs) {
    auto Next = llvm::upper_bound(Result.Sections, Stub.Address);
    if (Next != Result.Sections.begin() && Stub.IsFunction)
      Result.Entries.push_back({*std::prev(Next), Stub.Address, Stub.Name});
  }
  Result.sort();
  return Result;
}

std::optional<NamedAddress> AddressNames::find(uint64_t Address) const {
  auto Section = llvm::upper_bound(Sections, Address);
  if (Section == Sections.begin())
    return std::nullopt;
  const std::pair Place(*std::prev(Section), Address);
  auto Next =
      llvm::upper_bound(Entries, Place, [](const auto &Place, const Entry &E) {
        return Place < std::pair(E.Section, E.Address);
      });
  if (Next == Entries.begin() || std::prev(Next)->Section != Place.first)
    return std::nullopt;
  const Entry &Found = *std::prev(Next);
  return NamedAddress{Found.Name, Address - Found.Address};
}

/// Returns \p Text with one space in place of each sequence of blanks.
static std::string withSingleSpaces(StringRef Text) {
  SmallVector<StringRef> Words;
  SplitString(Text, Words, " \t\n");
  return join(Words, " ");
}

/// Prints the instructions of one instruction set.
class Disassembler::Printer {
public:
  Printer(const Disassembler &Owner, const McLayer &Layer, NameFn NameOf)
      : Owner(Owner), Layer(Layer), NameOf(NameOf),
        Instructions(Layer.createPrinter()), CommentStream(Comments) {
    if (Instructions)
      Instructions->setCommentStream(CommentStream);
  }

  AssemblyInstruction print(const MCInst &Inst, uint64_t Address,
                            uint64_t Size);

private:
  std::string nameOf(uint64_t Address) const;
  std::optional<uint64_t> memoryOf(const MCInst &Inst, uint64_t Address,
                                   uint64_t Size) const;

  const Disassembler &Owner;
  const McLayer &Layer;
  NameFn NameOf;
  std::unique_ptr<MCInstPrinter> Instructions;
  std::string Comments;
  raw_string_ostream CommentStream;
};

/// Returns " <symbol+0x12>", or nothing if there is no symbol.
std::string Disassembler::Printer::nameOf(uint64_t Address) const {
  std::optional<NamedAddress> Found = Owner.Names.find(Address);
  if (!Found)
    return "";
  std::string Result = " <" + NameOf(Found->Name);
  if (Found->Offset)
    Result += "+0x" + utohexstr(Found->Offset, /*LowerCase=*/true);
  return Result + ">";
}

std::optional<uint64_t> Disassembler::Printer::memoryOf(const MCInst &Inst,
                                                        uint64_t Address,
                                                        uint64_t Size) const {
  return Layer.Analysis->evaluateMemoryOperandAddress(
      Inst, Layer.Subtarget.get(), Address, Size);
}

AssemblyInstruction Disassembler::Printer::print(const MCInst &Inst,
                                                 uint64_t Address,
                                                 uint64_t Size) {
  AssemblyInstruction Result{Address, Size, "", std::nullopt};
  std::string Text;
  raw_string_ostream OS(Text);
  Comments.clear();
  // On x86, targets are relative to the next instruction.
  const bool IsX86 = Layer.Subtarget->getTargetTriple().isX86();
  Instructions->printInst(&Inst, Address + (IsX86 ? Size : 0), /*Annot=*/"",
                          *Layer.Subtarget, OS);
  if (std::optional<uint64_t> Target = Layer.targetOf(Inst, Address, Size)) {
    Result.Target = *Target & Owner.AddressMask;
    OS << nameOf(*Result.Target);
  } else if (std::optional<uint64_t> Operand = memoryOf(Inst, Address, Size)) {
    Result.Target = *Operand & Owner.AddressMask;
    Comments += "0x" + utohexstr(*Result.Target, /*LowerCase=*/true) +
                nameOf(*Result.Target);
  }
  if (!Comments.empty())
    OS << ' ' << Layer.AsmInfo->getCommentString() << ' ' << Comments;
  Result.Text = withSingleSpaces(Text);
  return Result;
}

std::unique_ptr<Disassembler> Disassembler::create(const Image &Program,
                                                   ArrayRef<Symbol> Stubs,
                                                   Warnings &Warn) {
  std::unique_ptr<Disassembler> Result(new Disassembler);
  Result->AddressMask = Program.addressSize() == 4 ? UINT32_MAX : UINT64_MAX;
  Result->Main = McLayer::create(Program, /*IsThumb=*/false);
  const bool IsArm = Program.object().makeTriple().isARM();
  if (IsArm)
    Result->Thumb = McLayer::create(Program, /*IsThumb=*/true);
  if (!Result->Main || (IsArm && !Result->Thumb) ||
      !Result->Main->createPrinter())
    return nullptr;
  Expected<CodeMap> Code = CodeMap::read(Program, Warn);
  if (errorToBool(Code.takeError()))
    return nullptr;
  Result->Code = std::move(*Code);
  Result->Names = AddressNames::read(Program, Stubs);
  return Result;
}

Disassembler::~Disassembler() = default;

void Disassembler::visit(AddressRange Range, NameFn NameOf,
                         function_ref<void(AssemblyInstruction)> Visit) const {
  std::optional<Printer> MainPrinter, ThumbPrinter;
  auto PrinterOf = [&](const McLayer &Layer) -> Printer & {
    std::optional<Printer> &Result =
        &Layer == Thumb.get() ? ThumbPrinter : MainPrinter;
    if (!Result)
      Result.emplace(*this, Layer, NameOf);
    return *Result;
  };
  uint64_t Covered = Range.Low;
  auto VisitData = [&](uint64_t End) {
    // A part outside of the sections is no data.
    if (const CodeSection *Section = Code.sectionOf(Covered);
        Section && Covered < End) {
      const uint64_t Size = std::min(End, Section->high()) - Covered;
      Visit(
          {Covered, Size,
           "<" + utostr(Size) + (Size == 1 ? " byte" : " bytes") + " of data>",
           std::nullopt});
    }
  };
  auto Next = partition_point(
      Code.runs(), [&](const CodeRun &Run) { return Run.high() <= Range.Low; });
  for (; Next != Code.runs().end() && Next->Address < Range.High; ++Next) {
    VisitData(std::max(Next->Address, Covered));
    const uint64_t Start = std::max(Next->Address, Range.Low);
    ArrayRef<uint8_t> Bytes = Next->Bytes.drop_front(Start - Next->Address)
                                  .take_front(Range.High - Start);
    const McLayer &Layer =
        Next->Kind == CodeKind::Thumb && Thumb ? *Thumb : *Main;
    Printer &Print = PrinterOf(Layer);
    Layer.walk(
        Bytes, Start,
        [&](const MCInst &Inst, uint64_t Address, uint64_t Size) {
          Visit(Print.print(Inst, Address, Size));
        },
        [&](uint64_t Address, ArrayRef<uint8_t> Unknown) {
          uint64_t Size =
              Layer.Disassembler->suggestBytesToSkip(Unknown, Address);
          Size = std::clamp<uint64_t>(Size, 1, Unknown.size());
          Visit({Address, Size, "<unknown>", std::nullopt});
          return Size;
        });
    Covered = Start + Bytes.size();
  }
  VisitData(Range.High);
}
