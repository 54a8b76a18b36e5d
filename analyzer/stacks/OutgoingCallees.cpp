//===-- OutgoingCallees.cpp - Functions called without a hook -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Other code may call the same functions, and nobody counts that. A library
// without counters may call what it is linked with. In a file's own code, the
// calls say whom they call. A file with counters may contain other code, such
// as the C library of a static program: calls that are counted are described.
//
//===----------------------------------------------------------------------===//

#include "stacks/OutgoingCallees.h"
#include "code/StaticCalls.h"
#include "counts/Instrumented.h"
#include "program/LinkedNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/Path.h"
#include <set>
#include <unordered_map>

using namespace gmon;
using namespace llvm;

/// Returns the function of \p Module that modules call as \p Name.
static uint32_t functionNamed(ProcessCode &Code, uint32_t Module,
                              StringRef Name) {
  ModuleCode *Found = Code.codeOf(Module);
  return Found ? Found->functionNamed(Name) : NoSymbol;
}

/// Returns the function that modules call as \p Name: the program's, or that of
/// the first module that has it.
static OutgoingCallee findCallee(ProcessCode &Code, StringRef Name) {
  OutgoingCallee Result = {Name};
  auto FindIn = [&](uint32_t Module) {
    const uint32_t Named = functionNamed(Code, Module, Name);
    if (Named == NoSymbol || Code.codeOf(Module)->functions()[Named].IsRuntime)
      return false;
    Result.Function = Named;
    Result.Module = Module;
    return true;
  };
  if (!FindIn(Code.program()))
    (void)any_of(seq<uint32_t>(0, Code.size()), FindIn);
  return Result;
}

/// Whether hooks counted the calls of the function that modules call as
/// \p Name.
bool OutgoingCallees::isHooked(ProcessCode &Code, ArrayRef<ModuleCalls> Hooked,
                               StringRef Name) const {
  return any_of(Hooked, [&](const ModuleCalls &Calls) {
    const uint32_t Named = functionNamed(Code, Calls.Module, Name);
    return Named != NoSymbol && WithHook.contains({Calls.Module, Named});
  });
}

/// Returns the index of the callee that modules call as \p Name. Adds it if it
/// is new.
uint32_t OutgoingCallees::calleeNamed(ProcessCode &Code, StringRef Name) {
  OutgoingCallee New = findCallee(Code, Name);
  const uint32_t Function = New.Function;
  if (Function != NoSymbol) {
    auto [Known, IsNew] =
        ByFunction.try_emplace({*New.Module, Function}, Callees.size());
    // A second name of the function: reports have the one that they choose.
    if (!IsNew) {
      Callees[Known->second].Function = Function;
      return Known->second;
    }
    // The name that the caller uses means more than another one.
    if (Code.codeOf(*New.Module)->functions()[Function].LinkName != Name)
      New.Function = NoSymbol;
  }
  Callees.push_back(New);
  return Callees.size() - 1;
}

/// Finds the modules of callees that no module on stacks has.
void OutgoingCallees::findInLibraries(ProcessCode &Code) {
  DenseMap<StringRef, OutgoingCallee *> Wanted;
  for (OutgoingCallee &Callee : Callees)
    if (!Callee.Module)
      Wanted[Callee.Name] = &Callee;
  for (const auto &[I, Library] : enumerate(Needed))
    for (const ExportedFunction &Function : exportedFunctions(Library))
      if (auto Found = Wanted.find(Function.Name);
          Found != Wanted.end() && !Found->second->Module)
        Found->second->Module = Code.size() + I;
}

namespace {

class CallerFinder {
public:
  CallerFinder(ProcessCode &Code, ArrayRef<OutgoingCall> Calls,
               MutableArrayRef<OutgoingCallee> Callees);

  /// Looks for callers in \p File, the module with the number \p Module.
  void search(const Image &File, uint32_t Module);

private:
  /// Callees by the addresses in a file that lead to them. A standard map: any
  /// number may be a key.
  using TargetMap = std::unordered_map<uint64_t, OutgoingCallee *>;

