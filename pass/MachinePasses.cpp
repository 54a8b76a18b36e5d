//===-- MachinePasses.cpp - Insert the passes of machine code -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inserts the plugin's passes into the pipelines of code generators.
//
//===----------------------------------------------------------------------===//

#include "machine/MachinePasses.h"
#include "machine/BlockMarks.h"
#include "machine/LLVMVersion.h"
#include "target/MachineAssembly.h"

#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace gmon {

static void insertPasses(const TargetMachine &Machine,
                         TargetPassConfig &Pipeline) {
  const Triple &Target = Machine.getTargetTriple();
  // Behind instruction selection.
  Pipeline.insertPass(&FinalizeISelID, &FindJumpsID);
  Pipeline.insertPass(&FinalizeISelID, &HookPathsID);
  // Behind all passes that change the flow, and in front of MachineAssembly.
  if (Target.isX86())
    Pipeline.insertPass(&XRayInstrumentationID, &FlowCountersID);
  // Behind the last pass that every target has at every level in front of the
  // emission of code.
  Pipeline.insertPass(&PatchableFunctionID, &MachineAssemblyID);
  // The last pass of all targets with a runtime.
  if (Target.isOSBinFormatELF())
    Pipeline.insertPass(&UnpackMachineBundlesID, &FlowSectionID);
}

static const PipelineCallback Callback(insertPasses);

} // namespace gmon
