//===-- Inputs.cpp - The target and the input files -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Inputs.h.
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "LLVMVersion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/ProfileData/InstrProf.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"
#include <utility>

using namespace llvm;

namespace gmon {

Triple targetOf(const opt::InputArgList &Args) {
  const opt::Arg *Target =
      Args.getLastArg(options::OPT_target, options::OPT_target_legacy_spelling);
  Triple T(Target ? Triple::normalize(Target->getValue())
                  : sys::getDefaultTargetTriple());
  const opt::Arg *Width = Args.getLastArg(options::OPT_m16, options::OPT_m32,
                                          options::OPT_m64, options::OPT_mx32);
  if (!Width)
    return T;
  if (Width->getOption().matches(options::OPT_m64))
    return T.get64BitArchVariant();
  if (!Width->getOption().matches(options::OPT_mx32))
    return T.get32BitArchVariant();
  T = T.get64BitArchVariant();
  T.setEnvironment(Triple::GNUX32);
  return T;
}

/// Whether the runtime has been ported to \p Target: the driver's counterpart
/// of the pass's findTarget(). This installation may lack that runtime.
static bool hasRuntime(const Triple &Target) {
  bool IsKnown = is_contained(
      {Triple::x86_64, Triple::aarch64, Triple::riscv64}, Target.getArch());
  return IsKnown && Target.isOSLinux() && Target.isOSBinFormatELF() &&
         !Target.isAndroid() && !Target.isX32() &&
         Target.getEnvironment() != Triple::GNUILP32;
}

/// Whether \p Args switch the sanitizer \p Name on.
static bool sanitizes(const opt::InputArgList &Args, StringRef Name) {
  bool Result = false;
  for (const opt::Arg *A :
       Args.filtered(options::OPT_fsanitize_EQ, options::OPT_fno_sanitize_EQ))
    if (is_contained(A->getValues(), Name))
      Result = A->getOption().matches(options::OPT_fsanitize_EQ);
  return Result;
}

std::string whyNotProfiled(const opt::InputArgList &Args) {
  Triple Target = targetOf(Args);
  if (!hasRuntime(Target))
    return "there is no runtime for '" + Target.str() + "'";
  if (Args.getLastArgValue(options::OPT_mcmodel_EQ) == "kernel")
    return "there is no runtime for -mcmodel=kernel";
  // The backend of a distributed ThinLTO link calls no plugin.
  if (Args.hasArg(options::OPT_fthinlto_index_EQ))
    return "-fthinlto-index= runs no plugin; -flto=thin links with one";
  // This sanitizer renames all functions, also those of the runtime.
  if (sanitizes(Args, "dataflow"))
    return "there is no runtime for -fsanitize=dataflow";
  return "";
}

bool links(const opt::InputArgList &Args) {
  return Args.hasArg(options::OPT_INPUT) &&
         !Args.hasArg(options::OPT_Action_Group, options::OPT_M,
                      options::OPT_MM);
}

std::string outputOf(const opt::InputArgList &Args) {
  StringRef Output = Args.getLastArgValue(options::OPT_o, "a.out");
  // Clang puts the linker's own options behind its -o.
  bool IsNext = false;
  for (const opt::Arg *A :
       Args.filtered(options::OPT_Wl_COMMA, options::OPT_Xlinker))
    for (StringRef Value : A->getValues()) {
      bool IsName = std::exchange(IsNext, Value == "-o" || Value == "--output");
      if (IsName || (!IsNext && (Value.consume_front("--output=") ||
                                 Value.consume_front("-o"))))
        Output = Value;
    }
  return Output.str();
}

bool linksProbe(const opt::InputArgList &Args) {
  if (!links(Args) || Args.hasArg(options::OPT_shared, options::OPT_r))
    return false;
  SmallString<256> Folder(outputOf(Args));
  if (sys::fs::make_absolute(Folder))
    return false;
  std::string Name = sys::path::filename(Folder).str();
  sys::path::remove_filename(Folder);
  // Folders of Meson, and of CMake since version 3.25 and before.
  for (StringRef Part :
       make_range(sys::path::begin(Folder), sys::path::end(Folder)))
    if (is_contained({"meson-private", "CMakeScratch", "CMakeTmp"}, Part))
      return true;
  // The first file is there only while Autoconf's configure runs; the second
  // one is made by nginx's.
  const char *Beside = StringSwitch<const char *>(sys::path::stem(Name))
                           .Case("conftest", "confdefs.h")
                           .Case("autotest", "autoconf.err")
                           .Default(nullptr);
  if (!Beside)
    return false;
  sys::path::append(Folder, Beside);
  return sys::fs::exists(Folder);
}

/// Whether the profile that \p Use names describes LLVM IR, not Clang's syntax
/// trees.
static bool namesProfileOfIR(const opt::Arg &Use) {
  SmallString<256> Path(Use.getNumValues() ? Use.getValue() : "");
  if (Path.empty() || sys::fs::is_directory(Path))
    sys::path::append(Path, "default.profdata");
  auto Header = MemoryBuffer::getFileSlice(Path, 2 * sizeof(uint64_t), 0);
  if (!Header || (*Header)->getBufferSize() < 2 * sizeof(uint64_t))
    return false;
  uint64_t Version =
      support::endian::read64le((*Header)->getBufferStart() + sizeof(uint64_t));
  return Version & VARIANT_MASK_IR_PROF;
}

/// The last of the options \p Names in \p Args, unless \p Off follows.
template <typename... OptIds>
static opt::Arg *findLast(const opt::InputArgList &Args, options::ID Off,
                          OptIds... Names) {
  opt::Arg *Last = Args.getLastArg(Names..., Off);
  return Last && !Last->getOption().matches(Off) ? Last : nullptr;
}

StringRef findEarlyProfile(const opt::InputArgList &Args) {
  const opt::Arg *Level = Args.getLastArg(options::OPT_O_Group);
  // Clang's profile passes come first without optimization.
  if (!Level || Level->getOption().matches(options::OPT_O0))
    return "";
  opt::Arg *Use = findLast(
      Args, options::OPT_fno_profile_instr_use, options::OPT_fprofile_use,
      options::OPT_fprofile_use_EQ, options::OPT_fprofile_instr_use,
      options::OPT_fprofile_instr_use_EQ);
  for (const opt::Arg *Found :
       {findLast(Args, options::OPT_fno_profile_generate,
                 options::OPT_fprofile_generate,
                 options::OPT_fprofile_generate_EQ),
        Args.getLastArg(options::OPT_fcs_profile_generate,
                        options::OPT_fcs_profile_generate_EQ),
        findLast(Args, options::OPT_fno_profile_sample_use,
                 options::OPT_fprofile_sample_use_EQ),
        findLast(Args, options::OPT_fno_pseudo_probe_for_profiling,
                 options::OPT_fpseudo_probe_for_profiling),
        Use && namesProfileOfIR(*Use) ? Use : nullptr})
    if (Found)
      return Found->getSpelling();
  return "";
}

bool takesCoverage(const opt::InputArgList &Args) {
  // The counters of these need Clang's runtime. Not all versions know the
  // option for continuous profiles.
  bool NeedsClang = Args.hasArg(options::OPT_fcs_profile_generate,
                                options::OPT_fcs_profile_generate_EQ) ||
                    findLast(Args, options::OPT_fno_profile_generate,
                             options::OPT_fprofile_generate,
                             options::OPT_fprofile_generate_EQ) ||
                    is_contained(Args.getAllArgValues(options::OPT_mllvm),
                                 "-runtime-counter-relocation") ||
                    any_of(Args, [](const opt::Arg *A) {
                      return A->getSpelling() == "-fprofile-continuous";
                    });
  return !NeedsClang && findLast(Args, options::OPT_fno_profile_instr_generate,
                                 options::OPT_fprofile_instr_generate,
                                 options::OPT_fprofile_instr_generate_EQ);
}

SmallVector<StringRef> findBitcode(const opt::InputArgList &Args) {
  SmallVector<StringRef> Names;
  StringRef Language = "none";
  for (const opt::Arg *A : Args.filtered(options::OPT_x, options::OPT_INPUT)) {
    StringRef Value = A->getValue();
    if (A->getOption().matches(options::OPT_x))
      Language = Value;
    else if (Language == "none"
                 ? is_contained({".ll", ".bc"}, sys::path::extension(Value))
                 : Language == "ir")
      Names.push_back(Value == "-" ? StringRef("<stdin>") : Value);
  }
  return Names;
}

using ELFFile = object::ELFFile<object::ELF64LE>;

/// Whether only code of executables has symbol \p Symbol of \p File, whose
/// names are in \p Names.
static bool isOfExecutables(const ELFFile::Elf_Sym &Symbol, StringRef Names) {
  Expected<StringRef> Name = Symbol.getName(Names);
  if (Name)
    return is_contained(
        {"__gmon_rt_entry", "__gmon_rt_entry_touch", "__gmon_uses_segment"},
        *Name);
  consumeError(Name.takeError());
  return false;
}

/// Whether \p File has a relocation of this project's code that addresses
/// thread-local storage as only executables do.
static bool hasExecutableStorage(const ELFFile &File,
                                 const ELFFile::Elf_Shdr &Section) {
  if (Section.sh_type != ELF::SHT_RELA)
    return false;
  auto Symbols = File.getSection(Section.sh_link);
  auto Relocations = File.relas(Section);
  if (!Symbols || !Relocations) {
    consumeError(Symbols.takeError());
    consumeError(Relocations.takeError());
    return false;
  }
  auto Names = File.getStringTableForSymtab(**Symbols);
  if (!Names) {
    consumeError(Names.takeError());
    return false;
  }
  return any_of(*Relocations, [&](const ELFFile::Elf_Rela &Each) {
    if (Each.getType(/*isMips64EL=*/false) != ELF::R_X86_64_TPOFF32)
      return false;
    auto Symbol = File.getRelocationSymbol(Each, *Symbols);
    if (!Symbol) {
      consumeError(Symbol.takeError());
      return false;
    }
    Expected<StringRef> Name =
        *Symbol ? (*Symbol)->getName(*Names) : StringRef();
    if (Name)
      return *Name == "__gmon_rt_bias";
    consumeError(Name.takeError());
    return false;
  });
}

/// Whether the file \p Path is an object for executables only.
static bool isObjectOfExecutable(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer || !(*Buffer)->getBuffer().starts_with(ELF::ElfMagic))
    return false;
  auto File = ELFFile::create((*Buffer)->getBuffer());
  if (!File) {
    consumeError(File.takeError());
    return false;
  }
  if (File->getHeader().e_ident[ELF::EI_CLASS] != ELF::ELFCLASS64 ||
      File->getHeader().e_machine != ELF::EM_X86_64 ||
      File->getHeader().e_type != ELF::ET_REL)
    return false;
  auto Sections = File->sections();
  if (!Sections) {
    consumeError(Sections.takeError());
    return false;
  }
  return any_of(*Sections, [&](const ELFFile::Elf_Shdr &Section) {
    if (Section.sh_type != ELF::SHT_SYMTAB)
      return hasExecutableStorage(*File, Section);
    auto Symbols = File->symbols(&Section);
    auto Names = File->getStringTableForSymtab(Section);
    bool Known = Symbols && Names;
    if (Known)
      return any_of(*Symbols, [&](const ELFFile::Elf_Sym &Each) {
        return isOfExecutables(Each, *Names);
      });
    consumeError(Symbols.takeError());
    consumeError(Names.takeError());
    return false;
  });
}

SmallVector<StringRef> findWrongObjects(const opt::InputArgList &Args) {
  SmallVector<StringRef> Names;
  if (!Args.hasArg(options::OPT_shared) || !links(Args))
    return Names;
  for (const opt::Arg *A : Args.filtered(options::OPT_INPUT))
    if (isObjectOfExecutable(A->getValue()))
      Names.push_back(A->getValue());
  return Names;
}

} // namespace gmon
