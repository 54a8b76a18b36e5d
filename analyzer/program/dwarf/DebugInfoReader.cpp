//===-- DebugInfoReader.cpp - Reads DWARF into tables ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads line tables row by row and functions DIE by DIE, each once, by LLVM's
// DWARF library, and converts them to disjoint ranges. Skips code that the
// linker dropped, whose addresses are in no section with code.
//
//===----------------------------------------------------------------------===//

#include "program/DebugInfo.h"
#include "program/dwarf/DwarfBounds.h"
#include "program/dwarf/DwarfFile.h"
#include "program/dwarf/FunctionDies.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/DebugInfo/DWARF/DWARFCompileUnit.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugLine.h"
#include "llvm/Support/Path.h"
#include <queue>

using namespace gmon;
using namespace llvm;

namespace gmon {

/// Fills a DebugInfo from an image.
class DebugInfoReader {
public:
  DebugInfoReader(DebugInfo &Info, const Image &Program, Warnings &Warn,
                  const std::vector<uint64_t> *Wanted)
      : Info(Info), Program(Program), Warn(Warn), Wanted(Wanted),
        Strings(*Info.Storage), Dies(Strings, Info.Paths, Info.UnitFunctions) {}

  void read(DebugInfo::Depth Depth);

private:
  /// The code [Low, High) of a function. Order is its position among all.
  struct FunctionRange {
    uint64_t Low, High;
    size_t Order;
    FunctionFacts Function;
    InlinedCall Inlined;
  };
  /// The function that contains a DIE.
  struct Scope {
    FunctionFacts Function;
    InlinedCall Inlined = NotInlined;
  };

  /// The code [Low, High) of consecutive rows. First is the index of their
  /// first entry in Info.Lines.
  struct LineSequence {
    uint64_t Low, High;
    size_t First;
  };

  void readFiles();
  void addBounds(const DWARFContext &Context);
  void warnOfMissing(StringRef Path);
  void readSupplement();
  void readUnit(DWARFUnit &Unit, SplitUnits &Splits);
  void readLines(DWARFUnit &Unit);
  void addSequence(const DWARFDebugLine::Sequence &Sequence,
                   function_ref<uint32_t(uint64_t)> FileOf);
  StringRef pathOf(const DWARFDebugLine::Prologue &Prologue, uint64_t File,
                   StringRef CompilationFolder);
  void readFunctions(DWARFUnit &Unit);
  Scope enter(const DWARFDie &Function, const Scope &Outer);
  void readRanges(const DWARFDie &Function, const Scope &Inner);
  bool hasBoundedRanges(const DWARFDie &Function);
  void flattenLines();
  void flattenFunctions();

  DebugInfo &Info;
  const Image &Program;
  Warnings &Warn;
  uint64_t NumDamaged = 0;
  const std::vector<uint64_t> *Wanted; ///< may be null
  /// Counts an error, whatever its text.
  const DwarfErrorHandler Damaged = [this](Error E) {
    consumeError(std::move(E));
    ++NumDamaged;
  };
  UniqueStringSaver Strings;
  FunctionDies Dies;
  DebugInfo::Depth Depth = DebugInfo::NoLines;
  bool ReadsLines = false;
  bool ReadsInlinedCalls = false;
  DWARFDebugLine::LineTable Table; ///< of the current unit; its memory is
                                   ///< reused
  std::unique_ptr<DwarfFile> Supplement;
  DenseSet<std::pair<const char *, uint64_t>> SeenTables; ///< section, offset
  std::vector<LineSequence> Sequences;
  std::vector<FunctionRange> Functions;
  ReadBudget LineBytes, RangeBytes;
};

} // namespace gmon

/// Whether \p Unit may have code at one of \p Addresses, which are sorted: it
/// may if it does not say where its code is. Its range list must be bounded. A
/// large library has thousands of units, and few of them are on stacks.
static bool mayHaveCodeAt(const DWARFDie &Unit,
                          const std::vector<uint64_t> &Addresses) {
  Expected<DWARFAddressRangesVector> Ranges = Unit.getAddressRanges();
  if (errorToBool(Ranges.takeError()))
    return true;
  return Ranges->empty() ||
         any_of(*Ranges, [&](const DWARFAddressRange &Range) {
           auto It = llvm::lower_bound(Addresses, Range.LowPC);
           return It != Addresses.end() && *It < Range.HighPC;
         });
}

