//===-- formats/Pprof.cpp - profile.proto for pprof -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A PprofMessage, compressed by gzip. Its samples have three values: samples,
// nanoseconds, calls. Samples with times have measured stacks or those of the
// CallTree, and no calls. Samples with calls have caller and callee, and no
// time; they are exact.
//
//===----------------------------------------------------------------------===//

#include "formats/Format.h"
#include "formats/PprofMessage.h"
#include "model/CallTree.h"
#include "support/Rounding.h"
#include "llvm/ADT/BitVector.h"

using namespace gmon;
using namespace llvm;

namespace {

/// Writes measured stacks, or those that the call graph suggests.
class PprofWriter {
public:
  explicit PprofWriter(const FormatContext &Context)
      : Context(Context), Model(Context.Model), IsOfStacks(Model.isOfStacks()),
        Cost(Model.shownCost()), Kept(Model.Nodes.size()),
        Callers(Model.Nodes.size()) {
    std::vector<uint32_t> Depth(Model.Nodes.size());
    for (StackNodeIndex N = 0; N < Depth.size(); ++N) {
      StackNodeIndex Caller = Model.Nodes[N].Parent;
      Depth[N] = Caller == NoIndex ? 1 : Depth[Caller] + 1;
      Kept[N] = Depth[N] <= MaxStackDepth ? N : Kept[Caller];
    }
  }
  std::string write();

private:
  /// A function, and the file and the line in it that are executed.
  using FrameKey = std::tuple<FunctionIndex, StringRef, uint32_t>;
  using LocationKey = std::tuple<uint64_t, uint64_t, std::vector<FrameKey>>;

  /// The location of a node's caller.
  struct CallerLocation {
    uint64_t Id = 0;
    StackNodeIndex Outermost = 0; ///< of its frames
  };

  void writeHeader();
  void writeMappings();
  uint64_t mappingOf(uint32_t Module, uint64_t Address) const;
  PprofFrame frameOf(const FrameKey &Key) const;
  uint64_t locationOf(uint32_t Module, uint64_t Address,
                      std::vector<FrameKey> Frames);
  uint64_t locationOf(FunctionIndex F);
  uint64_t locationOf(const StackSiteCalls &Site);
  uint64_t locationOf(StackNodeIndex &N, StringRef Path, uint32_t Line,
                      const StackSampleRow *Sample);
  SmallVector<uint64_t> stackOf(const StackSampleRow &Row);
  SmallVector<PprofLabel> labelsOf(const StackSampleRow &Row) const;
  void writeTimes();
  void writeCalls();
  uint64_t locationOf(const ModelRow &Row);
  uint64_t locationOf(const TreeFrame &Frame);
  void writeGraphTimes();
  void writeGraphCalls();

  const FormatContext &Context;
  const ProfileModel &Model;
  const bool IsOfStacks; ///< or of the call graph
  const CostKind &Cost;
  PprofMessage Message;
  std::vector<uint64_t> FirstMapping;        ///< by module
  std::map<LocationKey, uint64_t> Locations; ///< by mapping, address, frames
  /// By node: the innermost caller, or the node itself, that is not too deep.
  std::vector<StackNodeIndex> Kept;
  std::vector<CallerLocation> Callers; ///< by node
  uint64_t Pruned = 0;                 ///< the location of pruned frames
  /// Of the call graph: by address, and of frames that are no functions.
  DenseMap<uint64_t, uint64_t> ByAddress;
  std::map<std::pair<unsigned, uint32_t>, uint64_t> Others;
};

} // namespace

namespace {

struct PprofType {
  StringRef Name, Unit;
};

} // namespace

/// Returns the sample type of \p Cost.
static PprofType typeOf(const CostKind &Cost, bool IsElapsed) {
  if (Cost.isTime())
    return {IsElapsed ? "wall" : "cpu", "nanoseconds"};
  return {Cost.wholeName(), "count"};
}

/// Returns \p Number, limited to the numbers of the format.
static int64_t limited(uint64_t Number) {
  return int64_t(std::min<uint64_t>(Number, INT64_MAX));
}

static SmallVector<PprofMapping> programMappings(const ModelRun &Run) {
  SmallVector<PprofMapping> Result;
  for (const CodeMapping &Mapping : Run.Mappings)
    Result.push_back({Mapping.Start, Mapping.End, Mapping.Offset});
  return Result;
}

