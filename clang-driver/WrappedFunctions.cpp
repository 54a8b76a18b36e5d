//===- WrappedFunctions.cpp - The linkers' --wrap -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See WrappedFunctions.h.
//
//===----------------------------------------------------------------------===//

#include "WrappedFunctions.h"

#include "gmon/abi.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
namespace options = clang::options;

namespace gmon {

/// Whether Clang with \p Args links a program whose functions have two entries.
static bool linksEntries(const opt::InputArgList &Args) {
  if (!Args.hasArg(options::OPT_INPUT) ||
      Args.hasArg(options::OPT_Action_Group, options::OPT_M, options::OPT_MM,
                  options::OPT_shared, options::OPT_r, options::OPT_m32,
                  options::OPT_mx32))
    return false;
  const opt::Arg *Target =
      Args.getLastArg(options::OPT_target, options::OPT_target_legacy_spelling);
  return Triple(Target ? Triple::normalize(Target->getValue())
                       : sys::getDefaultTargetTriple())
             .getArch() == Triple::x86_64;
}

SmallVector<StringRef> findWrappedFunctions(const opt::InputArgList &Args) {
  SmallVector<StringRef> Functions;
  if (!linksEntries(Args))
    return Functions;
  bool NameFollows = false;
  for (const opt::Arg *A :
       Args.filtered(options::OPT_Wl_COMMA, options::OPT_Xlinker))
    for (StringRef Word : A->getValues()) {
      bool IsName = NameFollows;
      NameFollows = !IsName && (Word == "--wrap" || Word == "-wrap");
      if ((IsName || Word.consume_front("--wrap=") ||
           Word.consume_front("-wrap=")) &&
          !Word.empty() && !is_contained(Functions, Word))
        Functions.push_back(Word);
    }
  return Functions;
}

/// \p Name as a symbol of the assembler.
static std::string quote(const Twine &Name) {
  std::string Quoted = "\"";
  for (char C : Name.str()) {
    if (C == '"' || C == '\\')
      Quoted += '\\';
    Quoted += C;
  }
  return Quoted + "\"";
}

std::string stubsOfWrapped(ArrayRef<StringRef> Functions) {
  std::string Text;
  for (StringRef Function : Functions) {
    // If the wrapper has a second entry, the linker prefers that. The program
    // may not call the function.
    std::string Target = quote(Function);
    Text += ".weak " + Target + "\n";
    for (StringRef Prefix : {"", "__wrap_"}) {
      std::string Stub = quote(Prefix + Function + GMON_ENTRY_SUFFIX);
      std::string Name = quote(Prefix + Function + "@plt");
      Text += ".section " GMON_STUB_SECTION ",\"axG\",@progbits," + Stub +
              ",comdat\n.weak " + Stub + "\n.hidden " + Stub + "\n.type " +
              Name + ",@function\n" + Stub + ":\n" + Name +
              ":\n.cfi_startproc\n.skip " + std::to_string(GMON_ENTRY_OFFSET) +
              ", 0x90\njmp " + Target + "@PLT\n.cfi_endproc\n.size " + Name +
              ", .-" + Stub + "\n";
    }
  }
  return Text + ".section .note.GNU-stack,\"\",@progbits\n";
}

std::string linkerOptionFor(StringRef Function, bool IsGold) {
  std::string Entry = (Function + GMON_ENTRY_SUFFIX).str();
  return IsGold ? "--defsym=" + Entry + "=__wrap_" + Entry : "--wrap=" + Entry;
}

} // namespace gmon
