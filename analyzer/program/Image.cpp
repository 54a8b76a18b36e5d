//===-- Image.cpp - The program that was profiled -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens the program with LLVM's Object library and finds its code.
//
//===----------------------------------------------------------------------===//

#include "program/Image.h"
#include "files/FileBytes.h"
#include "gmon/format.h"
#include "program/LLVMVersion.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/Error.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace llvm;
using namespace llvm::object;

/// Returns what the file \p Path with \p Bytes is instead of a program, and
/// which file is meant; empty if that is unknown.
static std::string whatElse(StringRef Path, StringRef Bytes) {
  if (Bytes.starts_with(GMON_COOKIE))
    return ", found profile data; the program comes before it";
  if (!Bytes.starts_with("#!"))
    return "";
  SmallString<256> Program = sys::path::parent_path(Path);
  sys::path::append(Program, ".libs", sys::path::filename(Path));
  if (Bytes.contains("libtool") && sys::fs::is_regular_file(Program))
    return (", found a script of libtool; the program is '" + Program + "'")
        .str();
  return ", found a script";
}

Expected<Image> Image::open(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Bytes = readWhole(Path);
  auto CannotRead = [&](Error E) {
    std::error_code Code = errorToErrorCode(std::move(E));
    if (Code == object_error::invalid_file_type)
      return makeFileError(Path, "expected an ELF file" +
                                     whatElse(Path, (*Bytes)->getBuffer()));
    // The program of commands that name none.
    const bool IsDefault =
        Path == "a.out" && Code == std::errc::no_such_file_or_directory;
    return makeFileError(Path, "cannot read: " + Code.message() +
                                   (IsDefault ? "; name the program" : ""));
  };
  if (!Bytes)
    return CannotRead(Bytes.takeError());
  Expected<std::unique_ptr<Binary>> File = createBinary(**Bytes);
  if (!File)
    return CannotRead(File.takeError());
  if (!isa<ELFObjectFileBase>(**File))
    return makeFileError(Path, "expected an ELF file");

  Image Result(OwningBinary<Binary>(std::move(*File), std::move(*Bytes)));
  Result.Path = Path.str();
  bool HasText = false;
  for (ELFSectionRef Section : Result.object().sections()) {
    if (!(Section.getFlags() & ELF::SHF_EXECINSTR))
      continue;
    uint64_t Low = Section.getAddress();
    if (Section.getSize() > UINT64_MAX - Low)
      return makeFileError(Path, "section " + Twine(Section.getIndex()) +
                                     " ends beyond the address space");
    AddressRange Range{Low, Low + Section.getSize()};
    Result.Code.push_back(Range);
    Expected<StringRef> Name = Section.getName();
    if (!Name)
      return makeFileError(Path, toString(Name.takeError()));
    if (*Name == ".text" && !HasText) {
      HasText = true;
      Result.Text = Range;
    }
  }
  if (!HasText)
    return makeFileError(Path, "no .text section with code");
  std::ranges::sort(Result.Code, {}, &AddressRange::Low);
  return Result;
}

std::optional<Image> Image::openIfThere(StringRef Path) {
  if (!sys::fs::is_regular_file(Path))
    return std::nullopt;
  Expected<Image> File = open(Path);
  if (errorToBool(File.takeError()))
    return std::nullopt;
  return std::move(*File);
}

ArrayRef<uint8_t> Image::buildId() const { return buildIdOf(object()); }

StringRef Image::section(StringRef Name) const {
  for (ELFSectionRef Section : object().sections()) {
    Expected<StringRef> Found = Section.getName();
    if (errorToBool(Found.takeError()) || *Found != Name)
      continue;
    Expected<StringRef> Contents = Section.getContents();
    if (!errorToBool(Contents.takeError()))
      return *Contents;
  }
  return "";
}

Triple Image::triple() const {
  Triple Result(Triple::getArchTypeName(object().getArch()), "unknown",
                "linux");
  // Files for Linux often name no system.
  if (Triple::OSType Named = object().getOS(); Named != Triple::UnknownOS)
    Result.setOS(Named);
  return Result;
}

bool Image::isCode(uint64_t Address) const {
  auto It = std::ranges::upper_bound(Code, Address, {}, &AddressRange::Low);
  return It != Code.begin() && std::prev(It)->contains(Address);
}

std::vector<CodeMapping> Image::codeMappings() const {
  return visit([](const auto &File) {
    std::vector<CodeMapping> Result;
    auto Headers = File.program_headers();
    if (errorToBool(Headers.takeError()))
      return Result;
    for (const auto &Header : *Headers)
      if (Header.p_type == ELF::PT_LOAD && (Header.p_flags & ELF::PF_X) &&
          Header.p_memsz <= UINT64_MAX - Header.p_vaddr)
        Result.push_back(
            {Header.p_vaddr, Header.p_vaddr + Header.p_memsz, Header.p_offset});
    return Result;
  });
}