uint64_t PprofWriter::locationOf(const ModelRow &Row) {
  uint64_t &Id = ByAddress[Row.Address];
  if (Id)
    return Id;
  const FunctionIndex F = Row.Function;
  const ModelFunction &Function = Model.Functions[F];
  PprofFrame Outermost = frameOf({F, Function.Path, Function.Line});
  SmallVector<PprofFrame> Frames = {
      {Row.Name, Row.LinkName, Row.Path, Row.Line, 0}};
  for (const ModelFrame &Caller : Row.InlinedInto)
    Frames.push_back({Caller.Name, Caller.Name, Caller.Path, Caller.Line, 0});
  // The function that contains the code. Without --inlines, the place of
  // inlining is unknown.
  if (Row.LinkName == Outermost.LinkName || !Row.InlinedInto.empty()) {
    Outermost.Path = Frames.back().Path;
    Outermost.Line = Frames.back().Line;
    Frames.pop_back();
  }
  Frames.push_back(Outermost);
  return Id = Message.addLocation(mappingOf(Function.Module, Row.Address),
                                  Row.Address, Frames);
}

uint64_t PprofWriter::locationOf(const TreeFrame &Frame) {
  if (Frame.What == TreeFrame::Function)
    return locationOf(Frame.Index);
  uint64_t &Id = Others[{Frame.What, Frame.Index}];
  if (Id == 0)
    Id =
        Message.addLocation(0, 0, PprofFrame{Frame.Name, Frame.Name, "", 0, 0});
  return Id;
}

/// Writes the own time of each function, divided by its rows and by its stacks.
void PprofWriter::writeGraphTimes() {
  const CallTree Tree = makeCallTree(Model, Context.Settings.MinPercent);
  std::vector<std::vector<uint32_t>> NodesOf(Model.NumInGraph);
  Rounder Samples, Units;
  SmallVector<uint64_t> Stack;
  auto FrameOf = [&](uint32_t N) -> const TreeFrame & {
    return Tree.frameOf(Tree.Nodes[N]);
  };
  auto Write = [&](uint32_t N, uint64_t Leaf, double Time) {
    PprofMessage::Values V{int64_t(Samples(Time)),
                           int64_t(Units(Cost.wholeUnits(Time, 1e9))), 0};
    if (V == PprofMessage::Values())
      return;
    Stack.assign(1, Leaf);
    for (N = Tree.Nodes[N].Parent; N != TreeNode::NoParent;
         N = Tree.Nodes[N].Parent)
      Stack.push_back(locationOf(FrameOf(N)));
    Message.addSample(Stack, V);
  };
  for (auto [Index, Node] : enumerate(Tree.Nodes))
    if (FrameOf(Index).What == TreeFrame::Function)
      NodesOf[FrameOf(Index).Index].push_back(Index);
    else if (Node.Self != 0)
      Write(Index, locationOf(FrameOf(Index)), Node.Self);
  for (const ModelRow &Row : Model.Flat) {
    if (Row.Self == 0)
      continue;
    double Share = Row.Self / Model.Functions[Row.Function].Self;
    for (uint32_t N : NodesOf[Row.Function])
      Write(N, locationOf(Row), Tree.Nodes[N].Self * Share);
  }
}

void PprofWriter::writeGraphCalls() {
  BitVector HasRow(Model.NumInGraph);
  for (const ModelRow &Row : Model.Flat)
    HasRow.set(Row.Function);
  for (const ModelArc &Arc : Model.Arcs)
    if (Arc.Calls && Arc.Caller != Arc.Callee && HasRow[Arc.Callee])
      Message.addSample({locationOf(Arc.Callee), locationOf(Arc.Caller)},
                        {0, 0, limited(Arc.Calls)});
}

void PprofWriter::writeHeader() {
  uint64_t Samples = 0;
  for (const StackSampleRow &Row : Model.Samples)
    Samples = SaturatingAdd(Samples, Row.Count);
  const PprofType Type = typeOf(Cost, IsOfStacks && Model.IsElapsed);
  const double All = IsOfStacks ? double(Samples) : Model.Run.Total;
  uint64_t Duration = Cost.isTime() ? roundToWhole(Cost.of(All) * 1e9) : 0;
  if (IsOfStacks && Model.ElapsedTime)
    Duration = uint64_t(limited(Model.ElapsedTime));
  const bool HasTimes = IsOfStacks ? Samples > 0 : Model.Run.HasTimes;
  Message.addHeader(Type.Name, Type.Unit, roundToWhole(Cost.wholeUnits(1, 1e9)),
                    Duration, HasTimes ? Type.Name : "calls",
                    IsOfStacks
                        ? "llvm-gprof: stacks are measured"
                        : "llvm-gprof: stacks are estimated from the call "
                          "graph");
  for (const ModelFunction &Function : Model.graphFunctions())
    if (Function.Bounds && !IsOfStacks)
      Message.addComment("the cost of " + oneLine(Function.Name) +
                         " is an estimate: " + boundsText(*Function.Bounds));
  writeMappings();
}

