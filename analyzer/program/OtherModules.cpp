//===-- OtherModules.cpp - Data files of other modules --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file belongs to another module if its build-id differs, and either its
// header says that it is a library's and its name does not contain the module's
// name, or the module is a library and the file a program's. All other files
// with a different build-id may be of another build; if there is no file of
// this one, the reader reports an error for them.
//
//===----------------------------------------------------------------------===//

#include "program/OtherModules.h"
#include "files/ProfileSet.h"
#include "gmon/format.h"
#include "profile/GmonReader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace llvm;

namespace {

/// The properties that distinguish a library from a program.
struct DynamicFacts {
  bool IsLibrary = false;
  std::string Soname;
};

} // namespace

template <class ELFT>
static DynamicFacts dynamicFacts(const object::ELFFile<ELFT> &File) {
  DynamicFacts Facts;
  bool HasInterpreter = false, IsProgram = false;
  auto Headers = File.program_headers();
  if (errorToBool(Headers.takeError()))
    return Facts;
  for (const auto &Header : *Headers)
    HasInterpreter |= Header.p_type == ELF::PT_INTERP;
  uint64_t Strings = 0;
  std::optional<uint64_t> Soname;
  for (const auto &Entry : dynamicEntries(File)) {
    if (Entry.getTag() == ELF::DT_FLAGS_1)
      IsProgram = Entry.getVal() & ELF::DF_1_PIE;
    else if (Entry.getTag() == ELF::DT_STRTAB)
      Strings = Entry.getVal();
    else if (Entry.getTag() == ELF::DT_SONAME)
      Soname = Entry.getVal();
  }
  Facts.IsLibrary = File.getHeader().e_type == ELF::ET_DYN && !IsProgram &&
                    (Soname || !HasInterpreter);
  if (!Soname)
    return Facts;
  Expected<const uint8_t *> Start = File.toMappedAddr(Strings + *Soname);
  if (errorToBool(Start.takeError()))
    return Facts;
  StringRef Rest(reinterpret_cast<const char *>(*Start),
                 size_t(File.end() - *Start));
  Facts.Soname = sys::path::filename(Rest.split('\0').first).str();
  return Facts;
}

OtherModules::OtherModules(const Image *Module) : Module(Module) {
  if (!Module)
    return;
  Id = gmonBuildId(Module->buildId());
  DynamicFacts Facts =
      Module->visit([](const auto &File) { return dynamicFacts(File); });
  IsLibrary = Facts.IsLibrary;
  if (!Facts.Soname.empty())
    MyNames.push_back(Facts.Soname);
  MyNames.push_back(sys::path::filename(Module->path()).str());
  if (sys::fs::real_path(Module->path(), RealPath))
    RealPath = Module->path();
}

bool OtherModules::isNamedAfterMe(StringRef Name) const {
  return any_of(MyNames, [&](StringRef Mine) {
    StringRef Rest = Name;
    return Rest.consume_back(Mine) && Rest.ends_with(".");
  });
}

/// Whether the file \p Name is in a set, and a program with another file name
/// than that of the module wrote it.
bool OtherModules::isOfOtherProgram(StringRef Name) const {
  const std::optional<MemberPlace> Place = placeOf(Name);
  return Place && !Place->Of->program().empty() &&
         sys::path::filename(Place->Of->program()) !=
             sys::path::filename(RealPath);
}

static bool isOfLibrary(StringRef Name) {
  char Bytes[GMON_HEADER_SIZE];
  const StringRef Start = startOfFile(Name, Bytes);
  return Start.size() == sizeof(Bytes) && Start.starts_with(GMON_COOKIE) &&
         Start.substr(GMON_BUILD_ID_MARK_OFFSET)
             .starts_with(GMON_LIBRARY_ID_MARK);
}

std::string gmon::libraryOf(StringRef Name) {
  if (!isOfLibrary(Name))
    return "";
  for (size_t Dot = Name.rfind('.'); Dot != StringRef::npos && Dot;
       Dot = Name.rfind('.', Dot)) {
    const StringRef Program = Name.take_front(Dot);
    if (isRegularFile(Program) && !isOfLibrary(Program))
      return Name.drop_front(Dot + 1).str();
  }
  return "";
}

