//===-- Image.h - The program that was profiled -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ELF file of the profiled program. In: a file name. Out: data of the file
// for the other stages. SymbolTable reads symbols, DebugInfo reads DWARF.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROGRAM_IMAGE_H
#define GMON_ANALYZER_PROGRAM_IMAGE_H

#include "llvm/Object/Binary.h"
#include "llvm/Object/ELF.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"
#include <string>
#include <vector>

namespace gmon {

/// A range of addresses, its end excluded.
struct AddressRange {
  uint64_t Low = 0;
  uint64_t High = 0;
  bool contains(uint64_t Address) const {
    return Low <= Address && Address < High;
  }
};

/// A part of a program's code, as it is loaded.
struct CodeMapping {
  uint64_t Start = 0;
  uint64_t End = 0; ///< excluded
  uint64_t Offset = 0;
};

class Image {
public:
  /// Opens the ELF file \p Path, which must have a .text section.
  static llvm::Expected<Image> open(llvm::StringRef Path);
  /// Opens the file \p Path if it is such a one; otherwise returns nothing.
  static std::optional<Image> openIfThere(llvm::StringRef Path);

  llvm::StringRef path() const { return Path; }
  const llvm::object::ELFObjectFileBase &object() const {
    return *llvm::cast<llvm::object::ELFObjectFileBase>(File.getBinary());
  }
  /// The size of the program's addresses in bytes: 4 or 8.
  unsigned addressSize() const { return object().getBytesInAddress(); }
  bool isLittleEndian() const { return object().isLittleEndian(); }
  /// Calls \p Visit with the file's ELFFile of any class and byte order.
  template <class VisitFn> auto visit(VisitFn Visit) const {
    using namespace llvm;
    using namespace llvm::object;
    const ELFObjectFileBase *Object = &object();
    if (const auto *File = dyn_cast<ELF64LEObjectFile>(Object))
      return Visit(File->getELFFile());
    if (const auto *File = dyn_cast<ELF32LEObjectFile>(Object))
      return Visit(File->getELFFile());
    if (const auto *File = dyn_cast<ELF64BEObjectFile>(Object))
      return Visit(File->getELFFile());
    return Visit(cast<ELF32BEObjectFile>(Object)->getELFFile());
  }

  /// The address range of .text.
  AddressRange text() const { return Text; }
  /// The GNU build-id; empty if there is none.
  llvm::ArrayRef<uint8_t> buildId() const;
  /// The contents of the first section \p Name that is not damaged, or "".
  llvm::StringRef section(llvm::StringRef Name) const;
  /// The name of the file with debug information, in .gnu_debuglink, or "".
  llvm::StringRef debugLink() const {
    return section(".gnu_debuglink").split('\0').first;
  }
  /// The target for which the program is built, in LLVM's words.
  llvm::Triple triple() const;
  /// The parts of the file that are loaded and contain code.
  std::vector<CodeMapping> codeMappings() const;
  /// Whether \p Address lies in a section with code.
  bool isCode(uint64_t Address) const;

private:
  explicit Image(llvm::object::OwningBinary<llvm::object::Binary> File)
      : File(std::move(File)) {}

  std::string Path;
  llvm::object::OwningBinary<llvm::object::Binary> File;
  AddressRange Text;
  std::vector<AddressRange> Code; ///< sections with code, sorted
};

/// A symbol table of a file of one class and byte order.
template <class ELFT> struct SymbolSection {
  const typename ELFT::Shdr *Header = nullptr; ///< null if there is none
  typename ELFT::SymRange Entries;
  llvm::StringRef Strings; ///< the names of the entries

  /// Reads the .symtab of \p File, whose section headers are \p Headers; or its
  /// .dynsym if \p Type is SHT_DYNSYM.
  static llvm::Expected<SymbolSection>
  read(const llvm::object::ELFFile<ELFT> &File,
       typename ELFT::ShdrRange Headers,
       uint32_t Type = llvm::ELF::SHT_SYMTAB) {
    SymbolSection Result;
    for (const typename ELFT::Shdr &Header : Headers)
      if (Header.sh_type == Type) {
        Result.Header = &Header;
        break;
      }
    if (!Result.Header)
      return Result;
    if (llvm::Error E = File.symbols(Result.Header).moveInto(Result.Entries))
      return E;
    if (llvm::Error E = File.getStringTableForSymtab(*Result.Header, Headers)
                            .moveInto(Result.Strings))
      return E;
    return Result;
  }
};

/// Returns the entries of the dynamic section of \p File; none if there is no
/// such section or it is damaged.
template <class ELFT>
typename ELFT::DynRange
dynamicEntries(const llvm::object::ELFFile<ELFT> &File) {
  auto Headers = File.program_headers();
  if (llvm::errorToBool(Headers.takeError()))
    return {};
  const uint64_t FileSize = File.getBufSize();
  for (const typename ELFT::Phdr &Header : *Headers)
    if (Header.p_type == llvm::ELF::PT_DYNAMIC &&
        (Header.p_offset > FileSize ||
         Header.p_filesz > FileSize - Header.p_offset))
      return {};
  auto Entries = File.dynamicEntries();
  if (llvm::errorToBool(Entries.takeError()))
    return {};
  return *Entries;
}

} // namespace gmon

#endif // GMON_ANALYZER_PROGRAM_IMAGE_H
