//===-- formats/html/HtmlSource.cpp - Source of a page --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Divides files at the functions of the profile, and takes pieces, the hottest
// first, while there is room.
//
//===----------------------------------------------------------------------===//

#include "formats/html/HtmlSource.h"
#include "formats/Format.h"
#include "model/StackTimes.h"
#include "llvm/ADT/MapVector.h"

using namespace gmon;
using namespace llvm;

/// Files with fewer bytes are taken completely.
static constexpr size_t MaxWholeFile = 64 << 10;

/// Number of lines in front of a function, for comments, and behind its last
/// line with code.
static constexpr uint32_t LinesBefore = 4, LinesBehind = 2;

namespace {

/// Lines of a file, from First to Last, that are taken together or not at all.
struct Piece {
  uint32_t File = 0;
  uint32_t First = 0;
  uint32_t Last = 0;
  double Time = 0;
  double Total = 0;   ///< the greatest of its lines
  uint64_t Count = 0; ///< the greatest of its lines

  bool isHot() const { return Time > 0 || Total > 0 || Count > 0; }
  bool isHotterThan(const Piece &Other) const {
    return std::tuple(Time, Total, Count) >
           std::tuple(Other.Time, Other.Total, Other.Count);
  }
};

/// Returns the lines of a text.
class LineTable {
public:
  explicit LineTable(StringRef Text) : Text(Text) {
    for (size_t Start = 0; Start < Text.size();) {
      Starts.push_back(Start);
      Start = std::min(Text.find('\n', Start), Text.size()) + 1;
    }
  }
  uint32_t size() const { return Starts.size(); }
  /// Returns the lines from \p First to \p Last, numbered from 1.
  StringRef lines(uint32_t First, uint32_t Last) const {
    size_t End = Last < size() ? Starts[Last] : Text.size();
    StringRef Lines = Text.slice(Starts[First - 1], End);
    Lines.consume_back("\n");
    return Lines;
  }

private:
  StringRef Text;
  std::vector<size_t> Starts;
};

} // namespace

using FileMap = MapVector<StringRef, PageFile>;

namespace {

/// The times of functions in lines.
class LineOwners {
public:
  void add(StringRef Path, uint32_t Line, FunctionIndex Function, double Time) {
    Times[{Path, Line, Function}] += Time;
  }
  /// Sets the owners of lines.
  void setIn(FileMap &Files) const {
    std::vector<std::pair<Place, double>> Order(Times.begin(), Times.end());
    llvm::stable_sort(Order, [](const auto &A, const auto &B) {
      return A.second > B.second;
    });
    for (const auto &[Where, Time] : Order) {
      const auto &[Path, Number, Function] = Where;
      Files[Path].Lines[Number].Owners.push_back(Function);
    }
  }

private:
  using Place = std::tuple<StringRef, uint32_t, FunctionIndex>;
  std::map<Place, double> Times;
};

} // namespace

/// Adds the times of lines that the program's histogram has.
static void addRows(const ProfileModel &Model, FileMap &Files) {
  LineOwners Owners;
  for (const ModelRow &Row : Model.Flat)
    if (Model.Run.IsByLine && !Row.Path.empty() && Row.Line && Row.Self > 0) {
      Files[Row.Path].Lines[Row.Line].Time += Row.Self;
      Files[Row.Path].Time += Row.Self;
      Owners.add(Row.Path, Row.Line, Row.Function, Row.Self);
    }
  Owners.setIn(Files);
}

/// Adds the measured times of lines. A line's total counts a sample once,
/// however often the line is on its stack.
static void addStacks(const StackTimes &Times, FileMap &Files) {
  const ProfileModel &Model = Times.model();
  std::vector<std::vector<const StackSampleRow *>> SamplesAt(
      Model.Nodes.size());
  for (uint32_t I : Times.samples())
    SamplesAt[Model.Samples[I].Node].push_back(&Model.Samples[I]);
  DenseMap<std::pair<StringRef, uint32_t>, unsigned> Depth; ///< on the stack
  LineOwners Owners;
  auto Enter = [&](StackNodeIndex N) {
    const StackNode &Node = Model.Nodes[N];
    if (!Node.CallPath.empty() && Node.CallLine && Times.ofNode(N).Total > 0 &&
        Depth[{Node.CallPath, Node.CallLine}]++ == 0)
      Files[Node.CallPath].Lines[Node.CallLine].Total += Times.ofNode(N).Total;
    for (const StackSampleRow *Row : SamplesAt[N]) {
      if (Row->Path.empty() || !Row->Line)
        continue;
      PageFile &File = Files[Row->Path];
      PageLine &Line = File.Lines[Row->Line];
      File.Time += double(Row->Count);
      Line.Time += double(Row->Count);
      Owners.add(Row->Path, Row->Line, Node.Function, double(Row->Count));
      if (Depth.lookup({Row->Path, Row->Line}) == 0)
        Line.Total += double(Row->Count);
    }
  };
  Times.walk(Enter, [&](StackNodeIndex N) {
    const StackNode &Node = Model.Nodes[N];
    if (!Node.CallPath.empty() && Node.CallLine && Times.ofNode(N).Total > 0)
      --Depth[{Node.CallPath, Node.CallLine}];
  });
  Owners.setIn(Files);
  for (LineCall &Call : lineCalls(Times))
    if (auto File = Files.find(Call.Path); File != Files.end())
      File->second.Lines[Call.Line].Calls.push_back(std::move(Call));
}

