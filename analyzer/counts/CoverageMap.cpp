//===-- CoverageMap.cpp - Lines by Clang's own counters -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's library computes the counts of regions, and of lines from these.
//
//===----------------------------------------------------------------------===//

#include "counts/CoverageMap.h"
#include "counts/InstrProfile.h"
#include "counts/LLVMVersion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ProfileData/Coverage/CoverageMapping.h"
#include "llvm/ProfileData/Coverage/CoverageMappingReader.h"
#include "llvm/ProfileData/InstrProfReader.h"

using namespace gmon;
using namespace llvm;
using namespace llvm::coverage;

/// Whether \p Module has a section of LLVM's coverage mapping.
static bool hasMapping(const Image &Module) {
  return any_of(Module.object().sections(), [](object::SectionRef Section) {
    Expected<StringRef> Name = Section.getName();
    return !errorToBool(Name.takeError()) && *Name == "__llvm_covmap";
  });
}

namespace {

/// A function, and where its code ends.
struct FunctionRange {
  CoveredFunction Function;
  unsigned Column = 0;
  uint32_t End = 0; ///< the last line
};

} // namespace

/// Returns the functions of the file \p Path, in the order of their starts. \p
/// LinkNames has the linkage name of each name in Clang's profiles.
static std::vector<FunctionRange>
rangesOf(const CoverageMapping &Mapping, StringRef Path,
         const StringMap<StringRef> &LinkNames) {
  std::vector<FunctionRange> Result;
  for (const FunctionRecord &Record : Mapping.getCoveredFunctions(Path)) {
    if (Record.CountedRegions.empty() || Record.Filenames.front() != Path)
      continue;
    FunctionRange &Range = Result.emplace_back();
    const CountedRegion &Body = Record.CountedRegions.front();
    Range.Column = Body.ColumnStart;
    Range.End = Body.LineEnd;
    auto Known = LinkNames.find(Record.Name);
    Range.Function.Path = Path.str();
    Range.Function.Name =
        (Known == LinkNames.end() ? StringRef(Record.Name) : Known->second)
            .str();
    Range.Function.Line = Body.LineStart;
    Range.Function.Entries = Record.ExecutionCount;
  }
  llvm::stable_sort(Result, [](const auto &A, const auto &B) {
    return std::tie(A.Function.Line, A.Column) <
           std::tie(B.Function.Line, B.Column);
  });
  return Result;
}

/// Gives each line of the file \p Path to one of its \p Functions.
static void addLines(const CoverageMapping &Mapping, StringRef Path,
                     MutableArrayRef<FunctionRange> Functions) {
  const CoverageData Data = Mapping.getCoverageForFile(Path);
  SmallVector<FunctionRange *> Around; // the innermost is the last
  auto *Next = Functions.begin();
  for (const LineCoverageStats &Line : getLineCoverageStats(Data)) {
    while (Next != Functions.end() && Next->Function.Line <= Line.getLine())
      Around.push_back(Next++);
    while (!Around.empty() && Around.back()->End < Line.getLine())
      Around.pop_back();
    if (!Line.isMapped() || Functions.empty())
      continue;
    // A macro is in no function: the one in front of it has its lines.
    FunctionRange &Owner = !Around.empty()             ? *Around.back()
                           : Next == Functions.begin() ? *Next
                                                       : *std::prev(Next);
    Owner.Function.Lines.emplace_back(Line.getLine(), Line.getExecutionCount());
  }
}

namespace {

/// A copy of LLVM's record, which its reader overwrites.
struct Record {
  StringRef Name;
  uint64_t Hash = 0;
  std::vector<StringRef> Files;
  std::vector<CounterExpression> Expressions;
  std::vector<CounterMappingRegion> Regions;
};

/// Gives copies of records to LLVM.
class RecordReader : public CoverageMappingReader {
public:
  explicit RecordReader(ArrayRef<Record> Records) : Left(Records) {}

  Error readNextRecord(CoverageMappingRecord &Result) override {
    if (Left.empty())
      return make_error<CoverageMapError>(coveragemap_error::eof);
    const Record &R = Left.front();
    Left = Left.drop_front();
    Result = {R.Name, R.Hash, R.Files, R.Expressions, R.Regions};
    return Error::success();
  }

private:
  ArrayRef<Record> Left;
};

} // namespace

struct CoverageMap::Contents {
  /// Own the names.
  SmallVector<std::unique_ptr<MemoryBuffer>> Buffers;
  std::vector<std::unique_ptr<BinaryCoverageReader>> Readers;
  std::vector<Record> Records;
};

Expected<CoverageMap> CoverageMap::read(const Image &Module) {
  CoverageMap Result;
  if (!hasMapping(Module))
    return std::move(Result);
  Result.Its = std::make_shared<Contents>();
  auto Found =
      BinaryCoverageReader::create(Module.object().getMemoryBufferRef(),
                                   /*Arch=*/"", Result.Its->Buffers);
  if (!Found)
    return Found.takeError();
  Result.Its->Readers = std::move(*Found);
  for (std::unique_ptr<BinaryCoverageReader> &Reader : Result.Its->Readers)
    for (Expected<CoverageMappingRecord &> Next : *Reader) {
      if (!Next)
        return Next.takeError();
      Record &Copy = Result.Its->Records.emplace_back();
      Copy.Name = Next->FunctionName;
      Copy.Hash = Next->FunctionHash;
      Copy.Files = Next->Filenames.vec();
      Copy.Expressions = Next->Expressions.vec();
      Copy.Regions = Next->MappingRegions.vec();
    }
  return std::move(Result);
}

void CoverageMap::keepLines(LineFn IsWanted) {
  if (!Its)
    return;
  llvm::erase_if(Its->Records, [&](const Record &R) {
    return none_of(R.Regions, [&](const CounterMappingRegion &Region) {
      return IsWanted(R.Files[Region.FileID], Region.LineStart, Region.LineEnd);
    });
  });
}

StringSet<> CoverageMap::names() const {
  StringSet<> Result;
  if (Its)
    for (const Record &R : Its->Records)
      Result.insert(R.Name);
  return Result;
}

Expected<std::vector<CoveredFunction>>
CoverageMap::count(ArrayRef<InstrProfFunction> Functions,
                   Warnings &Warn) const {
  std::vector<CoveredFunction> Result;
  if (!Its || Its->Records.empty())
    return Result;
  std::unique_ptr<CoverageMappingReader> Reader =
      std::make_unique<RecordReader>(Its->Records);
  auto Profile =
      IndexedInstrProfReader::create(makeInstrProfile(Functions, Warn));
  if (!Profile)
    return Profile.takeError();
  InstrProfReaderRef Counts(**Profile);
  auto Mapping = CoverageMapping::load(Reader, Counts);
  if (!Mapping)
    return Mapping.takeError();
  StringMap<StringRef> LinkNames;
  for (const InstrProfFunction &Function : Functions)
    LinkNames.try_emplace(Function.Name, Function.LinkName);
  for (StringRef Path : (*Mapping)->getUniqueSourceFiles()) {
    std::vector<FunctionRange> Ranges = rangesOf(**Mapping, Path, LinkNames);
    addLines(**Mapping, Path, Ranges);
    for (FunctionRange &Range : Ranges)
      Result.push_back(std::move(Range.Function));
  }
  return Result;
}
