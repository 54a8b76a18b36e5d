//===-- StackReader.h - Reads the sections of files with stacks -*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the bytes of a file. Out: a StackProfile, or what is wrong with the file
// and where. Only StackFile.h is for others.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_STACKREADER_H
#define GMON_ANALYZER_STACKREADER_H

#include "profile/DataFile.h"
#include "profile/StackProfile.h"
#include "llvm/Support/Endian.h"

namespace gmon {

class StackReader {
public:
  StackReader(llvm::StringRef Name, FileBytes &Bytes)
      : File{Name, Bytes, /*IsLittleEndian=*/true, /*AddressSize=*/8} {}

  llvm::Expected<StackProfile> read();

private:
  static constexpr uint32_t LastTag = GMON_LAST_SECTION;
  /// A file with holes can claim any size.
  static constexpr uint64_t MostBytes = uint64_t(1) << 32;

  /// Where a section's body is in the file.
  struct Section {
    uint64_t Body = 0;
    uint64_t Size = 0;
    bool IsThere = false;
  };

  llvm::Error readHeader();
  llvm::Error findSections();
  llvm::Error verifyChecksum();
  llvm::Error readFacts();
  llvm::Error setFact(uint64_t Key, uint64_t Value, uint64_t Offset);
  llvm::Error readModules();
  llvm::Error readContexts();
  llvm::Error readThreads();
  llvm::Error readSamples();
  llvm::Error readProfiles();
  llvm::Error readCalls();
  llvm::Error readOutgoingCalls();
  llvm::Error readRanks();
  llvm::Error readMpiCalls();
  /// Reads the section \p Tag, if there is one: its header into \p To, and
  /// entries by \p Take.
  template <class Entry>
  llvm::Error
  readRankList(gmon_section_tag Tag, uint64_t EntrySize, llvm::StringRef What,
               RankList<Entry> &To,
               llvm::function_ref<llvm::Error(const char *, uint64_t)> Take);
  /// Reads distributions over the processes of \p Of, one behind another.
  template <class Entry>
  llvm::Error readDistributions(const char *Bytes, uint64_t Offset,
                                const RankList<Entry> &Of,
                                llvm::ArrayRef<RankDistribution *> To) const;

  /// Calls \p Take with each entry of the section \p Tag, whose entries have
  /// \p EntrySize bytes, and the entry's offset in the file.
  llvm::Error
  forEachEntry(gmon_section_tag Tag, uint64_t EntrySize,
               llvm::function_ref<llvm::Error(const char *, uint64_t)> Take) {
    return forEachEntry(Sections[Tag], EntrySize, Take);
  }
  llvm::Error
  forEachEntry(const Section &Where, uint64_t EntrySize,
               llvm::function_ref<llvm::Error(const char *, uint64_t)> Take);
  /// Calls \p Take with each entry of a section whose entries have \p FixedSize
  /// bytes and then texts; with the offset of the texts, which \p Take moves to
  /// their end, and the end of the section. \p What names an entry.
  llvm::Error forEachWithText(
      gmon_section_tag Tag, uint64_t FixedSize, llvm::StringRef What,
      llvm::function_ref<llvm::Error(const char *, uint64_t &, uint64_t)> Take);
  /// Returns the text of \p Size bytes at \p Offset, which ends at \p End at
  /// the latest.
  llvm::Expected<std::string> textAt(uint64_t Offset, uint64_t Size,
                                     uint64_t End, llvm::StringRef What);
  llvm::Error fail(uint64_t Offset, const llvm::Twine &What,
                   uint64_t Found) const {
    return File.fail(Offset,
                     "expected " + What + ", found " + llvm::Twine(Found));
  }

  DataFile File;
  Section Sections[LastTag + 1];
  char Unit[GMON_DIMENSION_SIZE + 1] = {}; ///< GMON_FACT_UNIT and its end
  StackProfile Result;
};

inline uint32_t read32(const char *Bytes) {
  return llvm::support::endian::read32le(Bytes);
}
inline uint64_t read64(const char *Bytes) {
  return llvm::support::endian::read64le(Bytes);
}

} // namespace gmon

#endif // GMON_ANALYZER_STACKREADER_H
