//===-- CodeCosts.cpp - Costs that are counted ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each function: decodes its pieces, makes equations of its counts, and
// multiplies the solution by the costs of the instructions.
//
//===----------------------------------------------------------------------===//

#include "costs/CodeCosts.h"
#include "code/Decoder.h"
#include "costs/CallFacts.h"
#include "costs/FlowMap.h"
#include "costs/FunctionDecoder.h"
#include "gmon/abi.h"
#include "support/Errors.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace gmon;
using namespace llvm;

/// So often, functions tell each other which calls came back.
static constexpr unsigned MostRounds = 4;

namespace {

class CostCounter {
public:
  CostCounter(const CountedCost &What, const Image &Program,
              const Profile &Data, const Decoder &Decode)
      : Data(Data), Own(Program), Code(Program, Decode), Known(Program),
        Counts(Data) {
    Result.What = What;
    for (const RawArc &Arc : Data.Arcs)
      Called.insert(Arc.Self);
  }

  Error count(ArrayRef<FlowFunction> Functions);
  CostReport Result;
  std::vector<Histogram> Histograms;       ///< of the costs
  InstructionCounts *Executions = nullptr; ///< if not null, gets the counts

private:
  Error checkCounters(ArrayRef<FlowFunction> Functions) const;
  bool wasExecuted(const FlowFunction &Flow) const;
  FlowProblem makeProblem(const DecodedFunction &Function,
                          const CallFacts &Calls, size_t Number) const;
  std::vector<FlowSolution> solve(ArrayRef<DecodedFunction> Functions,
                                  CallFacts &Calls) const;
  uint64_t digestOf(const FlowFunction &Flow, const FlowSolution &Solution,
                    ArrayRef<uint64_t> Weights) const;
  void countFunction(const DecodedFunction &Function,
                     const FlowSolution &Solution);
  uint64_t costOf(const CodeInstruction &Inst) const;
  bool isOwn(const FlowFunction &Flow, const FlowPiece &Piece,
             const CodeInstruction &Inst) const;
  void noteExecutions(const DecodedFunction &Function,
                      const FlowSolution &Solution);
  void noteCall(const CodeInstruction &Call, const CountRange &Count);
  void noteFunctionsWithoutCounts(ArrayRef<FlowFunction> Functions);
  bool hasCounts(uint64_t Function) const {
    return std::binary_search(Starts.begin(), Starts.end(), Function);
  }
  bool isBehindHook(uint64_t Address) const {
    return BehindHooks.contains(Address);
  }

  const Profile &Data;
  const OwnCode Own;
  const FunctionDecoder Code;
  const KnownCalls Known;
  const FlowCounts Counts;
  DenseSet<uint64_t> Called;      ///< the hooks of functions that were called
  std::vector<uint64_t> Starts;   ///< of functions with counts, sorted
  DenseSet<uint64_t> BehindHooks; ///< of those with a hook in front
  std::map<uint64_t, OutsideCalls> Outside;
};

} // namespace

uint64_t CostCounter::costOf(const CodeInstruction &Inst) const {
  switch (Result.What.Kind) {
  case CountedKind::Instructions:
    return 1;
  case CountedKind::Loads:
    return Inst.Loads;
  case CountedKind::Stores:
    return Inst.Stores;
  case CountedKind::Branches:
    return Inst.IsBranch;
  case CountedKind::Calls:
    return Inst.IsCall;
  }
  llvm_unreachable("a kind without a cost");
}

/// Whether \p Flow was entered, or something in it was counted. Most functions
/// of large programs are not executed in a run, and need not be decoded.
bool CostCounter::wasExecuted(const FlowFunction &Flow) const {
  return Called.contains(Flow.Code.Low) ||
         Called.contains(Flow.Code.Low + GMON_EARLY_HOOK_SIZE) ||
         Counts.hasExecuted(Flow);
}

