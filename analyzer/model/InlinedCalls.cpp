//===-- InlinedCalls.cpp - Calls of inlined functions ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of one name are told apart by their files. Two of one file have no
// calls.
//
//===----------------------------------------------------------------------===//

#include "model/InlinedCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/StringSaver.h"

using namespace gmon;
using namespace llvm;

/// Adds the function of \p Count, which is inlined everywhere and on no stack.
static void addInlined(const SourceFunction &Count, const StackSources &From,
                       StackModel &To) {
  StringSaver Saver(*To.Storage);
  StackFunction &Function = To.Functions.emplace_back();
  Function.Name = Saver.save(From.Names.demangled(Count.Name));
  Function.LinkName = Saver.save(Count.Name);
  Function.Path = Saver.save(Count.Path);
  Function.Line = Count.Line;
  Function.Module = From.Code.program();
  Function.Calls = Count.Entries;
}

void gmon::addInlinedCalls(const StackSources &From, StackModel &To) {
  DenseMap<StringRef, SmallVector<StackFunction *, 1>> Sampled;
  for (StackFunction &Function : To.Functions)
    if (Function.What == StackFunction::Function && !Function.Address &&
        Function.Module == From.Code.program() && !Function.Calls)
      Sampled[Function.LinkName].push_back(&Function);
  DenseMap<StringRef, SmallVector<const SourceFunction *, 1>> Entered;
  for (const SourceFunction &Each : From.Source.functions())
    if (!Each.Address)
      Entered[Each.Name].push_back(&Each);
  std::vector<const SourceFunction *> Others;
  for (const auto &[Name, Counts] : Entered) {
    ArrayRef<StackFunction *> Functions = Sampled[Name];
    const bool IsOne = Counts.size() == 1 && Functions.size() <= 1;
    if (!IsOne && any_of(Functions, [](const StackFunction *Each) {
          return Each->Path.empty();
        }))
      continue;
    for (const SourceFunction *Count : Counts) {
      auto IsIt = [&](const auto *Other) {
        return IsOne || isSameFile(Other->Path, Count->Path);
      };
      if (count_if(Counts, IsIt) > 1 || count_if(Functions, IsIt) > 1)
        continue;
      if (auto Same = find_if(Functions, IsIt); Same != Functions.end())
        (*Same)->Calls = Count->Entries;
      else if (Count->Entries)
        Others.push_back(Count);
    }
  }
  llvm::sort(Others); // in the order of the source
  for (const SourceFunction *Count : Others)
    addInlined(*Count, From, To);
}

bool gmon::hasInlinedCalls(const StackModel &Model, StackFunctionIndex F) {
  const StackFunction &Function = Model.Functions[F];
  return Function.What == StackFunction::Function && !Function.Address &&
         Function.Calls && !Function.IsCountedByCallers && Model.isOfProgram(F);
}

uint64_t gmon::callsMade(const StackModel &Model, StackFunctionIndex F) {
  return hasInlinedCalls(Model, F) ? 0 : Model.Functions[F].Calls.value_or(0);
}
