//===-- CompletionCommand.cpp - llvm-gprof completion ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints completion scripts for bash and zsh. Both are made from the option
// tables, like --help.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "formats/Format.h"
#include "options/OptionTable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;
using namespace llvm::opt;

namespace {

/// An option as the user types it.
struct Spelling {
  bool IsAlone = false;  ///< can have no argument
  bool HasValue = false; ///< can have an argument
  std::string Values;    ///< known values, separated by spaces
  StringRef Help;
  StringRef MetaVar;
};

/// By name, without a trailing "=".
using Spellings = MapVector<StringRef, Spelling>;

/// A command with its options; the name is empty for gprof's options.
struct CommandWords {
  StringRef Name;
  StringRef Help;
  Spellings Options;
};

} // namespace

/// Returns the options of \p Table that \p Knows accepts.
static Spellings spellingsOf(const OptTable &Table,
                             function_ref<bool(unsigned)> Knows) {
  Spellings Result;
  for (unsigned ID = 1; ID <= Table.getNumOptions(); ++ID) {
    StringRef Name = Table.getOption(ID).getPrefixedName();
    if (!Name.starts_with("-") || !Knows(ID))
      continue;
    unsigned Kind = Table.getOptionKind(ID);
    Option Alias = Table.getOption(ID).getAlias();
    unsigned Main = Alias.isValid() ? Alias.getID() : ID;
    std::vector<std::string> Values = Table.suggestValueCompletions(Name, "");
    Name.consume_back("=");
    Spelling &Typed = Result[Name];
    Typed.HasValue |= Kind != Option::FlagClass;
    // A letter that can be followed directly by its argument can also be alone.
    Typed.IsAlone |= Kind == Option::FlagClass ||
                     (Kind == Option::JoinedClass && Name.size() == 2);
    if (Typed.Values.empty())
      Typed.Values = join(Values, " ");
    if (const char *Help = Table.getOptionHelpText(Main))
      Typed.Help = Help;
    if (const char *MetaVar = Table.getOptionMetaVar(Main))
      Typed.MetaVar = MetaVar;
  }
  return Result;
}

/// Returns \p Text in single quotes for a shell.
static std::string quoted(StringRef Text) {
  std::string Result = "'";
  for (char C : Text)
    Result += C == '\'' ? "'\\''" : std::string(1, C);
  return Result + "'";
}

static void printBashOptions(raw_ostream &OS, const CommandWords &Command) {
  std::string Words;
  for (const auto &[Name, Typed] : Command.Options) {
    bool IsLong = Name.starts_with("--");
    if (Typed.IsAlone || !IsLong)
      Words += (" " + Name).str();
    if (Typed.HasValue && IsLong)
      Words += (" " + Name + "=").str();
  }
  OS << "    options=" << quoted(StringRef(Words).ltrim()) << '\n';
  OS << "    case $before in\n";
  for (const auto &[Name, Typed] : Command.Options)
    if (!Typed.Values.empty()) {
      // The next word is a value only for options that need an argument.
      OS << "    " << (Name.starts_with("--") ? (Name + "=").str() : "")
         << (Name.starts_with("--") && !Typed.IsAlone ? " | " : "")
         << (Typed.IsAlone ? "" : Name) << ") values=" << quoted(Typed.Values)
         << " ;;\n";
    }
  OS << "    esac ;;\n";
}

static void printBash(raw_ostream &OS, ArrayRef<CommandWords> Commands) {
  OS << R"(# Completion of llvm-gprof for bash, made of its option tables by
# "llvm-gprof completion bash".

_llvm_gprof() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local command= options values=
  # "--name=value" is three words to bash.
  if [[ $word == '=' ]]; then
    word= before+='='
  elif [[ $before == '=' ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}=
  fi
  # A word that names a file is that file.
  if ((COMP_CWORD > 1)) && [[ ! -e ${COMP_WORDS[1]} ]]; then
    command=${COMP_WORDS[1]}
  fi
  case $command in
)";
  std::string Names;
  for (const CommandWords &Command : Commands) {
    OS << "  " << (Command.Name.empty() ? "*" : Command.Name) << ")\n";
    printBashOptions(OS, Command);
    Names += (Names.empty() ? "" : " ") + Command.Name.str();
  }
  OS << "  esac\n  local commands=" << quoted(StringRef(Names).rtrim()) << R"(
  if [[ $values ]]; then
    COMPREPLY=($(compgen -W "$values" -- "$word"))
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
    if [[ ${COMPREPLY[0]} == *= ]]; then
      compopt -o nospace 2> /dev/null
    fi
  elif ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "$commands" -- "$word"; compgen -f -- "$word"))
  else
    COMPREPLY=()
  fi
}
complete -o default -F _llvm_gprof llvm-gprof
)";
}