void DebugInfoReader::read(DebugInfo::Depth Wanted) {
  Depth = Wanted;
  ReadsLines = Depth >= DebugInfo::LinesOnly;
  ReadsInlinedCalls = Depth == DebugInfo::LinesAndInlinedCalls;
  Dies.ListsFunctions = ReadsInlinedCalls;
  Info.HasInlinedCalls = ReadsInlinedCalls;
  readFiles();
  if (NumDamaged || Dies.NameBytes.isExhausted())
    Warn.addOnce("damaged debug information in '" + Program.path().str() + "'");
  flattenLines();
  flattenFunctions();
}

void DebugInfoReader::readFiles() {
  std::unique_ptr<DwarfFile> Main = DwarfFile::of(Program.object(), Damaged);
  if (!Main) {
    ++NumDamaged;
    return;
  }
  addBounds(Main->context());
  Dies.NameBytes.add(1);
  readSupplement();
  SplitUnits Splits(Program, Main->context(), Damaged,
                    [this](DWARFContext &Opened) { addBounds(Opened); });
  for (const std::unique_ptr<DWARFUnit> &Unit :
       Main->context().compile_units()) {
    DWARFDie UnitDie = Unit->getUnitDIE();
    if (!Wanted || !UnitDie || !hasBoundedRanges(UnitDie) ||
        mayHaveCodeAt(UnitDie, *Wanted))
      readUnit(*Unit, Splits);
    // The DIEs of all units together would take most of the memory.
    Unit->clear();
  }
}

void DebugInfoReader::readUnit(DWARFUnit &Unit, SplitUnits &Splits) {
  readLines(Unit);
  if (Depth < DebugInfo::LinesAndFunctions)
    return;
  // GNU gprof does not know of split units.
  if (!ReadsInlinedCalls)
    return readFunctions(Unit);
  std::string Missing;
  DWARFUnit *Split = Splits.find(Unit, Missing);
  if (!Split) {
    warnOfMissing(Missing);
    return readFunctions(Unit);
  }
  if (Split != &Unit)
    readLines(*Split);
  readFunctions(*Split);
  if (Split != &Unit)
    Split->clear();
}

void DebugInfoReader::warnOfMissing(StringRef Path) {
  Warn.addOnce("a file with debug information was not found, or is of another "
               "build; inlined functions are unknown",
               "'" + Path + "'");
}

/// Reads the file that dwz made, and the files in its line tables.
void DebugInfoReader::readSupplement() {
  std::string Missing;
  Supplement = openSupplementaryFile(Program, Damaged, Missing);
  if (!Supplement) {
    if (!Missing.empty() && Depth >= DebugInfo::LinesAndFunctions)
      warnOfMissing(Missing);
    return;
  }
  addBounds(Supplement->context());
  Dies.Supplement = &Supplement->context();
  for (const std::unique_ptr<DWARFUnit> &Unit :
       Supplement->context().compile_units())
    readLines(*Unit);
}

/// Limits what is read of sections of \p Context to a multiple of their sizes.
void DebugInfoReader::addBounds(const DWARFContext &Context) {
  const DWARFObject &Sections = Context.getDWARFObj();
  LineBytes.add(2 * (Sections.getLineSection().Data.size() +
                     Sections.getLineDWOSection().Data.size()));
  Dies.NameBytes.add(16 * sizeOfNames(Context));
  RangeBytes.add(4 * (Sections.getRangesSection().Data.size() +
                      Sections.getRnglistsSection().Data.size() +
                      Sections.getRnglistsDWOSection().Data.size()));
}