FlowProblem CostCounter::makeProblem(const DecodedFunction &Function,
                                     const CallFacts &Calls,
                                     size_t Number) const {
  if (Function.Pieces.empty()) // it was not executed
    return FlowProblem();
  FlowProblem Problem = Counts.problemOf(*Function.Flow);
  // Without own instructions it does not matter.
  if (Result.What.WithOwn && Function.Flow->hasHookPiece())
    Problem.Sums.push_back({{0}, Calls.hookCalls(Number)});
  Problem.LaterSums = Calls.sumsOf(Number);
  return Problem;
}

/// Solves all functions; again where they tell something of others' calls.
std::vector<FlowSolution>
CostCounter::solve(ArrayRef<DecodedFunction> Functions,
                   CallFacts &Calls) const {
  std::vector<FlowProblem> Problems;
  std::vector<FlowSolution> Solutions;
  for (auto [I, Function] : enumerate(Functions)) {
    Problems.push_back(makeProblem(Function, Calls, I));
    Solutions.emplace_back(Problems.back());
    Calls.note(I, Solutions.back());
  }
  for (unsigned Left = MostRounds; Left; --Left) {
    Calls.findLeaving();
    bool HasChanged = false;
    for (auto [I, Solution] : enumerate(Solutions)) {
      if (!Calls.narrow(I, Problems[I]) || !Solution.isConsistent())
        continue;
      HasChanged = true;
      Solution = FlowSolution(Problems[I]);
      Calls.note(I, Solution);
    }
    if (!HasChanged)
      break;
  }
  return Solutions;
}

/// Notes \p Count executions of \p Call, if it leads to code without counts.
void CostCounter::noteCall(const CodeInstruction &Call,
                           const CountRange &Count) {
  if (!Call.Target) {
    Result.PointerCalls += Count.Estimate;
    return;
  }
  const uint64_t Called = Known.behindStub(*Call.Target);
  if (Own.isRuntime(Called) || hasCounts(Called) || isBehindHook(Called))
    return;
  OutsideCalls &Sum = Outside[*Call.Target];
  Sum.Address = *Call.Target;
  Sum.Count += Count.Estimate;
  Sum.IsExact &= Count.isExact();
  Sum.Sites.push_back({Call.Address, Call.end()});
}

/// Returns a digest of the code, its counts and what follows from them.
uint64_t CostCounter::digestOf(const FlowFunction &Flow,
                               const FlowSolution &Solution,
                               ArrayRef<uint64_t> Weights) const {
  std::vector<support::ulittle64_t> Words;
  auto Add = [&](uint64_t Word) { Words.emplace_back(Word); };
  for (auto [Piece, Count, Weight] :
       zip_equal(Flow.Pieces, Solution.pieces(), Weights)) {
    for (uint64_t Word : {Weight, uint64_t(Piece.Flags), Count.Low, Count.High,
                          Count.Estimate, uint64_t(Piece.Successors.size())})
      Add(Word);
    for (uint32_t Successor : Piece.Successors)
      Add(Successor);
    for (const std::optional<uint64_t> &Key : {Piece.Block, Piece.Counter})
      Add(Key ? Counts.at(*Key) : UINT64_MAX);
  }
  return xxh3_64bits(ArrayRef(reinterpret_cast<const uint8_t *>(Words.data()),
                              Words.size() * sizeof(support::ulittle64_t)));
}

/// Whether code in the middle of a piece jumps within the function \p Range, as
/// inline assembly may: nothing counts how often. Hooks jump elsewhere.
static bool hasInnerJump(const AddressRange &Range,
                         ArrayRef<CodeInstruction> Code) {
  return any_of(Code, [&](const CodeInstruction &I) {
    return I.IsBranch && !I.IsCall && I.Target && *I.Target >= Range.Low &&
           *I.Target < Range.High && I.Address != Code.back().Address;
  });
}

