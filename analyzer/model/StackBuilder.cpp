//===-- StackBuilder.cpp - Makes a model of measured stacks ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the functions, nodes, samples and calls of stacks. Contexts are a
// tree already, with callers first, so one pass over them makes the nodes. A
// context becomes one node for each function at its address. Frames of the
// runtime are left out, unless the sample was in the runtime: a thread's
// function would otherwise be a callee of the profiler.
//
//===----------------------------------------------------------------------===//

#include "model/StackBuilder.h"
#include "model/StackFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/StringSaver.h"
#include <tuple>

using namespace gmon;
using namespace llvm;

/// The name of the function that represents unknown callers.
static constexpr char UnknownStack[] = "[unknown stack]";

namespace {

/// The place of a context in the tree.
struct Place {
  StackNodeIndex Node = NoIndex; ///< of its callees' parent
  /// The line of the call in that node's function.
  StringRef Path;
  uint32_t Line = 0;
  bool IsRuntime = false; ///< the node is the caller's
};

class Builder {
public:
  Builder(const StackSources &Sources, ProfileModel &Model);
  void build();

private:
  void addOutgoingCallees();
  void addOutgoingCalls();
  void addNodes();
  bool hasLostCallers(const StackContext &Context) const;
  void addSamples();
  void addCalls();
  void addCall(const CountedCall &Call, FunctionIndex DefaultCaller,
               FunctionIndex Callee);
  bool addAnyCaller(const CountedCall &Call, FunctionIndex Callee);
  void joinCalls();
  void addCrossModuleCalls();
  FunctionIndex unknownCaller(const CountedCall &Call);
  FunctionIndex calleeOf(const CountedCall &Call);
  void addRanks();

  FunctionIndex functionOf(uint32_t Module, uint32_t Function);
  FunctionIndex special(ModelFunction::Kind What, uint32_t Module,
                        StringRef Name);
  FunctionIndex strangeFunction(const StackContext &Context);
  StringRef nameOf(StringRef LinkName);
  StackNodeIndex childOf(const Place &Caller, FunctionIndex Function,
                         bool IsInlined);
  Place addFrames(const Place &Caller, uint32_t Module,
                  ArrayRef<CodeFrame> Frames);
  Place addTailFrame(const Place &Caller, const TailFrame &Frame);
  Place placeOf(const StackContext &Context, const Place &Caller);
  Place addNamedFrame(const Place &Caller, const StackContext &Context,
                      FunctionIndex Called);
  ArrayRef<CodeFrame> framesOf(const StackContext &Context);

  const StackSources &Sources;
  ProfileModel &Model;
  StringSaver Saver;
  DenseMap<StringRef, StringRef> Names;                ///< by linkage name
  DenseMap<uint64_t, FunctionIndex> InGraph;           ///< by address
  std::vector<std::vector<FunctionIndex>> FunctionIds; ///< by module
  DenseMap<std::pair<uint32_t, StringRef>, FunctionIndex> Specials;
  DenseMap<
      std::tuple<StackNodeIndex, FunctionIndex, StringRef, uint32_t, unsigned>,
      StackNodeIndex>
      Nodes;
  const OutgoingCallees &Outgoing;
  std::vector<FunctionIndex> OutgoingIds; ///< of Outgoing.all()
  std::vector<Place> Places; ///< by context; the first is that of number 0
};

} // namespace

Builder::Builder(const StackSources &Sources, ProfileModel &Model)
    : Sources(Sources), Model(Model), Saver(*Model.Storage),
      Outgoing(Sources.Outgoing) {
  for (const auto &[F, Function] : enumerate(Model.Functions)) {
    Function.Module = Sources.Code.program();
    Function.Calls.reset(); // the profiles of the process know them
    InGraph[Function.Address] = F;
  }
  FunctionIds.resize(Sources.Code.size());
}

StringRef Builder::nameOf(StringRef LinkName) {
  auto [It, IsNew] = Names.try_emplace(LinkName);
  if (IsNew)
    It->second = Saver.save(Sources.Names.demangled(LinkName));
  return It->second;
}

FunctionIndex Builder::special(ModelFunction::Kind What, uint32_t Module,
                               StringRef Name) {
  auto [It, IsNew] =
      Specials.try_emplace({Module, Name}, Model.Functions.size());
  if (IsNew) {
    It->first.second = Saver.save(Name);
    ModelFunction &Function = Model.Functions.emplace_back();
    Function.What = What;
    Function.Name = It->first.second;
    Function.Module = Module;
  }
  return It->second;
}

