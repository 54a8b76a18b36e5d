//===-- DebugInfo.h - Source lines of addresses -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What DWARF says about addresses: file, line and, on request, the innermost
// function, inlined ones included. In: an Image. Out: two sorted tables of
// disjoint ranges, so that a question costs a binary search and a walk over all
// of the text costs one step for each range.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_DEBUGINFO_H
#define GMON_ANALYZER_DEBUGINFO_H

#include "program/Image.h"
#include "program/SourceFiles.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"
#include <optional>

namespace llvm {
class DWARFContext;
class DWARFDie;
class DWARFUnit;
} // namespace llvm

namespace gmon {

/// Index of a call that a compiler replaced by the code of the callee.
using InlinedCall = uint32_t;
inline constexpr InlinedCall NotInlined = UINT32_MAX;

/// Where code is inlined into.
struct InlinedCallSite {
  llvm::StringRef Function; ///< the function around it, named as elsewhere
  llvm::StringRef Path;     ///< empty if DWARF does not tell
  uint32_t Line = 0;
  InlinedCall Outer = NotInlined; ///< where that function is itself inlined
};

/// Where an address comes from.
struct SourceLocation {
  llvm::StringRef Path; ///< as DWARF has it; equal paths have equal data()
  uint32_t Line = 0;    ///< never zero
  /// Linkage name of the innermost function, or its name; empty if DWARF knows
  /// none or functions were not read. Equal names have equal data().
  llvm::StringRef Function;
  /// Where the function is inlined, if it is and calls were read.
  InlinedCall Inlined = NotInlined;
};

class DebugInfo {
public:
  /// How much of the DWARF to read: nothing, the files of line tables, their
  /// lines too, functions too, or also where they are inlined. With files only,
  /// a location has any line of its file. GNU gprof does not know some inlined
  /// functions: they are known at the last depth only.
  enum Depth {
    NoLines,
    FilesOnly,
    LinesOnly,
    LinesAndFunctions,
    LinesAndInlinedCalls
  };

  /// Reads the DWARF of \p Program. What of it is damaged is left out; \p
  /// NumDamaged counts it.
  static DebugInfo read(const Image &Program, Depth Depth,
                        uint64_t &NumDamaged);

  /// The location of \p Address; none unless file and line are known.
  std::optional<SourceLocation> locate(uint64_t Address) const;

  /// Calls \p Visit for the known parts of \p Range in order of address, with
  /// the addresses of each and its location. Neighbours may be equal.
  void walk(AddressRange Range,
            llvm::function_ref<void(AddressRange, const SourceLocation &)>
                Visit) const;

  /// What line tables say of their files.
  const SourceOrigins &origins() const { return Origins; }

  /// The calls that InlinedCall is an index of.
  llvm::ArrayRef<InlinedCallSite> inlinedCallSites() const { return InlinedCallSites; }

private:
  friend class DebugInfoReader;

  /// From Low, up to the next entry, code of one line; of none if Line is 0. A
  /// big program has millions of them.
  struct LineStart {
    uint64_t Low;
    uint32_t File; ///< index of its path
    uint32_t Line;
  };
  /// From Low, up to the next entry, code of one function; or of none.
  struct FunctionStart {
    uint64_t Low;
    llvm::StringRef Name;
    InlinedCall Inlined;
  };

  DebugInfo() : Storage(std::make_unique<llvm::BumpPtrAllocator>()) {}
  /// The index of the function entry in force at \p Address, or -1 before all.
  size_t functionIndex(uint64_t Address) const;

  std::unique_ptr<llvm::BumpPtrAllocator> Storage; ///< of paths and names
  std::vector<llvm::StringRef> Paths;              ///< some more than once
  std::vector<LineStart> Lines;         ///< sorted; the last has no line
  std::vector<FunctionStart> Functions; ///< sorted
  std::vector<InlinedCallSite> InlinedCallSites;      ///< outer ones first
  SourceOrigins Origins;
};

} // namespace gmon

#endif // GMON_ANALYZER_DEBUGINFO_H
