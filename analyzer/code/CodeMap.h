//===-- CodeMap.h - Where a program's code is -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes of a program that are code. In: an Image. Out: its sections with
// code, cut at symbols, so that decoding starts anew at each of them, without
// the data that symbols mark.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_CODEMAP_H
#define GMON_ANALYZER_CODEMAP_H

#include "program/Image.h"
#include "support/Errors.h"

namespace gmon {

/// What bytes of a section with code are. Thumb is ARM's second set of
/// instructions.
enum class CodeKind { Data, Main, Thumb };

/// Code from one symbol, or start of a section, to the next.
struct CodeRun {
  uint64_t Address;
  llvm::ArrayRef<uint8_t> Bytes;
  CodeKind Kind;
  uint64_t high() const { return Address + Bytes.size(); }
};

/// A section with code.
struct CodeSection {
  llvm::StringRef Name;
  uint64_t Address;
  llvm::ArrayRef<uint8_t> Bytes;
  uint64_t high() const { return Address + Bytes.size(); }
};

class CodeMap {
public:
  /// Reads the sections and symbols of \p Program. Sections that are not in the
  /// file, or share bytes of it with others, are left out; \p Warn tells.
  static llvm::Expected<CodeMap> read(const Image &Program, Warnings &Warn);

  /// Reads no more than the sections, sorted by address, those that are in the
  /// file as read() has it.
  static std::vector<CodeSection> readSections(const Image &Program);

  /// All code, sorted by address.
  llvm::ArrayRef<CodeRun> runs() const { return Runs; }
  /// The sections, sorted by address.
  llvm::ArrayRef<CodeSection> sections() const { return Sections; }
  /// The section that \p Address is in, or null.
  const CodeSection *sectionOf(uint64_t Address) const;
  /// Whether a function starts at \p Address, be it one of the symbol table's
  /// symbols or not.
  bool isFunctionStart(uint64_t Address) const;
  /// Whether a symbol that is no function and no object is at \p Address.
  bool isLabel(uint64_t Address) const;

private:
  /// A place where a symbol says what follows.
  struct Mark {
    uint64_t Address;
    /// Of the symbol, at one address: objects and functions, then labels, then
    /// the mapping symbols of ARM and others, which overrule.
    unsigned Rank;
    std::optional<CodeKind> Kind; ///< of what follows; none: as before
  };
  template <class ELFT> friend class CodeMapReader;

  void makeRuns(std::vector<Mark> Marks);

  std::vector<CodeSection> Sections;
  std::vector<CodeRun> Runs;
  std::vector<uint64_t> Functions; ///< where they start; sorted
  std::vector<uint64_t> Labels;    ///< where they are; sorted
};

} // namespace gmon

#endif // GMON_ANALYZER_CODEMAP_H