void DebugInfoReader::readLines(DWARFUnit &Unit) {
  DWARFDie UnitDie = Unit.getUnitDIE();
  if (!UnitDie)
    return;
  std::optional<uint64_t> Offset =
      dwarf::toSectionOffset(UnitDie.find(dwarf::DW_AT_stmt_list));
  const DWARFSection &Section = Unit.getLineSection();
  if (!Offset || !SeenTables.insert({Section.Data.data(), *Offset}).second)
    return;
  DWARFContext &Context = Unit.getContext();
  DataExtractor LineSection(Section.Data, Program.isLittleEndian(),
                            Program.addressSize());
  if (!LineBytes.take(lineTableSize(LineSection, *Offset)) ||
      !hasKnownForms(LineSection, *Offset)) {
    ++NumDamaged;
    return;
  }
  DWARFDataExtractor Extractor(Context.getDWARFObj(), Section,
                               Program.isLittleEndian(),
                               Unit.getAddressByteSize());
  uint64_t Place = *Offset;
  if (Error E = Table.parse(Extractor, &Place, Context, &Unit, Damaged))
    return Damaged(std::move(E));

  const StringRef Folder =
      Dies.stringOf(Unit.getLinkedUnit()->getUnitDIE(), dwarf::DW_AT_comp_dir);
  const DWARFDebugLine::Prologue &Prologue = Table.Prologue;
  // Most files of a table are headers without code, which need no path.
  std::vector<uint32_t> Files(Prologue.FileNames.size() + 1, NoFile);
  auto FileOf = [&](uint64_t File) {
    if (File >= Files.size() || !Prologue.hasFileAtIndex(File))
      return NoFile;
    if (Files[File] == NoFile) {
      Files[File] = Info.Paths.size();
      StringRef Path = pathOf(Prologue, File, Folder);
      Info.Paths.push_back(Path);
      SourceOrigin Origin = {Strings.save(Folder), std::nullopt};
      if (Prologue.ContentTypes.HasMD5)
        Origin.Checksum = Prologue.getFileNameEntry(File).Checksum;
      Info.Origins.try_emplace(Path, Origin);
    }
    return Files[File];
  };
  for (const DWARFDebugLine::Sequence &Sequence : Table.Sequences)
    if (Sequence.isValid() && Program.isCode(Sequence.LowPC))
      addSequence(Sequence, FileOf);
  if (ReadsInlinedCalls) {
    for (uint64_t File = 0; File < Files.size(); ++File)
      (void)FileOf(File);
    Dies.addTable(Unit, *Offset, std::move(Files));
  }
}

/// Returns the path of file \p File: compilation folder, folder and name,
/// joined without simplification, as GNU gprof prints them.
StringRef DebugInfoReader::pathOf(const DWARFDebugLine::Prologue &Prologue,
                                  uint64_t File, StringRef CompilationFolder) {
  if (Dies.NameBytes.isExhausted())
    return "";
  const DWARFDebugLine::FileNameEntry &Entry = Prologue.getFileNameEntry(File);
  StringRef Name = dwarf::toStringRef(Entry.Name);
  if (!Dies.NameBytes.take(Name.size()))
    return "";
  if (Name.empty() || sys::path::is_absolute(Name))
    return Strings.save(Name);

  // Before DWARF 5, folder 0 is the compilation folder, not in the table.
  StringRef Folder;
  const auto &Folders = Prologue.IncludeDirectories;
  bool IsDwarf5 = Prologue.getVersion() >= 5;
  uint64_t Index = IsDwarf5 ? Entry.DirIdx : Entry.DirIdx - 1;
  if ((IsDwarf5 || Entry.DirIdx != 0) && Index < Folders.size())
    Folder = dwarf::toStringRef(Folders[Index]);
  if (!Dies.NameBytes.take(CompilationFolder.size() + Folder.size()))
    return "";

  std::string Path;
  if (!CompilationFolder.empty() && !sys::path::is_absolute(Folder))
    Path = (CompilationFolder + "/").str();
  if (!Folder.empty())
    Path += (Folder + "/").str();
  return Strings.save(Path + Name.str());
}

void DebugInfoReader::addSequence(const DWARFDebugLine::Sequence &Sequence,
                                  function_ref<uint32_t(uint64_t)> FileOf) {
  ArrayRef<DWARFDebugLine::Row> Rows =
      ArrayRef(Table.Rows)
          .slice(Sequence.FirstRowIndex,
                 Sequence.LastRowIndex - Sequence.FirstRowIndex);
  std::vector<DWARFDebugLine::Row> Sorted;
  if (!is_sorted(Rows, DWARFDebugLine::Row::orderByAddress)) {
    Sorted = Rows.vec();
    llvm::stable_sort(Sorted, DWARFDebugLine::Row::orderByAddress);
    Rows = Sorted;
  }
  uint64_t End = Rows.back().Address.Address;
  size_t First = Info.Lines.size();
  Sequences.push_back({Rows.front().Address.Address, End, First});
  uint32_t File = NoFile;
  bool IsKnown = false;
  for (size_t I = 0; I + 1 < Rows.size(); ++I) {
    const DWARFDebugLine::Row &Row = Rows[I];
    if (I == 0 || Row.File != Rows[I - 1].File) {
      File = FileOf(Row.File);
      IsKnown = File != NoFile && !Info.Paths[File].empty();
    }
    // Of several rows at one address, the last one is valid. A row of line 0
    // covers its code with no line.
    if (Row.Address.Address == Rows[I + 1].Address.Address)
      continue;
    uint32_t Line = IsKnown ? Row.Line : 0;
    // Many rows differ only in their columns.
    auto IsAsBefore = [&](const DebugInfo::LineStart &Last) {
      return Last.File == File &&
             (Last.Line == Line || (!ReadsLines && Last.Line && Line));
    };
    if (Info.Lines.size() == First || !IsAsBefore(Info.Lines.back()))
      Info.Lines.push_back({Row.Address.Address, File, Line});
  }
  Info.Lines.push_back({End, NoFile, 0});
}

