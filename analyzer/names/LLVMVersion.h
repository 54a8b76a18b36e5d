//===-- LLVMVersion.h - What differs between versions of LLVM ---*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conditions on the version of LLVM that concern its demangler, each with
// LLVM's change. In: LLVM's headers. Out: NodePrinter and MadeNode.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_NAMES_LLVMVERSION_H
#define GMON_ANALYZER_NAMES_LLVMVERSION_H

#include "llvm/Config/llvm-config.h"
#include "llvm/Demangle/ItaniumDemangle.h"
#include <type_traits>
#include <utility>

namespace gmon {

// LLVM 21 (#133249) prints nodes by virtual functions of OutputBuffer. Before,
// nodes print their children directly; the nodes made here call the functions.
#if LLVM_VERSION_MAJOR >= 21

/// Prints nodes by its functions printLeft and printRight.
using NodePrinter = llvm::itanium_demangle::OutputBuffer;

/// What the parser makes for a node \p T.
template <typename T> using MadeNode = T;

#else

class NodePrinter : public llvm::itanium_demangle::OutputBuffer {
public:
  using Node = llvm::itanium_demangle::Node;

  virtual ~NodePrinter() = default;
  virtual void printLeft(const Node &N) {
    Direct = &N;
    N.printLeft(*this);
  }
  virtual void printRight(const Node &N) {
    Direct = &N;
    N.printRight(*this);
  }
  /// Whether \p N shall print itself now.
  bool isDirect(const Node &N) { return std::exchange(Direct, nullptr) == &N; }

private:
  const Node *Direct = nullptr;
};

/// A node that is a \p T.
template <typename T> class DerivedNode : public T {
public:
  using T::T;
  void printLeft(llvm::itanium_demangle::OutputBuffer &OB) const override {
    auto &Printer = static_cast<NodePrinter &>(OB);
    if (Printer.isDirect(*this))
      T::printLeft(OB);
    else
      Printer.printLeft(*this);
  }
  void printRight(llvm::itanium_demangle::OutputBuffer &OB) const override {
    auto &Printer = static_cast<NodePrinter &>(OB);
    if (Printer.isDirect(*this))
      T::printRight(OB);
    else
      Printer.printRight(*this);
  }
};

/// A node in place of a \p T, from which no class derives, and which the parser
/// knows by its kind only.
template <typename T>
class WrappedNode final : public llvm::itanium_demangle::Node {
  using OutputBuffer = llvm::itanium_demangle::OutputBuffer;

public:
  template <typename... Args>
  explicit WrappedNode(Args &&...Arguments)
      : WrappedNode(Copy(), T(std::forward<Args>(Arguments)...)) {}

  bool hasRHSComponentSlow(OutputBuffer &OB) const override {
    return Inner.hasRHSComponent(OB);
  }
  bool hasArraySlow(OutputBuffer &OB) const override {
    return Inner.hasArray(OB);
  }
  bool hasFunctionSlow(OutputBuffer &OB) const override {
    return Inner.hasFunction(OB);
  }
  const Node *getSyntaxNode(OutputBuffer &OB) const override {
    const Node *Result = Inner.getSyntaxNode(OB);
    return Result == &Inner ? this : Result;
  }
  void printLeft(OutputBuffer &OB) const override {
    static_cast<NodePrinter &>(OB).printLeft(Inner);
  }
  void printRight(OutputBuffer &OB) const override {
    static_cast<NodePrinter &>(OB).printRight(Inner);
  }
  std::string_view getBaseName() const override {
    // The class may hide the function.
    return static_cast<const Node &>(Inner).getBaseName();
  }

private:
  struct Copy {};
  WrappedNode(Copy, T &&N)
      : Node(N.getKind(), N.getPrecedence(), N.RHSComponentCache, N.ArrayCache,
             N.FunctionCache),
        Inner(N) {}

  T Inner;
};

/// The nodes that LLVM's parser casts to their class. What they print is short,
/// or that of other nodes.
template <typename T>
inline constexpr bool IsCast =
    std::is_same_v<T, llvm::itanium_demangle::NameType> ||
    std::is_same_v<T, llvm::itanium_demangle::SpecialSubstitution> ||
    std::is_same_v<T, llvm::itanium_demangle::TemplateParamQualifiedArg> ||
    std::is_same_v<T, llvm::itanium_demangle::TemplateArgumentPack>;

/// Whether a class may derive from \p T and call its function.
template <typename T>
concept IsBase =
    !std::is_final_v<T> &&
    requires(const T &N, llvm::itanium_demangle::OutputBuffer &OB) {
  N.printLeft(OB);
};

template <typename T> struct NodeChoice {
  using Type = std::conditional_t<IsCast<T>, T, WrappedNode<T>>;
};
template <IsBase T> struct NodeChoice<T> { using Type = DerivedNode<T>; };
template <typename T> using MadeNode = typename NodeChoice<T>::Type;

#endif

} // namespace gmon

#endif // GMON_ANALYZER_NAMES_LLVMVERSION_H
