//===-- SetWriter.h - Writes sets of profiles -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: segments. Out: a file with them, in place of an older one to which
// processes may append meanwhile: see gmon/format.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FILES_SETWRITER_H
#define GMON_ANALYZER_FILES_SETWRITER_H

#include "files/ProfileSet.h"
#include "llvm/Support/raw_ostream.h"

namespace gmon {

/// A member of a segment, with its file.
struct NewMember {
  gmon_member_kind Kind = GMON_MEMBER_PROFILE;
  std::string Series, Library;
  std::string File;
};

/// Writes a segment with the head \p Head, without its offset and sizes.
void writeSegment(llvm::raw_ostream &OS, const SegmentHead &Head,
                  llvm::ArrayRef<NewMember> Members);

/// Writes the segment \p S of \p Set as it is.
llvm::Error copySegment(llvm::raw_ostream &OS,
                        std::shared_ptr<const ProfileSet> Set,
                        const Segment &S);

/// Keeps processes from appending to a set. One that has waited too long for
/// the lock appends without it.
class SetLock {
public:
  /// Locks the set \p Path, which becomes an empty one if it is not there.
  /// Fails if it is another kind of file, or locked for a minute.
  static llvm::Expected<SetLock> take(llvm::StringRef Path);
  SetLock(SetLock &&Other) noexcept;
  SetLock &operator=(SetLock &&) = delete;
  /// Unlocks the set. Removes it if it was not there and is still empty.
  ~SetLock();

  /// Says that \p Input was read. The segments behind it in the locked file, if
  /// that is \p Input, or else behind what was there, have been appended
  /// meanwhile.
  void setRead(const ProfileSet &Input);
  /// Writes the segments that have been appended since the last call.
  llvm::Error copyAppended(llvm::raw_ostream &OS);
  /// Does so to the end of the file that has replaced the locked one.
  llvm::Error moveAppended();

private:
  explicit SetLock(llvm::StringRef Path) : Path(Path.str()) {}
  llvm::Error lock();
  /// Whether the name still means the locked file.
  bool isCurrent() const;
  uint64_t size() const;

  std::string Path;
  int FD = -1;
  bool IsNew = false;
  uint64_t Size = 0; ///< of what is known of the file
  uint64_t End = 0;  ///< of the last whole segment there
};

} // namespace gmon

#endif // GMON_ANALYZER_FILES_SETWRITER_H
