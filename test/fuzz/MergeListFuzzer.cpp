//===-- MergeListFuzzer.cpp - Fuzzes the lists of merge -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a list of data files, some with a weight. The files are in the folder
// "merge-list" of the current folder: a, b, and c/d. The sum of the list must
// equal the sum of two sums of its parts.
//
//===----------------------------------------------------------------------===//

#include "Parts.h"
#include "RoundTrip.h"
#include "commands/MergeInputs.h"
#include "files/OutputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

static constexpr GmonLayout Layout{/*IsLittleEndian=*/true, /*AddressSize=*/8};

/// Writes a data file whose counts depend on \p Seed.
static void writeData(StringRef Path, uint64_t Seed) {
  Profile Data;
  Data.HasHistograms = Data.HasArcs = Data.HasBlocks = true;
  Data.Rate = 100;
  Data.Dimension = "seconds";
  Data.Histograms.push_back(
      {0x1000, 0x1010, BinCounts({Seed, 2, 0, 0, 0, 0, 0, 1})});
  RawArc Arcs[] = {{0x1004, 0x1008, Seed}, {0x1000 + Seed, 0x1008, 1}};
  BlockCount Blocks[] = {{0x1000, 3}, {0x1002 + Seed, Seed}};
  cantFail(writeFile(Path, [&](raw_ostream &OS) {
    writeGmon(OS, Data, Arcs, Blocks, Layout, FileFormat::Magic);
  }));
}

/// Makes the folder of the data files, and returns its descriptor.
static int makeFolder() {
  if (sys::fs::create_directories("merge-list/c"))
    std::abort();
  writeData("merge-list/a", 1);
  writeData("merge-list/b", 7);
  writeData("merge-list/c/d", 40000);
  return open("merge-list", O_RDONLY | O_DIRECTORY);
}

/// Whether all names in \p List stay in the folder.
static bool staysInside(StringRef List) {
  if (List.contains(".."))
    return false;
  for (size_t At = List.find('/'); At != StringRef::npos;
       At = List.find('/', At + 1))
    if (At == 0 || !(isAlnum(List[At - 1]) || strchr("*?]", List[At - 1])))
      return false;
  return true;
}

static Expected<Profile> sumOf(const WeightedFiles &Files, size_t First,
                               size_t End) {
  GmonReader Reader(Layout.IsLittleEndian, Layout.AddressSize,
                    FileFormat::Magic);
  for (const WeightedFile &File : Files.slice(First, End)) {
    Reader.setWeight(File.Weight);
    if (Expected<FileContents> Read = Reader.add(File.Name); !Read)
      return Read.takeError();
  }
  return Reader.take();
}

static void run(StringRef List) {
  static const MemoryFile File;
  File.set(List);
  Warnings Ignored;
  MergeInputs Inputs(Ignored, SegmentChoice());
  if (Error E = Inputs.addList(File.path()))
    return consumeError(std::move(E));
  const WeightedFiles &Files = Inputs.files();
  const size_t End = std::min<size_t>(Files.size(), 64);
  if (any_of(Files.slice(0, End),
             [](const WeightedFile &F) { return F.Name == "-"; }))
    return;
  Expected<Profile> Whole = sumOf(Files, 0, End);
  if (!Whole)
    return consumeError(Whole.takeError());
  size_t Half = End / 2;
  GmonReader Sum(Layout.IsLittleEndian, Layout.AddressSize, FileFormat::Magic);
  if (!Sum.add(cantFail(sumOf(Files, 0, Half))) ||
      !Sum.add(cantFail(sumOf(Files, Half, End))) ||
      !isEqual(*Whole, Sum.profile()))
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  // libFuzzer resolves paths on its command line in its first folder.
  static const int Start = open(".", O_RDONLY | O_DIRECTORY);
  static const int Folder = makeFolder();
  StringRef List(reinterpret_cast<const char *>(Data), Size);
  if (!staysInside(List))
    return 0;
  if (fchdir(Folder))
    std::abort();
  run(List);
  if (fchdir(Start))
    std::abort();
  return 0;
}
