//===-- DebugInfo.h - Source lines of addresses -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The DWARF data of addresses: file, line and, on request, the innermost
// function, which may be an inlined one. In: an Image. Out: two sorted tables
// of disjoint ranges. A look-up is a binary search; a walk over the whole text
// takes one step for each range.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_DEBUGINFO_H
#define GMON_ANALYZER_DEBUGINFO_H

#include "program/Image.h"
#include "program/SourceFiles.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"

namespace llvm {
class DWARFContext;
class DWARFDie;
class DWARFUnit;
} // namespace llvm

namespace gmon {

/// Index of a call that the compiler replaced by the callee's code.
using InlinedCall = uint32_t;
inline constexpr InlinedCall NotInlined = UINT32_MAX;

/// Index of a function that a compilation unit has, out of line or inlined.
using UnitFunctionIndex = uint32_t;
inline constexpr UnitFunctionIndex NoUnitFunction = UINT32_MAX;

/// A function of a compilation unit: all its copies there are one. Different
/// functions of a unit may have one name, for instance with -g1 in namespaces.
struct UnitFunction {
  llvm::StringRef Name;     ///< linkage name, or else the name
  llvm::StringRef Declared; ///< like SourceLocation::Declared
  llvm::StringRef Path;     ///< of its definition; empty if unknown
  uint32_t Line = 0;        ///< of its name in the definition; 0 if unknown
  uint32_t Unit = 0;        ///< which compilation unit
  bool HasLinkageName = false;
  bool HasFile = false; ///< Declared is the file that declares it
};

/// The place into which code is inlined.
struct InlinedCallSite {
  llvm::StringRef Function; ///< the calling function, named as elsewhere
  UnitFunctionIndex OfUnit = NoUnitFunction; ///< that of Function
  llvm::StringRef Declared; ///< like SourceLocation::Declared, of Function
  llvm::StringRef Path;     ///< empty if DWARF does not say it
  uint32_t Line = 0;
  InlinedCall Outer = NotInlined; ///< the place into which the calling function
                                  ///< is itself inlined
};

/// The source location of an address.
struct SourceLocation {
  llvm::StringRef Path; ///< as DWARF has it; equal paths have equal data()
  uint32_t Line = 0;    ///< zero only in results of DebugInfo::find()
  /// Linkage name of the innermost function, or its name; empty if DWARF has
  /// none or functions were not read. Equal names have equal data().
  llvm::StringRef Function;
  /// The place into which the function is inlined, if calls were read.
  InlinedCall Inlined = NotInlined;
  /// The file that declares the function, or else that of its compilation unit:
  /// equal for all copies of a function. Empty if unknown, and except in
  /// results of DebugInfo::find() if calls were read.
  llvm::StringRef Declared;
  /// That of Function, if calls were read.
  UnitFunctionIndex OfUnit = NoUnitFunction;
};

class DebugInfo {
public:
  /// How much of the DWARF to read: nothing, the files of line tables, also
  /// lines, also functions, or also inlined calls. With files only, a location
  /// has any line of its file. Inlined functions that GNU gprof does not know
  /// are read at the last depth only.
  enum Depth {
    NoLines,
    FilesOnly,
    LinesOnly,
    LinesAndFunctions,
    LinesAndInlinedCalls
  };

  /// Reads the DWARF of \p Program, and at the last depth of the files that it
  /// names. Skips damaged parts; warns of these, and of missing files. With \p
  /// Wanted, which is sorted, skips units that have none of these addresses.
  static DebugInfo read(const Image &Program, Depth Depth, Warnings &Warn,
                        const std::vector<uint64_t> *Wanted = nullptr);

  /// Returns the location of \p Address, unless file or line is unknown.
  std::optional<SourceLocation> locate(uint64_t Address) const;

  /// Returns the first location in the function \p Range that is not that of an
  /// inlined call, if calls were read: compilers give the code in front of a
  /// function's body no line where it is no statement's.
  std::optional<SourceLocation> locateFirst(AddressRange Range) const;

  /// Returns the location of \p Address as far as it is known: like locate(),
  /// but also for code without a line, with the line 0.
  SourceLocation find(uint64_t Address) const;

  /// Returns the function at \p Address that is not inlined, or NoUnitFunction.
  UnitFunctionIndex functionAt(uint64_t Address) const;

  /// Calls \p Visit for the known parts of \p Range in order of address, with
  /// the addresses and the location of each. Neighbours may be equal.
  void walk(AddressRange Range,
            llvm::function_ref<void(AddressRange, const SourceLocation &)>
                Visit) const;

  /// Whether inlined calls were read.
  bool hasInlinedCalls() const { return HasInlinedCalls; }

  /// The facts that line tables have about their files.
  const SourceOrigins &origins() const { return Origins; }

  /// The calls of which InlinedCall is an index.
  llvm::ArrayRef<InlinedCallSite> inlinedCallSites() const {
    return InlinedCallSites;
  }

  /// The functions of which UnitFunctionIndex is an index.
  llvm::ArrayRef<UnitFunction> unitFunctions() const { return UnitFunctions; }

private:
  friend class DebugInfoReader;

  /// Code of one line, from Low to the next entry; of no line if Line is 0. A
  /// large program has millions of entries.
  struct LineStart {
    uint64_t Low;
    uint32_t File; ///< index of its path
    uint32_t Line;
  };
  /// Code of one function, or of none, from Low to the next entry.
  struct FunctionStart {
    uint64_t Low;
    llvm::StringRef Name;
    InlinedCall Inlined;
    uint32_t File; ///< index of the path that declares it
    UnitFunctionIndex OfUnit;
  };

  DebugInfo() : Storage(std::make_unique<llvm::BumpPtrAllocator>()) {}
  /// Returns the index of the last entry at or before \p Address, or -1.
  size_t functionIndex(uint64_t Address) const;
  /// Returns the path \p File; empty if it is not an index of one.
  llvm::StringRef pathOf(uint32_t File) const {
    return File < Paths.size() ? Paths[File] : llvm::StringRef();
  }

  std::unique_ptr<llvm::BumpPtrAllocator> Storage; ///< of paths and names
  std::vector<llvm::StringRef> Paths;              ///< some more than once
  std::vector<LineStart> Lines;         ///< sorted; the last has no line
  std::vector<FunctionStart> Functions; ///< sorted
  std::vector<InlinedCallSite> InlinedCallSites; ///< outer ones first
  std::vector<UnitFunction> UnitFunctions;
  bool HasInlinedCalls = false;
  SourceOrigins Origins;
};

} // namespace gmon

#endif // GMON_ANALYZER_DEBUGINFO_H
