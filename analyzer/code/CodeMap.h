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

/// What bytes of a section with code are. Thumb is ARM's second encoding.
enum class CodeKind { Data, Main, Thumb };

/// Code from one symbol, or from the start of a section, to the next symbol.
struct CodeRun {
  uint64_t Address;
  llvm::ArrayRef<uint8_t> Bytes;
  CodeKind Kind;
  uint64_t high() const { return Address + Bytes.size(); }
};

struct CodeSection {
  llvm::StringRef Name;
  uint64_t Address;
  llvm::ArrayRef<uint8_t> Bytes;
  uint64_t high() const { return Address + Bytes.size(); }
};

/// Returns what the mapping symbol \p Name marks in code for \p Machine, an
/// e_machine of ELF; nothing if \p Name is no mapping symbol.
std::optional<CodeKind> mappingKind(llvm::StringRef Name, unsigned Machine);

class CodeMap {
public:
  /// Reads the sections and symbols of \p Program. Leaves out sections that are
  /// not in the file or share its bytes with others, and warns.
  static llvm::Expected<CodeMap> read(const Image &Program, Warnings &Warn);

  /// Reads only the sections. They are sorted by address, and lie in the file.
  static std::vector<CodeSection> readSections(const Image &Program);

  /// All code, sorted by address.
  llvm::ArrayRef<CodeRun> runs() const { return Runs; }
  /// The sections, sorted by address.
  llvm::ArrayRef<CodeSection> sections() const { return Sections; }
  /// Returns the section that contains \p Address, or null.
  const CodeSection *sectionOf(uint64_t Address) const;
  /// Whether a function starts at \p Address, also one without a symbol.
  bool isFunctionStart(uint64_t Address) const;
  /// Returns the code of the function that starts at \p Address, up to the next
  /// one or to the end of its section; in pieces, as runs() has them.
  std::vector<CodeRun> runsOf(uint64_t Address) const;
  /// Whether a label, neither a function nor an object, is at \p Address.
  bool isLabel(uint64_t Address) const;

private:
  /// A place where a symbol marks the kind of the bytes that follow.
  struct Mark {
    uint64_t Address;
    /// Order of marks at one address: objects and functions, then labels, then
    /// mapping symbols, which take precedence.
    unsigned Rank;
    std::optional<CodeKind> Kind; ///< of the bytes that follow; none: unchanged
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