  ModuleCode *codeOf(uint32_t Module) {
    return Module < Code.size() ? Code.codeOf(Module) : nullptr;
  }
  TargetMap definedIn(const Image &File, uint32_t Module);
  void addStubs(ModuleCode &Code, TargetMap &Targets);
  void searchImports(const Image &File, const TargetMap &Targets);
  void searchCode(const Image &File, ModuleCode *Its,
                  const Instrumented &Counts, const TargetMap &Targets);

  ProcessCode &Code;
  MutableArrayRef<OutgoingCallee> Callees;
  DenseMap<StringRef, OutgoingCallee *> ByName;
  std::set<uint32_t> HasCounted; ///< modules that counted such calls
};

} // namespace

CallerFinder::CallerFinder(ProcessCode &Code, ArrayRef<OutgoingCall> Calls,
                           MutableArrayRef<OutgoingCallee> Callees)
    : Code(Code), Callees(Callees) {
  for (const OutgoingCall &Call : Calls)
    HasCounted.insert(Call.Module);
  for (OutgoingCallee &Callee : Callees) {
    ByName[Callee.Name] = &Callee;
    ModuleCode *Its = Callee.Module ? codeOf(*Callee.Module) : nullptr;
    const uint32_t Function = Its ? Its->functionNamed(Callee.Name) : NoSymbol;
    if (Function == NoSymbol)
      continue;
    const CodeFunction &Named = Its->functions()[Function];
    ByName.try_emplace(Named.LinkName, &Callee);
    for (StringRef Other : Named.OtherNames)
      ByName.try_emplace(Other, &Callee);
  }
}

/// Returns the callees that \p Module, whose file is \p File, defines.
CallerFinder::TargetMap CallerFinder::definedIn(const Image &File,
                                                uint32_t Module) {
  TargetMap Result;
  for (OutgoingCallee &Callee : Callees)
    if (Callee.Module == Module && Callee.Function != NoSymbol)
      Result[codeOf(Module)->functions()[Callee.Function].Address] = &Callee;
  for (const ExportedFunction &Function : exportedFunctions(File))
    if (OutgoingCallee *Named = ByName.lookup(Function.Name);
        Named && Named->Module == Module)
      Result[Function.Address] = Named;
  return Result;
}

/// Adds the stubs of a module that lead to callees.
void CallerFinder::addStubs(ModuleCode &Code, TargetMap &Targets) {
  for (const auto &[Name, Callee] : ByName)
    if (uint32_t Stub = Code.functionNamed((Name + "@plt").str());
        Stub != NoSymbol)
      Targets[Code.functions()[Stub].Address] = Callee;
}

/// Looks at what \p File, which counts no calls, takes from the loader.
void CallerFinder::searchImports(const Image &File, const TargetMap &Targets) {
  const ImportedFunctions Imports = importedFunctions(File);
  for (StringRef Name : Imports.Names)
    if (OutgoingCallee *Named = ByName.lookup(Name))
      Named->HasMoreCalls = true;
  for (const auto &[Address, Callee] : Targets)
    if (Imports.Addresses.count(Address))
      Callee->HasMoreCalls = true;
}

/// Looks for calls of \p Targets that \p Counts do not have. \p Its is null if
/// nothing is known of functions in \p File.
void CallerFinder::searchCode(const Image &File, ModuleCode *Its,
                              const Instrumented &Counts,
                              const TargetMap &Targets) {
  if (all_of(Targets,
             [](const auto &Target) { return Target.second->HasMoreCalls; }))
    return;
  forEachDirectTransfer(File, [&](const Transfer &Call) {
    auto Found = Targets.find(Call.Target);
    if (Found == Targets.end() || Found->second->HasMoreCalls ||
        Counts.countsCallAt(Call.From + (Call.IsCall ? Call.Size - 1 : 0)))
      return;
    const uint32_t Caller = Its ? Its->functionAt(Call.From) : NoSymbol;
    Found->second->HasMoreCalls =
        Caller == NoSymbol || !Its->functions()[Caller].IsRuntime;
  });
}

