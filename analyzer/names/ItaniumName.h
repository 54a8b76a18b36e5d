//===-- ItaniumName.h - Names of the Itanium C++ ABI ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a mangled name. Out: its tree of LLVM's nodes. The parser is derived from
// LLVM's, which is private to llvm::ItaniumPartialDemangler, with one rule
// corrected.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ITANIUMNAME_H
#define GMON_ANALYZER_ITANIUMNAME_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Demangle/ItaniumDemangle.h"
#include "llvm/Support/Allocator.h"

namespace gmon {

/// Allocates a parser's nodes.
class NodeAllocator {
public:
  void reset() { Memory.Reset(); }

  template <typename T, typename... Args> T *makeNode(Args &&...Arguments) {
    return new (Memory.Allocate<T>()) T(std::forward<Args>(Arguments)...);
  }
  void *allocateNodeArray(size_t Size) {
    return Memory.Allocate<llvm::itanium_demangle::Node *>(Size);
  }

private:
  llvm::BumpPtrAllocator Memory;
};

/// Parses names one by one.
class ItaniumParser
    : public llvm::itanium_demangle::AbstractManglingParser<ItaniumParser,
                                                            NodeAllocator> {
public:
  ItaniumParser() : AbstractManglingParser(nullptr, nullptr) {}

  /// Returns the tree of \p Name, which refers to \p Name; null if \p Name is
  /// not mangled. Valid until the next call.
  const llvm::itanium_demangle::Node *parse(llvm::StringRef Name) {
    reset(Name.begin(), Name.end());
    return AbstractManglingParser::parse();
  }

  /// Replaces LLVM's rule for local entities. With LLVM's rule, the part behind
  /// a local entity's name cannot refer to that entity's template arguments:
  /// members of local class templates, such as generic lambdas, stay mangled.
  llvm::itanium_demangle::Node *parseLocalName(NameState *State);
};

} // namespace gmon

#endif // GMON_ANALYZER_ITANIUMNAME_H
