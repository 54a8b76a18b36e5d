//===-- formats/JsonFields.h - Members of JSON objects ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes members of several kinds, as docs/manual/formats.md specifies them.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FORMATS_JSONFIELDS_H
#define GMON_ANALYZER_FORMATS_JSONFIELDS_H

#include "formats/Format.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

namespace gmon {

class JsonFields {
public:
  JsonFields(llvm::json::OStream &J, const ProfileModel &Model)
      : J(J), Model(Model) {}

protected:
  /// Writes the id of \p F in the list of stacks.
  void stackFunction(llvm::StringRef Name, FunctionIndex F) {
    J.attribute(Name, F - (F > Model.Marker));
  }
  void text(llvm::StringRef Name, llvm::StringRef Value) {
    std::string Fixed;
    J.attribute(Name, asUtf8(Value, Fixed));
  }
  void number(llvm::StringRef Name, double Value) {
    J.attributeBegin(Name);
    J.rawValue([&](llvm::raw_ostream &OS) { printNumber(OS, Value); });
    J.attributeEnd();
  }
  void address(llvm::StringRef Name, uint64_t Address) {
    J.attribute(Name, "0x" + llvm::utohexstr(Address, /*LowerCase=*/true));
  }
  /// Writes a file and a line if they are known.
  void location(llvm::StringRef Path, uint32_t Line) {
    if (Path.empty())
      return;
    text("file", Path);
    J.attribute("line", Line);
  }

  llvm::json::OStream &J;
  const ProfileModel &Model;
};

/// Writes the value of the member "advice".
void writeJsonAdvice(llvm::json::OStream &J, const ProfileModel &Model);
/// Writes the value of the member "assembly".
void writeJsonAssembly(llvm::json::OStream &J, const ProfileModel &Model);
/// Writes the value of the member "costs".
void writeJsonCosts(llvm::json::OStream &J, const ProfileModel &Model);
/// Writes the value of the member "stacks".
void writeJsonStacks(llvm::json::OStream &J, const ProfileModel &Model);

} // namespace gmon

#endif // GMON_ANALYZER_FORMATS_JSONFIELDS_H