/// Returns where the range list of \p Function is in its section, if any.
static std::optional<uint64_t> rangeListOffset(const DWARFDie &Function) {
  std::optional<DWARFFormValue> Value = Function.find(dwarf::DW_AT_ranges);
  if (!Value)
    return std::nullopt;
  DWARFUnit &Unit = *Function.getDwarfUnit();
  if (Value->getForm() == dwarf::DW_FORM_rnglistx)
    return Unit.getRnglistOffset(Value->getRawUValue());
  std::optional<uint64_t> Offset = Value->getAsSectionOffset();
  if (Offset && Unit.isDWOUnit() && Unit.getVersion() < 5)
    *Offset +=
        Unit.getLinkedUnit()->getUnitDIE().getRangesBaseAttribute().value_or(0);
  return Offset;
}

/// Whether the range list of \p Function may be read: many may share one.
bool DebugInfoReader::hasBoundedRanges(const DWARFDie &Function) {
  std::optional<uint64_t> Offset = rangeListOffset(Function);
  if (!Offset)
    return true;
  if (RangeBytes.isExhausted())
    return false;
  DWARFUnit &Unit = *Function.getDwarfUnit();
  const bool IsDwarf5 = Unit.getVersion() >= 5;
  const DWARFObject &Sections =
      (IsDwarf5 ? Unit : *Unit.getLinkedUnit()).getContext().getDWARFObj();
  StringRef Section = !IsDwarf5          ? Sections.getRangesSection().Data
                      : Unit.isDWOUnit() ? Sections.getRnglistsDWOSection().Data
                                         : Sections.getRnglistsSection().Data;
  return RangeBytes.take(
      rangeListSize(DataExtractor(Section, Program.isLittleEndian(),
                                  Unit.getAddressByteSize()),
                    *Offset, IsDwarf5));
}

void DebugInfoReader::readFunctions(DWARFUnit &Unit) {
  std::vector<Scope> Scopes; // of all DIEs; parents precede children
  for (const DWARFDebugInfoEntry &Entry : Unit.dies()) {
    Scope Outer;
    if (ReadsInlinedCalls) {
      if (std::optional<uint32_t> Parent = Entry.getParentIdx())
        Outer = Scopes[*Parent];
      Scopes.push_back(Outer);
    }
    if (Entry.getTag() != dwarf::DW_TAG_subprogram &&
        Entry.getTag() != dwarf::DW_TAG_inlined_subroutine)
      continue;
    DWARFDie Die(&Unit, &Entry);
    if (ReadsInlinedCalls) {
      Scopes.back() = enter(Die, Outer);
      readRanges(Die, Scopes.back());
      continue;
    }
    // GNU gprof does not support indexed range lists, which Clang uses for
    // inlined functions with several ranges. It names their lines after the
    // surrounding function.
    auto Form = Die.find(dwarf::DW_AT_ranges);
    if (!Form || Form->getForm() != dwarf::DW_FORM_rnglistx)
      readRanges(Die, Scope());
  }
}

DebugInfoReader::Scope DebugInfoReader::enter(const DWARFDie &Function,
                                              const Scope &Outer) {
  Scope Inner{Dies.factsOf(Function)};
  if (Function.getTag() == dwarf::DW_TAG_subprogram)
    return Inner;
  InlinedCallSite Call;
  Call.Function = Outer.Function.Name;
  Call.Declared = Info.pathOf(Outer.Function.File);
  Call.OfUnit = Outer.Function.OfUnit;
  Call.Outer = Outer.Inlined;
  Call.Line = dwarf::toUnsigned(Function.find(dwarf::DW_AT_call_line), 0);
  Call.Path = Info.pathOf(Dies.fileOf(
      Function, dwarf::toUnsigned(Function.find(dwarf::DW_AT_call_file), 0)));
  Inner.Inlined = Info.InlinedCallSites.size();
  Info.InlinedCallSites.push_back(Call);
  return Inner;
}

