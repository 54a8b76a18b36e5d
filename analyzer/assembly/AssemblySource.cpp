//===-- AssemblySource.cpp - Code on demand -------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a table of whole functions, as the symbols of the stages may be lines,
// and of the debug information only the units of the function.
//
//===----------------------------------------------------------------------===//

#include "assembly/AssemblySource.h"
#include "assembly/InstructionSamples.h"
#include "code/Disassembler.h"
#include "code/PltStubs.h"

using namespace gmon;
using namespace llvm;

/// The greatest number of bytes of a function that are disassembled. The
/// largest interpreters have a tenth of it.
static constexpr uint64_t MostBytes = 1 << 20;

/// A module whose code is read.
struct AssemblySource::Module {
  const Image *File = nullptr;
  std::optional<PltStubs> Stubs;
  std::optional<SymbolTable> OwnTable; ///< if no stage has one of functions
  std::optional<DebugInfo> Info;
  const SymbolTable *Table = nullptr;
  std::unique_ptr<ModuleCode> Code;
  std::unique_ptr<Disassembler> Printer;
  std::map<uint32_t, std::string> Names; ///< by function of Code
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

Expected<AssemblySource::Module &> AssemblySource::program() {
  if (OfProgram)
    return *OfProgram;
  auto Result = std::make_unique<Module>();
  Result->File = &Program;
  Result->Stubs = PltStubs::findAll(Program);
  Result->Printer =
      Disassembler::create(Program, Result->Stubs->symbols(), Warn);
  if (!Result->Printer)
    return makeFileError(Program.path(), "LLVM cannot decode its code");
  uint64_t NumDamaged = 0; // has been reported
  Result->Info = DebugInfo::read(Program, DebugInfo::NoLines, NumDamaged);
  SymbolRules Rules;
  Rules.Stubs = Result->Stubs->symbols();
  Expected<SymbolTable> Table =
      SymbolTable::build(Program, *Result->Info, Rules);
  if (!Table)
    return Table.takeError();
  Result->OwnTable = std::move(*Table);
  Result->Table = &*Result->OwnTable;
  OfProgram = std::move(Result);
  return *OfProgram;
}

/// Returns the index of \p Place in \p Into.
static uint32_t addPlace(AssemblyPlace Place, FunctionAssembly &Into) {
  // Most instructions come from the line of one of the last few.
  constexpr size_t MostTried = 64;
  const size_t Size = Into.Places.size();
  for (size_t I = 1; I <= std::min(Size, MostTried); ++I)
    if (Into.Places[Size - I] == Place)
      return Size - I;
  Into.Places.push_back(std::move(Place));
  return Size;
}

/// Returns the functions and lines at \p Address.
AssemblyPlace AssemblySource::placeAt(Module &From, uint64_t Address) const {
  // Valid programs rarely have more; the last one is not inlined.
  constexpr size_t MostFrames = 32;
  ArrayRef<CodeFrame> Frames = From.Code->framesAt(Address);
  AssemblyPlace Result;
  for (auto [I, Frame] : enumerate(Frames)) {
    if (I + 1 >= MostFrames && I + 1 < Frames.size())
      continue;
    std::string &Name = From.Names[Frame.Function];
    if (Name.empty())
      Name = Names.demangled(From.Code->functions()[Frame.Function].LinkName);
    Result.push_back({Name, Frame.Path.str(), Frame.Line});
  }
  return Result;
}

/// Appends the instructions of \p Code, as far as there is room.
void AssemblySource::addPart(Module &From, AddressRange Code, uint64_t &Room,
                             FunctionAssembly &To) const {
  const uint64_t Size = Code.High - Code.Low;
  const uint64_t Shown = std::min(Size, Room);
  Room -= Shown;
  To.OmittedBytes += Size - Shown;
  auto NameOf = [&](StringRef Name) { return Names.demangled(Name); };
  From.Printer->visit(
      {Code.Low, Code.Low + Shown}, NameOf, [&](AssemblyInstruction Each) {
        To.Lines.push_back({Each.Address, Each.Size, std::move(Each.Text),
                            addPlace(placeAt(From, Each.Address), To), 0,
                            std::nullopt});
      });
}

Expected<FunctionAssembly> AssemblySource::make(Module &From,
                                                uint64_t Address) const {
  const uint32_t Function = From.Code->functionAt(Address);
  if (Function == NoSymbol)
    return makeError("no function begins at 0x" + utohexstr(Address, true));
  FunctionAssembly Result;
  uint64_t Room = MostBytes;
  for (const AddressRange &Code : From.Code->codeOf(Function)) {
    const SymbolIndex Found =
        From.Table->symbols().empty()
            ? NoSymbol
            : lookupSymbol(From.Table->symbols(), Code.Low);
    Result.Parts.push_back(
        {Found == NoSymbol ? "" : Names.demangled((*From.Table)[Found].Name),
         Result.Lines.size()});
    addPart(From, Code, Room, Result);
  }
  return Result;
}

Expected<FunctionAssembly> AssemblySource::ofProgram(uint64_t Address) {
  Expected<Module &> From = program();
  if (!From)
    return From.takeError();
  // The parts are known without debug information, which is read for them.
  From->Code = std::make_unique<ModuleCode>(*From->Table, *From->Info,
                                            /*HasSizes=*/true);
  const uint32_t Function = From->Code->functionAt(Address);
  std::vector<uint64_t> Wanted;
  if (Function != NoSymbol)
    for (const AddressRange &Code : From->Code->codeOf(Function))
      Wanted.push_back(Code.Low);
  llvm::sort(Wanted);
  uint64_t NumDamaged = 0; // has been reported
  From->Code.reset();
  From->Info = DebugInfo::read(Program, DebugInfo::LinesAndInlinedCalls,
                               NumDamaged, &Wanted);
  From->Names.clear();
  From->Code = std::make_unique<ModuleCode>(*From->Table, *From->Info,
                                            /*HasSizes=*/true);
  Expected<FunctionAssembly> Result = make(*From, Address);
  if (!Result)
    return Result.takeError();
  for (size_t I = 0; I < Result->Parts.size(); ++I)
    addHistogramSamples(Data, Result->linesOf(I));
  if (const InstructionCounts *Known = counts())
    for (AssemblyLine &Line : Result->Lines)
      Line.Count = Known->find(Line.Address);
  return Result;
}

Expected<FunctionAssembly>
AssemblySource::ofModule(const StackModel &Stacks,
                         const StackFunction &Function) {
  const ModuleFile *File =
      Process ? Process->moduleFile(Function.Module) : nullptr;
  if (!File)
    return makeError("the file of '" + Function.Name + "' was not found");
  Module From;
  From.File = &File->image();
  From.Table = &File->table();
  From.Stubs = PltStubs::findAll(*From.File);
  From.Printer = Disassembler::create(*From.File, From.Stubs->symbols(), Warn);
  if (!From.Printer)
    return makeFileError(From.File->path(), "LLVM cannot decode its code");
  From.Code = std::make_unique<ModuleCode>(*From.Table, File->info(),
                                           /*HasSizes=*/true);
  Expected<FunctionAssembly> Result = make(From, Function.Address);
  if (!Result)
    return Result.takeError();
  for (size_t I = 0; I < Result->Parts.size(); ++I)
    addStackSamples(Stacks, Function.Module, Result->linesOf(I));
  return Result;
}