/// Adds the same of each thread. Nobody counts the calls of lines by thread.
static void addThreads(const ProfileModel &Model, FileMap &Files) {
  const size_t NumThreads = Model.Threads.size();
  for (uint32_t T = 0; NumThreads > 1 && T < NumThreads; ++T) {
    StackFilter Filter;
    Filter.Threads.resize(NumThreads);
    Filter.Threads.set(T);
    FileMap OfThread;
    addStacks(StackTimes(Model, Filter), OfThread);
    for (auto &[Path, File] : OfThread) {
      for (auto &[Number, Line] : File.Lines)
        for (LineCall &Call : Line.Calls)
          Call.Calls.reset();
      Files[Path].Threads.push_back({T, File.Time, std::move(File.Lines)});
    }
  }
}

/// Returns the files and the data of their lines.
static std::vector<PageFile> gatherLines(const ProfileModel &Model) {
  FileMap Files;
  if (Model.isOfStacks()) {
    addStacks(StackTimes(Model), Files);
    addThreads(Model, Files);
  } else {
    addRows(Model, Files);
  }
  for (ArrayRef<CountedFile> Counted :
       {ArrayRef(Model.Lines), Model.LibraryLines})
    for (const CountedFile &File : Counted)
      for (const CountedLine &Line : File.Lines) {
        auto &Count = Files[File.Path].Lines[Line.Number].Count;
        Count = Count.value_or(0) + Line.Count;
      }
  std::vector<PageFile> Result;
  for (auto &[Path, File] : Files) {
    File.Path = Path.str();
    Result.push_back(std::move(File));
  }
  llvm::sort(Result, [](const PageFile &A, const PageFile &B) {
    return A.Path < B.Path;
  });
  return Result;
}

/// Returns the lines where functions begin, by path, sorted.
static StringMap<std::vector<uint32_t>>
functionStarts(const ProfileModel &Model) {
  StringMap<std::vector<uint32_t>> Starts;
  for (const ModelFunction &Function : Model.graphFunctions())
    if (Function.Line)
      Starts[Function.Path].push_back(Function.Line);
  for (ArrayRef<CountedFile> Counted :
       {ArrayRef(Model.Lines), Model.LibraryLines})
    for (const CountedFile &File : Counted)
      for (const CountedFunction &Function : File.Functions)
        Starts[File.Path].push_back(Function.Line);
  for (auto &Entry : Starts)
    llvm::sort(Entry.second);
  return Starts;
}

/// Divides \p File at the starts of its functions.
static void cutFile(const PageFile &File, uint32_t Index,
                    std::vector<Piece> &Pieces) {
  const ArrayRef<uint32_t> Starts = File.Starts;
  bool IsWhole = File.Text->getBufferSize() <= MaxWholeFile;
  const uint32_t *Next = Starts.begin();
  std::optional<Piece> Open;
  auto Close = [&] {
    if (Open && (IsWhole || Open->isHot()))
      Pieces.push_back(*Open);
    Open.reset();
  };
  if (IsWhole)
    Open = {Index, 1, File.Length};
  for (const auto &[Number, Line] : File.Lines) {
    if (Number == 0 || Number > File.Length)
      continue;
    // The start of the next function or, outside functions, a single line.
    const uint32_t *Following = std::upper_bound(Next, Starts.end(), Number);
    if (!IsWhole && (!Open || Following != Next)) {
      Close();
      uint32_t Start = Following == Starts.begin() ? Number : *(Following - 1);
      uint32_t First = Start > LinesBefore ? Start - LinesBefore : 1;
      Open = {Index, First, First};
    }
    Next = Following;
    if (!IsWhole)
      Open->Last = std::min(Number + LinesBehind, File.Length);
    Open->Time += Line.Time;
    Open->Total = std::max(Open->Total, Line.Total);
    Open->Count = std::max(Open->Count, Line.Count.value_or(0));
  }
  Close();
}

/// Adds to \p File the lines of its \p Pieces.
static void takePieces(PageFile &File, std::vector<Piece> &Pieces,
                       const LineTable &Table) {
  llvm::sort(Pieces,
             [](const Piece &A, const Piece &B) { return A.First < B.First; });
  uint32_t First = 0, Last = 0;
  auto Take = [&] {
    if (First)
      File.Excerpts.push_back({First, Table.lines(First, Last)});
  };
  for (const Piece &P : Pieces) {
    if (First && P.First <= Last + 1) {
      Last = std::max(Last, P.Last);
      continue;
    }
    Take();
    First = P.First;
    Last = P.Last;
  }
  Take();
}

std::vector<PageFile> gmon::chooseSource(const ProfileModel &Model,
                                         OpenSourceFn Open, size_t MaxText) {
  std::vector<PageFile> Files = gatherLines(Model);
  StringMap<std::vector<uint32_t>> Starts = functionStarts(Model);
  std::vector<LineTable> Tables;
  std::vector<Piece> Pieces;
  for (PageFile &File : Files) {
    File.Starts = std::move(Starts[File.Path]);
    Open(File);
    Tables.emplace_back(File.Text ? File.Text->getBuffer() : StringRef());
    File.Length = Tables.back().size();
    if (File.Length)
      cutFile(File, Tables.size() - 1, Pieces);
  }
  llvm::stable_sort(
      Pieces, [](const Piece &A, const Piece &B) { return A.isHotterThan(B); });
  std::vector<std::vector<Piece>> Taken(Files.size());
  for (const Piece &P : Pieces) {
    size_t Size = Tables[P.File].lines(P.First, P.Last).size();
    if (Size > MaxText)
      continue;
    MaxText -= Size;
    Taken[P.File].push_back(P);
  }
  for (size_t I = 0; I < Files.size(); ++I)
    takePieces(Files[I], Taken[I], Tables[I]);
  return Files;
}
