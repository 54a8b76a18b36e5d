//===-- GmonClang.cpp - clang with llvm-gprof switched on -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gmon-clang and gmon-clang++: put the configuration file of this installation
// in front of the arguments, translate gprof's options into Clang's, and
// execute Clang. These options are translated:
//
//   -pg    implied, and dropped: Clang would link the C library's start-up file
//   -a     counts executions of basic blocks: -a=machine of the generated code,
//          -a=source of the source
//   -flto  links with lld, the only linker that runs pass plugins
//   -gmon-mpi=NAME
//          links what makes one profile of an MPI job; implied if the MPI
//          library is linked
//   -fprofile-instr-generate
//          counts in threads: see ClangCounters.h of the pass
//   -gmon-pgo
//          -a, with what llvm-gprof pgo needs to know of the code
//   -gmon-NAME[=VALUE]
//          an option of the plugin, such as -gmon-filter=FILE
//
// --target=... also chooses the runtime. Behind a link, calls in the program
// are moved: see PatchCalls.h.
//
// Clang's own option table reads the arguments, so that `-o -a` names a file.
//
//===----------------------------------------------------------------------===//

#include "FindClang.h"
#include "Inputs.h"
#include "LLVMVersion.h"
#include "OwnOptions.h"
#include "PatchCalls.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <tuple>
#include <unistd.h>

using namespace llvm;

namespace {
using ArgStrings = SmallVector<const char *, 128>;
} // namespace

/// Whether Clang makes a precompiled header by default.
static bool precompilesHeader(const opt::InputArgList &Args) {
  StringRef Language = Args.getLastArgValue(options::OPT_x);
  if (!Language.empty() && Language != "none")
    return Language.ends_with("-header");
  bool IsHeader = false;
  for (const opt::Arg *Input : Args.filtered(options::OPT_INPUT)) {
    StringRef Extension = sys::path::extension(Input->getValue());
    if (!is_contained({".h", ".hh", ".hpp", ".hxx", ".H"}, Extension))
      return false;
    IsHeader = true;
  }
  return IsHeader;
}

/// The configuration file for linking: that of the target that \p Args name, if
/// the runtime was built for it, or else the host's.
static std::string configFor(const opt::InputArgList &Args, StringRef Prefix) {
  const opt::Arg *Target =
      Args.getLastArg(options::OPT_target, options::OPT_target_legacy_spelling);
  if (Target) {
    Triple T(Triple::normalize(Target->getValue()));
    std::string Config =
        (Prefix + "/etc/gmon-" + Triple::getArchTypeName(T.getArch()) + "-" +
         T.getOSName() + "-" + T.getEnvironmentName() + ".cfg")
            .str();
    if (sys::fs::exists(Config))
      return Config;
  }
  return (Prefix + "/etc/gmon.cfg").str();
}

/// The configuration file with the lines of \p Config that Clang needs if it
/// does not link, too.
static std::string compilingPart(StringRef Config) {
  StringRef Target = sys::path::stem(Config);
  Target.consume_front("gmon");
  Target.consume_front("-compile");
  return (sys::path::parent_path(Config) + "/gmon-compile" + Target + ".cfg")
      .str();
}

/// The file \p Name of the runtime that the configuration file \p Config
/// links.
static std::string fileOf(StringRef Config, StringRef Name, StringRef Prefix) {
  StringRef Target = sys::path::stem(Config);
  std::string Folder =
      Target.consume_front("gmon-") ? (Target + "/").str() : std::string();
  return (Prefix + "/lib/" + Folder + Name).str();
}

/// The plugin's option that takes over Clang's own counters, and the one by
/// which users keep them.
static constexpr StringLiteral OwnCoverage = "-gmon-coverage";
static constexpr StringLiteral ClangCoverage = "-gmon-coverage=clang";

/// The plugin's option for which Clang must provide lines.
static constexpr StringLiteral SourceBlocks = "-gmon-blocks=source";

/// Makes Clang provide lines, as it does for remarks; the program has no trace
/// of them. The option sets the format of a record of remarks that is not
/// written. If the user asks for a record, Clang prints remarks of a pass that
/// does not exist.
static void addLineArgs(const opt::InputArgList &Args, ArgStrings &Command) {
  if (Args.hasArg(options::OPT_fsave_optimization_record,
                  options::OPT_fsave_optimization_record_EQ,
                  options::OPT_foptimization_record_file_EQ,
                  options::OPT_foptimization_record_passes_EQ))
    Command.push_back("-Rpass=^gmon-source$");
  else
    Command.append({"-Xclang", "-opt-record-format", "-Xclang", "yaml"});
}

