//===-- ProcessCode.h - Code of all modules of a process --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the files of the modules on stacks, and reads their symbols and debug
// information. In: stacks, and the program. Out: the frames of each place.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROCESSCODE_H
#define GMON_ANALYZER_PROCESSCODE_H

#include "files/FileNames.h"
#include "profile/Profile.h"
#include "profile/StackProfile.h"
#include "stacks/ModuleCode.h"
#include "stacks/ModuleFile.h"
#include "support/Errors.h"
#include <memory>

namespace gmon {

/// The program, which is read already.
struct ProgramParts {
  const Image &File;
  const SymbolTable &Table;
  const DebugInfo &Info; ///< of its inlined calls, too
};

/// The calls that a module's profile counted.
struct ModuleCalls {
  uint32_t Module = 0; ///< its number in the stacks
  llvm::ArrayRef<RawArc> Arcs;
  /// Names of the data files; null for the program.
  const NameList *Profiles = nullptr;
};

class ProcessCode {
public:
  /// Reads the files of all modules of \p Stacks and \p Calls, and finds the
  /// frames of all their places. \p MyModule is the number of \p Program, which
  /// must outlive the result; \p DebugFolders are those of ModuleSearch.
  ProcessCode(const StackProfile &Stacks, llvm::ArrayRef<ModuleCalls> Calls,
              const ProgramParts &Program, uint32_t MyModule,
              llvm::ArrayRef<std::string> DebugFolders, Warnings &Warn);
  ~ProcessCode();

  /// The number of the program's module.
  uint32_t program() const { return ProgramModule; }

  /// The code of module \p Index; null if its file was not found.
  ModuleCode *codeOf(uint32_t Index) { return Modules[Index].Code.get(); }
  /// The first part of the module's file with code; all 0 if it is unknown.
  CodeMapping mappingOf(uint32_t Index) const { return Modules[Index].Mapping; }
  /// The file of module \p Index; null if it was not found.
  const Image *fileOf(uint32_t Index) const { return Modules[Index].Image; }
  /// The same with symbols and debug information; null for the program, too.
  const ModuleFile *moduleFile(uint32_t Index) const {
    return Modules[Index].File.get();
  }
  size_t size() const { return Modules.size(); }

private:
  struct Module {
    std::unique_ptr<ModuleFile> File; ///< null for the program
    const gmon::Image *Image = nullptr;
    std::unique_ptr<ModuleCode> Code;
    CodeMapping Mapping;
  };

  std::vector<Module> Modules;
  uint32_t ProgramModule;
};

/// Returns the number of the module of \p Stacks that is \p Program: by
/// build-id, or else by path; or GMON_NO_MODULE.
uint32_t findProgram(const StackProfile &Stacks, const Image &Program);

} // namespace gmon

#endif // GMON_ANALYZER_PROCESSCODE_H
