//===-- GmonReader.h - Reads gmon files -------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds gmon files up to a Profile. In: file names and the program's address
// size and byte order. Out: the Profile and what each file contains. The format
// is specified in gmon/format.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_GMONREADER_H
#define GMON_ANALYZER_GMONREADER_H

#include "Profile.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/Error.h"
#include <map>

namespace gmon {

class GmonReader {
public:
  /// A reader of files with addresses of \p AddressSize bytes.
  GmonReader(bool IsLittleEndian, unsigned AddressSize)
      : IsLittleEndian(IsLittleEndian), AddressSize(AddressSize) {}

  /// Adds the file \p Name, "-" being standard input. After an error the
  /// profile holds part of the file and is of no use.
  llvm::Expected<FileContents> add(llvm::StringRef Name);

  /// Adds the file \p Name, whose bytes are \p Bytes.
  llvm::Expected<FileContents> add(llvm::StringRef Name, llvm::StringRef Bytes);

  /// The sum of the files so far.
  const Profile &profile() const { return Sum; }

private:
  using Cursor = llvm::DataExtractor::Cursor;

  llvm::Error readRecord(llvm::DataExtractor &Data, Cursor &At);
  llvm::Error readHistogram(llvm::DataExtractor &Data, Cursor &At);
  llvm::Error readArc(llvm::DataExtractor &Data, Cursor &At);
  llvm::Error readBlocks(llvm::DataExtractor &Data, Cursor &At);
  llvm::Error readOldBlocks(llvm::DataExtractor &Data, Cursor &At,
                            uint32_t NumBlocks);
  /// Takes rate, dimension and scale from the first histogram, and holds later
  /// ones against them.
  llvm::Error checkKind(uint64_t At, uint32_t Rate, llvm::StringRef Dimension,
                        char Unit, double Scale);
  /// The histogram of exactly [Low, High), made if there is none.
  llvm::Expected<Histogram *> histogramFor(uint64_t At, uint64_t Low,
                                           uint64_t High, uint32_t NumBins);
  /// An error about the record that starts at \p Offset of the current file.
  llvm::Error fail(uint64_t Offset, const llvm::Twine &Message) const;

  bool IsLittleEndian;
  unsigned AddressSize;
  Profile Sum;
  std::map<uint64_t, size_t> HistogramAt; ///< index by first address
  FileContents Current;
};

} // namespace gmon

#endif // GMON_ANALYZER_GMONREADER_H