/// Returns the function that represents \p Context, whose code is in no
/// function.
FunctionIndex Builder::strangeFunction(const StackContext &Context) {
  using Kind = ModelFunction::Kind;
  if (Context.Module != GMON_NO_MODULE) {
    StringRef Name = Model.Modules[Context.Module].Name;
    return special(Kind::ModuleCode, Context.Module,
                   Name.starts_with("[") ? Name.str()
                                         : ("[" + Name + "]").str());
  }
  switch (Context.Address) {
  case GMON_STACK_NO_TABLE:
    return special(Kind::Unknown, NoIndex, "[no unwind table]");
  case GMON_STACK_UNREADABLE:
    return special(Kind::Unknown, NoIndex, "[unreadable stack]");
  case GMON_STACK_TOO_DEEP:
    return special(Kind::Unknown, NoIndex, "[too deep]");
  case GMON_STACK_GONE:
    return special(Kind::Unknown, NoIndex, UnknownStack);
  default:
    return special(Kind::OtherCode, NoIndex, "[no module]");
  }
}

FunctionIndex Builder::functionOf(uint32_t Module, uint32_t Index) {
  const CodeFunction &Code = Sources.Code.codeOf(Module)->functions()[Index];
  if (Code.IsRuntime)
    return special(ModelFunction::Profiler, NoIndex, "[profiler]");
  std::vector<FunctionIndex> &Ids = FunctionIds[Module];
  if (Ids.size() <= Index)
    Ids.resize(Sources.Code.codeOf(Module)->functions().size(), NoIndex);
  if (Ids[Index] != NoIndex)
    return Ids[Index];
  if (Module == Sources.Code.program() && Code.Address)
    if (auto Known = InGraph.find(Code.Address); Known != InGraph.end())
      return Ids[Index] = Known->second;
  Ids[Index] = Model.Functions.size();
  ModelFunction &Function = Model.Functions.emplace_back();
  Function.Name = nameOf(Code.LinkName);
  Function.LinkName = Code.LinkName;
  Function.OtherNames = Code.OtherNames;
  Function.Path = Code.Path;
  Function.Line = Code.Line;
  Function.Module = Module;
  Function.Address = Code.Address;
  return Ids[Index];
}

ArrayRef<CodeFrame> Builder::framesOf(const StackContext &Context) {
  if (Context.Module == GMON_NO_MODULE)
    return {};
  ModuleCode *Code = Sources.Code.codeOf(Context.Module);
  return Code ? Code->framesAt(Context.Address) : ArrayRef<CodeFrame>();
}

StackNodeIndex Builder::childOf(const Place &Caller, FunctionIndex Function,
                                bool IsInlined) {
  auto [It, IsNew] = Nodes.try_emplace(
      {Caller.Node, Function, Caller.Path, Caller.Line, IsInlined},
      Model.Nodes.size());
  if (IsNew)
    Model.Nodes.push_back(
        {Caller.Node, Function, Caller.Path, Caller.Line, IsInlined});
  return It->second;
}

/// Returns the place of the innermost of \p Frames, which are at one address.
Place Builder::addFrames(const Place &Caller, uint32_t Module,
                         ArrayRef<CodeFrame> Frames) {
  Place Result = Caller;
  bool IsInlined = false;
  for (const CodeFrame &Frame : reverse(Frames)) {
    FunctionIndex Function = functionOf(Module, Frame.Function);
    if (Model.Functions[Function].What == ModelFunction::Profiler) {
      Result = Caller;
      Result.IsRuntime = true;
      return Result;
    }
    Result = {childOf(Result, Function, IsInlined), Frame.Path, Frame.Line};
    IsInlined = true;
  }
  return Result;
}

Place Builder::addTailFrame(const Place &Caller, const TailFrame &Frame) {
  const uint32_t Module = Frame.Where.Module;
  if (Frame.Jump)
    return addFrames(Caller, Module,
                     Sources.Code.codeOf(Module)->framesAt(Frame.Jump));
  // Which of its tail calls it was, and its line, is unknown.
  return addFrames(Caller, Module, CodeFrame{Frame.Where.Function, {}, 0});
}

void Builder::addOutgoingCallees() {
  Model.CountsOutgoing = !Sources.Stacks.OutgoingCalls.empty();
  for (const OutgoingCallee &Callee : Outgoing.all()) {
    FunctionIndex &Id = OutgoingIds.emplace_back();
    if (Callee.Function != NoSymbol) {
      Id = functionOf(*Callee.Module, Callee.Function);
    } else {
      Id = special(ModelFunction::Function, Callee.Module.value_or(NoIndex),
                   nameOf(Callee.Name));
      Model.Functions[Id].LinkName = Saver.save(Callee.Name);
    }
    Model.Functions[Id].IsCountedByCallers = true;
    Model.Functions[Id].HasMoreCalls |= Callee.HasMoreCalls;
  }
}