OtherModules::Owner OtherModules::ownerOf(StringRef Name) const {
  char Bytes[GMON_HEADER_SIZE];
  const StringRef Start = startOfFile(Name, Bytes);
  if (Start.starts_with(GMON_STACKS_COOKIE))
    return Owner::Stacks;
  if (!Module || Start.size() < sizeof(Bytes) ||
      !Start.starts_with(GMON_COOKIE))
    return Owner::Unknown;
  StringRef Mark = Start.substr(GMON_BUILD_ID_MARK_OFFSET);
  const bool IsOfLibrary = Mark.starts_with(GMON_LIBRARY_ID_MARK);
  if (!IsOfLibrary && !Mark.starts_with(GMON_BUILD_ID_MARK))
    return Owner::Unknown;
  StringRef FileId = Mark.drop_front(GMON_BUILD_ID_MARK_SIZE);
  const bool HasIds =
      !Id.empty() && FileId.find_first_not_of('\0') != StringRef::npos;
  if (HasIds && FileId == Id)
    return Owner::Mine;
  if (IsLibrary && !IsOfLibrary)
    return Owner::Program;
  // Without build-ids, a library's file may have been renamed.
  if (IsOfLibrary && !isNamedAfterMe(Name) && (HasIds || !IsLibrary))
    return Owner::Library;
  if (!HasIds)
    return Owner::Unknown;
  return !IsOfLibrary && isOfOtherProgram(Name) ? Owner::OtherProgram
                                                : Owner::OtherBuild;
}

/// Returns the name of the library whose profile the file \p Name is. The
/// file's name consists of the name of the program's, a dot, and that name.
static std::string nameOfLibrary(StringRef Name) {
  if (std::string Library = libraryOf(Name); !Library.empty())
    return Library;
  Name = sys::path::filename(Name);
  size_t Prefix = Name.rfind(".lib");
  return Name.drop_front(Prefix == StringRef::npos ? 0 : Prefix + 1).str();
}

void OtherModules::look(StringRef Name) {
  const Owner Kind = ownerOf(Name);
  HasMine |= Kind == Owner::Mine;
  Owners.push_back(Kind);
  if (Kind == Owner::Library)
    Libraries.insert(nameOfLibrary(Name));
}

std::vector<std::string> OtherModules::ownFilesBeside(StringRef Name) const {
  if (!IsLibrary || ((isRegularFile(Name) || sys::fs::exists(Name)) &&
                     ownerOf(Name) <= Owner::Unknown))
    return {};
  std::vector<std::string> Mine;
  std::string Unknown, OfOtherBuild;
  for (StringRef MyName : MyNames) {
    const std::string First = (Name + "." + MyName).str();
    // A process may have several libraries of one name.
    std::string Sibling = First;
    for (unsigned I = 2; isRegularFile(Sibling); ++I) {
      const Owner Kind = ownerOf(Sibling);
      if (Kind == Owner::Mine && !is_contained(Mine, Sibling))
        Mine.push_back(Sibling);
      else if (Kind == Owner::Unknown && Unknown.empty())
        Unknown = Sibling;
      else if (OfOtherBuild.empty() && isOfMyBuilds(Kind))
        OfOtherBuild = Sibling;
      Sibling = First + "-" + utostr(I);
    }
  }
  if (Mine.empty() && !(Unknown.empty() && OfOtherBuild.empty()))
    Mine.push_back(Unknown.empty() ? OfOtherBuild : Unknown);
  return Mine;
}

Error OtherModules::tell(Warnings &Warn) const {
  const size_t NumOthers =
      count_if(Owners, [&](Owner O) { return isOther(O); });
  // The stacks of profiles are read with these.
  if (NumOthers == 0 || (NumOthers < Owners.size() &&
                         NumOthers == size_t(count(Owners, Owner::Stacks))))
    return Error::success();
  std::set<std::string> Modules = Libraries;
  for (auto [Kind, Name] :
       {std::pair(Owner::Program, "the program"),
        std::pair(Owner::OtherProgram, "other programs or builds"),
        std::pair(Owner::OtherBuild, "other programs or builds"),
        std::pair(Owner::Stacks, "stacks")})
    if (isOther(Kind) && is_contained(Owners, Kind))
      Modules.insert(Name);
  std::string Number = utostr(NumOthers) +
                       (NumOthers == 1 ? " file of " : " files of ") +
                       join(Modules, ", of ");
  if (NumOthers == Owners.size())
    return makeError("no profile data" +
                     (Module ? " of '" + Module->path().str() + "'" : "") +
                     " in " + Number);
  Warn.add("passed over " + Number);
  return Error::success();
}

Error gmon::dropOtherModules(NameList &Names, const Image &Module,
                             Warnings &Warn) {
  OtherModules Others(&Module);
  for (const std::string &Name : Names)
    Others.look(Name);
  if (Error E = Others.tell(Warn))
    return E;
  NameList Mine;
  for (size_t I = 0; I < Names.size(); ++I)
    if (!Others.has(I))
      Mine.push_back(Names[I]);
  Names = std::move(Mine);
  return Error::success();
}