/// Writes the mappings of all modules. pprof takes the first one for the
/// program's: so it is, even if the program has no samples.
void PprofWriter::writeMappings() {
  SmallVector<uint32_t> Order;
  for (uint32_t I = 0; I < Model.Modules.size(); ++I)
    if (Model.Modules[I].IsProgram)
      Order.insert(Order.begin(), I);
    else
      Order.push_back(I);
  uint64_t Number = 1;
  auto Add = [&](StringRef Path, StringRef BuildId,
                 ArrayRef<PprofMapping> Mappings) {
    Message.addMappings(Path, BuildId, Mappings,
                        IsOfStacks || Context.Settings.ShowInlines);
    Number += Mappings.size();
  };
  SmallVector<PprofMapping> OfProgram = programMappings(Model.Run);
  if (Order.empty() || !Model.Modules[Order.front()].IsProgram)
    Add(Model.Run.Program, Model.Run.BuildId, OfProgram);
  FirstMapping.resize(Model.Modules.size());
  for (uint32_t I : Order) {
    const StackModuleRow &Module = Model.Modules[I];
    FirstMapping[I] = Number;
    if (Module.IsProgram && !OfProgram.empty())
      Add(Module.Path, Model.Run.BuildId, OfProgram);
    else
      Add(Module.Path, Module.BuildId,
          PprofMapping{Module.Start, Module.End, Module.Offset});
  }
}

/// Returns the number of the mapping of \p Address, or else of the module's
/// first one; 0 without a module.
uint64_t PprofWriter::mappingOf(uint32_t Module, uint64_t Address) const {
  if (Module == NoIndex)
    return 0;
  if (Model.Modules[Module].IsProgram)
    for (auto [I, Mapping] : enumerate(Model.Run.Mappings))
      if (Mapping.Start <= Address && Address < Mapping.End)
        return FirstMapping[Module] + I;
  return FirstMapping[Module];
}

PprofFrame PprofWriter::frameOf(const FrameKey &Key) const {
  auto [F, Path, Line] = Key;
  const ModelFunction &Function = Model.Functions[F];
  if (Path.empty() || Path == Function.Path)
    return {Function.Name, Function.LinkName, Function.Path,
            Path.empty() ? Function.Line : Line, Function.Line};
  // Code of another file, such as an included one.
  return {Function.Name, Function.LinkName, Path, Line, 0};
}

/// Returns the location of the code of \p Frames, the innermost first.
uint64_t PprofWriter::locationOf(uint32_t Module, uint64_t Address,
                                 std::vector<FrameKey> Frames) {
  uint64_t Mapping = mappingOf(Module, Address);
  auto [It, IsNew] =
      Locations.try_emplace({Mapping, Address, std::move(Frames)}, 0);
  if (IsNew) {
    SmallVector<PprofFrame> Made;
    for (const FrameKey &Key : std::get<2>(It->first))
      Made.push_back(frameOf(Key));
    It->second = Message.addLocation(Mapping, Address, Made);
  }
  return It->second;
}

uint64_t PprofWriter::locationOf(FunctionIndex F) {
  const ModelFunction &Function = Model.Functions[F];
  uint64_t &Id = ByAddress[Function.Address];
  if (IsOfStacks || !Id)
    Id = locationOf(Function.Module, Function.Address,
                    {{F, Function.Path, Function.Line}});
  return Id;
}

/// Returns the location of the call site of \p Site, which has the address of
/// the function that contains it.
uint64_t PprofWriter::locationOf(const StackSiteCalls &Site) {
  std::vector<FrameKey> Frames;
  for (FunctionIndex F : Site.Callers)
    Frames.push_back({F, Model.Functions[F].Path, Model.Functions[F].Line});
  if (Site.CallLine)
    Frames.front() = {Site.Callers.front(), Site.CallPath, Site.CallLine};
  for (const auto &[I, Place] : enumerate(Site.InlinedAt))
    if (Place.second)
      Frames[I + 1] = {Site.Callers[I + 1], Place.first, Place.second};
  const ModelFunction &Outermost = Model.Functions[Site.caller()];
  return locationOf(Outermost.Module, Outermost.Address, std::move(Frames));
}

