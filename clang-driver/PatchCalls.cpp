//===-- PatchCalls.cpp - Calls that pass by hooks -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All calls are found before one is changed: a damaged file stays as it is.
// Each change is one store of four bytes, behind which the program is right. So
// one that is interrupted does no harm, and a second one does nothing.
//
//===----------------------------------------------------------------------===//

#include "PatchCalls.h"

#include "gmon/abi.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace llvm::object;
using namespace llvm::support;

namespace {

using Program = ELFFile<ELF64LE>;

class Patcher {
public:
  Patcher(const Program &File, ELF64LE::PhdrRange Segments)
      : File(File), Segments(Segments) {}

  /// Finds the calls that \p Section, one of descriptors, describes.
  Error find(const ELF64LE::Shdr &Section);
  /// Whether a function that was found has counts outside \p Template.
  bool hasCountsOutside(const ELF64LE::Shdr &Template) const {
    return any_of(Counts, [&](uint64_t Address) {
      return Address - Template.sh_addr >= Template.sh_size;
    });
  }
  /// Moves the calls that were found. Returns their number.
  unsigned move();

private:
  uint8_t *at(uint64_t Address, uint64_t Size, bool IsCode) const;
  bool isPassableHook(uint64_t Address) const;
  void findCall(uint64_t From);

  const Program &File;
  ELF64LE::PhdrRange Segments;
  SmallVector<uint8_t *, 0> Distances; ///< in the calls
  SmallVector<uint64_t, 0> Counts;     ///< their addresses
};

} // namespace

/// The bytes of the file at \p Address; null if there are not \p Size of them.
uint8_t *Patcher::at(uint64_t Address, uint64_t Size, bool IsCode) const {
  for (const ELF64LE::Phdr &Each : Segments) {
    if (Each.p_type != ELF::PT_LOAD ||
        bool(Each.p_flags & ELF::PF_X) < IsCode || Address < Each.p_vaddr)
      continue;
    uint64_t Offset = Address - Each.p_vaddr;
    if (Offset <= Each.p_filesz && Size <= Each.p_filesz - Offset &&
        Each.p_offset <= File.getBufSize() &&
        Offset + Size <= File.getBufSize() - Each.p_offset)
      return const_cast<uint8_t *>(File.base()) + Each.p_offset + Offset;
  }
  return nullptr;
}

/// Whether a function with a hook that calls may pass by is at \p Address.
bool Patcher::isPassableHook(uint64_t Address) const {
  static constexpr uint8_t Head[] = GMON_EARLY_HOOK_HEAD;
  const uint8_t *Hook = at(Address, GMON_EARLY_HOOK_SIZE, /*IsCode=*/true);
  if (!Hook || !std::equal(std::begin(Head), std::end(Head), Hook))
    return false;
  uint64_t Descriptor = Address + sizeof(Head) + sizeof(int32_t) +
                        int32_t(endian::read32le(Hook + sizeof(Head)));
  const uint8_t *Data =
      at(Descriptor, sizeof(gmon_descriptor), /*IsCode=*/false);
  if (!Data)
    return false;
  auto Field = [&](size_t Offset) { return endian::read32le(Data + Offset); };
  return Field(offsetof(gmon_descriptor, head)) ==
             GMON_RECORD_HEAD(GMON_FUNCTION, GMON_PASSABLE_HOOK) &&
         Descriptor + offsetof(gmon_descriptor, function) +
                 int32_t(Field(offsetof(gmon_descriptor, function))) ==
             Address;
}

/// Finds the call, or jump, with the label \p From.
void Patcher::findCall(uint64_t From) {
  // The label of a call is its last byte.
  static constexpr struct {
    uint8_t Opcode;
    unsigned Before;
  } Kinds[] = {{0xe8, 4}, {0xe9, 0}};
  constexpr unsigned Size = 1 + sizeof(int32_t);
  for (auto [Opcode, Before] : Kinds) {
    uint8_t *Call = at(From - Before, Size, /*IsCode=*/true);
    if (!Call || *Call != Opcode)
      continue;
    int32_t Distance = endian::read32le(Call + 1);
    if (Distance > INT32_MAX - GMON_EARLY_HOOK_SIZE ||
        !isPassableHook(From - Before + Size + Distance))
      continue;
    Distances.push_back(Call + 1);
    return;
  }
}

