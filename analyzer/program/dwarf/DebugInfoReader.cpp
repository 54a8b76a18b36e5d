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
#include "program/dwarf/FunctionDies.h"
#include "program/dwarf/LineTableCheck.h"
#include "program/dwarf/WantedUnits.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/DebugInfo/DWARF/DWARFCompileUnit.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugLine.h"
#include "llvm/Support/Path.h"
#include <queue>

using namespace gmon;
using namespace llvm;

namespace gmon {

/// Fills a DebugInfo from an image.
class DebugInfoReader {
public:
  DebugInfoReader(DebugInfo &Info, const Image &Program, uint64_t &NumDamaged,
                  const std::vector<uint64_t> *Wanted)
      : Info(Info), Program(Program), NumDamaged(NumDamaged), Wanted(Wanted),
        Strings(*Info.Storage), Dies(Strings, Info.Paths, Info.UnitFunctions) {}

  void read(DebugInfo::Depth Depth);

private:
  /// The code [Low, High) of a function. Order is its position among all
  /// functions.
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

  bool setBounds(DWARFContext &Context);
  void readLines(DWARFContext &Context, DWARFUnit &Unit);
  void addSequence(const DWARFDebugLine::Sequence &Sequence,
                   function_ref<uint32_t(uint64_t)> FileOf);
  StringRef pathOf(const DWARFDebugLine::Prologue &Prologue, uint64_t File,
                   StringRef CompilationFolder);
  void readFunctions(DWARFContext &Context, DWARFUnit &Unit);
  Scope enter(const DWARFDie &Function, const Scope &Outer);
  void readRanges(DWARFContext &Context, const DWARFDie &Function,
                  const Scope &Inner);
  bool hasBoundedRanges(DWARFContext &Context, const DWARFDie &Function);
  void flattenLines();
  void flattenFunctions();

  DebugInfo &Info;
  const Image &Program;
  uint64_t &NumDamaged;
  const std::vector<uint64_t> *Wanted; ///< may be null
  /// Counts an error, whatever its text.
  const std::function<void(Error)> Damaged = [this](Error E) {
    consumeError(std::move(E));
    ++NumDamaged;
  };
  UniqueStringSaver Strings;
  FunctionDies Dies;
  bool ReadsLines = false;
  bool ReadsInlinedCalls = false;
  DWARFDebugLine::LineTable Table; ///< of the current unit; its memory is
                                   ///< reused
  DenseSet<uint64_t> SeenTables;
  std::vector<LineSequence> Sequences;
  std::vector<FunctionRange> Functions;
  ReadBudget LineBytes, RangeBytes;
};

} // namespace gmon

void DebugInfoReader::read(DebugInfo::Depth Depth) {
  ReadsLines = Depth >= DebugInfo::LinesOnly;
  ReadsInlinedCalls = Depth == DebugInfo::LinesAndInlinedCalls;
  Dies.ListsFunctions = ReadsInlinedCalls;
  if (!hasBoundedSections(Program.object())) {
    ++NumDamaged;
    return;
  }
  std::unique_ptr<DWARFContext> Context = DWARFContext::create(
      Program.object(), DWARFContext::ProcessDebugRelocations::Ignore, nullptr,
      "", Damaged, Damaged);
  if (!setBounds(*Context)) {
    ++NumDamaged;
    return;
  }
  for (const std::unique_ptr<DWARFUnit> &Unit : Context->compile_units()) {
    DWARFDie UnitDie = Unit->getUnitDIE();
    if (!Wanted || !UnitDie || !hasBoundedRanges(*Context, UnitDie) ||
        mayHaveCodeAt(UnitDie, *Wanted)) {
      readLines(*Context, *Unit);
      if (Depth >= DebugInfo::LinesAndFunctions)
        readFunctions(*Context, *Unit);
    }
    // The DIEs of all units together would take most of the memory.
    Unit->clear();
  }
  if (Dies.NameBytes.isExhausted())
    ++NumDamaged;
  flattenLines();
  flattenFunctions();
}

/// Limits how much may be read of each section to a multiple of its size.
/// Returns false if reading a unit might take too long.
bool DebugInfoReader::setBounds(DWARFContext &Context) {
  const DWARFObject &Sections = Context.getDWARFObj();
  size_t LineSize = Sections.getLineSection().Data.size();
  size_t NameSize = LineSize + Sections.getStrSection().size() +
                    Sections.getLineStrSection().size();
  Sections.forEachInfoSections(
      [&](const DWARFSection &Info) { NameSize += Info.Data.size(); });
  LineBytes = ReadBudget(2 * LineSize);
  Dies.NameBytes = ReadBudget(16 * NameSize + 1);
  RangeBytes = ReadBudget(4 * (Sections.getRangesSection().Data.size() +
                               Sections.getRnglistsSection().Data.size()));

  std::vector<uint64_t> Offsets;
  for (const std::unique_ptr<DWARFUnit> &Unit : Context.normal_units())
    Offsets.push_back(Unit->getAbbreviationsOffset());
  return hasBoundedAbbreviations(DataExtractor(Sections.getAbbrevSection(),
                                               Program.isLittleEndian(),
                                               Program.addressSize()),
                                 Offsets);
}