/// Adds the frame of the function that the caller of \p Context called by name,
/// if other code is there instead: code without a symbol, code with another
/// name, or the function that a resolver (ifunc) chose. \p Called is the
/// outermost function that the stack has there, or NoIndex.
Place Builder::addNamedFrame(const Place &Caller, const StackContext &Context,
                             FunctionIndex Called) {
  if (!Context.Caller || Caller.IsRuntime)
    return Caller;
  const StackContext &Site = Sources.Stacks.Contexts[Context.Caller - 1];
  std::optional<uint32_t> Named = Outgoing.calledAt(Site.Module, Site.Address);
  if (!Named || OutgoingIds[*Named] == Called)
    return Caller;
  return {childOf(Caller, OutgoingIds[*Named], /*IsInlined=*/false),
          StringRef()};
}

Place Builder::placeOf(const StackContext &Context, const Place &Caller) {
  ArrayRef<CodeFrame> Frames = framesOf(Context);
  if (Frames.empty())
    return {childOf(addNamedFrame(Caller, Context, NoIndex),
                    strangeFunction(Context), false),
            StringRef()};
  ModuleFunction Called = {Context.Module, Frames.back().Function};
  ArrayRef<TailFrame> Chain;
  if (!Caller.IsRuntime)
    Chain = Sources.Missing.between(Sources.Stacks, Context);
  if (!Chain.empty())
    Called = Chain.front().Where;
  Place Result = addNamedFrame(Caller, Context,
                               functionOf(Called.Module, Called.Function));
  for (const TailFrame &Frame : Chain)
    Result = addTailFrame(Result, Frame);
  return addFrames(Result, Context.Module, framesOf(Context));
}

void Builder::addNodes() {
  // Only contexts with samples, and their callers.
  const std::vector<StackContext> &Contexts = Sources.Stacks.Contexts;
  BitVector IsUsed(Contexts.size() + 1);
  for (const StackSample &Sample : Sources.Stacks.Samples)
    if (Sample.Count)
      IsUsed.set(Sample.Context);
  for (size_t I = Contexts.size(); I > 0; --I)
    if (IsUsed[I])
      IsUsed.set(Contexts[I - 1].Caller);
  Places.resize(Contexts.size() + 1);
  for (size_t I = 1; I <= Contexts.size(); ++I)
    if (IsUsed[I])
      Places[I] = placeOf(Contexts[I - 1], Places[Contexts[I - 1].Caller]);
}

/// Whether the callers of \p Context are lost: only its own place is known.
bool Builder::hasLostCallers(const StackContext &Context) const {
  if (!Context.Caller)
    return false;
  const StackContext &Caller = Sources.Stacks.Contexts[Context.Caller - 1];
  return Caller.Module == GMON_NO_MODULE && Caller.Address == GMON_STACK_GONE;
}

void Builder::addSamples() {
  std::map<
      std::tuple<StackNodeIndex, uint32_t, int, uint32_t, uint32_t, uint64_t>,
      size_t>
      Rows;
  for (const StackSample &Sample : Sources.Stacks.Samples) {
    if (!Sample.Count)
      continue;
    StackSampleRow Row;
    Row.Thread = Sample.Thread;
    Row.Kind = Sample.Kind;
    Row.Group = Sample.Group;
    Row.Count = Sample.Count;
    const Place &Where = Places[Sample.Context];
    Row.Node = Where.Node;
    if (Sample.Context == 0) {
      Row.Node = childOf(Place(),
                         special(ModelFunction::Unknown, NoIndex, UnknownStack),
                         false);
    } else {
      const StackContext &Context = Sources.Stacks.Contexts[Sample.Context - 1];
      if (Where.IsRuntime)
        Row.Node = childOf(
            hasLostCallers(Context) ? Place() : Where,
            special(ModelFunction::Profiler, NoIndex, "[profiler]"), false);
      else
        Row.Path = Where.Path, Row.Line = Where.Line;
      if (Context.Module != GMON_NO_MODULE) {
        Row.Module = Context.Module;
        Row.Address = Context.Address;
      }
    }
    auto [It, IsNew] = Rows.try_emplace(
        {Row.Node, Row.Thread, Row.Kind, Row.Group, Row.Module, Row.Address},
        Model.Samples.size());
    if (IsNew)
      Model.Samples.push_back(Row);
    else
      Model.Samples[It->second].Count += Row.Count;
  }
}

