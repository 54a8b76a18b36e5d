//===-- formats/CallGraphOrder.cpp - Calls for the linker -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints how often functions of the program called each other, by the names
// that they have in objects, for ld.lld --call-graph-ordering-file. The linker
// places callees near to their callers.
//
//===----------------------------------------------------------------------===//

#include "formats/Format.h"

using namespace gmon;
using namespace llvm;

/// Whether the linker can place \p Function: it is code of the program's own.
static bool isPlaced(const ModelFunction &Function) {
  return Function.What == ModelFunction::Function && !Function.IsRuntime &&
         !Function.LinkName.empty() && !Function.LinkName.contains('@');
}

Error gmon::writeCallGraphOrder(const FormatContext &Context) {
  const ProfileModel &Model = Context.Model;
  // Functions of several files may have one name.
  std::map<std::pair<StringRef, StringRef>, uint64_t> Calls;
  for (const ModelArc &Arc : Model.Arcs) {
    const ModelFunction &Caller = Model.Functions[Arc.Caller];
    const ModelFunction &Callee = Model.Functions[Arc.Callee];
    if (Arc.Calls && Arc.Caller != Arc.Callee && isPlaced(Caller) &&
        isPlaced(Callee))
      Calls[{Caller.LinkName, Callee.LinkName}] += Arc.Calls;
  }
  for (const auto &[Names, Count] : Calls)
    Context.OS << Names.first << ' ' << Names.second << ' ' << Count << '\n';
  return Error::success();
}
