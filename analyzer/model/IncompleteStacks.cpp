//===-- IncompleteStacks.cpp - Stacks without their callers ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds nodes whose outermost caller is unknown. The function that represents
// unknown callers is a root of the tree. The frame that it calls is in the code
// that has no table.
//
//===----------------------------------------------------------------------===//

#include "model/IncompleteStacks.h"
#include "model/ProfileModel.h"

using namespace gmon;
using namespace llvm;

BitVector gmon::incompleteNodes(const ProfileModel &Model) {
  BitVector Result(Model.Nodes.size());
  for (StackNodeIndex N = 0; N < Model.Nodes.size(); ++N) {
    const StackNode &Node = Model.Nodes[N];
    if (Node.Parent == NoIndex
            ? Model.Functions[Node.Function].What == ModelFunction::Unknown
            : Result.test(Node.Parent))
      Result.set(N);
  }
  return Result;
}

double gmon::samplesAt(const ProfileModel &Model, const BitVector &Nodes) {
  double Samples = 0;
  for (const StackSampleRow &Row : Model.Samples)
    if (Nodes.test(Row.Node))
      Samples += double(Row.Count);
  return Samples;
}

bool gmon::areTotalsLowerBounds(const ProfileModel &Model) {
  constexpr double LeastShare = 0.05;
  double All = samplesAt(Model, BitVector(Model.Nodes.size(), true));
  return samplesAt(Model, incompleteNodes(Model)) > LeastShare * All;
}

bool gmon::wasNotSampled(const ProfileModel &Model) {
  if (!Model.HasStacks || !Model.Samples.empty() || Model.Costs ||
      !Model.Run.Cost.isTime() || Model.Run.Total > 0)
    return false;
  constexpr double Many = 10;
  const double Seconds = double(Model.UserTime + Model.SystemTime) / 1e9;
  return Seconds * double(Model.Run.Cost.Rate) > Many;
}

/// Whether \p Name is that of a function of the C library's or the compiler's
/// startup files, which no user compiles.
static bool isStartupCode(StringRef Name) {
  static constexpr StringLiteral Names[] = {"_start",
                                            "_init",
                                            "_fini",
                                            "__do_global_dtors_aux",
                                            "__do_global_ctors_aux",
                                            "frame_dummy",
                                            "register_tm_clones",
                                            "deregister_tm_clones",
                                            "_dl_relocate_static_pie"};
  return is_contained(Names, Name);
}

std::vector<uint32_t> gmon::modulesWithoutTables(const ProfileModel &Model) {
  const StackTimes Times(Model);
  std::vector<double> Samples(Model.Modules.size());
  for (StackNodeIndex Root : Times.roots())
    if (Model.Functions[Model.Nodes[Root].Function].Name == NoUnwindTable)
      for (StackNodeIndex Known : Times.calleesOf(Root))
        if (uint32_t Module = moduleOf(Model, Known);
            Module != NoIndex &&
            !isStartupCode(
                Model.Functions[Model.Nodes[Known].Function].LinkName))
          Samples[Module] += Times.ofNode(Known).Total;
  std::vector<uint32_t> Result;
  for (uint32_t Module = 0; Module < Samples.size(); ++Module)
    if (Samples[Module] > Times.total() / 100)
      Result.push_back(Module);
  return Result;
}