/// Whether \p Inst, in \p Piece, is a jump to another function that is known.
static bool isTailCall(const DecodedFunction &Function, const FlowPiece &Piece,
                       const CodeInstruction &Inst) {
  return Inst.IsBranch && Inst.Target && Piece.has(GMON_FLOW_LEFT) &&
         Inst.end() == Piece.Code.High &&
         !Function.Flow->Code.contains(*Inst.Target);
}

/// Whether \p Inst, in \p Piece of \p Flow, is the profiler's.
bool CostCounter::isOwn(const FlowFunction &Flow, const FlowPiece &Piece,
                        const CodeInstruction &Inst) const {
  return Piece.has(GMON_FLOW_OWN) || Own.has(Inst) ||
         std::binary_search(Flow.Own.begin(), Flow.Own.end(), Inst.Address);
}

/// Notes how often the instructions of \p Function were executed. One that was
/// not executed has no decoded pieces.
void CostCounter::noteExecutions(const DecodedFunction &Function,
                                 const FlowSolution &Solution) {
  const FlowFunction &Flow = *Function.Flow;
  const bool IsKnown =
      Solution.isConsistent() &&
      none_of(Function.Pieces, [&](ArrayRef<CodeInstruction> Code) {
        return hasInnerJump(Flow.Code, Code);
      });
  for (auto [I, Piece] : enumerate(Flow.Pieces)) {
    if (Function.Pieces.empty()) {
      Executions->addPiece(Piece.Code, 0, /*IsExact=*/true);
      continue;
    }
    const CountRange &Count = Solution.pieces()[I];
    ArrayRef<CodeInstruction> Code = Function.Pieces[I];
    if (Code.empty())
      continue;
    Executions->addPiece({Piece.Code.Low, Code.back().end()}, Count.Estimate,
                         IsKnown && Count.isExact());
    for (const CodeInstruction &Inst : Code)
      if (isOwn(Flow, Piece, Inst))
        Executions->addOwn({Inst.Address, Inst.end()});
  }
}

void CostCounter::countFunction(const DecodedFunction &Function,
                                const FlowSolution &Solution) {
  const FlowFunction &Flow = *Function.Flow;
  Histogram Hist{Flow.Code.Low, Flow.Code.High,
                 BinCounts(Flow.Code.High - Flow.Code.Low)};
  std::vector<uint64_t> Weights;
  uint64_t Sum = 0;
  bool JumpsInside = false;
  for (auto [Piece, Code, Count] :
       zip(Flow.Pieces, Function.Pieces, Solution.pieces())) {
    uint64_t &Weight = Weights.emplace_back(0);
    JumpsInside |= Count.High && !Piece.has(GMON_FLOW_OWN) &&
                   hasInnerJump(Flow.Code, Code);
    for (const CodeInstruction &Inst : Code) {
      const bool IsOwn = isOwn(Flow, Piece, Inst);
      if (!IsOwn && Count.Estimate) {
        if (Inst.IsRepeated)
          Result.Repeated += Count.Estimate;
        if (Inst.IsCall || isTailCall(Function, Piece, Inst))
          noteCall(Inst, Count);
      }
      if (IsOwn && !Result.What.WithOwn)
        continue;
      const uint64_t Cost = costOf(Inst);
      Weight += Cost;
      Sum = SaturatingMultiplyAdd(Cost, Count.Estimate, Sum);
      // Estimates are far below 2^64.
      (void)Hist.Bins.addTo(Inst.Address - Hist.Low, Cost * Count.Estimate);
    }
  }
  FunctionCost Cost;
  Cost.Code = Flow.Code;
  Cost.Cost = Solution.sum(Weights);
  if (Cost.Cost.High == 0)
    return;
  if (JumpsInside) {
    Cost.Cost.Low = 0;
    Cost.Cost.High = NoBound;
  }
  if (!Solution.isConsistent())
    Cost.What = FunctionCost::Contradicted;
  else if (!Cost.Cost.isExact() || Cost.Cost.Low != Sum)
    Cost.What = FunctionCost::Bounded;
  Cost.Cost.Estimate = Sum;
  Cost.Digest = digestOf(Flow, Solution, Weights);
  Result.Total = SaturatingAdd(Result.Total, Sum);
  Result.Functions.push_back(Cost);
  if (Sum)
    Histograms.push_back(std::move(Hist));
}