/// Returns the location of the code of \p N, which executes \p Path and \p
/// Line, and of the functions into which it is inlined. Sets \p N to the
/// outermost of these. The address of a call is unknown: it has the function's,
/// unless \p Sample is the innermost place.
uint64_t PprofWriter::locationOf(StackNodeIndex &N, StringRef Path,
                                 uint32_t Line, const StackSampleRow *Sample) {
  std::vector<FrameKey> Frames = {{Model.Nodes[N].Function, Path, Line}};
  while (Model.Nodes[N].IsInlined && Model.Nodes[N].Parent != NoIndex) {
    const StackNode &Inlined = Model.Nodes[N];
    N = Inlined.Parent;
    Frames.push_back(
        {Model.Nodes[N].Function, Inlined.CallPath, Inlined.CallLine});
  }
  const ModelFunction &Outermost = Model.Functions[Model.Nodes[N].Function];
  return locationOf(Sample ? Sample->Module : Outermost.Module,
                    Sample ? Sample->Address : Outermost.Address,
                    std::move(Frames));
}

/// Returns the locations of a stack, the innermost first. Of a deep stack,
/// these are the innermost function and the outermost frames.
SmallVector<uint64_t> PprofWriter::stackOf(const StackSampleRow &Row) {
  StackNodeIndex N = Row.Node;
  SmallVector<uint64_t> Result;
  if (Kept[N] == N) {
    Result.push_back(locationOf(N, Row.Path, Row.Line, &Row));
  } else {
    if (!Pruned)
      Pruned = Message.addLocation(0, 0, PprofFrame{"<pruned>", "", "", 0, 0});
    Result = {locationOf(Model.Nodes[N].Function), Pruned};
    N = Kept[N];
    Result.push_back(locationOf(N, "", 0, nullptr));
  }
  while (Model.Nodes[N].Parent != NoIndex) {
    CallerLocation &Known = Callers[N];
    if (!Known.Id) {
      const StackNode &Callee = Model.Nodes[N];
      Known.Outermost = Callee.Parent;
      Known.Id = locationOf(Known.Outermost, Callee.CallPath, Callee.CallLine,
                            nullptr);
    }
    Result.push_back(Known.Id);
    N = Known.Outermost;
  }
  return Result;
}

SmallVector<PprofLabel> PprofWriter::labelsOf(const StackSampleRow &Row) const {
  SmallVector<PprofLabel> Result;
  const StackThreadRow &Thread = Model.Threads[Row.Thread];
  if (!Thread.Name.empty())
    Result.push_back({"thread", Thread.Name});
  if (Thread.Id)
    Result.push_back({"tid", "", limited(Thread.Id)});
  if (Model.IsElapsed)
    Result.push_back(
        {"state", Row.Kind == GMON_SAMPLE_WAITING ? "waiting" : "running"});
  return Result;
}

void PprofWriter::writeTimes() {
  Rounder Units;
  for (const StackSampleRow &Row : Model.Samples)
    if (Row.Count)
      Message.addSample(
          stackOf(Row),
          {limited(Row.Count),
           int64_t(Units(Cost.wholeUnits(double(Row.Count), 1e9))), 0},
          labelsOf(Row));
}

/// Writes the calls of each call site, with its line as far as that is known.
void PprofWriter::writeCalls() {
  for (const StackSiteCalls &Site : Model.SiteCalls) {
    if (Site.Calls == 0 || Site.caller() == Site.Callee)
      continue;
    SmallVector<uint64_t> Stack = {locationOf(Site.Callee)};
    if (Site.caller() != NoIndex)
      Stack.push_back(locationOf(Site));
    Message.addSample(Stack, {0, 0, limited(Site.Calls)});
  }
}

std::string PprofWriter::write() {
  writeHeader();
  if (IsOfStacks) {
    writeTimes();
    writeCalls();
  } else {
    writeGraphTimes();
    writeGraphCalls();
  }
  return Message.finish();
}

Error gmon::writePprof(const FormatContext &Context) {
  if (Context.OS.is_displayed())
    return makeError("the format pprof is binary: send it to a file");
  writeGzip(Context.OS, PprofWriter(Context).write());
  return Error::success();
}
