//===-- formats/Lcov.cpp - Coverage for lcov and genhtml ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tracefile as described by geninfo(1): for each source file, how often its
// functions and lines were executed.
//
//===----------------------------------------------------------------------===//

#include "formats/Format.h"

using namespace gmon;
using namespace llvm;

static void writeRecord(raw_ostream &OS, const CountedFile &File) {
  OS << "TN:\nSF:" << oneLine(File.Path) << '\n';
  // Of functions that nobody counted, it has nothing.
  std::vector<CountedFunction> Functions;
  llvm::copy_if(File.Functions, std::back_inserter(Functions),
                [](const auto &Function) { return Function.Calls; });
  for (const CountedFunction &Function : Functions)
    OS << "FN:" << Function.Line << ',' << oneLine(Function.LinkName) << '\n';
  for (const CountedFunction &Function : Functions)
    OS << "FNDA:" << *Function.Calls << ',' << oneLine(Function.LinkName)
       << '\n';
  OS << "FNF:" << Functions.size() << "\nFNH:"
     << llvm::count_if(
            Functions,
            [](const auto &Function) { return *Function.Calls != 0; })
     << '\n';
  for (const CountedLine &Line : File.Lines)
    OS << "DA:" << Line.Number << ',' << Line.Count << '\n';
  OS << "LF:" << File.Lines.size() << "\nLH:"
     << llvm::count_if(File.Lines,
                       [](const auto &Line) { return Line.Count != 0; })
     << "\nend_of_record\n";
}

Error gmon::writeLcov(const FormatContext &Context) {
  Expected<std::vector<const CountedFile *>> Files = countedFiles(Context);
  if (!Files)
    return Files.takeError();
  for (const CountedFile *File : *Files)
    writeRecord(Context.OS, *File);
  return Error::success();
}