/// Counts the functions that were called and have no counts of blocks.
void CostCounter::noteFunctionsWithoutCounts(ArrayRef<FlowFunction> Functions) {
  Result.NumWithoutCounts = count_if(Called, [&](uint64_t Hook) {
    auto Next = partition_point(
        Functions, [&](const FlowFunction &F) { return F.Code.High <= Hook; });
    return Next == Functions.end() || !Next->Code.contains(Hook);
  });
}

/// Fails if a counter of a piece is not where \p Functions say that there are
/// counters, or not in code. It may be in code without description.
Error CostCounter::checkCounters(ArrayRef<FlowFunction> Functions) const {
  DenseSet<uint64_t> Keys;
  for (const FlowFunction &Flow : Functions)
    for (const FlowPiece &Piece : Flow.Pieces)
      if (Piece.Counter)
        Keys.insert(*Piece.Counter);
  for (const BlockCount &Block : Data.Blocks) {
    if (Block.Address < GMON_PIECE_KEY_MIN || Keys.contains(Block.Address))
      continue;
    const uint64_t Address = Block.Address - GMON_PIECE_KEY_MIN;
    auto Next = partition_point(Functions, [&](const FlowFunction &F) {
      return F.Code.Low <= Address;
    });
    const bool IsDescribed =
        Next != Functions.begin() && std::prev(Next)->Code.contains(Address);
    if (IsDescribed || !Code.hasCode(Address))
      return makeError("the profile data count code at 0x" +
                       utohexstr(Address, /*LowerCase=*/true) +
                       ", where the program has no counter");
  }
  return Error::success();
}

Error CostCounter::count(ArrayRef<FlowFunction> Functions) {
  if (Error E = checkCounters(Functions))
    return E;
  for (const FlowFunction &Flow : Functions)
    Starts.push_back(Flow.Code.Low);
  std::vector<DecodedFunction> Decoded;
  for (const FlowFunction &Flow : Functions) {
    if (Flow.hasHookPiece())
      BehindHooks.insert(Flow.Code.Low + GMON_EARLY_HOOK_SIZE);
    if (!wasExecuted(Flow)) {
      Decoded.push_back({&Flow, {}});
      continue;
    }
    Expected<DecodedFunction> Function = Code.decode(Flow);
    if (!Function)
      return Function.takeError();
    Decoded.push_back(std::move(*Function));
  }
  CallFacts Calls(Decoded, Own, Known, Data);
  std::vector<FlowSolution> Solutions = solve(Decoded, Calls);
  for (auto [I, Function, Solution] : enumerate(Decoded, Solutions)) {
    if (Executions) {
      noteExecutions(Function, Solution);
      Executions->addFunction(Function.Flow->Code);
      Calls.visitCalls(I, Solution.pieces(), [&](const ExecutedCall &Call) {
        Executions->addCall(Call);
      });
    }
    countFunction(Function, Solution);
  }
  noteFunctionsWithoutCounts(Functions);
  for (const auto &[Address, Calls] : Outside)
    Result.Outside.push_back(Calls);
  return Error::success();
}