void CallerFinder::search(const Image &File, uint32_t Module) {
  ModuleCode *Its = codeOf(Module);
  const Instrumented Counts = Instrumented::read(File);
  // Nothing is known of code that counted and does not say where.
  if (Counts.empty() && HasCounted.count(Module))
    return;
  TargetMap Targets = definedIn(File, Module);
  if (!Counts.countsOutgoing())
    searchImports(File, Targets);
  else if (Its)
    addStubs(*Its, Targets);
  searchCode(File, Its, Counts, Targets);
}

/// Sets HasMoreCalls of \p Callees. \p Needed are the files of the modules
/// behind those of \p Code, \p Calls are the calls that were counted.
static void findOtherCallers(ProcessCode &Code, ArrayRef<Image> Needed,
                             ArrayRef<OutgoingCall> Calls,
                             MutableArrayRef<OutgoingCallee> Callees) {
  CallerFinder Finder(Code, Calls, Callees);
  for (uint32_t I = 0; I < Code.size(); ++I)
    if (const Image *File = Code.fileOf(I))
      Finder.search(*File, I);
  for (const auto &[I, File] : enumerate(Needed))
    Finder.search(File, Code.size() + I);
}

/// Leaves the needed libraries that have callees. \p First is the number of the
/// first one.
void OutgoingCallees::keepNeeded(uint32_t First) {
  std::vector<Image> All = std::exchange(Needed, {});
  for (auto &&[I, Library] : enumerate(All)) {
    const auto New = uint32_t(First + Needed.size());
    bool HasCallees = false;
    for (OutgoingCallee &Callee : Callees)
      if (Callee.Module == First + I) {
        Callee.Module = New;
        HasCallees = true;
      }
    if (HasCallees)
      Needed.push_back(std::move(Library));
  }
}

OutgoingCallees::OutgoingCallees(ProcessCode &Code, const StackProfile &Stacks,
                                 ArrayRef<ModuleCalls> Hooked,
                                 const TailShares &Shares) {
  ArrayRef<OutgoingCall> Calls = Stacks.OutgoingCalls;
  if (Calls.empty())
    return;
  for (const ModuleCalls &Counted : Hooked)
    if (ModuleCode *Module = Code.codeOf(Counted.Module))
      for (const RawArc &Arc : Counted.Arcs)
        WithHook.insert({Counted.Module, Module->calledFunction(Arc.Self)});
  DenseMap<StringRef, std::optional<uint32_t>> ByName;
  for (const OutgoingCall &Call : Calls) {
    if (!Call.Count || Shares.isHooked(Call.Module, Call.From))
      continue;
    auto [It, IsNew] = ByName.try_emplace(Call.Name);
    if (IsNew && !isHooked(Code, Hooked, Call.Name))
      It->second = calleeNamed(Code, Call.Name);
    if (It->second)
      BySite[{Call.Module, Call.From}] = *It->second;
  }
  StringSet<> Known;
  std::vector<const Image *> Files = {Code.fileOf(Code.program())};
  for (uint32_t I = 0; I < Code.size(); ++I) {
    Known.insert(sys::path::filename(Stacks.Modules[I].Path));
    if (I != Code.program() && Code.fileOf(I))
      Files.push_back(Code.fileOf(I));
  }
  Needed = openNeeded(Files, Known);
  findInLibraries(Code);
  findOtherCallers(Code, Needed, Calls, Callees);
  keepNeeded(Code.size());
}

std::optional<uint32_t> OutgoingCallees::calledAt(uint32_t Module,
                                                  uint64_t Address) const {
  auto Found = BySite.find({Module, Address});
  if (Found == BySite.end())
    return std::nullopt;
  return Found->second;
}