/// Records the code of \p Function. \p Inner is its scope if calls are read.
void DebugInfoReader::readRanges(const DWARFDie &Function, const Scope &Inner) {
  if (!hasBoundedRanges(Function)) {
    ++NumDamaged;
    return;
  }
  Expected<DWARFAddressRangesVector> Ranges = Function.getAddressRanges();
  if (!Ranges)
    return Damaged(Ranges.takeError());
  FunctionFacts Facts = Inner.Function;
  for (const DWARFAddressRange &Range : *Ranges) {
    if (Range.LowPC >= Range.HighPC || !Program.isCode(Range.LowPC))
      continue;
    if (Facts.Name.empty())
      Facts = Dies.factsOf(Function);
    Functions.push_back(
        {Range.LowPC, Range.HighPC, Functions.size(), Facts, Inner.Inlined});
  }
}

/// Sorts the sequences and removes the parts that earlier ones cover.
void DebugInfoReader::flattenLines() {
  std::ranges::stable_sort(Sequences, {}, &LineSequence::Low);
  std::vector<DebugInfo::LineStart> Sorted;
  Sorted.reserve(Info.Lines.size());
  auto Add = [&](const DebugInfo::LineStart &Start) {
    if (!Sorted.empty() && Sorted.back().Low == Start.Low)
      Sorted.pop_back();
    if (Sorted.empty() || Sorted.back().Line != Start.Line ||
        Sorted.back().File != Start.File)
      Sorted.push_back(Start);
  };
  uint64_t Covered = 0;
  for (const LineSequence &Sequence : Sequences) {
    if (Sequence.High <= Covered)
      continue;
    const DebugInfo::LineStart *Start = &Info.Lines[Sequence.First];
    for (; Start->Low != Sequence.High; ++Start)
      if (Start[1].Low > Covered)
        Add({std::max(Start->Low, Covered), Start->File, Start->Line});
    Add(*Start);
    Covered = Sequence.High;
  }
  Info.Lines = std::move(Sorted);
}

/// Finds for each address the smallest function range that contains it; of
/// equal ranges the last, which is the inner one.
void DebugInfoReader::flattenFunctions() {
  std::ranges::sort(Functions, {}, [](const FunctionRange &R) {
    return std::tie(R.Low, R.Order);
  });
  auto IsWorse = [](const FunctionRange *A, const FunctionRange *B) {
    return std::make_tuple(A->High - A->Low, B->Order) >
           std::make_tuple(B->High - B->Low, A->Order);
  };
  std::priority_queue<const FunctionRange *, std::vector<const FunctionRange *>,
                      decltype(IsWorse)>
      Open(IsWorse);
  size_t Next = 0;
  uint64_t Address = 0;
  while (Next < Functions.size() || !Open.empty()) {
    if (Open.empty())
      Address = Functions[Next].Low;
    while (Next < Functions.size() && Functions[Next].Low <= Address)
      Open.push(&Functions[Next++]);
    while (!Open.empty() && Open.top()->High <= Address)
      Open.pop();
    DebugInfo::FunctionStart Start{Address, StringRef(), NotInlined, NoFile,
                                   NoUnitFunction};
    if (!Open.empty()) {
      Start.Name = Open.top()->Function.Name;
      Start.File = Open.top()->Function.File;
      Start.Inlined = Open.top()->Inlined;
      Start.OfUnit = Open.top()->Function.OfUnit;
    }
    Info.Functions.push_back(Start);
    if (Open.empty())
      continue;
    Address = Open.top()->High;
    if (Next < Functions.size())
      Address = std::min(Address, Functions[Next].Low);
  }
}

DebugInfo DebugInfo::read(const Image &Program, Depth Depth, Warnings &Warn,
                          const std::vector<uint64_t> *Wanted) {
  DebugInfo Info;
  if (Depth != NoLines)
    DebugInfoReader(Info, Program, Warn, Wanted).read(Depth);
  return Info;
}
