//===-- GmonPlugin.cpp - The plugin's entry point -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the passes at their places in the optimizer's pipelines, and by
// name:
//
//   clang -fpass-plugin=libgmonpass.so [-mllvm -gmon-blocks] ...
//   opt -load-pass-plugin=libgmonpass.so -passes='gmon<hook=inline;blocks>' ...
//
//===----------------------------------------------------------------------===//

#include "GmonPass.h"
#include "LLVMVersion.h"
#include "counters/RegisterCounters.h"
#include "counters/UnrollHints.h"
#include "source/ClangCounters.h"
#include "source/SourceCounters.h"
#include "source/SourceLowering.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"

using namespace llvm;

static cl::opt<gmon::HookKind> Hook(
    "gmon-hook", cl::desc("How llvm-gprof's hooks count calls"),
    cl::init(gmon::HookKind::Inline),
    cl::values(clEnumValN(gmon::HookKind::None, "none", "not at all"),
               clEnumValN(gmon::HookKind::Inline, "inline", "in line"),
               clEnumValN(gmon::HookKind::Call, "call", "by calling mcount")));

static cl::opt<gmon::CalleeKind> Calls(
    "gmon-calls", cl::desc("The functions whose calls llvm-gprof counts"),
    cl::init(gmon::CalleeKind::AllIfOptimized),
    cl::values(clEnumValN(gmon::CalleeKind::Instrumented, "instrumented",
                          "those that are instrumented"),
               clEnumValN(gmon::CalleeKind::All, "all",
                          "those that instrumented code calls by name, too")));

static cl::opt<gmon::BlockKind>
    Blocks("gmon-blocks", cl::ValueOptional,
           cl::desc("Count the executions of basic blocks, for llvm-gprof"),
           cl::init(gmon::BlockKind::None),
           cl::values(clEnumValN(gmon::BlockKind::Machine, "machine",
                                 "what executes after optimization"),
                      clEnumValN(gmon::BlockKind::Source, "source",
                                 "the lines of the source"),
                      clEnumValN(gmon::BlockKind::Machine, "", "")));

static cl::opt<bool>
    Coverage("gmon-coverage",
             cl::desc("Count for Clang's coverage (-fprofile-instr-generate)"));

static cl::opt<bool> OnlyMarked(
    "gmon-only-marked",
    cl::desc("Leave modules alone in which no function is marked for mcount"));

static cl::list<std::string> Unmarked(
    "gmon-unmarked", cl::value_desc("module"),
    cl::desc("A module to profile although no function in it is marked"));

static cl::opt<bool> Library(
    "gmon-library",
    cl::desc("The code is for a shared library, however it is compiled"));

static cl::opt<unsigned> MinSize(
    "gmon-min-size", cl::value_desc("instructions"),
    cl::desc("Do not profile functions without loops that are smaller"));

static cl::opt<std::string>
    Filter("gmon-filter", cl::value_desc("file"),
           cl::desc("Do not profile the functions that the file names"));

static gmon::Options commandLineOptions() {
  gmon::Options Opts;
  Opts.Hook = Hook;
  Opts.Callees = Calls;
  Opts.Blocks = Blocks;
  Opts.OnlyMarked = OnlyMarked;
  Opts.Unmarked = Unmarked;
  Opts.MinSize = MinSize;
  Opts.Filter = Filter;
  return Opts;
}

/// Before any optimization. A ThinLTO link does not begin again.
static void addAtStart(ModulePassManager &MPM,
                       const std::shared_ptr<gmon::Selector> &Functions) {
  if (Library)
    MPM.addPass(gmon::LibraryPass());
  if (Blocks == gmon::BlockKind::Source)
    MPM.addPass(gmon::SourceCountersPass(Functions));
  if (Coverage)
    MPM.addPass(gmon::ClangCountersPass(Functions));
}

/// After inlining, before loops are vectorized. What is compiled for a full
/// link is inlined further there, but vectorized already. Levels without
/// optimization have coroutines still to be split here.
static void addAfterInlining(ModulePassManager &MPM, OptimizationLevel Level,
                             ThinOrFullLTOPhase Phase) {
  bool HasSourceCounters = Blocks == gmon::BlockKind::Source || Coverage ||
                           Phase == ThinOrFullLTOPhase::ThinLTOPostLink;
  if (HasSourceCounters && Level != OptimizationLevel::O0 &&
      Phase != ThinOrFullLTOPhase::ThinLTOPreLink)
    gmon::addOutsidePreLink(MPM, Phase,
                            gmon::SourceLoweringPass(/*IsEarly=*/true),
                            /*IsThin=*/true);
}