void DebugInfoReader::readLines(DWARFContext &Context, DWARFUnit &Unit) {
  DWARFDie UnitDie = Unit.getUnitDIE();
  if (!UnitDie)
    return;
  std::optional<uint64_t> Offset =
      dwarf::toSectionOffset(UnitDie.find(dwarf::DW_AT_stmt_list));
  if (!Offset || !SeenTables.insert(*Offset).second)
    return;
  const DWARFObject &Sections = Context.getDWARFObj();
  DataExtractor LineSection(Sections.getLineSection().Data,
                            Program.isLittleEndian(), Program.addressSize());
  if (!LineBytes.take(lineTableSize(LineSection, *Offset)) ||
      !hasKnownForms(LineSection, *Offset)) {
    ++NumDamaged;
    return;
  }
  DWARFDataExtractor Extractor(Sections, Sections.getLineSection(),
                               Program.isLittleEndian(),
                               Unit.getAddressByteSize());
  uint64_t At = *Offset;
  if (Error E = Table.parse(Extractor, &At, Context, &Unit, Damaged))
    return Damaged(std::move(E));

  const char *Folder = Unit.getCompilationDir();
  const DWARFDebugLine::Prologue &Prologue = Table.Prologue;
  // Most files of a table are headers without code: only files in use get a
  // path.
  std::vector<uint32_t> Files(Prologue.FileNames.size() + 1, NoFile);
  auto FileOf = [&](uint64_t File) {
    if (File >= Files.size() || !Prologue.hasFileAtIndex(File))
      return NoFile;
    if (Files[File] == NoFile) {
      Files[File] = Info.Paths.size();
      StringRef Path = pathOf(Prologue, File, Folder ? Folder : "");
      Info.Paths.push_back(Path);
      SourceOrigin Origin = {Strings.save(StringRef(Folder ? Folder : "")),
                             std::nullopt};
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
    Dies.addTable(*Offset, std::move(Files));
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

  // Before DWARF 5, folder 0 is the compilation folder, which is not in the
  // table.
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

/// Whether the range list of \p Function may be read: in hostile files many
/// functions share one.
bool DebugInfoReader::hasBoundedRanges(DWARFContext &Context,
                                       const DWARFDie &Function) {
  std::optional<uint64_t> Offset =
      dwarf::toSectionOffset(Function.find(dwarf::DW_AT_ranges));
  if (!Offset)
    return true;
  if (RangeBytes.isExhausted())
    return false;
  bool IsDwarf5 = Function.getDwarfUnit()->getVersion() >= 5;
  const DWARFObject &Sections = Context.getDWARFObj();
  StringRef Section = IsDwarf5 ? Sections.getRnglistsSection().Data
                               : Sections.getRangesSection().Data;
  return RangeBytes.take(rangeListSize(
      DataExtractor(Section, Program.isLittleEndian(),
                    Function.getDwarfUnit()->getAddressByteSize()),
      *Offset, IsDwarf5));
}

void DebugInfoReader::readFunctions(DWARFContext &Context, DWARFUnit &Unit) {
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
      readRanges(Context, Die, Scopes.back());
      continue;
    }
    // GNU gprof does not support indexed range lists, which Clang uses for
    // inlined functions with several ranges. It names their lines after the
    // surrounding function.
    auto Form = Die.find(dwarf::DW_AT_ranges);
    if (!Form || Form->getForm() != dwarf::DW_FORM_rnglistx)
      readRanges(Context, Die, Scope());
  }
}

/// Returns the scope of \p Function, which is in \p Outer.
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
void DebugInfoReader::readRanges(DWARFContext &Context,
                                 const DWARFDie &Function, const Scope &Inner) {
  if (!hasBoundedRanges(Context, Function)) {
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
  llvm::stable_sort(Sequences,
                    [](const LineSequence &A, const LineSequence &B) {
                      return A.Low < B.Low;
                    });
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
  llvm::sort(Functions, [](const FunctionRange &A, const FunctionRange &B) {
    return std::tie(A.Low, A.Order) < std::tie(B.Low, B.Order);
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

DebugInfo DebugInfo::read(const Image &Program, Depth Depth,
                          uint64_t &NumDamaged,
                          const std::vector<uint64_t> *Wanted) {
  DebugInfo Info;
  if (Depth != NoLines)
    DebugInfoReader(Info, Program, NumDamaged, Wanted).read(Depth);
  return Info;
}
