//===-- AssemblySource.cpp - Code on demand -------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a table of whole functions, as the symbols of the stages may be lines,
// and of the debug information only the units of the function. A function gets
// the part of a bin that its code covers, as in Samples.cpp.
//
//===----------------------------------------------------------------------===//

#include "assembly/AssemblySource.h"
#include "code/Disassembler.h"
#include "code/PltStubs.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

static uint64_t endOf(ArrayRef<AssemblyLine> Lines) {
  return Lines.back().Address + Lines.back().Size;
}

/// Returns the first of \p Lines that starts at or behind \p Address.
template <class ArrayT>
static auto firstFrom(const ArrayT &Lines, uint64_t Address) {
  return llvm::partition_point(
      Lines, [&](const AssemblyLine &Line) { return Line.Address < Address; });
}

/// Adds \p Samples of [Low, High), which overlaps \p Lines.
static void credit(MutableArrayRef<AssemblyLine> Lines, uint64_t Low,
                   uint64_t High, double Samples) {
  AssemblyLine *First = firstFrom(Lines, Low);
  AssemblyLine *End = firstFrom(Lines, High);
  if (First == End) // within an instruction
    --First;
  for (AssemblyLine *Line = First; Line != End; ++Line)
    Line->Samples += Samples / double(End - First);
}

void gmon::addHistogramSamples(const Profile &Data,
                               MutableArrayRef<AssemblyLine> Lines) {
  if (Lines.empty())
    return;
  const uint64_t Unit = Data.IsOfInstructions ? 1 : 2;
  const double Width = Data.Scale * 2; // in bytes
  const uint64_t Start = Lines.front().Address, End = endOf(Lines);
  for (const Histogram &Hist : Data.Histograms) {
    if (Hist.High <= Start || Hist.Low >= End || !(Width > 0))
      continue;
    const uint64_t Base = Hist.Low / Unit * Unit;
    auto Edge = [&](size_t Bin) {
      return Base + uint64_t(Width / double(Unit) * double(Bin)) * Unit;
    };
    // The bin before the first that can overlap: edges are rounded.
    size_t I = Start > Base ? size_t(double(Start - Base) / Width) : 0;
    I = Hist.Bins.nextCounted(std::min(I - (I > 0), Hist.Bins.size()));
    for (; I < Hist.Bins.size() && Edge(I) < End;
         I = Hist.Bins.nextCounted(I + 1)) {
      const uint64_t Low = std::max(Edge(I), Start);
      const uint64_t High = std::min(Edge(I + 1), End);
      if (Low < High)
        credit(Lines, Low, High,
               double(Hist.Bins[I]) * double(High - Low) /
                   double(Edge(I + 1) - Edge(I)));
    }
  }
}

/// The order of samples.
static std::pair<uint32_t, uint64_t> placeOf(const StackSampleRow *Row) {
  return {Row->Module, Row->Address};
}

StackSamplesByAddress::StackSamplesByAddress(const ProfileModel &Model) {
  Rows.reserve(Model.Samples.size());
  for (const StackSampleRow &Row : Model.Samples)
    Rows.push_back(&Row);
  llvm::sort(Rows, [](const StackSampleRow *A, const StackSampleRow *B) {
    return placeOf(A) < placeOf(B);
  });
}

void StackSamplesByAddress::visit(
    uint32_t Module, ArrayRef<AssemblyLine> Lines,
    function_ref<void(size_t, const StackSampleRow &)> Visit) const {
  if (Lines.empty())
    return;
  const std::pair<uint32_t, uint64_t> Start(Module, Lines.front().Address);
  const std::pair<uint32_t, uint64_t> End(Module, endOf(Lines));
  auto Next = llvm::partition_point(
      Rows, [&](const StackSampleRow *Row) { return placeOf(Row) < Start; });
  for (; Next != Rows.end() && placeOf(*Next) < End; ++Next)
    Visit(firstFrom(Lines, (*Next)->Address + 1) - Lines.begin() - 1, **Next);
}

void StackSamplesByAddress::addTo(uint32_t Module,
                                  MutableArrayRef<AssemblyLine> Lines) const {
  visit(Module, Lines, [&](size_t I, const StackSampleRow &Row) {
    Lines[I].Samples += double(Row.Count);
  });
}

/// The greatest number of bytes of a function that are disassembled. The
/// largest interpreters have a tenth of it.
static constexpr uint64_t MostBytes = 1 << 20;