/// Adds the options of the plugin that \p Args imply.
static void addInputArgs(const opt::InputArgList &Args, StringSaver &Saver,
                         SmallVectorImpl<const char *> &PluginArgs) {
  // Clang marks functions that it compiles, not those of bitcode.
  for (StringRef Name : gmon::findBitcode(Args))
    PluginArgs.push_back(Saver.save("-gmon-unmarked=" + Name).data());
  if (Args.hasArg(options::OPT_shared) && gmon::links(Args))
    PluginArgs.push_back("-gmon-library");
  bool IsLeft = is_contained(PluginArgs, ClangCoverage);
  llvm::erase(PluginArgs, ClangCoverage);
  if (!IsLeft && gmon::takesCoverage(Args))
    PluginArgs.push_back(OwnCoverage.data());
}

/// Adds what -gmon-pgo, which is removed, stands for: block counters, and a
/// description of the code that says where its source's blocks are. Inlined
/// ones are known by debug information, and static functions of one name in
/// several files by unique names.
static void addPgoArgs(SmallVectorImpl<const char *> &PluginArgs,
                       ArgStrings &Command) {
  if (!is_contained(PluginArgs, StringRef("-gmon-pgo")))
    return;
  llvm::erase(PluginArgs, StringRef("-gmon-pgo"));
  PluginArgs.push_back("-gmon-blocks");
  // In front of the user's: -g is more.
  Command.append(
      {"--start-no-unused-arguments", "-gmlt", "-fpseudo-probe-for-profiling",
       "-funique-internal-linkage-names", "--end-no-unused-arguments"});
}

/// Counts blocks in place of lines if Clang's own profile needs code without
/// counters.
static void keepEarlyProfile(const opt::InputArgList &Args,
                             SmallVectorImpl<const char *> &PluginArgs) {
  StringRef Option = gmon::findEarlyProfile(Args);
  if (Option.empty())
    return;
  for (const char *&Arg : PluginArgs) {
    if (Arg != SourceBlocks)
      continue;
    Arg = "-gmon-blocks";
    WithColor::warning(errs(), GMON_PROGRAM)
        << "-a=source does not go with " << Option
        << "; blocks are counted, as by -a\n";
  }
}

/// Whether \p Args have an input that exists. A hyphen is the standard input.
static bool hasInputs(const opt::InputArgList &Args) {
  return any_of(Args.getAllArgValues(options::OPT_INPUT), [](StringRef Name) {
    return Name == "-" || sys::fs::exists(Name);
  });
}

/// Whether \p Args link the library \p Name.
static bool linksLibrary(const opt::InputArgList &Args, StringRef Name) {
  for (const opt::Arg *A : Args.filtered(options::OPT_l, options::OPT_INPUT)) {
    StringRef Found = A->getValue();
    if (A->getOption().matches(options::OPT_INPUT)) {
      Found = sys::path::filename(Found);
      if (!Found.consume_front("lib"))
        continue;
      Found = Found.split('.').first;
    }
    if (Found == Name)
      return true;
  }
  return false;
}

/// The name of the MPI library that \p Args link, or an empty name.
static StringRef findMpi(const opt::InputArgList &Args) {
  return linksLibrary(Args, "mpich") ? "mpich"
         : linksLibrary(Args, "mpi") ? "openmpi"
                                     : "";
}