void Builder::build() {
  addStackFacts(Sources, Model);
  addOutgoingCallees();
  addNodes();
  addSamples();
  addCalls();
  addInlinedCalls(Sources, Model);
  addUncountedCalls(Model);
  addRanks();
}

/// Returns whether any function of the process may have made \p Call of \p
/// Callee. If so, notes the call as a doubt.
bool Builder::addAnyCaller(const CountedCall &Call, FunctionIndex Callee) {
  if (Call.CallerModule != GMON_NO_MODULE)
    return false;
  Model.Doubts.push_back({{}, Callee, 0, Call.High});
  return true;
}

/// Notes \p Call, whose callee is \p Callee. If its callers are unknown, the
/// caller is \p DefaultCaller.
void Builder::addCall(const CountedCall &Call, FunctionIndex DefaultCaller,
                      FunctionIndex Callee) {
  ArrayRef<CodeFrame> Frames = Call.Callers;
  StackSiteCalls Site;
  Site.Callee = Callee;
  Site.Calls = Call.Count;
  for (const CodeFrame &Frame : Frames)
    Site.Callers.push_back(functionOf(Call.CallerModule, Frame.Function));
  for (const CodeFrame &Frame : Frames.drop_front(!Frames.empty()))
    Site.InlinedAt.push_back({Frame.Path, Frame.Line});
  if (Frames.empty())
    Site.Callers.push_back(DefaultCaller);
  else if (Frames.front().Line)
    Site.CallPath = Frames.front().Path, Site.CallLine = Frames.front().Line;
  if (Call.Low != Call.High)
    Model.Doubts.push_back(
        {Site.Callers, Callee, Call.Count - Call.Low, Call.High - Call.Count});
  if (Call.Count)
    Model.SiteCalls.push_back(std::move(Site));
}

/// Returns the function that represents the unknown caller of \p Call.
FunctionIndex Builder::unknownCaller(const CountedCall &Call) {
  // Without its symbol, the marker cannot be told from such code.
  ModuleCode *Code = Sources.Code.codeOf(Call.CallerModule);
  return Code && Code->mayLackSymbols() && Code->hasMarker()
             ? strangeFunction({0, Call.CallerModule, 0})
             : NoIndex;
}

FunctionIndex Builder::calleeOf(const CountedCall &Call) {
  const auto [Module, Function] = Call.Callee;
  return Function == NoSymbol ? strangeFunction({0, Module, 0})
                              : functionOf(Module, Function);
}

void Builder::addCalls() {
  for (const TrueCall &Raw : Sources.Calls.InProfiles)
    if (std::optional<CountedCall> Call = findFunctions(Sources.Code, Raw)) {
      const FunctionIndex Callee = calleeOf(*Call);
      if (addAnyCaller(*Call, Callee))
        continue;
      std::optional<uint64_t> &All = Model.Functions[Callee].Calls;
      All = All.value_or(0) + Call->Count;
      if (Call->IsByRuntime)
        Call->Callers.clear();
      const FunctionIndex DefaultCaller =
          Call->IsByRuntime || !Call->Callers.empty() ? NoIndex
                                                      : unknownCaller(*Call);
      addCall(*Call, DefaultCaller, Callee);
    }
  addCrossModuleCalls();
  addOutgoingCalls();
  joinCalls();
}

/// Adds calls between modules. The profile of the callee's module has them from
/// outside, where those without a known caller remain.
void Builder::addCrossModuleCalls() {
  DenseMap<FunctionIndex, uint64_t> Known; // by callee
  for (const TrueCall &Raw : Sources.Calls.Between) {
    // Without the module's profile, there may be more calls.
    if (!Model.Modules[Raw.Call.SelfModule].HasProfile)
      continue;
    std::optional<CountedCall> Call = findFunctions(Sources.Code, Raw);
    if (!Call || Call->IsByRuntime)
      continue;
    const FunctionIndex Callee = calleeOf(*Call);
    if (addAnyCaller(*Call, Callee))
      continue;
    const FunctionIndex DefaultCaller =
        Call->Callers.empty() ? strangeFunction({0, Call->CallerModule, 0})
                              : NoIndex;
    addCall(*Call, DefaultCaller, Callee);
    Known[Callee] += Call->Count;
  }
  for (StackSiteCalls &Site : Model.SiteCalls)
    if (auto Named = Known.find(Site.Callee);
        Site.caller() == NoIndex && Named != Known.end()) {
      uint64_t Part = std::min(Site.Calls, Named->second);
      Site.Calls -= Part;
      Named->second -= Part;
    }
  llvm::erase_if(Model.SiteCalls, [](const StackSiteCalls &Site) {
    return Site.caller() == NoIndex && Site.Calls == 0;
  });
  // Other threads may have made calls after the profile was written.
  for (auto [Callee, Later] : Known)
    if (std::optional<uint64_t> &All = Model.Functions[Callee].Calls; Later)
      All = All.value_or(0) + Later;
}

