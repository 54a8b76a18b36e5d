//===-- Demangler.h - Names as sources have them ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Demangles names with LLVM's demanglers. In: a name as the linker has it. Out:
// the name as its source has it; of a C++ function, the parts that are wanted.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_DEMANGLER_H
#define GMON_ANALYZER_DEMANGLER_H

#include "names/ItaniumName.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Demangle/Demangle.h"

namespace gmon {

/// Gnat is known, but no demangler knows it: names stay as they are.
enum class DemangleStyle { None, Auto, Itanium, Rust, DLang, Gnat };

/// How much of the name of a C++ function is printed. Other names have one form
/// only.
enum class NameForm {
  Plain,             ///< std::vector::push_back
  Parameters,        ///< std::vector::push_back(Edge const&)
  TemplateArguments, ///< std::vector<Edge, std::allocator<Edge>>::push_back
  Full,              ///< both, and what the function returns if that is known
};

/// Parses one name after the other and prints it, once for each form
/// wanted.
class Demangler {
public:
  explicit Demangler(DemangleStyle Style) : Style(Style) {}

  /// Parses \p Name, and keeps a reference to it.
  void parse(llvm::StringRef Name);

  /// The last name parsed, or what of it \p Form has; as it is if it is not
  /// mangled in the style.
  std::string print(NameForm Form = NameForm::Full) const;

private:
  enum class Language { None, Cxx, Rust, LegacyRust, D };

  DemangleStyle Style;
  /// The parts of the last name: Mangled is what stands between decorations.
  llvm::StringRef Lead, Mangled, Version;
  Language Kind = Language::None;
  /// Of C++ names. The tree refers to the text.
  llvm::SmallString<256> Text;
  ItaniumParser Parser;
  const llvm::itanium_demangle::Node *Tree = nullptr;
};

/// \p Name, demangled, without the tags of the ABI that its source does not
/// have: "f[abi:cxx11](int)" is f(int).
std::string withoutAbiTags(llvm::StringRef Name);

} // namespace gmon

#endif // GMON_ANALYZER_DEMANGLER_H