/// A module whose code is read.
struct AssemblySource::Module {
  const Image *File = nullptr;
  std::optional<PltStubs> Stubs;
  std::optional<SymbolTable> OwnTable; ///< if no stage has one of functions
  std::optional<DebugInfo> Info;       ///< of the program
  const SymbolTable *Table = nullptr;
  std::unique_ptr<ModuleCode> Code;
  std::unique_ptr<Disassembler> Printer;
  std::map<uint32_t, std::string> Names; ///< by function of Code
  DenseSet<uint64_t> WithLines; ///< of the program: functions of which Info was
                                ///< read
};

AssemblySource::AssemblySource(const Image &Program, const Profile &Data,
                               const NamePrinter &Names, ProcessCode *Process,
                               Warnings &Warn)
    : Program(Program), Data(Data), Names(Names), Process(Process), Warn(Warn) {
}

AssemblySource::~AssemblySource() = default;

/// Returns the counts of the program's instructions, or null.
const InstructionCounts *AssemblySource::counts() {
  if (!HasCounted) {
    HasCounted = true;
    if (Data.HasBlocks) {
      // Without a description of the flow there are only counts of lines.
      if (Expected<InstructionCounts> Found =
              InstructionCounts::compute(Program, Data))
        Counts = std::move(*Found);
      else
        consumeError(Found.takeError());
    }
  }
  return Counts ? &*Counts : nullptr;
}

Expected<std::unique_ptr<AssemblySource::Module>>
AssemblySource::openProgram() const {
  auto Result = std::make_unique<Module>();
  Result->File = &Program;
  Result->Stubs = PltStubs::findAll(Program);
  Result->Info = DebugInfo::read(Program, DebugInfo::NoLines, Warn);
  SymbolRules Rules;
  Rules.Stubs = Result->Stubs->symbols();
  Expected<SymbolTable> Table =
      SymbolTable::build(Program, *Result->Info, Rules);
  if (!Table)
    return Table.takeError();
  Result->OwnTable = std::move(*Table);
  Result->Table = &*Result->OwnTable;
  Result->Code = std::make_unique<ModuleCode>(*Result->Table, *Result->Info,
                                              /*HasSizes=*/true);
  return Result;
}

/// Returns null if the file of the module \p Index of the stacks was not found.
Expected<std::unique_ptr<AssemblySource::Module>>
AssemblySource::openModule(uint32_t Index) const {
  const ModuleFile *File = Process ? Process->moduleFile(Index) : nullptr;
  if (!File)
    return nullptr;
  auto Result = std::make_unique<Module>();
  Result->File = &File->image();
  Result->Table = &File->table();
  Result->Stubs = PltStubs::findAll(*Result->File);
  Result->Code = std::make_unique<ModuleCode>(*Result->Table, File->info(),
                                              /*HasSizes=*/true);
  return Result;
}

/// Returns the module of CodePlace::Module, or null.
Expected<AssemblySource::Module *> AssemblySource::module(uint32_t Index) {
  auto [Known, IsNew] = Modules.try_emplace(Index);
  if (!IsNew)
    return Known->second.get();
  Expected<std::unique_ptr<Module>> Result =
      Index == NoIndex ? openProgram() : openModule(Index);
  if (!Result) {
    Modules.erase(Known);
    return Result.takeError();
  }
  Known->second = std::move(*Result);
  return Known->second.get();
}

/// Returns the index of \p Place in \p Code.
static uint32_t addPlace(AssemblyPlace Place, FunctionAssembly &Code) {
  // Most instructions come from the line of one of the last few.
  constexpr size_t MostTried = 64;
  const size_t Size = Code.Places.size();
  for (size_t I = 1; I <= std::min(Size, MostTried); ++I)
    if (Code.Places[Size - I] == Place)
      return Size - I;
  Code.Places.push_back(std::move(Place));
  return Size;
}

/// Returns the functions and lines at \p Address.
AssemblyPlace AssemblySource::placeAt(Module &Source, uint64_t Address) const {
  // Valid programs rarely have more; the last one is not inlined.
  constexpr size_t MostFrames = 32;
  ArrayRef<CodeFrame> Frames = Source.Code->framesAt(Address);
  AssemblyPlace Result;
  for (auto [I, Frame] : enumerate(Frames)) {
    if (I + 1 >= MostFrames && I + 1 < Frames.size())
      continue;
    std::string &Name = Source.Names[Frame.Function];
    if (Name.empty())
      Name = Names.demangled(Source.Code->functions()[Frame.Function].LinkName);
    Result.push_back({Name, Frame.Path.str(), Frame.Line});
  }
  return Result;
}

