//===-- Demangler.cpp - Names as sources have them ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's demangler makes a tree of a C++ name. The printer here omits the nodes
// that a form does not have. So no text has to be parsed.
//
//===----------------------------------------------------------------------===//

#include "names/Demangler.h"
#include "names/LLVMVersion.h"
#include "names/RustName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Demangle/ItaniumDemangle.h"
#include "llvm/Support/Allocator.h"
#include <cstdlib>

using namespace gmon;
using namespace llvm;

/// Longer names stay mangled: the demangler's stack grows with the name.
static constexpr size_t MaxMangled = 1 << 14;
/// Names with a longer text, perhaps by repetition, stay mangled.
static constexpr size_t MaxDemangled = 1 << 16;

// Flang writes all names in lower case, each behind a capital letter that says
// what it is (flang/docs/BijectiveInternalNameUniquing.md). GNU Fortran joins a
// module and a procedure by "_MOD_".
static bool isNameCharacter(char C) {
  return (C >= 'a' && C <= 'z') || isDigit(C) || C == '_';
}

static bool isName(StringRef Name) {
  return !Name.empty() && !isDigit(Name.front()) &&
         all_of(Name, isNameCharacter);
}

/// Returns the name of Flang whose scopes and procedure are \p Rest.
static std::string flangName(StringRef Rest) {
  std::string Result;
  bool IsProcedure = false;
  while (!Rest.empty()) {
    const char Kind = Rest.front();
    const StringRef Name = Rest.drop_front().take_while(isNameCharacter);
    Rest = Rest.drop_front(1 + Name.size());
    // Module, submodule, host (the main program has no name), procedure.
    const bool IsMain = Kind == 'F' && Name.empty();
    if (!StringRef("MSFP").contains(Kind) || (!IsMain && !isName(Name)))
      return "";
    IsProcedure = Kind == 'P';
    if (!IsMain)
      Result += (Result.empty() ? "" : "::") + Name.str();
  }
  return IsProcedure ? Result : "";
}

/// Returns the name that \p Mangled stands for: "m::length" for _QMmPlength and
/// __m_MOD_length. Empty if it is not such a name.
static std::string fortranName(StringRef Mangled) {
  if (Mangled.consume_front("_Q"))
    return flangName(Mangled);
  if (!Mangled.consume_front("__"))
    return "";
  const auto [Module, Procedure] = Mangled.split("_MOD_");
  return isName(Module) && isName(Procedure) ? (Module + "::" + Procedure).str()
                                             : "";
}

namespace gmon {

/// Allocates a parser's nodes.
class NodeAllocator {
public:
  void reset() { Memory.Reset(); }

  template <typename T, typename... Args> auto *makeNode(Args &&...Arguments) {
    return new (Memory.Allocate<MadeNode<T>>())
        MadeNode<T>(std::forward<Args>(Arguments)...);
  }
  void *allocateNodeArray(size_t Size) {
    return Memory.Allocate<itanium_demangle::Node *>(Size);
  }

private:
  BumpPtrAllocator Memory;
};

/// Parses names one by one into trees of LLVM's nodes. Derived from LLVM's
/// parser, private to ItaniumPartialDemangler, with a rule corrected.
class ItaniumParser
    : public itanium_demangle::AbstractManglingParser<ItaniumParser,
                                                      NodeAllocator> {
public:
  ItaniumParser() : AbstractManglingParser(nullptr, nullptr) {}

  /// Returns the tree of \p Name, which refers to \p Name; null if \p Name is
  /// not mangled. Valid until the next call.
  const itanium_demangle::Node *parse(StringRef Name) {
    reset(Name.begin(), Name.end());
    return AbstractManglingParser::parse();
  }

  /// Replaces LLVM's rule for local entities. With LLVM's rule, the part behind
  /// a local entity's name cannot refer to that entity's template arguments:
  /// members of local class templates, such as generic lambdas, stay mangled.
  itanium_demangle::Node *parseLocalName(NameState *State);
};

} // namespace gmon

namespace {

/// Prints a name in one of its forms.
class FormPrinter final : public NodePrinter {
public:
  explicit FormPrinter(NameForm Form) : Form(Form) {}
  ~FormPrinter() override { std::free(getBuffer()); }

  void printLeft(const itanium_demangle::Node &N) override;
  void printRight(const itanium_demangle::Node &N) override;
  bool isTooLong() const { return getCurrentPosition() > MaxDemangled; }

private:
  bool hasParameters() const {
    return Form == NameForm::Parameters || Form == NameForm::Full;
  }
  bool hasTemplateArguments() const {
    return Form == NameForm::TemplateArguments || Form == NameForm::Full;
  }
  void printParameters(const itanium_demangle::FunctionEncoding &Function);

  NameForm Form;
};

} // namespace

