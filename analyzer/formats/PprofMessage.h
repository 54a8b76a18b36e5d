//===-- formats/PprofMessage.h - A message of profile.proto -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A message Profile of proto/profile.proto of https://github.com/google/pprof.
// In: mappings, locations and samples. Out: the message's bytes.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FORMATS_PPROFMESSAGE_H
#define GMON_ANALYZER_FORMATS_PPROFMESSAGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <array>
#include <map>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <vector>

namespace gmon {

/// A line of a function.
struct PprofFrame {
  llvm::StringRef Name, LinkName, Path;
  uint32_t Line, StartLine;
};

/// A part of a module with code.
struct PprofMapping {
  uint64_t Start, End, Offset;
};

/// A property of a sample: a text or, if that is empty, a number.
struct PprofLabel {
  llvm::StringRef Key, Text;
  int64_t Number = 0;
};

class PprofMessage {
public:
  using Values = std::array<int64_t, 3>; ///< of each of the types

  PprofMessage() : Out(Data) { string(""); }

  /// Adds the sample types samples, \p Type in \p Unit, and calls. One of them,
  /// \p Default, is shown first. \p Period is a sample in \p Unit, or 0; \p
  /// Duration the time of all, in nanoseconds.
  void addHeader(llvm::StringRef Type, llvm::StringRef Unit, uint64_t Period,
                 uint64_t Duration, llvm::StringRef Default,
                 llvm::StringRef Comment);

  /// Adds a line that pprof -comments prints.
  void addComment(llvm::StringRef Comment);

  /// Adds the mappings of a file. Mappings have the numbers 1, 2, ... If \p
  /// HasInlines, locations have inlined frames.
  void addMappings(llvm::StringRef Path, llvm::StringRef BuildId,
                   llvm::ArrayRef<PprofMapping> Mappings, bool HasInlines);

  /// Adds a location for code of \p Frames, the innermost first, and returns
  /// its number. \p Mapping may be 0.
  uint64_t addLocation(uint64_t Mapping, uint64_t Address,
                       llvm::ArrayRef<PprofFrame> Frames);

  /// Adds a sample of the stack \p Locations, the innermost first.
  void addSample(llvm::ArrayRef<uint64_t> Locations, const Values &V,
                 llvm::ArrayRef<PprofLabel> Labels = {});

  /// Returns the bytes of the message. Call it last: it ends the message.
  std::string finish();

private:
  int64_t string(llvm::StringRef Text);
  uint64_t function(const PprofFrame &Frame);
  void valueType(uint32_t Field, llvm::StringRef Type, llvm::StringRef Unit);

  std::string Data;
  protozero::pbf_writer Out;
  llvm::StringMap<int64_t> Strings;
  std::vector<llvm::StringRef> StringTable; ///< by number; refers to the keys
                                            ///< of Strings
  /// By name, linkage name and file, as numbers of strings.
  std::map<std::tuple<int64_t, int64_t, int64_t>, uint64_t> Functions;
  uint64_t NumMappings = 0;
  uint64_t NumLocations = 0;
};

} // namespace gmon

#endif // GMON_ANALYZER_FORMATS_PPROFMESSAGE_H
