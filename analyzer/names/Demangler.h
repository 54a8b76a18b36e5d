//===-- Demangler.h - Names as sources have them ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Demangles names with LLVM's demanglers. In: a name as in the object file.
// Out: the name as in the source; for a C++ function, only the chosen parts.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_DEMANGLER_H
#define GMON_ANALYZER_DEMANGLER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>

namespace llvm::itanium_demangle {
class Node;
} // namespace llvm::itanium_demangle

namespace gmon {
class ItaniumParser;

/// Auto takes names of all languages; GnuAuto those that GNU gprof demangles.
/// Gnat is accepted, but there is no demangler for it: names stay as they are.
enum class DemangleStyle { None, Auto, Itanium, Rust, DLang, Gnat, GnuAuto };

/// The parts of a C++ function's name to print. Other names have only one form.
enum class NameForm {
  Plain,             ///< std::vector::push_back
  Parameters,        ///< std::vector::push_back(Edge const&)
  TemplateArguments, ///< std::vector<Edge, std::allocator<Edge>>::push_back
  Full,              ///< both, and the return type if it is known
};
inline constexpr size_t NumNameForms = size_t(NameForm::Full) + 1;

/// Parses names one by one, and prints each in any number of forms.
class Demangler {
public:
  explicit Demangler(DemangleStyle Style);
  ~Demangler();

  /// Parses \p Name, and keeps a reference to it.
  void parse(llvm::StringRef Name);

  /// Returns the parts of the last name that \p Form has. A name that is not
  /// mangled in the chosen style is returned unchanged.
  std::string print(NameForm Form = NameForm::Full) const;

private:
  enum class Language { None, Cxx, Rust, LegacyRust, D, Fortran };

  DemangleStyle Style;
  /// The parts of the last name. Mangled is the part between decorations.
  /// Suffixes are those of a clone that the demangler does not know.
  llvm::StringRef Lead, Mangled, Suffixes, Version;
  Language Kind = Language::None;
  /// For C++ names. The tree refers to the text.
  llvm::SmallString<256> Text;
  std::unique_ptr<ItaniumParser> Parser;
  const llvm::itanium_demangle::Node *Tree = nullptr;
};

/// Returns \p LinkName without the suffixes by which compilers and link-time
/// optimization tell copies of a function apart: f of "f.constprop.0", of
/// "f.isra.0.cold", of "f.llvm.123", and of "f.3".
llvm::StringRef withoutCloneSuffixes(llvm::StringRef LinkName);

/// Returns \p Name demangled, without ABI tags, which the source does not have:
/// "f[abi:cxx11](int)" becomes f(int).
std::string withoutAbiTags(llvm::StringRef Name);

} // namespace gmon

#endif // GMON_ANALYZER_DEMANGLER_H