// <local-name> ::= Z <encoding> E <name> [<discriminator>]
//              ::= Z <encoding> E s [<discriminator>]
//              ::= Z <encoding> E d [<number>] _ <name>
itanium_demangle::Node *ItaniumParser::parseLocalName(NameState *State) {
  using namespace itanium_demangle;
  if (!consumeIf('Z'))
    return nullptr;
  Node *Function = parseEncoding();
  if (!Function || !consumeIf('E'))
    return nullptr;
  if (consumeIf('s')) {
    First = parse_discriminator(First, Last);
    return make<LocalName>(Function, make<NameType>("string literal"));
  }

  // The template arguments around a local entity are not its own. If the entity
  // is a type, they are restored behind it. If it is the entity that the whole
  // name names, the rest of the name refers to its own arguments.
  std::optional<SaveTemplateParams> Saved;
  if (State) {
    TemplateParams.clear();
    OuterTemplateParams.clear();
  } else {
    Saved.emplace(this);
  }
  bool IsInArgument = consumeIf('d');
  if (IsInArgument) {
    parseNumber(/*AllowNegative=*/true);
    if (!consumeIf('_'))
      return nullptr;
  }
  Node *Entity = parseName(State);
  if (!Entity)
    return nullptr;
  if (!IsInArgument)
    First = parse_discriminator(First, Last);
  return make<LocalName>(Function, Entity);
}

void FormPrinter::printLeft(const itanium_demangle::Node &N) {
  using namespace itanium_demangle;
  if (isTooLong())
    return;
  switch (N.getKind()) {
  case Node::KTemplateArgs:
    if (!hasTemplateArguments())
      return;
    break;
  case Node::KExpandedSpecialSubstitution: // std::basic_string<char, ...>
    if (!hasTemplateArguments()) {
      *this << "std::" << N.getBaseName();
      return;
    }
    break;
  case Node::KClosureTypeName:
    if (!hasParameters()) {
      static_cast<const ClosureTypeName &>(N).match(
          [this](NodeArray, const Node *, NodeArray, const Node *,
                 std::string_view Count) {
            *this << "'lambda" << Count << "'";
          });
      return;
    }
    break;
  case Node::KFunctionEncoding:
    if (Form != NameForm::Full) {
      static_cast<const FunctionEncoding &>(N).getName()->print(*this);
      return;
    }
    break;
  default:
    break;
  }
  NodePrinter::printLeft(N);
}

void FormPrinter::printRight(const itanium_demangle::Node &N) {
  using namespace itanium_demangle;
  if (isTooLong())
    return;
  if (N.getKind() != Node::KFunctionEncoding || Form == NameForm::Full)
    return NodePrinter::printRight(N);
  if (hasParameters())
    printParameters(static_cast<const FunctionEncoding &>(N));
}

/// Prints the parts in which functions of one class and name may differ.
void FormPrinter::printParameters(
    const itanium_demangle::FunctionEncoding &Function) {
  using namespace itanium_demangle;
  printOpen();
  Function.getParams().printWithComma(*this);
  printClose();
  if (Function.getCVQuals() & QualConst)
    *this << " const";
  if (Function.getCVQuals() & QualVolatile)
    *this << " volatile";
  if (Function.getRefQual() == FrefQualLValue)
    *this << " &";
  else if (Function.getRefQual() == FrefQualRValue)
    *this << " &&";
}

/// Whether \p Name is Rust's of old: Itanium's with a hash at its end.
static bool isLegacyRust(StringRef Name) {
  constexpr size_t HashDigits = 16;
  if (!Name.starts_with("_ZN") || !Name.consume_back("E") ||
      Name.size() < HashDigits + 3)
    return false;
  StringRef Hash = Name.take_back(HashDigits);
  return Name.drop_back(HashDigits).ends_with("17h") &&
         all_of(Hash, isHexDigit);
}

/// Whether \p Name has D's mangling.
static bool isD(StringRef Name) {
  return Name == "_Dmain" ||
         (Name.consume_front("_D") && !Name.empty() && isDigit(Name.front()));
}

static bool isNumber(StringRef Text) {
  return !Text.empty() && all_of(Text, isDigit);
}

/// Returns \p Name without a suffix such as ".llvm.1234".
static StringRef withoutPromotion(StringRef Name) {
  const StringRef Digits = Name.rsplit('.').second;
  StringRef Whole = Name.drop_back(Digits.size());
  return isNumber(Digits) && Whole.consume_back(".llvm.") && !Whole.empty()
             ? Whole
             : Name;
}

StringRef gmon::withoutCloneSuffixes(StringRef LinkName) {
  // GCC's, then Clang's.
  static constexpr StringLiteral Words[] = {
      "constprop", "isra",        "part",    "cold",    "lto_priv", "llvm",
      "__uniq",    "specialized", "argprom", "argelim", "retelim",  "Tm"};
  while (true) {
    auto [Rest, Last] = LinkName.rsplit('.');
    if (isNumber(Last)) {
      // Link-time optimization numbers static functions without a word.
      if (auto [Front, Word] = Rest.rsplit('.'); is_contained(Words, Word))
        Rest = Front;
    } else if (!is_contained(Words, Last)) {
      return LinkName;
    }
    if (Rest.empty())
      return LinkName;
    LinkName = Rest;
  }
}