/// Counts \p What for \p Take, and fills \p Executions if it is not null.
static Error countBy(const CountedCost &What, const Image &Program,
                     const Profile &Data, InstructionCounts *Executions,
                     function_ref<void(CostCounter &)> Take) {
  Expected<std::vector<FlowFunction>> Functions = readFlowMap(Program);
  if (!Functions)
    return Functions.takeError();
  if (!Data.HasBlocks)
    return makeError(
        Functions->empty()
            ? "option '--cost' needs counts of basic blocks, and the profile "
              "data have none: compile with gmon-clang -a"
            : "option '--cost' needs counts of basic blocks, and the profile "
              "data have none: no code was executed that was compiled with "
              "gmon-clang -a");
  if (Functions->empty())
    return makeFileError(
        Program.path(),
        "option '--cost' needs a description of the code's "
        "flow, and there is none: compile with gmon-clang -a, for "
        "RISC-V also with -mno-relax (-a=source, -fbasic-block-sections and "
        "-fxray-instrument make "
        "none), "
        "and remove no more from the program than 'strip -g' "
        "does");
  if (Data.AreRunsUnknown)
    return makeError(
        "option '--cost' needs counts that GNU gprof's sums lack, and the "
        "profile data are or contain such a sum: let 'llvm-gprof merge' "
        "add up the data of the runs");
  std::unique_ptr<Decoder> Decode = Decoder::create(Program);
  if (!Decode)
    return makeFileError(Program.path(),
                         "option '--cost' cannot decode its code");
  CostCounter Counter(What, Program, Data, *Decode);
  Counter.Executions = Executions;
  if (Error E = Counter.count(*Functions))
    return makeFileError(Program.path(), toString(std::move(E)));
  Take(Counter);
  return Error::success();
}

/// Replaces the samples of \p Data by the cost \p What.
static void replaceSamples(Profile &Data, const CountedCost &What,
                           std::vector<Histogram> Histograms) {
  Data.Histograms = std::move(Histograms);
  Data.HasHistograms = true;
  Data.IsOfInstructions = true;
  Data.Rate = 1;
  Data.Dimension = What.name();
  Data.Unit = Data.Dimension.front();
  Data.Scale = 0.5;
  // What is known of the samples.
  Data.RunNotes.LateSamples = Data.RunNotes.OtherSamples = 0;
  Data.RunNotes.UnsampledThreads = 0;
}

Expected<CostReport> gmon::countCosts(const CountedCost &What,
                                      const Image &Program, Profile &Data) {
  CostReport Result;
  std::vector<Histogram> Costs;
  if (Error E = countBy(What, Program, Data, /*Executions=*/nullptr,
                        [&](CostCounter &Counter) {
                          Result = std::move(Counter.Result);
                          Costs = std::move(Counter.Histograms);
                        }))
    return std::move(E);
  replaceSamples(Data, What, std::move(Costs));
  return Result;
}

Expected<InstructionCounts> InstructionCounts::compute(const Image &Program,
                                                       const Profile &Data) {
  InstructionCounts Result;
  if (Error E = countBy({CountedKind::Instructions, /*WithOwn=*/true}, Program,
                        Data, &Result, [](CostCounter &) {}))
    return std::move(E);
  return Result;
}

std::optional<InstructionCount>
InstructionCounts::find(uint64_t Address) const {
  auto Next = partition_point(
      Pieces, [&](const Piece &P) { return P.Code.High <= Address; });
  if (Next == Pieces.end() || !Next->Code.contains(Address))
    return std::nullopt;
  auto NextOwn =
      partition_point(Own, [&](const auto &E) { return E.High <= Address; });
  return InstructionCount{Next->Count, Next->IsExact,
                          NextOwn != Own.end() && NextOwn->contains(Address)};
}

double InstructionCounts::executedBytes(AddressRange Code) const {
  double Sum = 0;
  for (auto Next = partition_point(
           Pieces, [&](const Piece &P) { return P.Code.High <= Code.Low; });
       Next != Pieces.end() && Next->Code.Low < Code.High; ++Next)
    Sum += double(Next->Count) * double(std::min(Next->Code.High, Code.High) -
                                        std::max(Next->Code.Low, Code.Low));
  return Sum;
}