Error Patcher::find(const ELF64LE::Shdr &Section) {
  Expected<ArrayRef<uint8_t>> Bytes = File.getSectionContents(Section);
  if (!Bytes)
    return Bytes.takeError();
  auto Word = [&](size_t At) { return endian::read32le(Bytes->data() + At); };
  auto Target = [&](size_t At) {
    return Section.sh_addr + At + int32_t(Word(At));
  };
  size_t Size;
  for (size_t I = 0; I + sizeof(uint32_t) <= Bytes->size(); I += Size) {
    const uint32_t Head = Word(I);
    Size = sizeof(uint32_t);
    if ((Head & GMON_RECORD_MAGIC_MASK) != GMON_RECORD_MAGIC)
      continue;
    Size *= gmon_record_words(Head);
    if (Size > Bytes->size() - I)
      break;
    size_t Entry = 0;
    switch (GMON_RECORD_KIND(Head)) {
    case GMON_FUNCTION:
      for (size_t Field : {offsetof(gmon_descriptor, record),
                           offsetof(gmon_descriptor, counters)})
        if (Word(I + Field))
          Counts.push_back(Target(I + Field));
      break;
    case GMON_OUTGOING_CALLS:
      Entry = sizeof(gmon_outgoing_call);
      break;
    case GMON_CALLS_OF_HOOKED:
      Entry = sizeof(int32_t);
      break;
    }
    if (Entry)
      for (size_t At = sizeof(gmon_group); At < Size; At += Entry)
        findCall(Target(I + At));
  }
  return Error::success();
}

unsigned Patcher::move() {
  // Code that was merged has one record for each of its copies.
  llvm::sort(Distances);
  Distances.erase(llvm::unique(Distances), Distances.end());
  for (uint8_t *At : Distances)
    endian::write32le(At, endian::read32le(At) + GMON_EARLY_HOOK_SIZE);
  return Distances.size();
}

static Expected<gmon::PatchedProgram> patch(const Program &File) {
  uint16_t Type = File.getHeader().e_type;
  if (File.getHeader().e_machine != ELF::EM_X86_64 ||
      (Type != ELF::ET_EXEC && Type != ELF::ET_DYN))
    return gmon::PatchedProgram();
  Expected<ELF64LE::PhdrRange> Segments = File.program_headers();
  if (!Segments)
    return Segments.takeError();
  Expected<ELF64LE::ShdrRange> Sections = File.sections();
  if (!Sections)
    return Sections.takeError();
  // --emit-relocs: what reads them would undo the changes, or count on them.
  if (any_of(*Sections, [](const ELF64LE::Shdr &Each) {
        return Each.sh_type == ELF::SHT_RELA &&
               !(Each.sh_flags & ELF::SHF_ALLOC);
      }))
    return gmon::PatchedProgram();
  Patcher Calls(File, *Segments);
  const ELF64LE::Shdr *Template = nullptr;
  for (const ELF64LE::Shdr &Each : *Sections) {
    Expected<StringRef> Name = File.getSectionName(Each);
    if (!Name)
      return Name.takeError();
    if (*Name == GMON_DATA_SECTION)
      Template = &Each;
    // objcopy --prefix-alloc-sections puts a prefix in front of the name.
    if (Name->ends_with(GMON_DESCRIPTOR_SECTION))
      if (Error E = Calls.find(Each))
        return E;
  }
  return gmon::PatchedProgram{Calls.move(),
                              Template && Calls.hasCountsOutside(*Template)};
}

Expected<gmon::PatchedProgram> gmon::patchCalls(StringRef File) {
  Expected<sys::fs::file_t> Opened = sys::fs::openNativeFileForReadWrite(
      File, sys::fs::CD_OpenExisting, sys::fs::OF_None);
  if (!Opened)
    return Opened.takeError();
  auto Close = make_scope_exit([&] { sys::fs::closeFile(*Opened); });
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(*Opened, Status))
    return errorCodeToError(EC);
  if (!sys::fs::is_regular_file(Status) || Status.getSize() == 0)
    return createStringError("is no ELF file");
  std::error_code EC;
  sys::fs::mapped_file_region Map(
      *Opened, sys::fs::mapped_file_region::readwrite, Status.getSize(), 0, EC);
  if (EC)
    return errorCodeToError(EC);
  StringRef Bytes(Map.data(), Map.size());
  if (!Bytes.starts_with(StringRef(ELF::ElfMagic)))
    return createStringError("is no ELF file");
  auto [Class, Data] = getElfArchType(Bytes);
  if (Class != ELF::ELFCLASS64 || Data != ELF::ELFDATA2LSB)
    return PatchedProgram();
  Expected<Program> Read = Program::create(Bytes);
  if (!Read)
    return Read.takeError();
  return patch(*Read);
}
