//===-- LLVMVersion.h - What differs between versions of LLVM ---*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The condition on the version of LLVM that concerns object files, with LLVM's
// change. In: LLVM's headers. Out: buildIdOf.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROGRAM_LLVMVERSION_H
#define GMON_ANALYZER_PROGRAM_LLVMVERSION_H

#include "llvm/Config/llvm-config.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Endian.h"

namespace gmon {

/// Returns the build-id of \p File, or nothing.
inline llvm::ArrayRef<uint8_t> buildIdOf(const llvm::object::ObjectFile &File) {
  llvm::ArrayRef<uint8_t> Result = llvm::object::getBuildID(&File);
  // LLVM 21 (#126537) reads sections, too, where segments have none.
#if LLVM_VERSION_MAJOR < 21
  if (!Result.empty())
    return Result;
  constexpr size_t HeadSize = 16;
  const auto Order =
      File.isLittleEndian() ? llvm::endianness::little : llvm::endianness::big;
  for (const llvm::object::SectionRef &Section : File.sections()) {
    auto Name = Section.getName();
    auto Bytes = Section.getContents();
    const bool IsRead = Name && Bytes;
    if (IsRead && *Name == ".note.gnu.build-id" && Bytes->size() > HeadSize &&
        llvm::StringRef(Bytes->data() + 12, 4) == llvm::StringRef("GNU", 4)) {
      const size_t Size =
          llvm::support::endian::read32(Bytes->data() + 4, Order);
      if (Size <= Bytes->size() - HeadSize)
        return llvm::arrayRefFromStringRef(Bytes->substr(HeadSize, Size));
    }
    llvm::consumeError(Name.takeError());
    llvm::consumeError(Bytes.takeError());
  }
#endif
  return Result;
}

} // namespace gmon

#endif // GMON_ANALYZER_PROGRAM_LLVMVERSION_H