/// Returns \p Text for zsh's _arguments, where brackets and colons are special.
static std::string escaped(StringRef Text) {
  std::string Result;
  for (char C : Text) {
    if (C == '[' || C == ']' || C == ':' || C == '\\')
      Result += '\\';
    Result += C;
  }
  return Result;
}

static void printZshOptions(raw_ostream &OS, const CommandWords &Command) {
  OS << "    _arguments -s \\\n";
  for (const auto &[Name, Typed] : Command.Options) {
    std::string Spec = "*" + Name.str();
    bool IsLong = Name.starts_with("--");
    if (Typed.HasValue)
      Spec +=
          IsLong ? (Typed.IsAlone ? "=-" : "=") : (Typed.IsAlone ? "-" : "+");
    Spec += "[" + escaped(Typed.Help) + "]";
    if (Typed.HasValue) {
      Spec += Typed.IsAlone ? "::" : ":";
      Spec += escaped(Typed.MetaVar.empty() ? "value" : Typed.MetaVar) + ":";
      Spec += Typed.Values.empty() ? "_files" : "(" + Typed.Values + ")";
    }
    OS << "      " << quoted(Spec) << " \\\n";
  }
  OS << "      '*:file:_files' ;;\n";
}

static void printZsh(raw_ostream &OS, ArrayRef<CommandWords> Commands) {
  OS << R"(#compdef llvm-gprof
# Completion of llvm-gprof for zsh, made of its option tables by
# "llvm-gprof completion zsh".

_llvm_gprof() {
  local -a commands
  commands=(
)";
  for (const CommandWords &Command : Commands)
    if (!Command.Name.empty())
      OS << "    " << quoted((Command.Name + ":" + escaped(Command.Help)).str())
         << '\n';
  OS << R"(  )
  local command=
  if ((CURRENT == 2)); then
    _describe command commands
  elif [[ ! -e $words[2] ]]; then
    command=$words[2]
  fi
  case $command in
)";
  for (const CommandWords &Command : Commands) {
    OS << "  " << (Command.Name.empty() ? "*" : Command.Name) << ")\n";
    if (!Command.Name.empty())
      OS << "    shift words\n    ((CURRENT--))\n";
    printZshOptions(OS, Command);
  }
  OS << "  esac\n}\n\n_llvm_gprof \"$@\"\n";
}

Expected<int> command::completion(const CommandLine &Line, Context &Ctx) {
  std::vector<std::string> Words = Line.inputs();
  if (Words.size() != 1 || (Words[0] != "bash" && Words[0] != "zsh"))
    return makeError("completion expects bash or zsh");
  const CommandTable Table;
  std::vector<CommandWords> Commands;
  for (const Command &C : Table.commands()) {
    Spellings Options =
        spellingsOf(Table, [&](unsigned ID) { return Table.knows(C, ID); });
    if (StringRef(C.Name) == "export") {
      Options["--format"].Values = formatNames(" ", " ");
    }
    Commands.push_back({C.Name, C.HelpText, std::move(Options)});
  }
  // Last, since it matches any other word.
  const OptionTable Classic;
  Commands.push_back(
      {"", "", spellingsOf(Classic, [](unsigned) { return true; })});
  if (Words[0] == "bash")
    printBash(Ctx.OS, Commands);
  else
    printZsh(Ctx.OS, Commands);
  return EXIT_SUCCESS;
}
