//===-- RuntimeCode.cpp - Code of the profiler itself ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime replaces functions of the C library. Their names alone say
// nothing: a program may define one itself. So they count only directly behind
// other code of the runtime.
//
//===----------------------------------------------------------------------===//

#include "stacks/RuntimeCode.h"
#include "gmon/format.h"
#include "llvm/ADT/StringSet.h"

using namespace gmon;
using namespace llvm;

/// Whether \p Name can only be the runtime's.
static bool isOwnName(StringRef Name) {
  return Name == GMON_OUTSIDE_SYMBOL || Name == "__mcount_internal" ||
         Name.starts_with("__gmon_") || Name.contains("gmon$");
}

/// Whether the runtime has a function \p Name that programs call.
static bool isPublicName(StringRef Name) {
  static const StringSet<> Names = {"_Exit",
                                    "__cyg_profile_func_enter",
                                    "__cyg_profile_func_exit",
                                    "__fentry__",
                                    "__mcount",
                                    "__monstartup",
                                    "__sysv_signal",
                                    "_gprof_mcount",
                                    "_exit",
                                    "_mcleanup",
                                    "_mcount",
                                    "abort",
                                    "arch_prctl",
                                    "bsd_signal",
                                    "clone",
                                    "daemon",
                                    "execl",
                                    "execle",
                                    "execlp",
                                    "execv",
                                    "execve",
                                    "execveat",
                                    "execvp",
                                    "execvpe",
                                    "fexecve",
                                    "getitimer",
                                    "gmon_buffer",
                                    "gmon_dump",
                                    "gmon_label",
                                    "gmon_reset",
                                    "mcleanup",
                                    "mcount",
                                    "moncontrol",
                                    "monstartup",
                                    "prctl",
                                    "profil",
                                    "pthread_create",
                                    "pthread_sigmask",
                                    "ptrace",
                                    "setitimer",
                                    "setns",
                                    "sigaction",
                                    "sigaltstack",
                                    "sigblock",
                                    "sighold",
                                    "siginterrupt",
                                    "signal",
                                    "sigprocmask",
                                    "sigrelse",
                                    "sigset",
                                    "sigsetmask",
                                    "ssignal",
                                    "syscall",
                                    "sysv_signal",
                                    "thrd_create",
                                    "unshare"};
  return Names.contains(Name);
}

BitVector gmon::findRuntimeCode(const SymbolTable &Table) {
  BitVector Result(Table.size());
  bool IsBehind = false;
  for (SymbolIndex I = 0; I < Table.size(); ++I) {
    const Symbol &Sym = Table[I];
    if (!Sym.IsLine)
      IsBehind = isOwnName(Sym.Name) || (IsBehind && isPublicName(Sym.Name));
    Result[I] = IsBehind;
  }
  return Result;
}