/// Adds the objects that define functions in front of those of the MPI library
/// \p Name. Without \p Name, for the one that \p Args link, if there is one.
static bool addMpi(const opt::InputArgList &Args, StringRef Prefix,
                   std::optional<StringRef> Name, StringSaver &Saver,
                   ArgStrings &Command) {
  StringRef Chosen = Name.value_or(findMpi(Args));
  if (Chosen.empty() || Chosen == "off" || !gmon::links(Args) ||
      Args.hasArg(options::OPT_shared, options::OPT_r))
    return true;
  auto AddObject = [&](StringRef Part) {
    StringRef Object =
        Saver.save(Prefix + "/lib/gmon_mpi" + Part + "-" + Chosen + ".o");
    if (!sys::fs::exists(Object))
      return false;
    Command.append({"-Xlinker", Object.data()});
    return true;
  };
  if (!AddObject("")) {
    if (Name)
      WithColor::error(errs(), GMON_PROGRAM)
          << "-gmon-mpi=" << Chosen
          << ": no such MPI was there when llvm-gprof "
          << "was built\n";
    return !Name;
  }
  AddObject("_calls");
  // These need functions of the Fortran library.
  if (linksLibrary(Args, "mpi_mpifh"))
    AddObject("_fortran");
  if (linksLibrary(Args, Chosen == "mpich" ? "mpichfort" : "mpi_usempif08"))
    AddObject("_f08");
  // Open MPI handles fatal signals, and restores their default action by
  // signal().
  Command.append({"-Xlinker", "-u", "-Xlinker", "signal"});
  return true;
}

/// Adds the lines of the configuration file that apply only to links, behind
/// the user's inputs, if Clang does not.
static void addLinkLines(const opt::InputArgList &Args, StringRef Prefix,
                         StringSaver &Saver, ArgStrings &Command) {
  if (gmon::HasLinkOnlyLines || !gmon::links(Args) || !hasInputs(Args) ||
      Args.hasArg(options::OPT_r) || precompilesHeader(Args))
    return;
  std::string Runtime = fileOf(configFor(Args, Prefix), "libgmon_rt.a", Prefix);
  const char *Lines[] = {"-Wl,-u,__gmon_start", "-Xlinker",
                         Saver.save(Runtime).data(), "-Wl,-z,nodelete"};
  // Words behind this one are inputs.
  Command.insert(find(Command, StringRef("--")), std::begin(Lines),
                 std::end(Lines));
}

/// Adds options that replace the user's \p Args or extend them.
static void addDriverArgs(const opt::InputArgList &Args, StringRef Prefix,
                          ArrayRef<const char *> PluginArgs, StringSaver &Saver,
                          ArgStrings &Command) {
  // The program or library that contains the output of -r gets the runtime.
  // Clang would link, not precompile, a header that comes with libraries.
  bool HasRuntime = !Args.hasArg(options::OPT_r) && !precompilesHeader(Args);
  std::string Config = HasRuntime ? configFor(Args, Prefix)
                                  : (Prefix + "/etc/gmon-compile.cfg").str();
  Command.push_back(
      Saver
          .save("--config=" +
                (gmon::HasLinkOnlyLines ? Config : compilingPart(Config)))
          .data());

  Command.push_back("--start-no-unused-arguments");
  // Not -mllvm, which Clang also passes to its assembler.
  for (const char *Arg : PluginArgs) {
    Command.append({"-Xclang", "-mllvm", "-Xclang", Arg});
    // A dependency in the files of -MD.
    if (StringRef File = Arg; File.consume_front("-gmon-filter="))
      Command.append({"-Xclang", Saver.save("-fdepfile-entry=" + File).data()});
  }
  if (any_of(PluginArgs, [](StringRef Arg) { return Arg == SourceBlocks; }))
    addLineArgs(Args, Command);

  // Without an option for the linker, Clang reports only that an input does not
  // exist.
  if (HasRuntime && gmon::links(Args) && hasInputs(Args)) {
    // A build-id identifies the program's profiles.
    Command.push_back("-Wl,--build-id");
    // GNU objcopy --weaken also weakens an object's references, and weak ones
    // link no member of the runtime. It has the others anyway.
    if (!Args.hasArg(options::OPT_shared))
      Command.push_back("-Wl,-u,__gmon_rt_entry");
    if (is_contained(PluginArgs, StringRef("-gmon-hook=call")))
      Command.push_back("-Wl,-u,mcount,-u,_mcount");
  }
  // In front of the runtime, so that a library has no undefined symbols of it,
  // a program without start-up files starts it, and a probe does not: a profile
  // would lie in the folder where the user configures.
  if (HasRuntime && gmon::links(Args)) {
    auto AddObject = [&](StringRef Object) {
      Command.append(
          {"-Xlinker", Saver.save(fileOf(Config, Object, Prefix)).data()});
    };
    if (Args.hasArg(options::OPT_shared))
      AddObject("gmon_rt_shared.o");
    else if (Args.hasArg(options::OPT_nostartfiles, options::OPT_nostdlib) &&
             !Args.hasArg(options::OPT_static, options::OPT_static_pie))
      AddObject("gmon_rt_preinit.o");
    if (gmon::linksProbe(Args))
      AddObject("gmon_rt_idle.o");
    // It takes the place of Clang's runtime, which need not be installed.
    if (is_contained(PluginArgs, OwnCoverage)) {
      AddObject("gmon_rt_coverage.o");
      Command.push_back("-noprofilelib");
    }
  }

  const opt::Arg *LTO =
      Args.getLastArg(options::OPT_flto_EQ, options::OPT_fno_lto);
  bool HasLTO = LTO && LTO->getOption().matches(options::OPT_flto_EQ);
  StringRef Linker = Args.getLastArgValue(options::OPT_fuse_ld_EQ);
  if (HasLTO && Linker.empty()) {
    Linker = "lld";
    Command.push_back("-fuse-ld=lld");
  }
  if (sys::path::filename(Linker).contains("lld")) {
    StringRef Plugin =
        Saver.save("--load-pass-plugin=" + Prefix + "/lib/libgmonpass.so");
    Command.append({"-Xlinker", Plugin.data()});
    // A ThinLTO link at level 0 does not call the plugin.
    const opt::Arg *Level = Args.getLastArg(options::OPT_O_Group);
    if (Level && Level->getOption().matches(options::OPT_O0))
      Command.append({"-Xlinker", "--lto-O1"});
    // Hooks that are calls (-gmon-hook=call) appear in the link, too late for
    // the runtime's archive: they would call the C library's mcount.
    if (HasLTO)
      Command.push_back("-Wl,-u,mcount,-u,_mcount");
  } else if (HasLTO) {
    WithColor::warning(errs(), GMON_PROGRAM)
        << "-fuse-ld=" << Linker << ": only lld profiles what -flto links\n";
  }
  Command.push_back("--end-no-unused-arguments");
}

