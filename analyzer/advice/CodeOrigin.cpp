//===-- CodeOrigin.cpp - Whose code a function is -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The source file decides. Libraries that are linked statically mostly have no
// debug information: their functions have no source file and no hook, unlike
// those that were compiled with the program.
//
//===----------------------------------------------------------------------===//

#include "advice/CodeOrigin.h"
#include "names/MpiNames.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace gmon;
using namespace llvm;

bool gmon::allocates(StringRef Name) {
  static const StringSet<> Names = {
      "malloc",        "calloc",   "realloc",        "reallocarray",
      "aligned_alloc", "memalign", "posix_memalign", "strdup"};
  // Placement new, "Pv", gets its memory from elsewhere.
  return Names.contains(Name) ||
         ((Name.starts_with("_Znw") || Name.starts_with("_Zna")) &&
          !Name.ends_with("Pv"));
}

bool gmon::isAllocator(StringRef Name) {
  return allocates(Name) || Name == "free" || Name.starts_with("_Zdl") ||
         Name.starts_with("_Zda");
}

bool gmon::isInstalled(StringRef Path) {
  static constexpr StringLiteral Folders[] = {
      "/include/c++/", "/lib/gcc/", "/lib/clang/",
      // Rust's own crates, as distributed and as installed.
      "/rustc/", "/rustlib/src/rust/"};
  return Path.starts_with("/usr/include/") || Path.starts_with("/usr/lib/") ||
         Path.starts_with("/usr/local/include/") ||
         any_of(Folders, [&](StringRef Known) { return Path.contains(Known); });
}

/// Whether \p Name is the linkage name of a function of the C++ library: in
/// namespace std, __gnu_cxx or __cxxabiv1.
static bool isOfCxxLibrary(StringRef Name) {
  if (!Name.consume_front("_Z"))
    return false;
  // Functions within functions and namespaces, with their qualifiers.
  Name = Name.ltrim("ZNKVRO");
  static constexpr StringLiteral Scopes[] = {
      "St", "Sa", "Sb", "Ss", "Si", "So", "Sd", "9__gnu_cxx", "10__cxxabiv1"};
  return any_of(Scopes,
                [&](StringRef Known) { return Name.starts_with(Known); });
}

CodeOrigin gmon::originOf(const OriginSigns &Of) {
  if (isAllocator(Of.LinkName))
    return CodeOrigin::Allocator;
  if (!Of.Path.empty())
    return isInstalled(Of.Path) ? CodeOrigin::Header : CodeOrigin::Program;
  if (isOfCxxLibrary(Of.LinkName))
    return CodeOrigin::Header;
  return Of.HasPeersKnown && !Of.IsInstrumented ? CodeOrigin::Library
                                                : CodeOrigin::Program;
}

/// Whether \p Of is compiled with the profiler, or shows that it is compiled
/// with the program otherwise. Only debug information has functions without an
/// address, but for those that are known by the names that callers have.
static bool isInstrumented(const ModelFunction &Of) {
  return !Of.IsCountedByCallers &&
         (Of.Calls || !Of.Address || Of.LinkName == "main");
}

/// Returns whose code \p Of is. \p AreKnown are modules with known functions.
static CodeOrigin originOnStacks(const ProfileModel &Model,
                                 const ModelFunction &Of,
                                 const BitVector &AreKnown) {
  switch (Of.What) {
  case ModelFunction::ModuleCode:
    return CodeOrigin::Library;
  case ModelFunction::OtherCode:
  case ModelFunction::Profiler:
  case ModelFunction::Unknown:
    return CodeOrigin::None;
  case ModelFunction::Function:
    break;
  }
  // The profiler's functions in front of the MPI library, or the program's.
  if (!measuredMpiFunction(Of.LinkName).empty())
    return CodeOrigin::Library;
  const StackModuleRow *Module =
      Of.Module == NoIndex ? nullptr : &Model.Modules[Of.Module];
  if (!Module || (!Module->IsProgram && !Module->HasProfile))
    return isAllocator(Of.LinkName) ? CodeOrigin::Allocator
                                    : CodeOrigin::Library;
  return originOf(
      {Of.LinkName, Of.Path, isInstrumented(Of), AreKnown[Of.Module]});
}

std::vector<CodeOrigin> gmon::originsOf(const ProfileModel &Model) {
  BitVector AreKnown(Model.Modules.size());
  for (const ModelFunction &Known : Model.Functions)
    if (Known.What == ModelFunction::Function && Known.Module != NoIndex &&
        (!Known.Path.empty() || isInstrumented(Known)))
      AreKnown.set(Known.Module);
  std::vector<CodeOrigin> Origins;
  for (const ModelFunction &Known : Model.Functions)
    Origins.push_back(originOnStacks(Model, Known, AreKnown));
  return Origins;
}