void Builder::addOutgoingCalls() {
  for (const OutgoingCall &Call : Sources.Stacks.OutgoingCalls) {
    std::optional<uint32_t> Named = Outgoing.calledAt(Call.Module, Call.From);
    if (!Named || !Call.Count)
      continue;
    const FunctionIndex Callee = OutgoingIds[*Named];
    std::optional<uint64_t> &All = Model.Functions[Callee].Calls;
    All = All.value_or(0) + Call.Count;
    CountedCall Counted;
    Counted.CallerModule = Call.Module;
    Counted.Callers = framesOf({0, Call.Module, Call.From}).vec();
    Counted.Count = Counted.Low = Counted.High = Call.Count;
    const FunctionIndex DefaultCaller =
        Counted.Callers.empty() ? strangeFunction({0, Call.Module, 0})
                                : NoIndex;
    addCall(Counted, DefaultCaller, Callee);
  }
}

/// Adds up \p Calls with equal keys, sorted by \p KeyOf.
template <class Range, class KeyFn>
static void join(Range &Calls, KeyFn KeyOf) {
  llvm::stable_sort(
      Calls, [&](const auto &A, const auto &B) { return KeyOf(A) < KeyOf(B); });
  size_t NumKept = 0;
  for (auto &Call : Calls)
    if (NumKept && KeyOf(Calls[NumKept - 1]) == KeyOf(Call))
      Calls[NumKept - 1].Calls += Call.Calls;
    else if (&Calls[NumKept++] != &Call)
      Calls[NumKept - 1] = std::move(Call);
  Calls.resize(NumKept);
}

/// Joins calls of one site, and lists the calls of each pair of functions.
void Builder::joinCalls() {
  join(Model.SiteCalls, [](const StackSiteCalls &Site) {
    return std::tie(Site.Callers, Site.Callee, Site.CallPath, Site.CallLine,
                    Site.InlinedAt);
  });
  for (const StackSiteCalls &Site : Model.SiteCalls) {
    Model.Calls.push_back({Site.caller(), Site.Callee, Site.Calls, false});
    ArrayRef<FunctionIndex> All = Site.Callers;
    for (size_t I = 0; I + 1 < All.size(); ++I)
      // A function that is inlined into itself counts once.
      if (!is_contained(All.drop_front(I + 1), All[I]))
        Model.Calls.push_back({All[I], Site.Callee, Site.Calls, true});
  }
  join(Model.Calls, [](const StackCalls &Call) {
    return std::tie(Call.Caller, Call.Callee, Call.IsInlined);
  });
}

void Builder::addRanks() {
  const RankCounts &Counts = Sources.Stacks.Ranks;
  StackRanks &Ranks = Model.Ranks;
  Model.Mpi = Sources.Stacks.Mpi;
  Ranks.NumProcesses = Counts.NumProcesses;
  for (const RankedFunction &Ranked : Counts.Entries) {
    const bool IsTotal = Ranked.Module == GMON_NO_MODULE;
    if (IsTotal && Ranked.Address == GMON_RANKS_PROGRAM) {
      Ranks.Program = Ranked.Samples;
      continue;
    }
    if (IsTotal && Ranked.Address == GMON_RANKS_MPI) {
      Ranks.Mpi = Ranked.Samples;
      continue;
    }
    StackRankRow &Row = Ranks.Rows.emplace_back();
    Row.Samples = Ranked.Samples;
    Row.Calls = Ranked.Calls;
    const StackContext Start{0, Ranked.Module, IsTotal ? ~0 : Ranked.Address};
    ArrayRef<CodeFrame> Frames = framesOf(Start);
    if (Frames.empty()) {
      Row.Function = strangeFunction(Start);
      continue;
    }
    Row.IsPart = Sources.Code.codeOf(Ranked.Module)->isInPart(Ranked.Address);
    Row.Function = functionOf(Ranked.Module, Frames.back().Function);
  }
  addRankChances(Model);
}

void gmon::addStacks(const StackSources &Sources, ProfileModel &Model) {
  Builder(Sources, Model).build();
}