/// Appends the instructions of \p Code, as far as there is room.
void AssemblySource::addPart(Module &Source, AddressRange Code, uint64_t &Room,
                             FunctionAssembly &Result) const {
  const uint64_t Size = Code.High - Code.Low;
  const uint64_t Shown = std::min(Size, Room);
  Room -= Shown;
  Result.OmittedBytes += Size - Shown;
  auto NameOf = [&](StringRef Name) { return Names.demangled(Name); };
  Source.Printer->visit(
      {Code.Low, Code.Low + Shown}, NameOf, [&](AssemblyInstruction Inst) {
        Result.Lines.push_back(
            {Inst.Address, Inst.Size, std::move(Inst.Text), Inst.Target,
             addPlace(placeAt(Source, Inst.Address), Result), 0, std::nullopt});
      });
}

FunctionAssembly AssemblySource::make(Module &Source, uint32_t Function) const {
  FunctionAssembly Result;
  uint64_t Room = MostBytes;
  for (const AddressRange &Code : Source.Code->codeOf(Function)) {
    // The table names a part as its function.
    StringRef Name = Source.Printer->symbolAt(Code.Low);
    if (Name.empty())
      Name = Source.Code->functions()[Function].LinkName;
    Result.Parts.push_back({Names.demangled(Name), Result.Lines.size()});
    addPart(Source, Code, Room, Result);
  }
  return Result;
}

Expected<std::vector<AddressRange>>
AssemblySource::rangesOf(CodePlace Function) {
  Expected<Module *> Source = module(Function.Module);
  if (!Source)
    return Source.takeError();
  const uint32_t Found =
      *Source ? (*Source)->Code->functionAt(Function.Address) : NoSymbol;
  if (Found == NoSymbol)
    return std::vector<AddressRange>();
  return (*Source)->Code->codeOf(Found);
}

Error AssemblySource::readLines(ArrayRef<uint64_t> Functions) {
  Expected<Module *> Mine = module(NoIndex);
  if (!Mine)
    return Mine.takeError();
  Module &Source = **Mine;
  std::vector<uint64_t> Wanted;
  // The parts are known without debug information, which is read for them.
  for (uint64_t Address : Functions)
    if (uint32_t Found = Source.Code->functionAt(Address); Found != NoSymbol)
      for (const AddressRange &Code : Source.Code->codeOf(Found))
        Wanted.push_back(Code.Low);
  llvm::sort(Wanted);
  Source.WithLines = DenseSet<uint64_t>(Functions.begin(), Functions.end());
  Source.Code.reset();
  Source.Names.clear();
  Source.Info =
      DebugInfo::read(Program, DebugInfo::LinesAndInlinedCalls, Warn, &Wanted);
  Source.Code = std::make_unique<ModuleCode>(*Source.Table, *Source.Info,
                                             /*HasSizes=*/true);
  return Error::success();
}

/// Adds the samples of the module, of which CodePlace has the number.
void AssemblySource::addSamples(uint32_t Module, const ProfileModel *Measured,
                                FunctionAssembly &Result) {
  if (Measured && Sampled != Measured) {
    Sampled = Measured;
    Samples.emplace(*Measured);
  }
  if (Module == NoIndex && Process)
    Module = Process->program();
  for (size_t I = 0; I < Result.Parts.size(); ++I)
    if (Measured)
      Samples->addTo(Module, Result.linesOf(I));
    else
      addHistogramSamples(Data, Result.linesOf(I));
}

Expected<FunctionAssembly>
AssemblySource::disassemble(CodePlace Function, const ProfileModel *Measured) {
  const bool IsProgram = Function.Module == NoIndex;
  Expected<Module *> Found = module(Function.Module);
  if (!Found)
    return Found.takeError();
  if (!*Found)
    return makeError("the file of the module was not found");
  Module &Source = **Found;
  if (IsProgram && !Source.WithLines.contains(Function.Address))
    if (Error E = readLines(Function.Address))
      return std::move(E);
  const uint32_t Index = Source.Code->functionAt(Function.Address);
  if (Index == NoSymbol)
    return makeError("no function begins at 0x" +
                     utohexstr(Function.Address, /*LowerCase=*/true));
  if (!Source.Printer)
    Source.Printer =
        Disassembler::create(*Source.File, Source.Stubs->symbols(), Warn);
  if (!Source.Printer)
    return makeFileError(Source.File->path(), "LLVM cannot decode its code");
  FunctionAssembly Result = make(Source, Index);
  addSamples(Function.Module, Measured, Result);
  if (const InstructionCounts *Known = IsProgram ? counts() : nullptr)
    for (AssemblyLine &Line : Result.Lines)
      Line.Count = Known->find(Line.Address);
  return Result;
}
