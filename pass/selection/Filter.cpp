//===-- Filter.cpp - Functions that are not to be profiled ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads filter files, and compares functions with them.
//
//===----------------------------------------------------------------------===//

#include "selection/Filter.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace gmon {

/// \p Line without its comment and the space around it.
static StringRef symspecOf(StringRef Line) {
  for (size_t I = 0; (I = Line.find('#', I)) != StringRef::npos; ++I)
    if (I == 0 || isSpace(Line[I - 1]))
      return Line.take_front(I).trim();
  return Line.trim();
}

void Filter::add(StringRef Symspec) {
  StringRef File, Name = Symspec;
  size_t Colon = Symspec.rfind(':');
  if (Colon != StringRef::npos) {
    File = Symspec.take_front(Colon);
    Name = Symspec.drop_front(Colon + 1);
  } else if (Symspec.contains('.')) {
    std::swap(File, Name);
  }
  // Thin link-time optimization adds this to names of local functions.
  Name = Name.split(".llvm.").first;
  std::optional<unsigned> Line;
  if (unsigned Number; !Name.getAsInteger(10, Number)) {
    Line = Number;
    Name = "";
  }
  if (!File.empty() || Line)
    Places.push_back({File.str(), Name.str(), Line});
  else if (!Name.empty())
    Names.insert(Name);
}

Expected<Filter> Filter::read(StringRef Path) {
  Filter Result;
  if (Path.empty())
    return Result;
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Buffer)
    return createStringError("gmon: filter '" + Path +
                             "': " + Buffer.getError().message());
  for (line_iterator I(**Buffer); !I.is_at_end(); ++I)
    Result.add(symspecOf(*I));
  return Result;
}

bool Filter::contains(const Function &F) const {
  const StringRef Name = GlobalValue::dropLLVMManglingEscape(F.getName());
  if (Names.contains(Name))
    return true;
  if (Places.empty())
    return false;
  const DISubprogram *SP = F.getSubprogram();
  StringRef File = sys::path::filename(SP ? SP->getFilename()
                                          : F.getParent()->getSourceFileName());
  return any_of(Places, [&](const Place &P) {
    return (P.File.empty() || P.File == File) &&
           (P.Name.empty() || P.Name == Name) &&
           (!P.Line || (SP && P.Line == SP->getLine()));
  });
}

} // namespace gmon