Demangler::Demangler(DemangleStyle Style)
    : Style(Style), Parser(std::make_unique<ItaniumParser>()) {}

Demangler::~Demangler() = default;

void Demangler::parse(StringRef Name) {
  Mangled = Name.ltrim(".$");
  Lead = Name.drop_back(Mangled.size());
  Version = Mangled.substr(std::min(Mangled.find('@'), Mangled.size()));
  Mangled = Mangled.drop_back(Version.size());
  Kind = Language::None;
  Suffixes = "";

  const bool TakesAll = Style == DemangleStyle::Auto;
  // ThinLTO appends it to a local function that another module calls.
  if (TakesAll)
    Mangled = withoutPromotion(Mangled);
  // Demanglers of the other languages know these suffixes.
  const StringRef Clone = Mangled;
  const StringRef Original = TakesAll ? withoutCloneSuffixes(Clone) : Clone;
  bool IsAuto = TakesAll || Style == DemangleStyle::GnuAuto;
  bool IsRust = IsAuto || Style == DemangleStyle::Rust;
  if (Mangled.size() > MaxMangled)
    return;
  if (IsRust && Mangled.starts_with("_R"))
    Kind = isBoundedRustName(Mangled, MaxDemangled) ? Language::Rust
                                                    : Language::None;
  else if (IsRust && isLegacyRust(Original))
    Kind = Language::LegacyRust;
  else if ((IsAuto || Style == DemangleStyle::Itanium) &&
           Mangled.starts_with("_Z"))
    Kind = Language::Cxx;
  else if ((Style == DemangleStyle::DLang || TakesAll) && isD(Original))
    Kind = Language::D;
  else if (TakesAll && !fortranName(Original).empty())
    Kind = Language::Fortran;
  if (Kind == Language::LegacyRust || Kind == Language::D ||
      Kind == Language::Fortran) {
    Mangled = Original;
    Suffixes = Clone.drop_front(Original.size());
  }
  if (Kind == Language::Cxx || Kind == Language::LegacyRust) {
    Text = Mangled;
    Tree = Parser->parse(Text);
    if (!Tree)
      Kind = Language::None;
  }
}

/// Takes the result \p Text of a demangler; empty if the demangler failed.
static std::string take(char *Text) {
  std::string Result = Text ? Text : "";
  std::free(Text);
  return Result;
}

/// Returns the identifiers of D's name \p Mangled, for LLVM's demangler knows
/// no types of functions. Empty if there are others, such as instances of
/// templates.
static std::string qualifiedD(StringRef Mangled) {
  std::string Result;
  StringRef Rest = Mangled.drop_front(StringRef("_D").size());
  size_t Size;
  while (!Rest.empty() && isDigit(Rest.front())) {
    if (Rest.consumeInteger(10, Size) || Size == 0 || Size > Rest.size() ||
        Rest.starts_with("__"))
      return "";
    Result += (Result.empty() ? "" : ".") + Rest.take_front(Size).str();
    Rest = Rest.drop_front(Size);
  }
  return StringRef("FMU").contains(Rest.take_front()) && !Rest.empty() ? Result
                                                                       : "";
}

/// Returns the name \p Tree in the form \p Form; empty if it is too long.
static std::string printTree(const itanium_demangle::Node &Tree,
                             NameForm Form) {
  FormPrinter Printer(Form);
  Tree.print(Printer);
  return Printer.isTooLong() ? "" : std::string(std::string_view(Printer));
}

std::string Demangler::print(NameForm Form) const {
  std::string Result;
  switch (Kind) {
  case Language::None:
    break;
  case Language::Cxx:
    Result = printTree(*Tree, Form);
    break;
  case Language::Rust:
    Result = take(rustDemangle(Mangled));
    break;
  case Language::LegacyRust:
    Result = printTree(*Tree, NameForm::Full);
    if (size_t Hash = Result.rfind("::h"); Hash != std::string::npos)
      Result.resize(Hash);
    break;
  case Language::D:
    Result = take(dlangDemangle(Mangled));
    if (Result.empty() && Style == DemangleStyle::Auto)
      Result = qualifiedD(Mangled);
    break;
  case Language::Fortran:
    Result = fortranName(Mangled);
    break;
  }
  if (Result.empty())
    return (Lead + Mangled + Suffixes + Version).str();
  if (!Suffixes.empty())
    Result += (" (" + Suffixes + ")").str(); // as LLVM's demanglers print them
  return (Lead + Result + Version).str();
}

std::string gmon::withoutAbiTags(StringRef Name) {
  std::string Result;
  while (true) {
    auto [Front, Rest] = Name.split("[abi:");
    Result += Front;
    if (Rest.empty())
      return Result;
    Name = Rest.drop_front(std::min(Rest.find(']'), Rest.size() - 1) + 1);
  }
}