/// After the last inlining, at every optimization level. The phases before a
/// link only mark functions: the link inlines further.
static void addAtEnd(ModulePassManager &MPM, OptimizationLevel Level,
                     ThinOrFullLTOPhase Phase,
                     const std::shared_ptr<gmon::Selector> &Functions) {
  const bool IsBeforeLink = Phase == ThinOrFullLTOPhase::ThinLTOPreLink ||
                            Phase == ThinOrFullLTOPhase::FullLTOPreLink;
  // The linker does not know the options; functions have been marked.
  if (Phase != ThinOrFullLTOPhase::ThinLTOPostLink)
    MPM.addPass(gmon::MarkPass(Functions, IsBeforeLink));
  if (!IsBeforeLink) {
    // Only where no later pass deletes unused symbols: a name in text is no
    // use.
    if (Phase == ThinOrFullLTOPhase::None && Level == OptimizationLevel::O0)
      gmon::addOutsidePreLink(MPM, Phase, gmon::NamesPass());
    gmon::addOutsidePreLink(MPM, Phase, gmon::SourceLoweringPass());
    gmon::addOutsidePreLink(MPM, Phase, gmon::InstrumentPass());
  }
}

using PipelineText = ArrayRef<PassBuilder::PipelineElement>;

static bool parseModulePass(StringRef Name, ModulePassManager &MPM,
                            PipelineText) {
  if (Name == "gmon-early") {
    MPM.addPass(gmon::SourceLoweringPass(/*IsEarly=*/true));
    return true;
  }
  if (Name == "gmon-coverage") {
    MPM.addPass(gmon::ClangCountersPass(
        std::make_shared<gmon::Selector>(gmon::Options())));
    return true;
  }
  if (!PassBuilder::checkParametrizedPassName(Name, "gmon"))
    return false;
  Expected<gmon::Options> Opts =
      PassBuilder::parsePassParameters(gmon::Options::parse, Name, "gmon");
  if (!Opts) {
    errs() << toString(Opts.takeError()) << "\n";
    return false;
  }
  auto Functions = std::make_shared<gmon::Selector>(*Opts);
  MPM.addPass(gmon::NamesPass());
  if (Opts->Blocks == gmon::BlockKind::Source) {
    MPM.addPass(gmon::SourceCountersPass(Functions));
    MPM.addPass(gmon::SourceLoweringPass());
  }
  MPM.addPass(gmon::MarkPass(Functions));
  MPM.addPass(gmon::InstrumentPass());
  return true;
}

static bool parseLoopPass(StringRef Name, LoopPassManager &LPM, PipelineText) {
  if (Name != "gmon-unroll")
    return false;
  LPM.addPass(gmon::UnrollHintsPass(/*SpeedLevel=*/2));
  return true;
}

static void registerCallbacks(PassBuilder &PB) {
  PB.registerPipelineParsingCallback(parseModulePass);
  PB.registerPipelineParsingCallback(parseLoopPass);
  auto Functions = std::make_shared<gmon::Selector>(commandLineOptions());
  PB.registerPipelineStartEPCallback(
      [=](ModulePassManager &MPM, OptimizationLevel) {
        addAtStart(MPM, Functions);
      });
  // Whether the pipeline of a full link-time optimization is being built, which
  // has no other place after its inlining for this preparation of loops.
  auto IsLink = std::make_shared<bool>(false);
  PB.registerFullLinkTimeOptimizationEarlyEPCallback(
      [=](ModulePassManager &, OptimizationLevel) { *IsLink = true; });
  PB.registerPeepholeEPCallback(
      [=](FunctionPassManager &FPM, OptimizationLevel Level) {
        if (*IsLink && Level != OptimizationLevel::O0)
          FPM.addPass(gmon::RegisterCountersPass());
      });
  PB.registerLateLoopOptimizationsEPCallback(
      [](LoopPassManager &LPM, OptimizationLevel Level) {
        LPM.addPass(gmon::UnrollHintsPass(Level.getSpeedupLevel()));
      });
  gmon::registerOptimizerCallbacks(PB, addAfterInlining,
                                   [=](ModulePassManager &MPM,
                                       OptimizationLevel Level,
                                       ThinOrFullLTOPhase Phase) {
                                     addAtEnd(MPM, Level, Phase, Functions);
                                   });
  // A full link-time optimization ends here and nowhere else.
  PB.registerFullLinkTimeOptimizationLastEPCallback(
      [=](ModulePassManager &MPM, OptimizationLevel) {
        *IsLink = false;
        MPM.addPass(gmon::SourceLoweringPass());
        MPM.addPass(gmon::InstrumentPass());
      });
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "gmon", GMON_PROJECT_VERSION,
          registerCallbacks};
}