/// Puts the arguments behind the program's name into a file if they came from
/// response files and are too long for a command line. Sets errno on failure.
static bool packArgs(StringRef Clang, StringSaver &Saver, ArgStrings &Command) {
  ArrayRef<const char *> Args = ArrayRef(Command).drop_front();
  if (sys::commandLineFitsWithinSystemLimits(Clang, Args))
    return true;
  std::string Text;
  raw_string_ostream OS(Text);
  for (StringRef Arg : Args) {
    sys::printArg(OS, Arg, /*Quote=*/true);
    OS << '\n';
  }
  std::string File = writeTemporary(Text);
  Command.resize(1);
  Command.push_back(Saver.save("@" + File).data());
  return !File.empty();
}

/// The executable that \p Args link; empty if they link none.
static std::string programToPatch(const opt::InputArgList &Args) {
  if (!gmon::links(Args) || !hasInputs(Args) ||
      Args.hasArg(options::OPT_shared, options::OPT_r,
                  options::OPT__HASH_HASH_HASH))
    return "";
  return gmon::outputOf(Args);
}

/// Returns values that change when a linker writes \p File.
static auto identityOf(StringRef File) {
  sys::fs::file_status Status;
  bool Exists = !sys::fs::status(File, Status);
  return std::make_tuple(Exists,
                         Exists ? Status.getUniqueID() : sys::fs::UniqueID(),
                         Status.getLastModificationTime(), Status.getSize());
}

/// Executes what follows in a child, which links \p Program, and lets calls in
/// the program pass by hooks if it was written. Ends as the child does. Returns
/// in the child, or if there is none.
static void patchBehindLink(StringRef Program) {
  auto Before = identityOf(Program);
  pid_t Child = fork();
  if (Child <= 0)
    return;
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      _exit(1);
  if (WIFSIGNALED(Status)) {
    std::signal(WTERMSIG(Status), SIG_DFL);
    raise(WTERMSIG(Status));
    _exit(1);
  }
  // A program that cannot be changed is right, too, and only slower.
  if (WEXITSTATUS(Status) == 0 && identityOf(Program) != Before) {
    Expected<gmon::PatchedProgram> Patched = gmon::patchCalls(Program);
    if (Patched && Patched->HasStrayCounts)
      WithColor::warning(errs(), GMON_PROGRAM)
          << Program << ": " << gmon::StrayCounts << '\n';
    consumeError(Patched.takeError());
  }
  _exit(WEXITSTATUS(Status));
}

/// Reports objects that a shared library cannot contain. Returns whether there
/// are any.
static bool reportWrongObjects(const opt::InputArgList &Args) {
  SmallVector<StringRef> Names = gmon::findWrongObjects(Args);
  if (Names.empty())
    return false;
  raw_ostream &OS = WithColor::error(errs(), GMON_PROGRAM) << Names.front();
  if (Names.size() > 1)
    OS << " and " << Names.size() - 1 << " more";
  OS << ": compiled for executables; compile with -fPIC for a shared library\n";
  return true;
}

int main(int Argc, char **Argv) {
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);

  ArgStrings UserArgs(Argv + 1, Argv + Argc);
  cl::ExpansionContext Expansion(Allocator, cl::TokenizeGNUCommandLine);
  if (Error E = Expansion.expandResponseFiles(UserArgs)) {
    WithColor::error(errs(), GMON_PROGRAM) << toString(std::move(E)) << '\n';
    return 1;
  }

  unsigned MissingIndex, MissingCount;
  opt::InputArgList Args =
      getDriverOptTable().ParseArgs(UserArgs, MissingIndex, MissingCount,
                                    opt::Visibility(options::ClangOption));
  if (Args.hasArg(options::OPT_help)) {
    outs() << gmon::OwnHelp;
    outs().flush();
  }
  SmallVector<const char *> PluginArgs;
  std::optional<StringRef> Mpi;
  for (const opt::Arg *A : Args) {
    const char *&Text = UserArgs[A->getIndex()];
    if (A->getOption().matches(options::OPT_UNKNOWN)) {
      StringRef Kind = Text;
      if (Kind.consume_front("-gmon-mpi=")) {
        Mpi = Kind;
      } else if (Kind == "-a" || Kind.starts_with("-a=") ||
                 Kind.starts_with("-gmon-")) {
        if (std::string Reason = gmon::whyWrong(Kind); !Reason.empty()) {
          WithColor::error(errs(), GMON_PROGRAM)
              << Kind << ": " << Reason << '\n';
          return 1;
        }
        PluginArgs.push_back(Kind.consume_front("-a")
                                 ? Saver.save("-gmon-blocks" + Kind).data()
                                 : Text);
      } else {
        continue;
      }
    } else if (!A->getOption().matches(options::OPT_pg)) {
      continue;
    }
    Text = nullptr;
  }
  erase(UserArgs, nullptr);

  StringRef Folder = sys::path::parent_path(Saver.save(
      sys::fs::getMainExecutable(Argv[0], reinterpret_cast<void *>(main))));
  StringRef Prefix = sys::path::parent_path(Folder);
  const ChosenClang Chosen = findClang(Folder);
  const std::string &Clang = Chosen.Path;
  ArgStrings Command = {Clang.c_str()};
#ifdef GMON_CXX
  Command.push_back("--driver-mode=g++");
#endif
  std::string Reason = gmon::whyNotProfiled(Args);
  const bool IsProfiled = Reason.empty();
  if (reportWrongClang(Chosen, Folder, /*MustMatch=*/IsProfiled))
    return 1;
  if (!IsProfiled) {
    if (Args.hasArg(options::OPT_INPUT))
      WithColor::warning(errs(), GMON_PROGRAM)
          << "not profiled: " << Reason << '\n';
  } else {
    if (reportWrongObjects(Args))
      return 1;
    addInputArgs(Args, Saver, PluginArgs);
    addPgoArgs(PluginArgs, Command);
    keepEarlyProfile(Args, PluginArgs);
    addDriverArgs(Args, Prefix, PluginArgs, Saver, Command);
    if (!addMpi(Args, Prefix, Mpi, Saver, Command))
      return 1;
  }
  Command.append(UserArgs.begin(), UserArgs.end());
  if (IsProfiled)
    addLinkLines(Args, Prefix, Saver, Command);

  if (packArgs(Clang, Saver, Command)) {
    Command.push_back(nullptr);
    if (std::string Program = programToPatch(Args); !Program.empty())
      patchBehindLink(Program);
    execv(Clang.c_str(), const_cast<char **>(Command.data()));
  }
  Reason = sys::StrError();
  WithColor::error(errs(), GMON_PROGRAM) << Clang << ": " << Reason << '\n';
  return 1;
}
